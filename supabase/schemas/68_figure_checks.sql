-- Compares the stored figures with the rows in the background, one office at a time. Drift (rows written while
-- triggers were disabled, or a single table restored) then shows in health, in the metrics and on the screen System.

create table private.figure_checks (
  office text primary key references public.offices (office) on update cascade on delete cascade,
  checked_at timestamptz not null default now(),
  differences integer not null check (differences >= 0)
);
comment on table private.figure_checks is
  'Last comparison of each office''s stored figures with its rows, and the number of stored rows that differed.';
alter table private.figure_checks enable row level security;

-- Indexes to find counts below zero, which prove drift without a comparison. The indexes are empty while all figures
-- are correct.
do $$
declare
  counts text;
begin
  for counts in select c.counts from private.counted_tables() c loop
    execute format('create index %I on public.%I (office) where n < 0 or quantity < 0',
      counts || '_below_zero', counts);
  end loop;
end
$$;

-- Returns the offices with a stored count below zero.
create function private.offices_below_zero() returns setof text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute (
    select string_agg(format('select office from public.%I where n < 0 or quantity < 0', c.counts), ' union ')
    from private.counted_tables() c);
end
$$;

-- Compares the office that was compared longest ago, if that office is due. An office is due 20 hours after its last
-- comparison, or ten minutes after a comparison that found differences, so that a repair shows soon. Starts at most
-- one comparison per 30 seconds in the whole system; a concurrent call does nothing. Returns the office, or null if
-- none is due.
create function private.check_next_office() returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  due text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.check_next_office', 0))
    or exists (select from private.figure_checks c where c.checked_at > now() - interval '30 seconds')
  then
    return null;
  end if;
  select o.office into due
  from public.offices o left join private.figure_checks c using (office)
  where c.office is null or c.checked_at < now() - case when c.differences = 0 then interval '20 hours'
    else interval '10 minutes' end
  order by c.checked_at nulls first, o.office
  limit 1;
  if due is not null then
    insert into private.figure_checks (office, differences)
    select due, count(*) from private.figure_differences(array[due])
    on conflict (office) do update set checked_at = excluded.checked_at, differences = excluded.differences;
  end if;
  return due;
end
$$;

-- Returns the state of the stored figures: number of offices, number of offices compared, time of the oldest
-- comparison, and offices with wrong figures (at most 5 by name).
create function private.figure_health()
  returns table (offices integer, checked integer, oldest timestamptz, wrong integer, examples text[])
  language sql stable security definer set search_path = ''
as $$
  with wrong as (
    select c.office from private.figure_checks c where c.differences > 0
    union
    select b.office from private.offices_below_zero() b (office)
  )
  select (select count(*) from public.offices)::integer, count(*)::integer, min(c.checked_at),
    (select count(*) from wrong)::integer,
    array(select coalesce(nullif(w.office, ' / '), 'the central office') from wrong w order by w.office limit 5)
  from private.figure_checks c
$$;

revoke execute on function private.offices_below_zero(), private.check_next_office(), private.figure_health()
from public;
grant execute on function private.check_next_office(), private.figure_health() to api_gateway;
