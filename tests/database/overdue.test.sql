-- Tests the overdue items of an ARBO and of an office. Each kind is tested next to a similar row that is not overdue. A
-- user sees only the overdue items of their own scope.
begin;
select plan(45);

select tests.make_offices();
select tests.empty_tables();
select tests.create_user('encoder', 'Provincial'), tests.create_user('neighbour', 'Provincial', place => 'same region'),
  tests.create_user('region', 'Regional'), tests.create_user('elsewhere', 'Regional', place => 'other region'),
  tests.create_user('centre', 'Central', place => 'central office'), tests.create_user('unknown', null),
    tests.create_user('reader', 'Provincial', '{Read}');

create table pg_temp.arbo as
select tests.put_sample('arbo_masterlist', 'own', '{"arbo_id": "A-1", "arbo_name": "First"}') as first,
  tests.put_sample('arbo_masterlist', 'own', '{"arbo_name": "Without ID"}') as second,
  tests.put_sample('arbo_masterlist', 'same region', '{"arbo_id": "A-3", "arbo_name": "Third"}') as third;
create function pg_temp.put(target text, extra jsonb, place text default 'own') returns bigint language sql as $$
  select tests.put_sample(target, place, '{"arbo_id": "A-1", "arbo_name": "First"}'::jsonb || extra)
$$;
-- Returns the messages of all overdue items in a queue, as the owner of the tables sees them.
create function pg_temp.waits(wanted text) returns text language plpgsql as $$
begin
  perform private.refresh_figures();
  return (select coalesce(string_agg(message, ' ' order by due_on, message), 'nothing')
    from public.overdue where queue = wanted);
end
$$;
create function pg_temp.this_year(years integer default 0) returns integer language sql
  as $$ select extract(year from tests.today())::integer + years $$;
create function pg_temp.clear(variadic targets text[]) returns void language plpgsql as $$
declare target text;
begin
  foreach target in array targets loop execute format('delete from public.%I', target); end loop;
end $$;

select is((select row(q.*)::text from private.quarter_before(day) q), wanted,
  format('private.quarter_before(%s) returns the previous quarter.', day)) from (values
  ('2025-01-01'::date, '(2024,Q4,2024-10-01,2024-12-31)'), ('2025-03-31', '(2024,Q4,2024-10-01,2024-12-31)'),
  ('2025-04-01', '(2025,Q1,2025-01-01,2025-03-31)'), ('2024-12-31', '(2024,Q3,2024-07-01,2024-09-30)')) v (day, wanted);

select is(pg_temp.waits('target_unmet'), 'nothing',
  'The work queue of unmet targets is empty if no targets are stored.');
create table pg_temp.pairs as
select * from (values ('form_5_annualtargets', 'form_5_accomps'), ('form7_proddevs', 'form7_accomps'),
  ('form11_accomps', 'form11_accomps'),
  ('arbo_marketing_targets', 'arb_marketing_assistance_monitoring')) p (target, accomplishment);
create function pg_temp.unmet(target text, accomplishment text, planned jsonb, done jsonb) returns text language plpgsql
  as $$
declare found text;
begin
  perform pg_temp.put(target, '{"status": "Target", "reporting_year": 2020}'::jsonb || planned);
  if done is not null then perform pg_temp.put(accomplishment,
    '{"status": "Accomplished", "reporting_year": 2020}'::jsonb || done); end if;
  found := pg_temp.waits('target_unmet');
  perform pg_temp.clear(target, accomplishment);
  return found;
end $$;
select ok(pg_temp.unmet(target, accomplishment, '{}', null) like '% target of 2020 has no accomplishment.',
  target || ': A target of a past year without an accomplishment is overdue.') from pg_temp.pairs;
select is(pg_temp.unmet(target, accomplishment, '{}', '{}'), 'nothing',
  target || ': A target with an accomplishment is not overdue.') from pg_temp.pairs;
