-- Threat: leaving nobody who could let anybody in again: the last administrator of the central office removed,
-- disabled, demoted or without their entry, by anybody and by any way.
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
-- Others that are here from the seed stand aside.
update public.users u set disabled = true where u.name not in ('first', 'second', 'officer');

select is(pg_temp.change('first', 'second', '{"disabled": true}'), 'done',
  'of two administrators one is disabled by the other');
select is(pg_temp.change('first', 'second',
  jsonb_build_object('uac_id', pg_temp.entry_of('officer'), 'roles', 'role of officer')), 'AG003',
  'and is not given a role with a route that the other lacks');
update public.uac set route = '{}' where id = pg_temp.entry_of('officer');
select is(pg_temp.change('first', 'second',
  jsonb_build_object('uac_id', pg_temp.entry_of('officer'), 'roles', 'role of officer')), 'done',
  'but demoted to one without');

select tests.disable('second');
select is(tests.try_as_owner(format('update public.users set disabled = true where id = %L', pg_temp.id_of('first'))),
  'AG003', 'the last one is not disabled');
select is(tests.try_as_owner(format('delete from public.users where id = %L', pg_temp.id_of('first'))), 'AG003',
  'nor is the profile removed');
select is(tests.try_as_owner(format('delete from auth.users where id = %L', pg_temp.id_of('first'))), 'AG003',
  'nor, with the service key, the account');
select is(tests.try_as_owner(format('update public.users set uac_id = %s, roles = ''role of officer'' where id = %L',
  pg_temp.entry_of('officer'), pg_temp.id_of('first'))), 'AG003', 'nor demoted');
select is(tests.try_as_owner(format('update public.users set roles = ''nothing'' where id = %L',
  pg_temp.id_of('first'))), 'AG003', 'nor given a name that no entry has');
select is(tests.try_as_owner(format('update public.uac set route = ''{forms}'' where id = %s',
  pg_temp.entry_of('first'))), 'AG003', 'their entry keeps the route users');
select is(tests.try_as_owner(format('update public.uac set access_controls = ''{Read}'' where id = %s',
  pg_temp.entry_of('first'))), 'AG003', 'and the right Edit');
select is(tests.try_as_owner(format('update public.uac set status = ''Regional'' where id = %s',
  pg_temp.entry_of('first'))), 'AG003', 'and the level Central');
select is(tests.try_as_owner('update public.users set disabled = true'), 'AG003', 'nor everybody at once');
select is(tests.try_as_owner('delete from public.users'), 'AG003', 'nor removed');
select is(tests.try_as_owner(format('update public.users set position = ''Chief'' where id = %L',
  pg_temp.id_of('first'))), 'done', 'the rest of the profile changes as ever');
update public.users set disabled = false where name = 'second';
select is(tests.try_as_owner(format('update public.users set disabled = true where id = %L', pg_temp.id_of('first'))),
  'done', 'and with another administrator there, everything may be done');

select * from finish();
rollback;
