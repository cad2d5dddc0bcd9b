-- Support for the tests of this folder: sample rows of any table, built from the database catalog. A table needs a line
-- in sample_overrides only if its check constraints refuse a row with values in all NOT NULL columns.
begin;

-- Column values that a table's check constraints require. The number of the sample row replaces {n}.
create table tests.sample_overrides (
  table_name text primary key,
  column_values jsonb not null
);
insert into tests.sample_overrides values
  ('arc_barangays_covered', '{"muncity_name": "Town", "barangay_name": "Barangay"}'),
  ('form_11_geotags', '{"location_source": "map", "latitude": 15.5, "longitude": 121}'),
  ('attachments', '{"record_table": "arbo_masterlist", "record_id": "{n}", "field": "coc_cgs_attachment_link"}'),
  ('project_list', '{"psp_category": "Category {n}", "subpsp_name": "Project {n}"}'),
  ('dropdown_values', '{"list": "fund-source", "type": "Source {n}"}'),
  ('psgc_places', '{"code": "{n}", "level": "region", "name": "Region {n}"}'),
  ('report_schedules', '{"form": "target"}');

-- Disables or enables deferred constraint triggers. By default they are disabled, because Postgres can't truncate a
-- table with pending trigger events. A test of a deferred trigger enables it with tests.set_end_rules(target,
-- 'enable'). Triggers on Auth's tables stay enabled, because only Auth may disable them.
create function tests.set_end_rules(target regclass, state text) returns void language plpgsql as $$
declare
  rule record;
begin
  for rule in select tgrelid::regclass as owner,
    tgname from pg_trigger where tgdeferrable and not tgisinternal and tgrelid = coalesce(target, tgrelid)
      and tgrelid <> 'auth.users'::regclass loop
    execute format('alter table %s %s trigger %I', rule.owner, state, rule.tgname);
  end loop;
end
$$;
select tests.set_end_rules(null, 'disable');

create sequence tests.sample_number start 9900000000;

-- Variants ("faces") of a record table. If the status of a row decides its reporting window, the table has the variants
-- Target and Accomplished. Other tables have one variant.
create view tests.faces as
select t.table_name, f.status, f.window_name
from private.record_tables t
cross join lateral (
  select null::text as status, t.window_name where t.window_name <> 'status'
  union all
  select v.status, v.window_name
  from (values ('Target', 'target'), ('Accomplished', 'accomplishment')) v (status, window_name)
  where t.window_name = 'status'
) f;

create function tests.statement_to_insert(target text, column_values jsonb) returns text language sql as $$
  select format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, %3$L)',
    target, string_agg(quote_ident(key), ', '), column_values)
  from jsonb_object_keys(column_values) key
$$;

-- Inserts a row with the given values as the owner of the table, and returns the whole row.
create function tests.put(target text, column_values jsonb) returns jsonb language plpgsql as $$
declare
  saved jsonb;
begin
  execute tests.statement_to_insert(target, column_values) || format(' returning to_jsonb(%I.*)', target)
    into strict saved;
  return saved;
end
$$;

-- Returns values of a new row that satisfy the table's constraints. Inserts the row's parent rows into the central
-- office, because rows of every office may reference them there.
create function tests.sample(target text, at_place text, extra jsonb default '{}') returns jsonb language plpgsql as $$
declare
  number bigint := nextval('tests.sample_number');
  sample jsonb := '{}';
  wanted record;
begin
  for wanted in
    select a.attname, a.atttypid::regtype as type, parent.table_name as parent, parent.column_name as parent_column
    from pg_attribute a
    left join lateral (
      select k.confrelid::regclass::text as table_name, p.attname as column_name
      from pg_constraint k join pg_attribute p on p.attrelid = k.confrelid and p.attnum = k.confkey[1]
      where k.contype = 'f' and k.conrelid = a.attrelid and k.conkey = array[a.attnum]
        and k.connamespace = 'public'::regnamespace
    ) parent on true
    where a.attrelid = format('public.%I', target)::regclass and a.attnum > 0 and not a.attisdropped
      and a.attnotnull and not a.atthasdef and a.attidentity = ''
  loop
    sample := sample || jsonb_build_object(wanted.attname, case
      when wanted.parent is not null
        then tests.put(replace(wanted.parent, 'public.', ''),
          tests.sample(replace(wanted.parent, 'public.', ''), 'central office')) -> wanted.parent_column
      when wanted.type in ('text'::regtype, 'varchar'::regtype) then to_jsonb('Sample ' || number)
      when wanted.type in ('integer'::regtype, 'bigint'::regtype, 'numeric'::regtype) then '1'
      when wanted.type = 'date'::regtype then to_jsonb(tests.today())
      when wanted.type = 'timestamptz'::regtype then to_jsonb(now())
      when wanted.type = 'boolean'::regtype then 'false'
      when wanted.type = 'uuid'::regtype then to_jsonb(gen_random_uuid())
      else '[]'
    end);
  end loop;
  sample := sample || coalesce((
    select replace(o.column_values::text, '{n}', number::text)::jsonb from tests.sample_overrides o
      where o.table_name = target), '{}');
  if tests.has_column(target, 'region_name') and target not in ('offices') then
    sample := sample || (select jsonb_build_object('region_name', p.region_name, 'province_name', p.province_name)
      from tests.places p where p.place = at_place);
  end if;
  -- Fills the first column of each required fact (private.required_facts), unless the test has set another of the
  -- fact's columns.
  select sample || coalesce(jsonb_object_agg(a.attname, case
      when a.attname = 'reporting_year' then '2024' when a.attname = 'reporting_quarter' then '"Q1"'
      when a.atttypid = 'date'::regtype then to_jsonb(tests.today())
        when a.atttypid = 'text[]'::regtype then '["Sample"]'
      when a.atttypid = 'text'::regtype then '"Sample"' else '1' end), '{}')
    into sample
  from private.required_facts f
    join pg_attribute a on a.attrelid = format('public.%I', target)::regclass and a.attname = f.columns[1]
  where f.table_name = target and not extra ?| f.columns;
  return sample || extra;
