-- Keeps the stored figures (activities, marks, people and their counts) up to date. A write only adds the ids of the
-- written rows to private.stale_rows. Before figures are read, private.refresh_figures computes the activities, marks
-- and people of these rows again, and counts the activities and people of the rows' offices again. So a figure is exact
-- when it is read, a write pays only for one small insert, and writers never wait for each other.

-- Returns one row per table of counts. The result has these columns:
-- - `place`: position in the order in which the tables of counts are computed
-- - `counted`: what the table of counts counts, activities or people
-- - `counts`: name of the table of counts
-- - `source`: name of the table from whose rows the counts are computed
-- - `keys`: columns by which the rows of `source` are grouped; they include the office
-- - `sums`: SQL expressions of the columns with counts and sums
-- - `meaning`: sentence that describes the table of counts
-- In `keys`, the columns `programmed` and `trained_years` have the same meaning as in public.people.
create function private.counted_tables()
  returns table (place integer, counted text, counts text, source text, keys text, sums text, meaning text)
  language sql immutable parallel safe set search_path = ''
as $$
  values
    (1, 'activities', 'outcome_programme_counts', 'activities', 'office, region_name, province_name, form, side, kind, '
      'year, reporting_year, fund_source, psp_category, subpsp_abbreviation, matched_within',
      'count(*) as n, sum(quantity)::bigint as quantity',
      'Number of activities, and sum of their quantities, by kind, year, programme and outcome.'),
    (2, 'activities', 'outcome_counts', 'outcome_programme_counts', 'office, region_name, province_name, form, side, '
      'kind, year, reporting_year, matched_within', 'sum(n)::bigint as n, sum(quantity)::bigint as quantity',
      'Number of activities, and sum of their quantities, by kind (of product or support), year and outcome.'),
    (3, 'people', 'people_detail_counts', 'people', 'office, region_name, province_name, muncity_name, fund_source, '
      'psp_category, subpsp_abbreviation, participant_category, sex, programmed, trained_years', 'count(*) as n',
      'Number of people by town, programme, category, sex and years of training.'),
    (4, 'people', 'people_town_counts', 'people_detail_counts', 'office, region_name, province_name, muncity_name, '
      'participant_category, sex, programmed, trained_years', 'sum(n)::bigint as n',
      'Number of people by town, category, sex and years of training.'),
    (5, 'people', 'people_programme_counts', 'people_detail_counts', 'office, region_name, province_name, fund_source, '
      'psp_category, subpsp_abbreviation, participant_category, sex, programmed, trained_years',
      'sum(n)::bigint as n', 'Number of people by programme, category, sex and years of training.'),
    (6, 'people', 'people_counts', 'people_town_counts', 'office, region_name, province_name, participant_category, '
      'sex, programmed, trained_years', 'sum(n)::bigint as n',
      'Number of people by category, sex and years of training.')
$$;

do $do$
declare
  c record;
begin
  for c in select * from private.counted_tables() order by place loop
    execute format('create table public.%I as select %s, %s from public.%I group by %2$s with no data',
      c.counts, c.keys, c.sums, c.source);
    execute format('alter table public.%I alter office set not null, alter n set not null, add check (n > 0)',
      c.counts);
    execute format('create index on public.%I (office)', c.counts);
    execute format('comment on table public.%I is %L', c.counts, c.meaning);
    call private.read_only_in_scope(format('public.%I', c.counts)::regclass);
  end loop;
end
$do$;
-- Indexes for dashboards: each dashboard reads the counts of one form.
create index outcome_counts_form on public.outcome_counts (form, side);
create index outcome_programme_counts_form on public.outcome_programme_counts (form, side);

create table private.stale_rows (
  id bigint generated always as identity primary key,
  table_name text,
  row_id bigint,
  office text,
  check ((table_name is null) = (row_id is null) and (table_name is null) <> (office is null))
);
comment on table private.stale_rows is 'Rows that were written since the stored figures were last computed.';
comment on column private.stale_rows.office is
  'Set if the counts of an office are to be computed again, whichever rows were written.';
alter table private.stale_rows enable row level security;

create type private.row_key as (table_name text, row_id bigint);

