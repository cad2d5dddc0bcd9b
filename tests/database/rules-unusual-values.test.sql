-- Tests public.unusual_values. It contains the unusual values of stored rows but not the nearest usual values, and is
-- updated after each write. A user can't read unusual values of another office.
begin;
select plan(50);

select tests.make_offices();
select tests.empty_tables();
select tests.create_user('own', 'Provincial'), tests.create_user('elsewhere', 'Provincial', place => 'other region'),
  tests.create_user('region', 'Regional'), tests.create_user('central', 'Central'), tests.create_user('no role', null),
  tests.create_anonymous('anonymous');

-- Inserts a row and stores it under a name, by which the assertions find it.
create temp table named (name text primary key, table_name text, id bigint);
create function pg_temp.add(name text, target text, extra jsonb, place text default 'own') returns void
  language sql as $$ insert into named select name, target, tests.put_sample(target, place, extra) $$;
-- Lists the unusual values of the row with the given name, as kind and field.
create function pg_temp.found(wanted text) returns text language plpgsql as $$
begin
  perform private.refresh_unusual_values();
  return (
    select string_agg(u.kind || ' ' || u.field, ', ' order by u.kind, u.field)
    from named n join public.unusual_values u on u.table_name = n.table_name and u.row_id = n.id
    where n.name = wanted);
end
$$;

-- Tests values that are unusual when compared with other values of the same row.
select pg_temp.add('above', 'arbo_masterlist', '{"no_arb_member_total": 11, "total_member": 10}'),
  pg_temp.add('equal', 'arbo_masterlist', '{"no_arb_member_total": 10, "total_member": 10}'),
  pg_temp.add('one side', 'arbo_masterlist', '{"total_member_male": 4}'),
  pg_temp.add('both sides', 'arbo_masterlist', '{"total_member_male": 4, "total_member_female": 0}'),
  pg_temp.add('other year', 'form7_accomps', '{"reporting_year": 2024, "date_developed": "2023-12-31"}'),
  pg_temp.add('same year', 'form7_accomps', '{"reporting_year": 2024, "date_developed": "2024-01-01"}'),
  pg_temp.add('with a reason', 'arbo_masterlist',
    '{"no_arb_member_total": 11, "total_member": 10, "soft_check_reason": "Associates are counted."}');
select is(pg_temp.found(name), wanted,
  format('The row "%s" has exactly these unusual values (blank: none): %s', name, wanted))
from (values ('above', 'above no_arb_member_total'), ('equal', null), ('one side', 'one_side total_member'),
  ('both sides', null), ('other year', 'other_year date_developed'), ('same year', null), ('with a reason', null)
  ) w (name, wanted);

-- Tests values that are at least ten times the value of the previous report.
create function pg_temp.support(name text, year integer, quantity integer, extra jsonb default '{}') returns void
  language sql as $$
  select pg_temp.add(name, 'form11_accomps', jsonb_build_object('reporting_year', year, 'quantity_hard', quantity,
    'arbo_name', 'Alpha', 'support_provided', 'Facility', 'hard_component', 'Warehouse', 'status', 'Accomplished')
    || extra)
$$;
select pg_temp.support('first', 2021, 1), pg_temp.support('nine times', 2022, 9),
  pg_temp.support('ten times', 2023, 90),
  pg_temp.support('after', 2024, 80),
  pg_temp.support('other component', 2025, 900, '{"hard_component": "Dryer"}'),
  pg_temp.support('high number', 2024, 300000000, '{"hard_component": "Mill"}'),
  pg_temp.support('after the high number', 2025, 5, '{"hard_component": "Mill"}'),
  pg_temp.support('other ARBO', 2025, 900, '{"arbo_name": "Beta"}'),
  pg_temp.support('target', 2025, 900, '{"status": "Target"}'),
  pg_temp.support('without a year', null, 900, '{"year_funded": 2025}');
select is(pg_temp.found(name), wanted,
  format('The report "%s" has exactly these unusual values (blank: none): %s', name, wanted))
from (values ('first', null), ('nine times', null), ('ten times', 'tenfold quantity_hard'), ('after', null),
  ('other component', null), ('other ARBO', null), ('target', null), ('without a year', null),
  ('after the high number', null)) w (name, wanted);
select is(u.previous, 9::numeric,
  'For a value ten times as high as in the previous report, public.unusual_values shows the previous value.')
from named n join public.unusual_values u on u.table_name = n.table_name and u.row_id = n.id and n.name = 'ten times';
create function pg_temp.sales(name text, quarter text, sales integer, extra jsonb default '{}') returns void
  language sql as $$
  select pg_temp.add(name, 'qtr_sales_reports', jsonb_build_object('reporting_year', 2024, 'reporting_quarter', quarter,
    'arbo_name', 'Alpha', 'sales_generated', sales) || extra)
$$;
select pg_temp.sales('small sale', 'Q1', 1), pg_temp.sales('large sale', 'Q1', 10),
  pg_temp.sales('ten sales', 'Q2', 99),
  pg_temp.sales('jump', 'Q3', 990), pg_temp.sales('explained', 'Q3', 991, '{"soft_check_reason": "A new buyer."}');
select is(pg_temp.found(name), wanted,
  format('The sale "%s" has exactly these unusual values (blank: none): %s', name, wanted))
from (values ('large sale', null), ('ten sales', null), ('jump', 'tenfold sales_generated'), ('explained', null)
  ) w (name, wanted);

-- Tests that the unusual values are updated when rows change.
create function pg_temp.after(statement text, wanted text) returns text language plpgsql as $$
begin
  execute statement;
  return pg_temp.found(wanted);
