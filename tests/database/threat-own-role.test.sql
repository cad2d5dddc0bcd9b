-- Threat: giving oneself a role, a level, a right, a route or another office, and editing one's own role entry, through
-- every way that writes people and roles.
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

-- Oneself: every field that gives something.
select is(pg_temp.change(c.caller, c.caller, f.change), 'AG003', format('%s cannot %s', c.caller, f.name))
from tests.callers c, (values
  ('take another role entry', jsonb_build_object('uac_id', pg_temp.entry_of('second'), 'roles', 'role of second')),
  ('take another name of the role', '{"roles": "another role"}'),
  ('move to another office', '{"region_name": "Test Region B", "province_name": "Test Province B1"}'),
  ('take another username', '{"username": "somebody.else"}')
) f (name, change)
where c.caller in ('chief', 'encoder')
order by c.caller, f.name;
select is(pg_temp.change(caller, caller, jsonb_build_object('disabled', true)), 'AG003',
  caller || ' does not disable themselves')
from unnest(array['chief', 'encoder']) caller;
select is(tests.try_as_owner(format('select set_config(''request.jwt.claim.sub'', %L, true),
  set_config(''request.jwt.claims'', %L, true);
  update public.users set disabled = true
  where id = %L', pg_temp.id_of(caller), jsonb_build_object('sub', pg_temp.id_of(caller)), pg_temp.id_of(caller))),
  'AG003', 'by no way: ' || caller)
from unnest(array['chief', 'encoder']) caller;
select is(pg_temp.change('encoder', 'encoder', '{"name": "New Name", "position": "Officer"}'), 'done',
  'but everybody changes their own name and position');
select is(pg_temp.change('chief', 'second', '{"position": "Officer"}'), 'done',
  'and an administrator those of another');

-- One's own role entry: not over the tables, whoever one is.
create function pg_temp.write_entry(caller text, person text, assignment text) returns text language sql as $$
  select tests.attempt(caller, format('update public.uac set %s where id = %s', assignment, pg_temp.entry_of(person)))
$$;
select is(pg_temp.write_entry('chief', 'chief', 'access_controls = ''{Read,Edit,Delete,Sensitive}'''), 'none',
  'an administrator cannot add a right to their own entry');
select is(pg_temp.write_entry('chief', 'chief', 'route = ''{dashboard,users,dropdowns}'''), 'none', 'nor a route');
select is(pg_temp.write_entry('chief', 'chief', 'access_controls = ''{Read,Edit}'''), 'none',
  'nor take something away');
select is(tests.attempt('chief', format('delete from public.uac where id = %s', pg_temp.entry_of('chief'))), 'none',
  'nor delete it');
select is(pg_temp.write_entry('regional chief', 'regional chief', 'status = ''Central'''), 'none',
  'a regional administrator cannot raise their own level');
select is(pg_temp.write_entry('encoder', 'encoder', 'access_controls = ''{Sensitive}'''), 'none',
  'somebody without the route changes no entry');
select is(pg_temp.write_entry('chief', 'encoder', 'access_controls = ''{Read}'''), 'done',
  'an administrator of the central office changes that of others');

-- An entry of somebody else as a detour: what one does not have cannot be put there to be taken over later.
select is(pg_temp.write_entry('chief', 'encoder', 'access_controls = ''{Read,Sensitive}'''), 'AG003',
  'nobody gives a right that they do not have');
select is(pg_temp.write_entry('chief', 'encoder', 'route = ''{dropdowns}'''), 'AG003', 'nor a route');
select is(tests.attempt('chief',
  $$ insert into public.uac (rolename, roletype, route, access_controls, status)
  values ('{New}', 'New', '{dropdowns}', '{Read}', 'Provincial') $$),
  'AG003', 'nor makes an entry with one');
select is(tests.attempt('regional chief',
  $$ insert into public.uac (rolename, roletype, status) values ('{New}', 'New', 'Provincial') $$),
  '42501', 'and below the central office nobody makes an entry at all');
update public.uac set access_controls = '{Read,Sensitive}' where id = pg_temp.entry_of('encoder');
select is(pg_temp.write_entry('chief', 'encoder', 'access_controls = ''{Read}'''), 'AG003',
  'an entry with a right that one lacks is not touched either');
select is(tests.attempt('chief', format('delete from public.uac where id = %s', pg_temp.entry_of('encoder'))), 'AG003',
  'nor deleted');

-- Taking a name away from people would leave them without a role.
select is(pg_temp.write_entry('chief', 'second', 'rolename = ''{another role}'''), 'AG002',
  'a role name that somebody holds stays in the entry');
select is(pg_temp.write_entry('chief', 'second', 'rolename = ''{role of second,third role}'''), 'done',
  'others come and go');

select * from finish();
rollback;