select is(pg_temp.unmet('form7_proddevs', 'form7_accomps', planned, done) = 'nothing', met, sentence) from (values
  ('{}'::jsonb, '{"reporting_year": 2021}'::jsonb, false,
  'An accomplishment does not meet a target of another year.'),
  ('{"reporting_year": null, "year_funded": 2020}', '{}', true,
  'An accomplishment of 2020 meets a target that was funded in 2020 and has no reporting year.'),
  ('{"subpsp_name": "P"}', '{"subpsp_name": "Q"}', false,
  'An accomplishment does not meet a target of another project.'),
  ('{"subpsp_name": "P"}', '{}', true, 'An accomplishment without a project meets a target with a project.'),
  ('{}', '{"arbo_id": null, "arbo_name": "Second"}', false,
  'An accomplishment does not meet a target of another ARBO.'),
  ('{}', '{"arbo_id": null}', true,
  'An accomplishment without an ARBO ID meets a target of the ARBO with the same name.'),
  ('{"reporting_year": null}', null, true,
  'A target without a year is never overdue.')) v (planned, done, met, sentence);
select is(pg_temp.unmet('form7_proddevs', 'form7_accomps', jsonb_build_object('reporting_year', pg_temp.this_year(1)),
  null), 'nothing', 'A target of the next year is not overdue.');

select pg_temp.put('fme_inventory_table',
  jsonb_build_object('fme_inventory_id', 'M-1', 'deed_donation_date', '2020-01-01', 'fda_lto_expiry', tests.today() - 1,
  'cpr_expiry', tests.today() + 90, 'halal_expiry', tests.today() + 91));
select is(pg_temp.waits('permit_expiry'),
  format('FDA LTO of M-1 expired on %s. CPR of M-1 expires on %s.', to_char(tests.today() - 1, 'FMDD Mon YYYY'),
  to_char(tests.today() + 90, 'FMDD Mon YYYY')),
  'The work queue lists expired permits and permits that will expire within 90 days.');

select is(pg_temp.waits('deed_missing'), 'nothing',
  'The work queue of missing deeds omits a machine with a deed of donation.');
update public.fme_inventory_table set deed_donation_date = null, nonfunctional_reason = 'broken',
  nonutilized_reason = ' ';
select is(pg_temp.waits('deed_missing'), 'M-1 (Sample) has no deed of donation.',
  'The work queue of missing deeds lists a machine without a deed of donation.');
select is(pg_temp.waits('machine_not_functional'), 'M-1 (Sample) does not function: broken',
  'The work queue of broken machines lists a machine that does not function.');
select is(pg_temp.waits('machine_idle'), 'nothing',
  'The work queue of idle machines omits a machine if its field nonutilized_reason contains only a space.');
update public.fme_inventory_table set nonutilized_reason = 'no operator';
select is(pg_temp.waits('machine_idle'), 'M-1 (Sample) is not used: no operator',
  'The work queue of idle machines lists a machine if its field nonutilized_reason contains a reason.');
select pg_temp.put('form11_accomps',
  '{"hard_component": "Dryer", "status": "Accomplished", "functional": "No", "utilized": "Yes"}'),
  pg_temp.put('form11_farm_infos', '{"hard_component": "Pump", "utilized": "No"}');
select is(pg_temp.waits('machine_not_functional') || pg_temp.waits('machine_idle'),
  'Dryer is not functional. M-1 (Sample) does not function: broken'
  'M-1 (Sample) is not used: no operator Pump is not utilized.',
  'The work queues of broken and idle machines also list equipment from Form 11.');
select pg_temp.clear('form11_accomps', 'form11_farm_infos');

create table pg_temp.quarter as select * from private.quarter_before(tests.today());
create function pg_temp.entry(target text, extra jsonb) returns text language plpgsql as $$
declare made bigint := pg_temp.put(target, extra);
  found text := pg_temp.waits('rental_missing') || pg_temp.waits('sales_missing') || pg_temp.waits('income_missing');
begin
  execute format('delete from public.%I where id = %s', target, made);
  return found;
end $$;
select is(pg_temp.waits('rental_missing'),
  (select format('%s %s rental is missing.', quarter, year) from pg_temp.quarter),
  'The work queue of missing rentals lists an ARBO that has machines but no rental in the last quarter.');
