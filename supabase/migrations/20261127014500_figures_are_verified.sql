-- The system compares kept figures with the rows by itself, office by office (docs: supabase/seeing.md). The former
-- comparison took all offices at once: a minute at national size, too long for a check that nobody starts by hand.
drop function private.figure_differences();

-- Compares what is kept for figures with the rows, for some offices (null: for all). Returns what is kept, and the row
-- of it that is missing or too much; no row where all agrees. private.rebuild_figures repairs what it finds. $1 in the
-- queries stands for the offices.
create function private.figure_differences(offices text[] default null) returns table (kept text, what text)
  language plpgsql stable set search_path = ''
as $$
declare
  of_offices constant text := '($1 is null or office = any ($1))';
  rows_of constant text := '(select * from public.%I where ' || of_offices || ')';
  source record;
begin
  for source in
    select f.table_name as name, private.activity_query(f.table_name, format(rows_of, f.table_name)) as expected,
      format('select * from public.activities where table_name = %L and %s', f.table_name, of_offices) as actual
    from private.activity_forms() f
    union all
    select 'matched activities', format(
        'select n.* from private.nearest_counterparts(case when $1 is not null then array(
           select distinct row(a.form, a.organization, a.year)::private.activity_group
           from public.activities a
           where a.office = any ($1) and a.organization is not null and a.year is not null) end) n
         join public.activities using (table_name, row_id) where %s', of_offices),
      format('select table_name, row_id, matched_within from public.activities
        where organization is not null and year is not null and %s', of_offices)
    union all
    select table_name, format('select f.* from private.marks_of(array(select id from %s rows_of),
        array(select id from %s rows_of)) f where %s', format(rows_of, 'arbo_masterlist'),
        format(rows_of, 'arc_masterlist'), condition),
      format('select k.* %s from public.%I k where %s', more, table_name, of_offices)
    from (values
      ('marks', 'f.reported is null and f.subpsp_abbreviation is null', ', null, null, null, null::boolean'),
      ('programme_marks', 'f.reported is null and f.subpsp_abbreviation is not null', ', null, null, null::boolean'),
      ('funding_marks', 'f.reported is not null', '')) m (table_name, condition, more)
    union all
    select 'attendance', format(
      'select a.* from private.attendance_of(array(
         select id from public.participants where cardinality(training_id) > 0 and %s)) a', of_offices),
      'select * from public.attendance where ' || of_offices
    union all
    select c.counts, replace(c.counts_query, format('public.%I', c.table_name), format(rows_of, c.table_name) || ' r'),
      format('select %s, n, quantity from public.%I where (n <> 0 or quantity <> 0) and %s', c.keys, c.counts,
        of_offices)
    from private.counted_tables() c
  loop
    return query execute format(
      'select %1$L, ''missing: '' || e::text from (%2$s except %3$s) e
       union all
       select %1$L, ''too much: '' || a::text from (%3$s except %2$s) a', source.name, source.expected, source.actual)
      using offices;
  end loop;
end
$$;
revoke execute on function private.figure_differences(text[]) from public;

create table private.figure_checks (
  office text primary key references public.offices (office) on update cascade on delete cascade,
  checked_at timestamptz not null default now(),
  differences integer not null check (differences >= 0)
);
comment on table private.figure_checks is
  'The last comparison of each office''s kept figures with its rows, and how many kept rows differed.';
alter table private.figure_checks enable row level security;

-- Figures are sums of these counts. One below zero proves drift at once, without a comparison; its index is empty while
-- all is well.
do $$
declare
  counts text;
begin
  for counts in select c.counts from private.counted_tables() c loop
    execute format('create index %I on public.%I (office) where n < 0 or quantity < 0', counts || '_below_zero', counts);
  end loop;
end
$$;

-- Offices with a kept count below zero.
create function private.offices_below_zero() returns setof text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute (
    select string_agg(format('select office from public.%I where n < 0 or quantity < 0', c.counts), ' union ')
    from private.counted_tables() c);
end
$$;

-- Compares one office, the one that was compared longest ago: each office once in 20 hours, and one with differences
-- again after ten minutes, so that a repair shows. At most one comparison starts per half minute in the whole system;
-- of two callers at once, one does nothing. Returns the office, or null when none is due.
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

-- What is known of the kept figures: how many offices there are, how many of them were compared, since when, and the
-- offices whose figures are wrong (at most 5 by name).
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
