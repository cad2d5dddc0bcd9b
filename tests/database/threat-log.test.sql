-- Threat: a user writes, alters or deletes entries of the user log.
begin;
select plan(24);

select tests.create_user('chief', 'Central', place => 'central office',
  routes => '{dashboard,forms,report,users,dropdowns}');
select tests.create_anonymous('anonymous');
insert into tests.callers (caller, kind, claims) values ('service key', 'service', '{"role": "service_role"}'),
  ('gateway', 'service', '{"role": "api_gateway"}');
grant api_gateway to postgres;
select tests.put_rows(only_place => 'own');

select is(tests.attempt(c.caller, s.statement), '42501', format('The caller "%s" can''t %s.', c.caller, s.name))
from tests.callers c, (values
  ('read the log', 'select from private.user_log'),
  ('add an entry', 'insert into private.user_log (form_name, action) values (''arbo_masterlist'', ''Insert'')'),
  ('alter an entry', 'update private.user_log set user_name = ''another user'''),
  ('delete an entry', 'delete from private.user_log'),
  ('empty the log', 'truncate private.user_log')
) s (name, statement)
order by c.caller, s.name;

select is(tests.attempt('chief', 'alter table public.arbo_masterlist disable trigger log_update'), '42501',
  'An administrator can''t disable a trigger that writes the log.');
select is(tests.attempt('chief', 'set session_replication_role = replica'), '42501',
  'An administrator can''t switch off triggers by setting session_replication_role.');
select is(tests.attempt('chief', 'select private.log_statement()'), '42501',
  'An administrator can''t call the trigger function that writes the log.');

select tests.perform_as('chief', format('update public.arbo_masterlist set remarks = ''changed'' where id = %s', id))
  from tests.rows where table_name = 'arbo_masterlist';
select is(
  (select array[l.user_id::text, l.user_name, l.user_role, l.action] from private.user_log l order by id desc limit 1),
  (select array[u.id::text, u.username, u.roles, 'Update'] from public.users u where u.name = 'chief'),
  'The log entry of a change has the id, name and role of the user who made the change.');

select * from finish();
rollback;
