-- Threat: going on with a token after its session has ended: signed out, given a new password, disabled or demoted.
begin;
select plan(26);

select tests.create_user('chief', 'Central', place => 'central office', routes => '{users}'), tests.create_user('officer', 'Provincial'), tests.create_user('other', 'Provincial');
select tests.set_windows('target', 'accomplishment');
select tests.put_rows(only_place => 'own');
create function pg_temp.id_of(person text) returns uuid language sql as $$ select user_id from tests.callers where caller = person $$;
-- A session of Auth, which the token of its sign-in names.
create function pg_temp.open_session(person text) returns uuid language plpgsql as $$
declare
  opened uuid := gen_random_uuid();
begin
  insert into auth.sessions (id, user_id) values (opened, pg_temp.id_of(person));
  update tests.callers set claims = claims || jsonb_build_object('session_id', opened) where caller = person;
  return opened;
end
$$;
create function pg_temp.sees(person text) returns text language sql as $$
  select tests.answer(person, 'select private.caller_is_active() || '' '' || (select count(*) from public.arbo_masterlist)')
$$;
create function pg_temp.writes(person text) returns text language sql as $$
  select tests.attempt(person, 'update public.arbo_masterlist set remarks = ''later''')
$$;

select is(pg_temp.sees('officer'), 'true 1', 'a token without a session counts, as of old');
select pg_temp.open_session('officer'), pg_temp.open_session('chief'), pg_temp.open_session('other');
select is(pg_temp.sees('officer'), 'true 1', 'so does one whose session lives');
select is(pg_temp.writes('officer'), 'done', 'and it writes');

select tests.perform_as('chief', format('select private.end_sessions(%L)', pg_temp.id_of('officer')));
select is(pg_temp.sees('officer'), 'false 0', 'signed out everywhere, it sees nothing');
select is(pg_temp.writes('officer'), 'none', 'and writes nothing');
select is(pg_temp.sees('other'), 'true 1', 'others go on');
select is(l.action || ' ' || (l.subject = pg_temp.id_of('officer')), 'Signed out everywhere true', 'the log tells of it') from private.user_log l order by id desc limit 1;

select pg_temp.open_session('officer');
select is(pg_temp.sees('officer'), 'true 1', 'a new sign-in counts again');
update tests.callers set claims = claims || jsonb_build_object('session_id', (select claims ->> 'session_id' from tests.callers where caller = 'other')) where caller = 'officer';
select is(pg_temp.sees('officer'), 'false 0', 'the session of somebody else does not');
select pg_temp.open_session('officer');

select tests.perform_as('chief', format('select private.note_password(%L)', pg_temp.id_of('officer')));
select is(pg_temp.sees('officer'), 'false 0', 'a new password from an administrator ends the session');
select pg_temp.open_session('officer'), pg_temp.open_session('officer');
select tests.perform_as('officer', format('select private.note_password(%L)', pg_temp.id_of('officer')));
select is(pg_temp.sees('officer'), 'true 1', 'one''s own keeps the session that asks');
select is(count(*), 1::bigint, 'and ends the others') from auth.sessions where user_id = pg_temp.id_of('officer');
select is(tests.attempt('other', format('select private.note_password(%L)', pg_temp.id_of('officer'))), 'AG004', 'nobody does it to others but an administrator');
select is(tests.attempt('other', format('select private.end_sessions(%L)', pg_temp.id_of('officer'))), 'AG004', 'nor signs them out');

select tests.perform_as('chief', format('select private.change_profile(%L, ''{"disabled": true}'')', pg_temp.id_of('officer')));
select is(pg_temp.sees('officer'), 'false 0', 'disabled, a living session sees nothing');
select tests.perform_as('chief', format('select private.change_profile(%L, ''{"disabled": false}'')', pg_temp.id_of('officer')));
select is(pg_temp.writes('officer'), 'done', 'enabled, it writes again');
select tests.perform_as('chief', format('update public.uac set access_controls = ''{Read}'' where id = (select uac_id from public.users where name = ''officer'')'));
select is(pg_temp.writes('officer'), 'none', 'demoted, it writes nothing with the next statement');
select is(pg_temp.sees('officer'), 'true 1', 'and sees what is left to it');

-- Sessions and accounts themselves are Auth's.
select is(tests.attempt(caller, format('select from auth.%I', relation)), '42501', format('%s reads nothing of auth.%s', caller, relation))
from unnest(array['chief', 'other']) caller, unnest(array['sessions', 'refresh_tokens', 'users', 'identities']) relation;

select * from finish();
rollback;
