-- Constraints on the rows of the forms, such as: totals equal the sum of their parts, end dates are not before start
-- dates, months lie in their quarter, and counts are not negative.
begin;
select plan(27);

select tests.make_offices();
select tests.empty_tables();
create function pg_temp.try(target text, extra jsonb) returns text language sql as $$
  select tests.try_as_owner(tests.statement_to_insert(target, tests.sample(target, 'own', extra)))
$$;

-- Computed fields with their parts and the right value. The database must refuse a value that differs by 1, or by 0.01
-- if the value has decimals.
create temporary table computed (target text, field text, parts jsonb, value numeric) on commit drop;
insert into computed
select t, 'training_days', '{"start_date": "2025-02-27", "end_date": "2025-03-02"}'::jsonb,
  4 from unnest(array['arbo_trainings', 'form_5_annualtargets', 'form7_proddevs']) t
union all
select t, 'num_arbs', '{"male_arbs": 3, "female_arbs": 4}'::jsonb,
  7 from unnest(array['form7_proddevs', 'qtr_sales_reports', 'form11_accomps', 'form11_farm_infos']) t
union all values
  ('fme_inventory_table', 'om_trained_total', '{"om_trained_male": 3, "om_trained_female": 4}'::jsonb, 7),
  ('sales_transactions', 'gross_sales', '{"volume": 0.5, "price_per_unit": 0.01}', 0.01),
  ('farmers_tracking_income', 'gross_sales', '{"volume_sold": 1250.5, "price_per_unit": 21.75}', 27198.38),
  ('farmers_tracking_income', 'total_production_cost', '{"volume_sold": 10, "production_cost_per_unit": 2.5}', 25),
  ('farmers_tracking_income', 'total_post_harvest_cost', '{"volume_sold": 10, "post_harvest_cost_per_unit": 2.5}', 25),
  ('farmers_tracking_income', 'total_marketing_cost', '{"volume_sold": 10, "marketing_cost_per_unit": 2.5}', 25),
  ('farmers_tracking_income', 'gross_profit',
    '{"gross_sales": 10, "total_production_cost": 8, "total_post_harvest_cost": 5}', -3),
  ('farmers_tracking_income', 'net_income', '{"gross_profit": -3, "total_marketing_cost": 2}', -5),
  ('farmers_tracking_income', 'gross_sales_trader', '{"volume_sold": 10, "trader_market_price_per_unit": 2.5}', 25),
  ('farmers_tracking_income', 'trader_total_marketing_cost',
    '{"volume_sold": 10, "trader_marketing_cost_per_unit": 2.5}', 25),
  ('farmers_tracking_income', 'trader_net_income',
    '{"gross_sales_trader": 10, "total_production_cost": 8, "total_post_harvest_cost": 5,
    "trader_total_marketing_cost": 1}', -4),
  ('farmers_tracking_income', 'percent_difference', '{"net_income": -2, "trader_net_income": -4}', 0.5);
insert into computed
select 'arb_marketing_assistance_monitoring', format('%s_total_%s', k, g),
  jsonb_build_object(format('%s_male_%s', k, g), 3, format('%s_female_%s', k, g), 4), 7
from unnest(array['arb', 'nonarb']) k, unnest(array['raw', 'farmer', 'total']) g
union all
select 'arb_marketing_assistance_monitoring', format('%s_%s_total', k, s),
  jsonb_build_object(format('%s_%s_raw', k, s), 3, format('%s_%s_farmer', k, s), 4), 7
from unnest(array['arb', 'nonarb']) k, unnest(array['male', 'female']) s
union all
  values ('arb_marketing_assistance_monitoring', 'overall_total',
  '{"arb_total_total": 3, "nonarb_total_total": 4}'::jsonb, 7);

select is_empty($$ select target,
  field from computed where pg_temp.try(target, parts || jsonb_build_object(field, value)) <> 'done' $$,
  'The database saves a row whose computed field, such as a total, has the correct value.');
select is_empty($$ select target,
  field from computed
  where pg_temp.try(target,
  parts || jsonb_build_object(field, value + case when value % 1 = 0 then 1 else 0.01 end)) <> '23514' $$,
  'The database refuses a row whose computed field, such as a total, has a wrong value.');
select is_empty($$ select target, field from computed,
  jsonb_object_keys(parts) part where pg_temp.try(target, parts - part || jsonb_build_object(field, 1)) <> 'done' $$,
  'The database does not check a computed field if one of the fields that it is computed from is empty.');
select is(pg_temp.try('farmers_tracking_income',
  '{"net_income": 5, "trader_net_income": 0, "percent_difference": null}'), 'done',
  'If trader_net_income is 0, the database accepts an empty field percent_difference.');

-- All columns of counts, costs and ages. Leaves out profits and differences, which can be negative, and identifiers and
-- years, which have other checks.
create temporary table counts on commit drop as
select t.table_name,
  a.attname from private.record_tables t join pg_attribute a on a.attrelid = to_regclass('public.' || t.table_name)
