-- How the stored figures (activities, marks, attendance and counts) follow the rows. A write only notes which rows it
-- wrote, in private.stale_rows, in the same transaction. Before figures are read, private.refresh_figures computes the
-- noted rows' activities, marks and attendance again, and counts the rows of their offices again. So a figure is exact
-- when it is read, a write pays only for one small insert, and writers never wait for each other.

create table private.stale_rows (
  id bigint generated always as identity primary key,
  office text not null,
  table_name text,
  row_id bigint
);
comment on table private.stale_rows is
  'Rows that were written since the stored figures were last computed.';
comment on column private.stale_rows.office is
  'Office of the row. A row that moved to another office is noted for both offices.';
comment on column private.stale_rows.table_name is 'Null if all counts of the office are to be computed again.';
alter table private.stale_rows enable row level security;

create type private.row_key as (table_name text, row_id bigint);

-- Returns the tables whose rows figures count, with the columns (of r) that figures read.
create function private.figure_sources() returns table (table_name text, columns text)
  language sql stable set search_path = ''
as $$
  select f.table_name, string_agg(distinct c.name[1], ', ')
  from private.activity_forms() f
  cross join lateral regexp_matches(private.activity_query(f.table_name, 'r'), 'r\."?\w+"?', 'g') c (name)
  group by f.table_name
  union all
  values
    ('arbo_masterlist', 'r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.process_stage, '
      'r.registering_agency, r.current_arbo_status, r.it_easy_level_2024, r.no_arb_member_total'),
    ('arc_masterlist', 'r.id, r.office, r.region_name, r.province_name, r.muncity_name'),
    ('participants', 'r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.process_stage, r.year_funded, '
      'r.fund_source, r.psp_category, r.subpsp_abbreviation, r.participant_category, r.sex, r.training_id'),
    ('form11_farm_infos', 'r.id, r.office, r.region_name, r.province_name, r.support_provided, r.reporting_year, '
      'r.year_funded')
$$;
revoke execute on function private.figure_sources() from public;

-- AFTER trigger on the tables of private.figure_sources: notes the written rows. The argument has the columns that
-- figures read; an update of other columns notes nothing.
create function private.note_stale_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.stale_rows (office, table_name, row_id) select n.office, tg_table_name, n.id from new_rows n;
  elsif tg_op = 'DELETE' then
    insert into private.stale_rows (office, table_name, row_id) select o.office, tg_table_name, o.id from old_rows o;
  else
    execute format($q$
      insert into private.stale_rows (office, table_name, row_id)
      select distinct c.office, %1$L, c.id
      from (
        (select %2$s from new_rows r except select %2$s from old_rows r)
        union all
        (select %2$s from old_rows r except select %2$s from new_rows r)) c$q$,
      tg_table_name, tg_argv[0]);
  end if;
  return null;
end
$$;

do $do$
declare
  source record;
begin
  for source in select * from private.figure_sources() loop
    call private.add_write_triggers(format('public.%I', source.table_name)::regclass, 'note_stale_rows',
      format('private.note_stale_rows(%L)', source.columns));
  end loop;
  for source in select * from private.counted_tables() loop
    execute format('create unique index on public.%I (%s) nulls not distinct', source.counts, source.keys);
    execute format('alter table public.%I add check (n > 0)', source.counts);
    call private.read_only_in_scope(format('public.%I', source.counts)::regclass);
  end loop;
end
$do$;

-- Returns the activities with these keys.
create function private.activities_of(keys private.row_key[]) returns setof public.activities
  language sql stable set search_path = ''
as $$ select a.* from unnest(keys) k join public.activities a using (table_name, row_id) $$;

-- Computes the activities of these rows again, and the matches of the groups to which the activities belong or
-- belonged. Returns all activities that were removed, added or matched differently.
create function private.refresh_activities(keys private.row_key[]) returns public.activities[]
  language plpgsql set search_path = ''
as $$
declare
  changed public.activities[] := array(select a from private.activities_of(keys) a);
  matched public.activities[];
  of_form record;
begin
  delete from public.activities a using unnest(keys) k
  where (a.table_name, a.row_id) = (k.table_name, k.row_id);
  for of_form in
    select f.table_name, array_agg(k.row_id) as ids
    from private.activity_forms() f join unnest(keys) k using (table_name)
    group by f.table_name
  loop
    execute 'insert into public.activities ' || private.activity_query(of_form.table_name,
      format('(select * from public.%I where id = any ($1))', of_form.table_name)) using of_form.ids;
  end loop;
  changed := changed || array(select a from private.activities_of(keys) a);
  with renewed as (
    update public.activities a
    set matched_within = n.matched_within
    from private.find_nearest_counterparts(array(
      select distinct row(c.form, c.organization, c.year)::private.activity_group
      from unnest(changed) c
      where c.organization is not null and c.year is not null)) n
    where a.table_name = n.table_name and a.row_id = n.row_id and a.matched_within <> n.matched_within
    returning a)
  select array_agg(r.a) into matched from renewed r;
  return changed || matched;
