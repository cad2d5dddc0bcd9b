-- Compares the stored figures with the rows in the background, one office at a time. Figures can differ from the rows
-- after rows were written while triggers were disabled, or after a single table was restored. Such differences are
-- shown in health, in the metrics and on the screen System.

create table private.figure_checks (
  office text primary key references public.offices (office) on update cascade on delete cascade,
  checked_at timestamptz not null default now(),
  differences integer not null check (differences >= 0),
  repaired_at timestamptz
);
comment on table private.figure_checks is
  'Last comparison of each office''s stored figures with its rows, the number of stored rows that differed, and the '
  'last time that a comparison found differences.';
alter table private.figure_checks enable row level security;

-- Compares the stored figures of one office with its rows: of all offices that are due, the one compared longest ago.
-- An office is due 20 hours after its last comparison, or ten minutes after a comparison that found differences. If
-- there are differences, adds all rows of the office to private.stale_rows, so that the next refresh repairs its
-- figures. At most one comparison per 30 seconds starts in the whole system; a concurrent call does nothing. Returns
-- the office, or null if none was compared.
create function private.check_next_office() returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  due text;
  found_differences integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.check_next_office', 0))
    or exists (select from private.figure_checks c where c.checked_at > now() - interval '30 seconds')
  then
    return null;
  end if;
  select o.office into due
  from public.offices o left join private.figure_checks c using (office)
  where c.office is null or c.checked_at < now() - case c.differences when 0 then interval '20 hours'
    else interval '10 minutes' end
  order by c.checked_at nulls first, o.office
  limit 1;
  if due is null then
    return null;
  end if;
  perform private.refresh_figures();
  select count(*) into found_differences from private.figure_differences(array[due]);
  -- A row that was written during the comparison looks like a difference. Do not store the result in this case, so that
  -- the office is compared again later.
  if found_differences > 0 and exists (select from private.stale_rows) then
    return null;
  end if;
  insert into private.figure_checks as kept (office, differences, repaired_at)
  values (due, found_differences, case when found_differences > 0 then now() end)
  on conflict (office) do update set checked_at = excluded.checked_at, differences = excluded.differences,
    repaired_at = coalesce(excluded.repaired_at, kept.repaired_at);
  if found_differences > 0 then
    perform private.note_office(due);
  end if;
  return due;
end
$$;

-- Returns the state of the stored figures: number of offices, number of offices compared, time of the oldest
-- comparison, offices whose last comparison found differences, and offices repaired in the last seven days.
create function private.figure_health()
  returns table (offices integer, checked integer, oldest timestamptz, wrong text[], repaired text[])
  language sql stable security definer set search_path = ''
as $$
  with named as (
    select c.*, coalesce(nullif(c.office, ' / '), 'the central office') as name from private.figure_checks c)
  select (select count(*) from public.offices)::integer, count(*)::integer, min(c.checked_at),
    coalesce(array_agg(c.name order by c.name) filter (where c.differences > 0), '{}'),
    coalesce(array_agg(c.name order by c.name) filter (where c.repaired_at > now() - interval '7 days'), '{}')
  from named c
$$;

revoke execute on function private.check_next_office(), private.figure_health() from public;
grant execute on function private.check_next_office(), private.figure_health() to api_gateway;
