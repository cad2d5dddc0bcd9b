-- Mutants: every policy of every record table with its scope, window, right or approval lock dropped must make the
-- matrix disagree. The control, which states a policy's condition in other words, must not.
begin;
select plan((2 + 3 * (select count(*) from private.record_tables))::integer);

select tests.create_callers();
delete from tests.callers
  where caller not in ('Central with Read+Edit+Delete', 'Central with Read', 'Regional with Read+Edit+Delete',
  'Provincial with Read+Edit+Delete', 'Provincial with Read', 'Provincial with Edit', 'Provincial with Delete',
    'no profile');
select tests.create_user('approver', 'Provincial', '{Read,Approve}');
select tests.create_user('editing approver', 'Provincial', '{Read,Edit,Approve}');
select tests.create_user('approver of own', 'Provincial', '{Read,Edit,Approve,Approve own}');
grant usage on schema tests to authenticated;
grant execute on function tests.offices_without(text, text, text) to authenticated;
select tests.try_mutants(table_name) from private.record_tables;

select is(
  (select string_agg(format('%s.%s %s', table_name, policy, mutation), '; ') from tests.trials where noticed
    and caught is null), null,
  'Every mutant is caught.');
select is(
  (select string_agg(format('%s.%s %s: %s', table_name, policy, mutation, caught), '; ') from tests.trials
    where not noticed and caught is not null), null,
  'No control is caught.');

-- Number of mutants per policy clause: select 3 and a control; insert 10 and a control; update using 8 and a control;
-- update with check 5 and a control; delete 9 and a control; 4 policies dropped; row-level security off.
select is(count(*) filter (where noticed), 40::bigint, format('%s: 40 mutants were tried.', table_name))
  from tests.trials group by table_name order by table_name;
select is(count(*) filter (where not noticed), 5::bigint, format('%s: 5 controls were tried.', table_name))
  from tests.trials group by table_name order by table_name;
select is(
  (select string_agg(pg_get_expr(coalesce(p.polqual, p.polwithcheck), p.polrelid), '') like '%tests.%' from pg_policy p
    where p.polrelid = format('public.%I', t.table_name)::regclass),
  false, format('%s: The policies are unchanged after the trials.', t.table_name))
from private.record_tables t order by t.table_name;

select * from finish();
rollback;
