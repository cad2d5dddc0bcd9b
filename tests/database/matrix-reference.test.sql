-- The permission matrix over the tables in public whose rows belong to no office: reference lists, places, offices,
-- users, roles and schedules. 28 callers try to select, insert, update and delete rows, and read their own profile and
-- role entry. Each caller does this with no route permission, with the route permission "users", and with all other
-- route permissions.
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
  format('The caller "%s" reads and writes exactly the reference records and users that the rules allow.', c.caller))
from tests.callers c order by c.caller;

select * from finish();
rollback;
