-- Tests every check constraint, foreign key and unique key of every record table. A test case has a change that the
-- constraint must refuse, and the nearest change that it must accept. Most cases are generated; an uncommon check
-- constraint needs a line in the table `special_cases`.
begin;
select plan(17);

select tests.make_offices();
select tests.empty_tables();
-- Inserts a row with an ARBO ID and an upload id, because null values never violate a unique key.
create function pg_temp.put(target text, number integer) returns bigint language sql as $$
  select tests.put_sample(target, 'own',
    case target when 'arbo_masterlist' then jsonb_build_object('arbo_id', 'A-' || number)
    else case when tests.has_column(target, 'upload_id') then jsonb_build_object('upload_id', gen_random_uuid())
      else '{}' end end)
$$;
create temporary table subjects on commit drop as
select table_name, pg_temp.put(table_name, 1) as id, pg_temp.put(table_name, 2) as other_id
from (select table_name from private.record_tables union all select 'project_list') t;
select tests.put('arbo_trainings', tests.sample('arbo_trainings', 'own', jsonb_build_object('training_id', t)))
  from unnest(array['T-1', 'T-2']) t;

-- Runs an update and rolls it back. Returns 'done', or the name of the constraint that refused it.
create function pg_temp.outcome(target text, row_id bigint, changes jsonb) returns text language plpgsql as $$
declare
  refused_by text;
  names text := (select string_agg(quote_ident(key), ', ') from jsonb_object_keys(changes) key);