end
$$;
select is(pg_temp.after('update public.form11_accomps set quantity_hard = 89 where quantity_hard = 90', 'ten times'),
  null, 'After a user corrects an unusual value, public.unusual_values no longer contains the value.');
select is(pg_temp.after('delete from public.form11_accomps where quantity_hard = 9', 'ten times'),
  'tenfold quantity_hard',
  'If the 2022 report is deleted, the check for tenfold values compares the 2023 report with the 2021 report.');
select is(pg_temp.after($$ update public.form11_accomps set arbo_name = 'Gamma' where quantity_hard = 1 $$,
  'ten times'), null,
  'A value no longer counts as a tenfold increase after the earlier report is moved to another ARBO.');
select is((select count(*)::integer from private.stale_unusual), 0,
  'After all changed offices have been searched for unusual values, the queue private.stale_unusual is empty.');
select is(pg_temp.after($$
  update public.form7_accomps set region_name = 'Test Region B', province_name = 'Test Province B1'
  where date_developed = '2023-12-31' $$, 'other year'), 'other_year date_developed',
  'After a row moves to another office, public.unusual_values still contains the row''s unusual value.');
select is(u.office, 'Test Region B / Test Province B1',
  'After a row moves to another office, public.unusual_values shows its unusual value under the new office.')
from named n join public.unusual_values u on u.table_name = n.table_name and u.row_id = n.id and n.name = 'other year';
update public.form7_accomps set region_name = 'Test Region A', province_name = 'Test Province A1';
select private.refresh_unusual_values();
update public.form11_accomps set remarks = 'seen', process_stage = 'Approved';
select is((select count(*)::integer from private.stale_unusual), 0,
  'When a row is approved, the database does not search for unusual values again.');
update public.form11_accomps set quantity_hard = quantity_hard + 1;
select is((select count(*)::integer from private.stale_unusual), 1,
  'The database queues one search for unusual values if one statement changes many rows of an office.');

-- Tests values that are far from the other values of a group.
create function pg_temp.costs(number_of_rows integer, offices integer, component text,
  costs integer[] default '{100,101,102,103,104}') returns void language sql as $$
  select tests.put_sample('form11_accomps', p.place, jsonb_build_object('arbo_name', 'Group ' || n, 'status',
    'Accomplished', 'support_provided', 'Equipment', 'hard_component', component, 'total_cost',
    costs[1 + n % cardinality(costs)]))
  from generate_series(1, number_of_rows) n
  join (select place, row_number() over (order by place desc) as number from tests.places
    where place in ('own', 'same region', 'other region')) p on p.number = 1 + n % offices
$$;
create function pg_temp.cost(name text, component text, cost numeric) returns void language sql as $$
  select pg_temp.add(name, 'form11_accomps', jsonb_build_object('support_provided', 'Equipment',
    'hard_component', component, 'total_cost', cost, 'status', 'Accomplished'))
$$;
select pg_temp.costs(20, 3, 'Tractor'), pg_temp.costs(18, 3, 'Thresher'), pg_temp.costs(20, 2, 'Sheller'),
  pg_temp.cost('five times', 'Tractor', 510), pg_temp.cost('more than five times', 'Tractor', 511),
  pg_temp.cost('small group', 'Thresher', 100000), pg_temp.cost('two offices', 'Sheller', 100000),
  -- The quartiles are 10 and 200, so their distance is 190. A value is usual up to the upper quartile plus three times
  -- this distance: 770.
  pg_temp.costs(20, 3, 'Mill', '{10,200,10,200,10}'), pg_temp.cost('three distances', 'Mill', 770),
  pg_temp.cost('more than three distances', 'Mill', 771);
select private.refresh_unusual_values('infinity');
select is(pg_temp.found(name), wanted,
  format('The cost "%s" has exactly these unusual values (blank: none): %s', name, wanted))
from (values ('five times', null), ('more than five times', 'outlier total_cost'), ('small group', null),
  ('two offices', null), ('three distances', null), ('more than three distances', 'outlier total_cost')
  ) w (name, wanted);
select is(format('%s to %s', u.usual_from, u.usual_to), '100 to 100',
  'For an outlier, public.unusual_values shows the rounded lower and upper quartiles of the compared values.')
from named n join public.unusual_values u on u.table_name = n.table_name and u.row_id = n.id
where n.name = 'more than five times';
select is(private.round_to_two_digits(v), w, format('%s rounded to two significant digits is %s.', v, w))
from (values (0::numeric, 0::numeric), (17.34, 17), (25517000, 26000000), (0.0456, 0.046)) r (v, w);

-- Tests which callers can read unusual values.
select is(tests.attempt(caller, $$ select from public.unusual_values where kind = 'other_year' $$), wanted,
  format('The caller "%s" gets this result for the unusual values of the office "own": %s', caller, wanted))
from (values ('own', 'done'), ('region', 'done'), ('central', 'done'), ('elsewhere', 'none'), ('no role', 'none'),
  ('anonymous', '42501')) c (caller, wanted);
select is(tests.attempt('central', statement), '42501', format('A Central user can''t run: %s', statement))
from (values ('delete from public.unusual_values'), ('select from private.value_groups'),
  ('select private.refresh_unusual_values()')) s (statement);
select is_empty($$
  select s.table_name, s.column_name
  from private.sensitive_columns s
  join (select table_name, field || others as columns from private.soft_checks
    union all select table_name, field || others from private.comparisons) c using (table_name)
  where s.column_name = any (c.columns) $$,
  'The search for unusual values uses no sensitive column, such as a birthday.');

select * from finish();
rollback;