-- Returns the source tables of the figures, each with the columns that the computation reads. The names of the columns
-- have the prefix of a row r, as in r.office.
create function private.figure_sources() returns table (table_name text, columns text)
  language sql stable set search_path = ''
as $$
  select f.table_name, string_agg(distinct c.name[1], ', ')
  from private.activity_forms() f
  cross join lateral regexp_matches(private.activity_query(f.table_name, 'r'), 'r\."?\w+"?', 'g') c (name)
  group by f.table_name
  union all
  values
    ('arbo_masterlist', 'r.id, r.office, r.region_name, r.province_name, r.muncity_name'),
    ('arc_masterlist', 'r.id, r.office, r.region_name, r.province_name, r.muncity_name'),
    ('participants', 'r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.arbo_id, r.year_funded, '
      'r.fund_source, r.psp_category, r.subpsp_abbreviation, r.participant_category, r.sex, r.training_id')
$$;
revoke execute on function private.figure_sources() from public;

-- AFTER trigger on the tables of private.figure_sources: adds the written rows to private.stale_rows. The argument of
-- the trigger names the columns that the computation of figures reads. An update that changes none of these columns
-- adds no row.
create function private.note_stale_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.stale_rows (table_name, row_id) select tg_table_name, n.id from new_rows n;
  elsif tg_op = 'DELETE' then
    insert into private.stale_rows (table_name, row_id) select tg_table_name, o.id from old_rows o;
  else
    execute format($q$
      insert into private.stale_rows (table_name, row_id)
      select %1$L, c.id from (select %2$s from new_rows r except select %2$s from old_rows r) c$q$,
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
end
$do$;

-- Returns the activities of the rows with the given tables and ids.
create function private.activities_of(keys private.row_key[]) returns setof public.activities
  language sql stable set search_path = ''
as $$ select a.* from unnest(keys) k join public.activities a using (table_name, row_id) $$;

-- Computes the activities of the given rows again. Then matches targets with accomplishments again, in every group
-- (form, organization and year) to which one of these activities belonged before or belongs now. Returns all activities
-- that were removed, added or matched differently.
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

-- Computes the marks of the given masterlist rows again: in which years each ARBO or ARC was targeted, trained and so
-- on.
create function private.refresh_marks(arbos bigint[], arcs bigint[]) returns void
  language plpgsql set search_path = ''
as $$
declare
  about constant text := 'subject = ''arbo'' and marked_id = any ($1) or subject = ''arc'' and marked_id = any ($2)';
  names constant text := (
    select string_agg(quote_ident(attname), ', ' order by attnum)
    from pg_catalog.pg_attribute
    where attrelid = 'public.marks'::regclass and attnum > 0 and not attisdropped);
begin
  execute 'delete from public.marks where ' || about using arbos, arcs;
  execute 'delete from public.programme_marks where ' || about using arbos, arcs;
  execute 'delete from public.funding_marks where ' || about using arbos, arcs;
  execute format('
    with fresh as materialized (select * from private.marks_of($1, $2)),
    of_rows as (
      insert into public.marks select %1$s from fresh where reported is null and subpsp_abbreviation is null),
    of_programmes as (
      insert into public.programme_marks select subpsp_abbreviation, %1$s from fresh
      where reported is null and subpsp_abbreviation is not null)
    insert into public.funding_marks select * from fresh where reported is not null', names) using arbos, arcs;
end
$$;

-- Computes the rows of public.people for the given participants again. Returns the offices of the deleted and of the
-- new rows.
create function private.refresh_people(ids bigint[]) returns text[]
  language plpgsql set search_path = ''
as $$
declare
  offices text[];
begin
  with gone as (delete from public.people p where p.participant_id = any (ids) returning p.office)
  select array_agg(distinct g.office) into offices from gone g;
  with came as (insert into public.people select * from private.people_of(ids) returning office)
  select offices || array_agg(distinct c.office) into offices from came c;
  return offices;
end
$$;

-- Counts the activities or the people of the given offices again, in all tables that store such counts.
create function private.refresh_counts(wanted text, offices text[]) returns void
  language plpgsql set search_path = ''
as $$
declare
  c record;
begin
  for c in
    select * from private.counted_tables() t
    where t.counted = wanted and cardinality(offices) > 0
    order by t.place
  loop
    execute format('delete from public.%I where office = any ($1)', c.counts) using offices;
    execute format('insert into public.%I select %s, %s from public.%I where office = any ($1) group by %2$s',
      c.counts, c.keys, c.sums, c.source) using offices;
  end loop;
end
$$;

-- Refreshes the stored figures for the entries of private.stale_rows up to the id `until` (null: all present entries),
-- at most 5,000 per call. Returns `until` if such entries are left, otherwise null. Only one session at a time
-- refreshes. Other sessions wait until the refresh has ended, so that their figures include all rows that were written
-- before.
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
  if cardinality(noted) = 0 then
    return null;
  end if;
  keys := array(
    select distinct row(n.table_name, n.row_id)::private.row_key from unnest(noted) n where n.table_name is not null);
  whole := array(select distinct n.office from unnest(noted) n where n.office is not null);
  changed := private.refresh_activities(keys);
  perform private.refresh_marks(
    array(
      select c.arbo from unnest(changed) c where c.arbo is not null
      union select k.row_id from unnest(keys) k where k.table_name = 'arbo_masterlist'),
    array(
      select c.arc from unnest(changed) c where c.arc is not null
      union select k.row_id from unnest(keys) k where k.table_name = 'arc_masterlist'));
  perform private.refresh_counts('activities', whole || array(select distinct c.office from unnest(changed) c));
  perform private.refresh_counts('people', whole || private.refresh_people(array(
    select k.row_id from unnest(keys) k where k.table_name = 'participants'
    union
    select l.participant_id
    from unnest(changed) c
    join public.arbo_trainings t on c.table_name = 'arbo_trainings' and t.id = c.row_id
    join public.participant_trainings l on l.training_id = t.training_id and l.attended)));
  delete from private.stale_rows s using unnest(noted) n where s.id = n.id;
  return (select until from private.stale_rows s where s.id <= until limit 1);
end
$$;

-- Adds all rows of an office to private.stale_rows, so that the next refresh computes all figures of the office again.
-- Also adds rows that no longer exist but still have stored figures of the office.
create function private.note_office(wanted_office text) returns void
  language plpgsql set search_path = ''
as $$
declare
  source record;
begin
  for source in select f.table_name from private.figure_sources() f loop
    execute format('insert into private.stale_rows (table_name, row_id)
      select %1$L, id from public.%1$I where office = $1', source.table_name) using wanted_office;
  end loop;
  insert into private.stale_rows (table_name, row_id)
  select a.table_name, a.row_id from public.activities a where a.office = wanted_office
  union all
  select m.subject || '_masterlist', m.marked_id from public.marks m where m.office = wanted_office
  union all
  select 'participants', p.participant_id from public.people p where p.office = wanted_office;
  insert into private.stale_rows (office) values (wanted_office);
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
  private.refresh_marks(bigint[], bigint[]), private.refresh_people(bigint[]),
  private.refresh_counts(text, text[]), private.refresh_figures(bigint),
  private.note_office(text), private.rebuild_figures()
from public;
grant execute on function private.refresh_figures(bigint) to api_gateway;

-- Compares the stored figures of the given offices (null: all) with the rows from which they are computed. Returns one
-- row per difference: the figure table, and the row that is missing or surplus in it. Call private.refresh_figures
-- first. In the queries, $1 is the list of offices.
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
      format('select %s k.* from public.%I k where %s', more, table_name, of_offices)
    from (values
      ('marks', 'f.reported is null and f.subpsp_abbreviation is null', 'null, null, null::boolean, null,'),
      ('programme_marks', 'f.reported is null and f.subpsp_abbreviation is not null', 'null, null, null::boolean,'),
      ('funding_marks', 'f.reported is not null', '')) m (table_name, condition, more)
    union all
    select 'people', format('select p.* from private.people_of(array(select id from public.participants where %s)) p',
        of_offices),
      'select * from public.people where ' || of_offices
    union all
    select c.counts,
      format('select %s, %s from public.%I where %s group by %1$s', c.keys, c.sums, c.source, of_offices),
      format('select * from public.%I where %s', c.counts, of_offices)
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
