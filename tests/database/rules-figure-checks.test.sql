-- The system itself compares the figure tables with the rows (68_figure_checks.sql) and finds differences office by
-- office.
begin;
select plan(19);

select tests.make_offices();
select tests.create_user('own', 'Provincial');
select tests.put_sample('arbo_masterlist', 'own', '{"arbo_id": "A-1", "arbo_name": "Alpha"}');
select tests.put_sample('arbo_masterlist', 'same region', '{"arbo_id": "B-1", "arbo_name": "Beta"}');
create temp table offices as
  select 'Test Region A / Test Province A1' as own, 'Test Region A / Test Province A2' as neighbour;

-- Makes the last comparison of figures one minute older. The next one starts only after half a minute, and now() does
-- not change during a test.
create function pg_temp.wait_for_next() returns void language sql as $$
  update private.figure_checks set checked_at = checked_at - interval '1 minute'
$$;
create function pg_temp.check_all() returns void language plpgsql as $$
begin
  for n in 1 .. (select count(*) from public.offices) loop
    perform private.check_next_office();
    perform pg_temp.wait_for_next();
  end loop;
end
$$;
create function pg_temp.wrong() returns text language sql as $$ select examples::text from private.figure_health() $$;
create function pg_temp.make_due(wanted text) returns void language sql as $$
  update private.figure_checks set checked_at = now() - interval '21 hours' where office = wanted
$$;

select is((select checked from private.figure_health()), 0, 'A new system has compared no office yet.');
select isnt(private.check_next_office(), null, 'The first call compares an office.');
select is(private.check_next_office(), null, 'Within half a minute of a comparison, no other comparison starts.');
select pg_temp.wait_for_next();
select isnt(private.check_next_office(), null, 'After half a minute the next office is compared.');
select pg_temp.check_all();
select is((select offices - checked from private.figure_health()), 0,
  'After as many calls as offices, each was compared.');
select is(pg_temp.wrong(), '{}', 'Figures that follow the rows are in order.');
select is(private.check_next_office(), null, 'No office is due again on the same day.');

-- Adds a row while triggers are disabled, as a restore of a single table does.
alter table public.arbo_masterlist disable trigger user;
insert into public.arbo_masterlist (arbo_name, region_name, province_name, process_stage)
values ('Restored', 'Test Region A', 'Test Province A1', 'Pending');
alter table public.arbo_masterlist enable trigger user;
select pg_temp.make_due(own) from offices;
select is(private.check_next_office(), own, 'The office that was compared longest ago is compared first.') from offices;
select is(pg_temp.wrong(), array[own]::text,
  'A row added while triggers were disabled is reported as a difference of its office only.')
from offices;
select is(private.check_next_office(), null, 'An office with a difference is not compared again at once.');
update private.figure_checks set checked_at = now() - interval '11 minutes' where differences > 0;
select is(private.check_next_office(), own,
  'An office with a difference is compared again after ten minutes.') from offices;
select is((select count(*)::integer from private.figure_differences((select array[neighbour] from offices))), 0,
  'A comparison of another office does not report the difference.');

-- Deletes the row with triggers enabled, which subtracts it from counts that never included it.
delete from public.arbo_masterlist where arbo_name = 'Restored';
select isnt((select count(*)::integer from private.offices_below_zero()), 0,
  'Deleting a row that was never counted can make a count negative.');
update private.figure_checks set differences = 0;
select is(pg_temp.wrong(), array[own]::text, 'A count below zero is reported without any comparison.') from offices;

select private.rebuild_figures();
select is((select count(*)::integer from private.offices_below_zero()), 0, 'Rebuilt figures have no count below zero.');
select pg_temp.make_due(own) from offices;
select pg_temp.wait_for_next();
select private.check_next_office();
select is(pg_temp.wrong(), '{}', 'The next comparison reports rebuilt figures as in order.');

select is(tests.attempt('own', 'select private.check_next_office()'), '42501', 'A user cannot start a comparison.');
select is(tests.attempt('own', 'select from private.figure_checks'), '42501', 'A user cannot read the comparisons.');
select is(tests.attempt('own', 'select from private.figure_health()'), '42501',
  'A user cannot read the summary of the comparisons.');

select * from finish();
rollback;
