-- Threat: no user can administer users anymore, because the last Central administrator is removed, disabled or demoted.
-- The same happens if that administrator's role entry (public.uac) loses the level, a right or the route permission for
-- administering users.
begin;
select plan(15);

select tests.create_user('first', 'Central', '{Read,Edit,Delete}', 'central office', '{users}'),
  tests.create_user('second', 'Central', '{Read,Edit,Delete}', 'central office', '{users}'),
  tests.create_user('officer', 'Central', '{Read,Edit,Delete}', 'central office', '{forms}');
create function pg_temp.id_of(person text) returns uuid language sql as $$ select user_id from tests.callers
  where caller = person $$;
create function pg_temp.entry_of(person text) returns bigint language sql as $$ select uac_id from public.users
  where name = person $$;
create function pg_temp.change(caller text, person text, change jsonb) returns text language sql as $$
  select tests.attempt(caller, format('select private.change_profile(%L, %L)', pg_temp.id_of(person), change))
$$;
-- Disables the administrators of the seed data.
update public.users u set disabled = true where u.name not in ('first', 'second', 'officer');

select is(pg_temp.change('first', 'second', '{"disabled": true}'), 'done',
  'An administrator can disable another administrator.');
select is(pg_temp.change('first', 'second',
  jsonb_build_object('uac_id', pg_temp.entry_of('officer'), 'roles', 'role of officer')), 'AG003',
  'An administrator can''t give another user a role with a route permission that the administrator lacks.');
update public.uac set route = '{}' where id = pg_temp.entry_of('officer');
select is(pg_temp.change('first', 'second',
  jsonb_build_object('uac_id', pg_temp.entry_of('officer'), 'roles', 'role of officer')), 'done',
  'An administrator can demote another administrator to a role without route permissions.');

select tests.disable('second');
select is(tests.try_as_owner(format('update public.users set disabled = true where id = %L', pg_temp.id_of('first'))),
  'AG003', 'The last administrator can''t be disabled.');
select is(tests.try_as_owner(format('delete from public.users where id = %L', pg_temp.id_of('first'))), 'AG003',
  'The profile of the last administrator can''t be removed.');
select is(tests.try_as_owner(format('delete from auth.users where id = %L', pg_temp.id_of('first'))), 'AG003',
  'The account of the last administrator can''t be removed, not even with the service key.');
select is(tests.try_as_owner(format('update public.users set uac_id = %s, roles = ''role of officer'' where id = %L',
  pg_temp.entry_of('officer'), pg_temp.id_of('first'))), 'AG003', 'The last administrator can''t be demoted.');
select is(tests.try_as_owner(format('update public.users set roles = ''nothing'' where id = %L',
  pg_temp.id_of('first'))), 'AG003',
  'The role name of the last administrator can''t be changed to a name that does not exist.');
select is(tests.try_as_owner(format('update public.uac set route = ''{forms}'' where id = %s',
  pg_temp.entry_of('first'))), 'AG003',
  'The role of the last administrator can''t lose the route permission "users".');
select is(tests.try_as_owner(format('update public.uac set access_controls = ''{Read}'' where id = %s',
  pg_temp.entry_of('first'))), 'AG003', 'The role of the last administrator can''t lose the Edit right.');
select is(tests.try_as_owner(format('update public.uac set status = ''Regional'' where id = %s',
  pg_temp.entry_of('first'))), 'AG003',
  'The level of the last administrator''s role can''t be changed from "Central" to "Regional".');
select is(tests.try_as_owner('update public.users set disabled = true'), 'AG003',
  'The database refuses an SQL statement that disables all users.');
select is(tests.try_as_owner('delete from public.users'), 'AG003',
  'The database refuses an SQL statement that removes all users.');
select is(tests.try_as_owner(format('update public.users set position = ''Chief'' where id = %L',
  pg_temp.id_of('first'))), 'done', 'The job title (position) of the last administrator can be changed.');
update public.users set disabled = false where name = 'second';
select is(tests.try_as_owner(format('update public.users set disabled = true where id = %L', pg_temp.id_of('first'))),
  'done', 'An administrator can be disabled while there is another administrator.');

select * from finish();
rollback;
