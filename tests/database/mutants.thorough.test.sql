-- Tries mutants of every policy of every record table, for example policies that do not check the scope. The permission
-- matrix must fail under each mutant. It must pass under each control, a policy with an equivalent condition.
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
  'The permission tests detect every mutant (deliberate error) of the record tables'' policies.');
select is(
  (select string_agg(format('%s.%s %s: %s', table_name, policy, mutation, caught), '; ') from tests.trials
    where not noticed and caught is not null), null,
  'The permission tests find no error if a policy is replaced by an equivalent policy.');

-- Each table has 40 mutants: 35 change a policy's condition (3 of select, 10 of insert, 13 of update, 9 of delete), 4
-- drop a policy, and one switches row-level security off. Each table has 5 controls, two of them for update (USING and
-- WITH CHECK).
select is(count(*) filter (where noticed), 40::bigint,
  format('%s: The permission tests detected 40 mutants (deliberate errors) of the table''s policies.', table_name))
  from tests.trials group by table_name order by table_name;
select is(count(*) filter (where not noticed), 5::bigint,
  format('%s: The permission tests found no error under 5 equivalent policies of the table.', table_name))
  from tests.trials group by table_name order by table_name;
select is(
  (select string_agg(pg_get_expr(coalesce(p.polqual, p.polwithcheck), p.polrelid), '') like '%tests.%' from pg_policy p
    where p.polrelid = format('public.%I', t.table_name)::regclass),
  false, format(
  '%s: After all mutants are rolled back, no policy of the table calls a function of the schema "tests".',
  t.table_name))
from private.record_tables t order by t.table_name;

select * from finish();
rollback;