select is(pg_temp.entry('fme_rental_monitoring',
  jsonb_build_object('reporting_year', year, 'reporting_quarter', quarter)), 'nothingnothingnothing',
  'The work queue of missing rentals omits an ARBO with a rental reported for the last quarter.') from pg_temp.quarter;
select is(pg_temp.entry('fme_rental_monitoring', jsonb_build_object('transaction_date', last_day)),
  'nothingnothingnothing',
  'The work queue of missing rentals omits an ARBO with a rental on the last day of the last quarter.')
  from pg_temp.quarter;
select isnt(pg_temp.entry('fme_rental_monitoring', jsonb_build_object('transaction_date', last_day + 1)),
  'nothingnothingnothing',
  'The work queue of missing rentals lists an ARBO whose only rental is dated one day after the last quarter.')
  from pg_temp.quarter;
select is(pg_temp.entry('form7_accomps', '{}'),
  (select format('%1$s %2$s rental is missing.%1$s %2$s sales report is missing.nothing', quarter, year)
  from pg_temp.quarter),
  'The work queue of missing sales reports lists an ARBO that has a product but no sales report.');
select is(pg_temp.entry('farmers_tracking_income', '{"delivery_date": "2020-01-01"}'),
  (select format('%1$s %2$s rental is missing.nothing%1$s %2$s income is missing.', quarter, year)
  from pg_temp.quarter),
  'The work queue of missing income lists an ARBO without an income record for the last quarter.');

-- Tests the overdue items of a single ARBO. Some rows name the ARBO by its ARBO ID, others reference its row.
select pg_temp.put('fme_inventory_table',
  jsonb_build_object('arbo_id', null, 'arbo_name', 'Without ID', 'arboPrimaryKey', second, 'fme_inventory_id', 'M-2'))
  from pg_temp.arbo;
select pg_temp.put('fme_inventory_table', '{"arbo_id": "A-3", "arbo_name": "Third", "fme_inventory_id": "M-3"}',
  'same region');
select is((select string_agg(o.message, ' ') from public.overdue_of(a.first) o where o.queue = 'deed_missing'),
  'M-1 (Sample) has no deed of donation.',
  'overdue_of finds the overdue items of an ARBO by its ARBO ID.') from pg_temp.arbo a;
select is((select string_agg(o.message, ' ') from public.overdue_of(a.second) o where o.queue = 'deed_missing'),
  'M-2 (Sample) has no deed of donation.',
  'For an ARBO without an ARBO ID, overdue_of finds the overdue items by the id of the ARBO''s row.')
  from pg_temp.arbo a;
select is((select count(*) from public.overdue_of(a.first) o),
  (select count(*) from public.overdue o where o.arbo_id = 'A-1'),
  'For one ARBO, overdue_of returns as many overdue items as the view public.overdue contains.')
  from pg_temp.arbo a;

select is(tests.answer_of_figures(caller,
  'select string_agg(message, '' '' order by message) from public.overdue where queue = ''deed_missing'''), seen,
  format('In the work queue of missing deeds, the user "%s" sees exactly the machines in the user''s scope.',
  caller)) from (values
  ('encoder', 'M-1 (Sample) has no deed of donation. M-2 (Sample) has no deed of donation.'),
    ('reader', 'M-1 (Sample) has no deed of donation. M-2 (Sample) has no deed of donation.'),
    ('neighbour', 'M-3 (Sample) has no deed of donation.'),
  ('region',
    'M-1 (Sample) has no deed of donation. M-2 (Sample) has no deed of donation. '
    'M-3 (Sample) has no deed of donation.'), ('elsewhere', 'null'),
  ('centre',
    'M-1 (Sample) has no deed of donation. M-2 (Sample) has no deed of donation. '
    'M-3 (Sample) has no deed of donation.'), ('unknown', 'null')) v (caller, seen);
select is(tests.answer_of_figures('neighbour', format('select count(*) from public.overdue_of(%s)', first)), '0',
  'A Provincial user sees no overdue items of an ARBO of another office.') from pg_temp.arbo;

select * from finish();
rollback;
