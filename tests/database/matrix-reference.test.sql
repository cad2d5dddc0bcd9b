-- The permission matrix over the public tables whose rows belong to no office, such as lists, places, users, roles and
-- schedules. 28 callers try every verb with three sets of route permissions: none, only "users", and all others.
begin;
select plan(29);

select tests.prepare_reference();
select tests.run_reference('{}'), tests.run_reference('{users}'),
  tests.run_reference('{dashboard,forms,report,dropdowns}');

select is(count(*), 7 * 28 * 4 * 3 + 2 * 28 * 3::bigint,
  'Coverage: Each caller tries each SQL command on each reference table with three sets of route permissions.')
  from tests.results;

select is(
  (select string_agg(format('%s %s %s: %s instead of %s', table_name, verb, cell, actual, expected),
    '; ' order by table_name, verb, cell)
   from tests.results r where r.caller = c.caller and r.actual is distinct from r.expected),
  null,
  format('The caller "%s" can access exactly the reference records and users that the rules allow.', c.caller))
from tests.callers c order by c.caller;

select * from finish();
rollback;
