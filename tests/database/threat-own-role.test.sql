-- Threat: a user gives themselves a role, a level, a right, a route permission or another office, or edits their own
-- role entry. The tests try each function and table that writes users and roles.
begin;
select plan(29);

select tests.create_user('chief', 'Central', '{Read,Edit,Delete}', 'central office', '{dashboard,users}'),
  tests.create_user('second', 'Central', '{Read,Edit,Delete}', 'central office', '{dashboard,users}'),
  tests.create_user('regional chief', 'Regional', '{Read,Edit,Delete}', 'regional office', '{dashboard,users}'),
  tests.create_user('encoder', 'Provincial');
create function pg_temp.id_of(person text) returns uuid language sql as $$ select user_id from tests.callers
  where caller = person $$;
create function pg_temp.entry_of(person text) returns bigint language sql as $$ select uac_id from public.users
  where name = person $$;
create function pg_temp.change(caller text, person text, change jsonb) returns text language sql as $$
  select tests.attempt(caller, format('select private.change_profile(%L, %L)', pg_temp.id_of(person), change))
$$;

-- The fields of a user's profile that determine the user's access.
select is(pg_temp.change(c.caller, c.caller, f.change), 'AG003', format('The user "%s" can''t %s.', c.caller, f.name))
from tests.callers c, (values
  ('take another role', jsonb_build_object('uac_id', pg_temp.entry_of('second'), 'roles', 'role of second')),
  ('take another name of their role', '{"roles": "another role"}'),
  ('move to another office', '{"region_name": "Test Region B", "province_name": "Test Province B1"}'),
  ('take another username', '{"username": "other.person"}')
) f (name, change)
where c.caller in ('chief', 'encoder')
order by c.caller, f.name;
select is(pg_temp.change(caller, caller, jsonb_build_object('disabled', true)), 'AG003',
  caller || ': The user can''t disable their own account with change_profile.')
from unnest(array['chief', 'encoder']) caller;
select is(tests.try_as_owner(format('select set_config(''request.jwt.claim.sub'', %L, true),
  set_config(''request.jwt.claims'', %L, true);
  update public.users set disabled = true
  where id = %L', pg_temp.id_of(caller), jsonb_build_object('sub', pg_temp.id_of(caller)), pg_temp.id_of(caller))),
  'AG003', format('The user "%s" can''t disable their own account by an update of public.users.', caller))
from unnest(array['chief', 'encoder']) caller;
select is(pg_temp.change('encoder', 'encoder', '{"name": "New Name", "position": "Officer"}'), 'done',
  'A user can change their own name and job title (position).');
select is(pg_temp.change('chief', 'second', '{"position": "Officer"}'), 'done',
  'An administrator can change the job title (position) of another user.');

-- A user can't write the row of their own role entry in the table public.uac.
create function pg_temp.write_entry(caller text, person text, assignment text) returns text language sql as $$
  select tests.attempt(caller, format('update public.uac set %s where id = %s', assignment, pg_temp.entry_of(person)))
$$;
select is(pg_temp.write_entry('chief', 'chief', 'access_controls = ''{Read,Edit,Delete,Sensitive}'''), 'none',
  'An administrator can''t add a right to their own role.');
select is(pg_temp.write_entry('chief', 'chief', 'route = ''{dashboard,users,dropdowns}'''), 'none',
  'An administrator can''t add a route permission to their own role.');
select is(pg_temp.write_entry('chief', 'chief', 'access_controls = ''{Read,Edit}'''), 'none',
  'An administrator can''t remove a right from their own role.');
select is(tests.attempt('chief', format('delete from public.uac where id = %s', pg_temp.entry_of('chief'))), 'none',
  'An administrator can''t delete their own role.');
select is(pg_temp.write_entry('regional chief', 'regional chief', 'status = ''Central'''), 'none',
  'A Regional administrator can''t give their own role the level "Central".');
select is(pg_temp.write_entry('encoder', 'encoder', 'access_controls = ''{Sensitive}'''), 'none',
  'A user without the route permission "users" can''t change a role.');
select is(pg_temp.write_entry('chief', 'encoder', 'access_controls = ''{Read}'''), 'done',
  'A Central administrator can change the rights of a role that another user has.');

-- An administrator can't add a right that they lack to another role entry. Otherwise they could then take this role.
select is(pg_temp.write_entry('chief', 'encoder', 'access_controls = ''{Read,Sensitive}'''), 'AG003',
  'An administrator can''t give another user''s role a right that the administrator lacks.');
select is(pg_temp.write_entry('chief', 'encoder', 'route = ''{dropdowns}'''), 'AG003',
  'An administrator can''t give another user''s role a route permission that the administrator lacks.');
select is(tests.attempt('chief',
  $$ insert into public.uac (rolename, roletype, route, access_controls, status)
  values ('{New}', 'New', '{dropdowns}', '{Read}', 'Provincial') $$),
  'AG003', 'An administrator can''t create a role with a route permission that the administrator lacks.');
select is(tests.attempt('regional chief',
  $$ insert into public.uac (rolename, roletype, status) values ('{New}', 'New', 'Provincial') $$),
  '42501', 'A Regional administrator can''t create a role.');
update public.uac set access_controls = '{Read,Sensitive}' where id = pg_temp.entry_of('encoder');
select is(pg_temp.write_entry('chief', 'encoder', 'access_controls = ''{Read}'''), 'AG003',
  'An administrator can''t change a role that has a right which the administrator lacks.');
select is(tests.attempt('chief', format('delete from public.uac where id = %s', pg_temp.entry_of('encoder'))), 'AG003',
  'An administrator can''t delete a role that has a right which the administrator lacks.');

-- If a role entry loses a role name, the users with this role name have no role.
select is(pg_temp.write_entry('chief', 'second', 'rolename = ''{another role}'''), 'AG002',
  'An administrator can''t remove a role name from the table of roles while a user has this role name.');
select is(pg_temp.write_entry('chief', 'second', 'rolename = ''{role of second,third role}'''), 'done',
  'An administrator can change the role names of a role entry if the entry keeps the role name that a user has.');

select * from finish();
rollback;