begin
  execute format('update public.%1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1))
    where id = $2', target, names) using changes, row_id;
  raise exception using errcode = 'UNDO0';
exception when others then
  if sqlstate = 'UNDO0' then return 'done'; end if;
  get stacked diagnostics refused_by = constraint_name;
  return coalesce(nullif(refused_by, ''), sqlstate);
end
$$;

create function pg_temp.row_of(target text, row_id bigint) returns jsonb language plpgsql as $$
declare
  found jsonb;
begin
  execute format('select to_jsonb(t) from public.%I t where id = $1', target) using row_id into found;
  return found;
end
$$;

create temporary table constraints on commit drop as
select s.table_name, s.id, s.other_id, c.oid, c.conname::text as name, c.contype as type, c.confrelid,
  case when starts_with(c.conname, s.table_name || '_') then substr(c.conname, length(s.table_name) + 2)
    else c.conname end as suffix,
  pg_get_constraintdef(c.oid) as definition,
  array(select a.attname::text from unnest(c.conkey) with ordinality k (n, place)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n where a.attgenerated = ''
      order by place) as columns
from subjects s join pg_constraint c on c.conrelid = format('public.%I', s.table_name)::regclass
where c.contype in ('c', 'f', 'x');

create temporary table cases (table_name text, name text, refused jsonb, allowed jsonb) on commit drop;

-- Test cases for five kinds of check constraints: the value must be in a list, not blank, not empty, between two
-- numbers, or not negative.
insert into cases
select table_name, name,
  -- To test the month, sets the quarter to null, because an unknown month would also violate the check that the month
  -- lies in the quarter.
  jsonb_build_object(columns[1], 'none of them') || case
    when columns[1] = 'reporting_month' then '{"reporting_quarter": null}' else '{}' end::jsonb,
  jsonb_build_object(columns[1], substring(definition from '''([^'']+)''::text'))
from constraints where type = 'c' and definition ~ '^CHECK \(\(\w+ = ANY \(ARRAY\[''' and cardinality(columns) = 1
union all
select table_name, name, jsonb_build_object(columns[1], ' '),
  jsonb_build_object(columns[1], 'X') from constraints where definition ~ '^CHECK \(\(btrim\(\w+\) <> ''''::text\)\)$'
union all
select table_name, name, jsonb_build_object(columns[1], ''),
  jsonb_build_object(columns[1], null) from constraints where definition ~ '^CHECK \(\(\w+ <> ''''::text\)\)$'
  and columns[1] = 'province_name'
union all
select c.table_name, c.name, jsonb_build_object(columns[1], b.low - 1), jsonb_build_object(columns[1], b.low)
from constraints c, regexp_match(definition, '>= (\d+)\) AND \(\w+ <= (\d+)\)') m,
  lateral (select m[1]::integer as low) b where type = 'c' and cardinality(columns) = 1 and m is not null
union all
select c.table_name, c.name, jsonb_build_object(columns[1], b.high + 1), jsonb_build_object(columns[1], b.high)
from constraints c, regexp_match(definition, '>= (\d+)\) AND \(\w+ <= (\d+)\)') m,
  lateral (select m[2]::integer as high) b where type = 'c' and cardinality(columns) = 1 and m is not null
union all
select table_name, name, jsonb_build_object(col, -1), jsonb_build_object(col, 0) from constraints,
  unnest(columns) col where type = 'c' and definition ~ '>= \(?0\)?(::numeric)?\)\)$';

-- Test cases for three kinds of check constraints: a total is the sum of its two parts, an amount is a product rounded
-- to the centavo, and an end date is not before its start date.
insert into cases
select table_name, name, jsonb_build_object(m[1], 8, m[2], 3, m[3], 4), jsonb_build_object(m[1], 7, m[2], 3, m[3], 4)
from constraints, regexp_match(definition, '^CHECK \(\((\w+) = \((\w+) \+ (\w+)\)\)\)$') m where m is not null
union all
select table_name, name, jsonb_build_object(m[1], 12.34, m[2], 2.5, m[3], 4.94),
  jsonb_build_object(m[1], 12.35, m[2], 2.5, m[3], 4.94)
from constraints,
  regexp_match(definition, '^CHECK \(\((\w+) = round\(\((\w+) \* (\w+)\), 2\)\)\)$') m where m is not null
union all
select table_name, name, jsonb_build_object(m[2], '2025-03-02', m[1], '2025-03-01'),
  jsonb_build_object(m[2], '2025-03-02', m[1], '2025-03-02')
from constraints, regexp_match(definition, '^CHECK \(\((\w+) >= ([a-z]\w+)\)\)$') m where m is not null;

-- Test cases for check constraints against infinite dates and numbers, and nulls within lists (94_written_values.sql).
insert into cases
select table_name, name,
  jsonb_build_object(columns[1],
    case when definition ~ 'array_ndims' then '[null]'::jsonb when definition ~ 'NaN' then '"NaN"'
    else '"0999-12-31"' end),
  jsonb_build_object(columns[1], pg_temp.row_of(table_name, id) -> columns[1])
from constraints where type = 'c' and suffix ~ '_bound$';

-- Lets the owner choose the ids of rows in both tables of Form 5, which Postgres otherwise generates.
alter table public.form_5_annualtargets alter id set generated by default;
alter table public.form_5_accomps alter id set generated by default;

-- Test cases for all other check constraints. `suffix` is the constraint's name without the table's name.
create temporary table special_cases (suffix text, refused jsonb, allowed jsonb) on commit drop;
insert into special_cases values
  ('reporting_month_in_quarter', '{"reporting_quarter": "Q1", "reporting_month": "April"}',
    '{"reporting_quarter": "Q1", "reporting_month": "March"}'),
  ('location_region_name_check', '{"region_name": "", "province_name": null}',
    '{"region_name": null, "province_name": null}'),
  ('soft_check_reason_check', '{"soft_check_reason": "-"}', '{"soft_check_reason": "Counted twice"}'),
  ('latitude_check', '{"latitude": -90.000001}', '{"latitude": -90}'),
  ('longitude_check', '{"longitude": 180.000001}', '{"longitude": 180}'),
  ('office_exists', '{"province_name": "Test Province B1"}', '{"province_name": null}'),
  ('place_given', '{"barangay_name": null}', '{"barangay_name": "Poblacion"}'),
  ('named', '{"subpsp_name": null}', '{"subpsp_name": "Another"}'),
  ('wo_training_id_apart', '{"training_id": ["T-1"], "wo_training_id": ["T-1"]}',
    '{"training_id": ["T-1"], "wo_training_id": ["T-2"]}'),
  ('training_days_agrees', '{"start_date": "2024-02-28", "end_date": "2024-03-01", "training_days": 2}',
    '{"start_date": "2024-02-28", "end_date": "2024-03-01", "training_days": 3}'),
  ('gross_profit_agrees',
    '{"gross_sales": 9, "total_production_cost": 3, "total_post_harvest_cost": 4, "gross_profit": 3}',
    '{"gross_sales": 9, "total_production_cost": 3, "total_post_harvest_cost": 4, "gross_profit": 2}'),
  ('net_income_agrees', '{"gross_profit": 2, "total_marketing_cost": 5, "net_income": 3}',
    '{"gross_profit": 2, "total_marketing_cost": 5, "net_income": -3}'),
  ('trader_net_income_agrees',
    '{"gross_sales_trader": 9, "total_production_cost": 3, "total_post_harvest_cost": 4,
    "trader_total_marketing_cost": 1, "trader_net_income": 2}',
    '{"gross_sales_trader": 9, "total_production_cost": 3, "total_post_harvest_cost": 4,
      "trader_total_marketing_cost": 1, "trader_net_income": 1}'),
  ('percent_difference_agrees', '{"net_income": -2, "trader_net_income": -3, "percent_difference": -0.3333}',
    '{"net_income": -2, "trader_net_income": -3, "percent_difference": 0.3333}'),
  ('age_base_group_agrees', '{"age": 30, "age_base_group": "31 to 59"}', '{"age": 30, "age_base_group": "15 to 30"}'),
  ('age_agrees', jsonb_build_object('birthday', tests.today(), 'age', 1),
    jsonb_build_object('birthday', tests.today(), 'age', 0)),
  -- The two tables of Form 5 share no ids: targets have ids up to 1,000,000,000, and accomplishments have greater ids.
  ('id_below_accomps', '{"id": 1000000001}', '{"remarks": "Changed"}'),
  ('id_above_targets', '{"id": 1000000000}', '{"id": 1000000777}'),
  ('birthday_past', jsonb_build_object('birthday', tests.today() + 1), jsonb_build_object('birthday', tests.today()));
insert into cases select c.table_name, c.name, t.refused,
  t.allowed from constraints c join special_cases t on t.suffix = c.suffix or t.suffix = c.name;

-- Test cases for foreign keys. The refused row references a missing parent, and the accepted row an existing parent of
-- the same office.
create temporary table referred on commit drop as
select c.*, col.attname::text as referring, parent.attname::text as referred,
  tests.put(parent_table.relname, tests.sample(parent_table.relname, 'own',
    case when parent.attname = 'id' then '{}'
      else jsonb_build_object(parent.attname, 'Parent of ' || c.name) end)) as parent_row
from constraints c
join pg_constraint k on k.oid = c.oid and c.type = 'f'
join pg_class parent_table on parent_table.oid = c.confrelid
join pg_attribute col on col.attrelid = k.conrelid and col.attnum = k.conkey[1] and col.attgenerated = ''
join pg_attribute parent on parent.attrelid = k.confrelid and parent.attnum = k.confkey[1];
insert into cases
select table_name, name,
  jsonb_build_object(referring,
  case when jsonb_typeof(parent_row -> referred) = 'number' then '-1'::jsonb else '"nothing of the name"' end),
  jsonb_build_object(referring, parent_row -> referred)
from referred;

-- Test cases for unique keys. The refused row has all key values of another row. The accepted row differs from it in a
-- single key column.
insert into cases
select s.table_name, k.name, k.taken,
  k.taken || jsonb_build_object(k.columns[1], pg_temp.row_of(s.table_name, s.id) -> k.columns[1])
from subjects s
cross join lateral (
  select i.indexrelid::regclass::text as name,
    array_agg(a.attname::text order by pg_temp.row_of(s.table_name, s.other_id) -> a.attname
      is distinct from pg_temp.row_of(s.table_name, s.id) -> a.attname desc, a.attnum desc) as columns,
    jsonb_object_agg(a.attname, pg_temp.row_of(s.table_name, s.other_id) -> a.attname) as taken
  from pg_index i
  -- Finds all columns of an index, including those that occur only within an expression.
  join pg_depend d on d.objid = i.indexrelid and d.refobjid = i.indrelid and d.refobjsubid > 0
  join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
  where i.indrelid = format('public.%I', s.table_name)::regclass and i.indisunique and not i.indisprimary
  group by i.indexrelid) k;

select cmp_ok(count(*), '>', 250::bigint, 'The test of constraints has more than 250 cases.') from cases;
select is_empty(
  $$ select table_name, name,
    definition from constraints c
    where not exists (select from cases where cases.table_name = c.table_name and cases.name = c.name) $$,
  'Coverage: Every check constraint and every foreign key has a test case.');
select is_empty(
  $$ select i.indexrelid::regclass from pg_index i
    join subjects s on i.indrelid = format('public.%I', s.table_name)::regclass
     where i.indisunique and not i.indisprimary
       and not exists (select from cases where name = i.indexrelid::regclass::text) $$,
  'Coverage: Every unique key has a test case.');
select is_empty($$ select suffix from special_cases
  where suffix not in (select suffix from constraints union select name from constraints) $$,
  'Coverage: Every constraint name in the hand-written test cases exists in the database.');
select is_empty(
  $$ select c.table_name, c.name, c.refused,
    pg_temp.outcome(c.table_name, s.id, c.refused) from cases c join subjects s using (table_name)
     where pg_temp.outcome(c.table_name, s.id, c.refused) <> c.name $$,
  'If an update violates a constraint, the error names this constraint.');
select is_empty(
  $$ select c.table_name, c.name, c.allowed,
    pg_temp.outcome(c.table_name, s.id, c.allowed) from cases c join subjects s using (table_name)
     where pg_temp.outcome(c.table_name, s.id, c.allowed) <> 'done' $$,
  'For each constraint, the database accepts an update that satisfies the constraint.');

-- Tries to delete a parent row and rolls back. Postgres refuses the deletion while other rows reference the parent row.
create function pg_temp.remove(parent regclass, parent_row jsonb) returns text language sql as $$
  select tests.try_as_owner(format('delete from %s where id = %s', parent, parent_row ->> 'id'))
$$;
-- Sets one foreign key of the row, and then tries to delete the parent row. Sets the keys one by one, because a row
-- can't reference two ARBOs (by ARBO ID and by arboPrimaryKey).
create function pg_temp.refer_and_remove(r referred) returns text language plpgsql as $$
begin
  execute format('update public.%I set %I = %L where id = %s', r.table_name, r.referring, r.parent_row ->> r.referred,
    r.id);
  return pg_temp.remove(r.confrelid, r.parent_row);
end
$$;
select is_empty(
  $$ select r.table_name, r.name from referred r where pg_temp.refer_and_remove(r) <> '23503' $$,
  'A row can''t be deleted while another row references it.');
do $$
declare
  r record;
begin
  for r in select distinct table_name, id from referred loop
    execute format('delete from public.%I where id = %s', r.table_name, r.id);
  end loop;
end
$$;
select is_empty($$ select table_name, name from referred where pg_temp.remove(confrelid, parent_row) <> 'done' $$,
  'A row can be deleted after all rows that reference it are deleted.');

-- Tests the limits on text length (94_written_values.sql). The API test rest-shapes.test.ts tests each column.
select is_empty(
  $$ select a.attrelid::regclass, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.atttypid in ('text'::regtype, 'text[]'::regtype)
       and (has_column_privilege('authenticated', a.attrelid, a.attnum, 'insert')
         or has_column_privilege('authenticated', a.attrelid, a.attnum, 'update'))
       and not exists (select from pg_trigger t where t.tgrelid = a.attrelid and t.tgname = 'verify_texts'
         and t.tgenabled = 'O' and pg_get_triggerdef(t.oid) ~ format('[{ ]"%s": \d+[,}]', a.attname)) $$,
  'Every text column that users can write has a length limit.');
-- Bits of pg_trigger.tgtype: 1 is a row trigger, 2 is BEFORE, 4 is INSERT, and 16 is UPDATE. The trigger write_age
-- writes no text of a user, only one of the fixed age groups.
select is_empty(
  $$ select t.tgrelid::regclass, t.tgname from pg_trigger l join pg_trigger t on t.tgrelid = l.tgrelid
     where l.tgname = 'verify_texts' and t.tgname > l.tgname and t.tgname not in ('write_age', 'write_search_text')
       and t.tgtype & 3 = 3 and t.tgtype & 20 <> 0 $$,
  'The trigger verify_texts runs after all triggers that change a row, except write_age and write_search_text.');
select is(
  array(select private.is_short_text(t.item, 5)
    from (values (1, 'Peñas'), (2, e'a\tb\nc'), (3, 'Peñass'), (4, e'a\x07'), (5, e'a\rb'), (6, e'a\x7f'),
      (7, u&'\fffe')) t (n, item) order by n)
  || array(select private.is_short_list(l.items, 5)
    from (values (1, array['Peñas', 'a']), (2, array_fill('a'::text, array[500])),
      (3, array_fill('a'::text, array[501])), (4, array['a', 'Peñass'])) l (n, items) order by n),
  '{t,t,f,f,f,f,f,t,t,f,f}',
  'is_short_text and is_short_list refuse exactly the values that are too long or contain a forbidden character.');

-- Creates a row with a text that is longer than the limit, as if stored before the limit existed. Changes of the row's
-- other columns must still succeed.
create temporary table long_row on commit drop as select tests.put_sample('form_10', 'own') as id;
set local session_replication_role = replica;
update public.form_10 set milestone_activity = repeat('x', 300) where id = (select id from long_row);
set local session_replication_role = origin;
create function pg_temp.change(assignment text) returns text language sql as $$
  select tests.try_as_owner(format('update public.form_10 set %s where id = %s', assignment, id)) from long_row
$$;
select is(pg_temp.change('process_stage = ''Approved'''), 'done',
  'A user can approve a row even if one of its stored texts is longer than the limit.');
select is(pg_temp.change('remarks = ''Checked'', milestone_activity = milestone_activity'), 'done',
  'A user can change the other columns of a row in which one stored text is too long.');
select is(pg_temp.change('milestone_activity = repeat(''y'', 300)'), '23514',
  'If a stored text exceeds the length limit, a user can''t replace it by another text that exceeds the limit.');
select throws_ok(format('update public.form_10 set milestone_activity = repeat(''y'', 251) where id = %s', id), '23514',
  'A text in milestone_activity is too long or contains control characters.',
  'If a text is too long, the error names the column of the text.') from long_row;
select is(pg_temp.change('milestone_activity = repeat(''y'', 250)'), 'done',
  'A user can replace a stored text that is too long by a text within the limit.');
delete from public.form_10 where id = (select id from long_row);
select tests.create_user('chief', 'Central', '{Read,Edit,Delete}', 'central office');
select is(tests.attempt('chief', format('select private.restore_rows(''form_10'', ''{%s}'')', id)), 'done',
  'A user can restore a deleted row even if one of its texts is longer than the limit.') from long_row;

select * from finish();
rollback;