end
$$;

-- Computes the marks of these masterlist rows again. Returns the offices of the marks before and after.
create function private.refresh_marks(arbos bigint[], arcs bigint[]) returns text[]
  language plpgsql set search_path = ''
as $$
declare
  about constant text := '(subject = ''arbo'' and marked_id = any ($1) or subject = ''arc'' and marked_id = any ($2))';
  names constant text := (
    select string_agg(quote_ident(attname), ', ' order by attnum)
    from pg_catalog.pg_attribute
    where attrelid = 'public.marks'::regclass and attnum > 0 and not attisdropped);
  offices text[];
begin
  execute format('with gone as (delete from public.marks where %s returning office)
    select array_agg(distinct office) from gone', about) into offices using arbos, arcs;
  execute 'delete from public.programme_marks where ' || about using arbos, arcs;
  execute 'delete from public.funding_marks where ' || about using arbos, arcs;
  execute format('
    with fresh as materialized (select * from private.marks_of($1, $2)),
    of_rows as (
      insert into public.marks select %1$s from fresh where reported is null and subpsp_abbreviation is null
      returning office),
    of_programmes as (
      insert into public.programme_marks select %1$s, subpsp_abbreviation from fresh
      where reported is null and subpsp_abbreviation is not null),
    of_funding as (insert into public.funding_marks select * from fresh where reported is not null)
    select $3 || array_agg(distinct office) from of_rows', names) into offices using arbos, arcs, offices;
  return offices;
end
$$;

-- Computes the attendance of these participants again. Returns the offices of the attendance before and after.
create function private.refresh_attendance(ids bigint[]) returns text[]
  language plpgsql set search_path = ''
as $$
declare
  offices text[];
begin
  with gone as (delete from public.attendance a where a.participant_id = any (ids) returning a.office)
  select array_agg(distinct g.office) into offices from gone g;
  with came as (insert into public.attendance select * from private.attendance_of(ids) returning office)
  select offices || array_agg(distinct c.office) into offices from came c;
  return offices;
end
$$;

-- Counts the rows of these offices again, in all tables of counts of the given counted tables.
create function private.refresh_counts(counted_names text[], offices text[]) returns void
  language plpgsql set search_path = ''
as $$
declare
  source record;
begin
  if cardinality(offices) = 0 then
    return;
  end if;
  for source in select * from private.counted_tables() c where c.table_name = any (counted_names) loop
    execute format('delete from public.%I where office = any ($1)', source.counts) using offices;
    execute format('insert into public.%I (%s, n, quantity) %s', source.counts, source.keys, source.counts_query)
      using offices;
  end loop;
end
$$;

-- Returns which of the noted rows of a masterlist need new marks: rows that were added, deleted or moved, and all rows
-- of the offices in `whole`. An approval, for example, changes no marks.
create function private.rows_to_mark(noted private.stale_rows[], wanted_subject text, whole text[]) returns bigint[]
  language sql stable set search_path = ''
as $$
  select array(
    select n.row_id
    from (select distinct row_id from unnest(noted) where table_name = wanted_subject || '_masterlist') n
    left join private.marked_rows r on r.subject = wanted_subject and r.marked_id = n.row_id
    left join public.marks m on m.subject = wanted_subject and m.marked_id = n.row_id
    where (r.office, r.region_name, r.province_name, r.muncity_name)
      is distinct from (m.office, m.region_name, m.province_name, m.muncity_name)
      or r.office = any (whole))
$$;

-- Refreshes the stored figures of the rows noted in private.stale_rows up to the id `until` (null: all rows that are
-- noted now), at most 5,000 rows per call. Returns `until` if noted rows are left, and null if none are left. Only one
-- session at a time refreshes. The others wait, so that they then read figures of all rows that were noted before.
create function private.refresh_figures(until bigint default null) returns bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  noted private.stale_rows[];
  whole text[];
  keys private.row_key[];
  changed public.activities[];
begin
  until := coalesce(until, (select max(s.id) from private.stale_rows s));
  if until is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.refresh_figures', 0));
  noted := array(select s from private.stale_rows s where s.id <= until order by s.id limit 5000);
  whole := array(select distinct n.office from unnest(noted) n where n.table_name is null);
  keys := array(select distinct row(n.table_name, n.row_id)::private.row_key from unnest(noted) n);
  changed := private.refresh_activities(keys);
  perform private.refresh_counts('{activities}',
    array(select distinct c.office from unnest(changed) c union select unnest(whole)));
  perform private.refresh_counts('{marks,programme_marks}', whole || private.refresh_marks(
    array(select distinct c.arbo from unnest(changed) c where c.arbo is not null)
      || private.rows_to_mark(noted, 'arbo', whole),
    array(select distinct c.arc from unnest(changed) c where c.arc is not null)
      || private.rows_to_mark(noted, 'arc', whole)));
  perform private.refresh_counts('{attendance}', whole || private.refresh_attendance(array(
    select k.row_id from unnest(keys) k where k.table_name = 'participants'
    union
    select l.participant_id
    from unnest(changed) c
    join public.arbo_trainings t on c.table_name = 'arbo_trainings' and t.id = c.row_id
    join public.participant_trainings l on l.training_id = t.training_id and l.attended)));
  perform private.refresh_counts(array[n.table_name], whole || array_agg(distinct n.office))
  from unnest(noted) n
  where n.table_name in ('participants', 'arbo_masterlist', 'form11_farm_infos')
  group by n.table_name;
  perform private.refresh_counts('{participants,arbo_masterlist,form11_farm_infos}', whole);
  delete from private.stale_rows s using unnest(noted) n where s.id = n.id;
  return (select until from private.stale_rows s where s.id <= until limit 1);
end
$$;

-- Notes all rows of an office, and everything that is stored for its figures, so that the next refresh computes the
-- figures of the office from the rows alone.
create function private.note_office(wanted_office text) returns void
  language plpgsql set search_path = ''
as $$
declare
  source record;
begin
  for source in select f.table_name from private.figure_sources() f loop
    execute format('insert into private.stale_rows (office, table_name, row_id)
      select office, %1$L, id from public.%1$I where office = $1', source.table_name) using wanted_office;
  end loop;
  insert into private.stale_rows (office, table_name, row_id)
  select a.office, a.table_name, a.row_id from public.activities a where a.office = wanted_office
  union all
  select m.office, m.subject || '_masterlist', m.marked_id from public.marks m where m.office = wanted_office
  union all
  select a.office, 'participants', a.participant_id from public.attendance a where a.office = wanted_office
  union all
  values (wanted_office, null, null::bigint);
end
$$;

-- Computes all stored figures from the rows.
create function private.rebuild_figures() returns void
  language plpgsql set search_path = ''
as $$
declare
  until bigint;
begin
  perform private.note_office(o.office) from public.offices o;
  loop
    until := private.refresh_figures(until);
    exit when until is null;
  end loop;
end
$$;

revoke execute on function private.activities_of(private.row_key[]), private.refresh_activities(private.row_key[]),
  private.refresh_marks(bigint[], bigint[]), private.refresh_attendance(bigint[]),
  private.refresh_counts(text[], text[]), private.rows_to_mark(private.stale_rows[], text, text[]),
  private.refresh_figures(bigint), private.note_office(text), private.rebuild_figures()
from public;
grant execute on function private.refresh_figures(bigint) to api_gateway;

-- Compares the stored figures with the rows, for the given offices (null: all). Returns the figure table and each row
-- that is missing or surplus; no rows if everything agrees. Call private.refresh_figures before. $1 in the queries is
-- the list of offices.
create function private.figure_differences(offices text[] default null) returns table (kept text, what text)
  language plpgsql stable set search_path = ''
as $$
declare
  of_offices constant text := '($1 is null or office = any ($1))';
  rows_of constant text := '(select * from public.%I where ' || of_offices || ')';
  source record;
begin
  for source in
    select f.table_name as name,
      format('select to_jsonb(row(e.*)::public.activities) - ''matched_within'' as activity from (%s) e',
        private.activity_query(f.table_name, format(rows_of, f.table_name))) as expected,
      format('select to_jsonb(a) - ''matched_within'' from public.activities a where table_name = %L and %s',
        f.table_name, of_offices) as actual
    from private.activity_forms() f
    union all
    select 'matched activities', format(
        'select n.* from private.find_nearest_counterparts(case when $1 is not null then array(
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
    select c.counts, c.counts_query,
      format('select %s, n, quantity from public.%I where %s', c.keys, c.counts, of_offices)
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