where a.attnum > 0 and not a.attisdropped and a.atttypid in ('integer'::regtype, 'bigint'::regtype, 'numeric'::regtype)
  and t.table_name not like 'ar_o_masterlist'
  and a.attname not like '%year%'
  and a.attname not in ('id', 'row_version', 'arboPrimaryKey', 'mark_assist_id', 'proddev_id', 'form11_id', 'record_id',
    'duplicate_of',
    'gross_profit', 'net_income', 'trader_net_income', 'percent_difference', 'latitude', 'longitude', 'size');
select is_empty($$ select table_name,
  attname from counts where pg_temp.try(table_name, jsonb_build_object(attname, -1)) <> '23514' $$,
  'No field for a count, cost or age accepts a negative number.');
select is_empty($$ select table_name,
  attname from counts where pg_temp.try(table_name, jsonb_build_object(attname, 0)) <> 'done' $$,
  'Every field for a count, cost or age accepts zero.');

create temporary table answers on commit drop as
select t.table_name,
  a.attname from private.record_tables t join pg_constraint c on c.conrelid = to_regclass('public.' || t.table_name)
join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where pg_get_constraintdef(c.oid) like '%''Yes''%';
select is_empty(
  $$ select table_name, attname, said from answers,
    (values ('Yes', 'done'), ('No', 'done'), ('yes', '23514'), ('', '23514')) v (said, wanted)
     where pg_temp.try(table_name, jsonb_build_object(attname, said)) <> wanted $$,
  'A yes/no field accepts the values "Yes" and "No" and refuses other values.');

create temporary table ordered (target text, first text, last text) on commit drop;
insert into ordered values ('arbo_trainings', 'start_date', 'end_date'),
  ('form_5_annualtargets', 'start_date', 'end_date'), ('form7_accomps', 'start_date', 'end_date'),
  ('form7_proddevs', 'start_date', 'end_date'), ('fme_rental_monitoring', 'date_rented', 'date_returned'),
    ('arb_marketing_assistance_monitoring', 'transaction_from', 'transaction_to');
select is_empty($$ select * from ordered
  where pg_temp.try(target, jsonb_build_object(first, '2025-03-02', last, '2025-03-01')) <> '23514' $$,
  'A row is refused if the row''s period ends before it begins.');
select is_empty($$ select * from ordered
  where pg_temp.try(target, jsonb_build_object(first, '2025-03-02', last, '2025-03-02')) <> 'done' $$,
  'A row is saved if the row''s period ends on the day it begins.');
select is(pg_temp.try('form_10', jsonb_build_object('reporting_quarter', q, 'reporting_month', m)),
  case when ok then 'done' else '23514' end,
  format('When a row of Form 10 with the quarter "%s" and the month "%s" is inserted, the row is %s.',
  q, m, case when ok then 'saved' else 'refused' end))
from (values ('Q1', 'March', true), ('Q1', 'April', false), ('Q4', 'December', true), (null, 'May', true),
  (null, 'Mai', false), ('Q2', null, true), ('Q5', null, false)) v (q, m, ok);

select is(pg_temp.try('form_10', '{"arbo_id": "missing"}'), '23503', 'A row with an unknown ARBO ID is refused.');
select is(pg_temp.try('form_10', '{"arc_id": "missing"}'), '23503', 'A row with an unknown ARC ID is refused.');
select is(pg_temp.try('form11_farm_infos', '{"arboPrimaryKey": -1}'), '23503',
  'The database refuses a row whose arboPrimaryKey, the id of an ARBO''s row, does not exist.');
select is(pg_temp.try('sales_transactions', '{"mark_assist_id": -1}'), '23503',
  'A sale that references a missing marketing record is refused.');
select is(pg_temp.try('qtr_sales_reports', '{"proddev_id": -1}'), '23503',
  'A sales report that references a missing product is refused.');
select is(pg_temp.try('fme_rental_monitoring', '{"fme_inventory_id": "FME-0"}'), '23503',
  'A rental that references a missing machine is refused.');
select is_empty(
  $$ select k.conname from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace
     and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1]) $$,
  'Every foreign key has an index.');
select tests.put('arbo_masterlist', tests.sample('arbo_masterlist', 'own', '{"arbo_id": "A-1"}')),
  tests.put('form_10', tests.sample('form_10', 'own', '{"arbo_id": "A-1"}'));
select is(tests.try_as_owner('delete from public.arbo_masterlist where arbo_id = ''A-1'''), '23503',
  'An ARBO can''t be deleted while a row of a form references the ARBO.');
update public.arbo_masterlist set arbo_id = 'A-2' where arbo_id = 'A-1';
select is(arbo_id, 'A-2',
  'The rows that reference an ARBO get the ARBO''s new ARBO ID.') from public.form_10;
select is(tests.put('fme_inventory_table', tests.sample('fme_inventory_table', 'own')) ->> 'fme_inventory_id',
  'FME-' || currval('public.fme_inventory_table_id_seq'),
  'A machine without an identifier gets a generated identifier.');
select is(pg_temp.try('fme_inventory_table', '{"fme_inventory_id": "X"}'), 'done',
  'A machine keeps an identifier that the user entered.');

select * from finish();
rollback;
