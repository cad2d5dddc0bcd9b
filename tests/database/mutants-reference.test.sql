-- Mutants of the policies of reference records, users and schedules: with the route, the right or the access to one's
-- own row dropped, each must make the matrix disagree.
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
  where disagreements = 0), null, 'Every mutant is caught.');
-- Number of mutants per table. Lists and projects: select 2, insert 5, update using 5 and with check 1, delete 5,
-- dropped 4, row-level security off 1. Places and offices: select 2, dropped 1, row-level security off 1. Users: the
-- same as places, and three without the route, the own row or the scope. Roles: select 4, insert 5, update 6, delete
-- 5, dropped 4, row-level security off 1. Schedules: select 2, insert 3, update 4, delete 3, dropped 4, row-level
-- security off 1.
select is(count(*), 2 * 23 + 2 * 4 + 7 + 25 + 17::bigint, '103 mutants were tried.') from trials;

select tests.run_reference('{users}');
select is(count(*), 0::bigint,
  'The policies are unchanged after the trials.') from tests.results where actual is distinct
  from expected;

select * from finish();
rollback;