end
$$;

create function tests.has_column(target text, wanted text) returns boolean language sql as $$
  select exists (
    select from pg_attribute
    where attrelid = format('public.%I', target)::regclass and attname = wanted and attnum > 0 and not attisdropped)
$$;

-- Inserts a sample row in an office and returns its id.
create function tests.put_sample(target text, at_place text, extra jsonb default '{}') returns bigint language sql as $$
  select (tests.put(target, tests.sample(target, at_place, extra)) ->> 'id')::bigint
$$;

-- One stored row for each place and variant (tests.faces) of each record table. insert_statement inserts another row of
-- the same place and variant.
create table tests.rows (
  table_name text,
  status text,
  window_name text,
  place text,
  approved boolean,
  id bigint,
  insert_statement text
);

create function tests.put_rows(only_table text default null, only_place text default null,
  approved boolean default false) returns void language sql as $$
  select tests.make_offices();
  insert into tests.rows
  select f.table_name, f.status, f.window_name, p.place, approved,
    tests.put_sample(f.table_name, p.place,
      f.extra || case when approved then '{"process_stage": "Approved"}' else '{}' end::jsonb),
    tests.statement_to_insert(f.table_name,
      tests.sample(f.table_name, p.place,
      f.extra || case when approved then '{"process_stage": "Approved"}' else '{}' end::jsonb))
  from (select *, jsonb_strip_nulls(jsonb_build_object('status', status)) as extra from tests.faces) f, tests.places p
  where (only_table is null or f.table_name = only_table) and (only_place is null or p.place = only_place)
$$;

-- Empties every record table, for tests that count the rows changed by a statement without a WHERE clause.
create function tests.empty_tables() returns void language plpgsql as $$
begin
  execute (select 'truncate ' || string_agg(format('public.%I', table_name), ', ') || ' cascade'
    from private.record_tables);
  -- TRUNCATE does not fire the triggers that mark figures as outdated, so this function empties the figure tables.
  truncate public.activities, public.marks, public.programme_marks, public.funding_marks, public.people,
    private.stale_rows, public.unusual_values, private.stale_unusual, private.value_groups, private.value_group_states;
  execute (select 'truncate ' || string_agg(format('public.%I', counts), ', ') from private.counted_tables());
  delete from tests.rows;
end
$$;

-- Refreshes the stored figures, and then runs a query as a caller (tests.answer).
create function tests.answer_of_figures(wanted text, query text) returns text language plpgsql as $$
begin
  perform private.refresh_figures();
  return tests.answer(wanted, query);
end
$$;

-- Refreshes the stored figures and returns their differences from the rows.
create function tests.figure_differences() returns setof text language plpgsql as $$
begin
  perform private.refresh_figures();
  return query select d.kept || ' ' || d.what from private.figure_differences() d;
end
$$;

commit;

begin;
select plan(3);
select tests.put_rows();
select is(count(*), 5 * (select count(*) from tests.faces),
  'For the tests, every record table has one sample row per place of tests.places.') from tests.rows;
select bag_eq(
  $$ select distinct table_name from tests.rows $$, $$ select table_name from private.record_tables $$,
  'Every record table has sample rows, and no other table has sample rows.');
select is_empty(
  $$ select r.table_name from tests.rows r group by r.table_name
    having count(distinct r.insert_statement) <> count(*) $$,
  'Every sample row of a table is added by its own insert statement.');
select * from finish();
rollback;
