-- Tries mutants of the policies of reference records, users, roles and schedules, for example policies that check no
-- route permission. The permission matrix must fail under each mutant.
begin;
select plan(3);

select tests.prepare_reference();
delete from tests.callers
  where caller not in ('Central with Read+Edit+Delete', 'Central with Edit', 'Central with Delete',
  'Provincial with Read', 'Provincial with Edit', 'Provincial with Delete', 'no profile', 'disabled');

create temporary table trials on commit drop as
select r.table_name, m.*, tests.try_reference_mutant(r.table_name, split_part(m.policy, '_', 1), m.ddl) as disagreements
from tests.rules r cross join lateral tests.mutants_of_reference(r.table_name) m;

select is((select string_agg(format('%s.%s %s', table_name, policy, mutation), '; ') from trials
  where disagreements = 0), null,
  'The permission tests detect every deliberate error in the policies of reference, user, role and schedule tables.');
-- Number of mutants per table: 23 for lists and for projects, 4 for places and for offices, 7 for users, 25 for roles,
-- and 17 for schedules. A mutant changes a policy's condition, drops a policy, or switches row-level security off.
select is(count(*), 2 * 23 + 2 * 4 + 7 + 25 + 17::bigint,
  'Coverage: The permission tests try 103 mutants (deliberate errors) of the access rules.') from trials;

select tests.run_reference('{users}');
select is(count(*), 0::bigint,
  'After all mutants are rolled back, the permission tests find no error.') from tests.results where actual is distinct
  from expected;

select * from finish();
rollback;
