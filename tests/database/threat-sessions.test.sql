-- Threat: going on with a token after its session has ended: signed out, given a new password, disabled or demoted.
begin;
select plan(42);

select tests.create_user('chief', 'Central', place => 'central office', routes => '{users}'),
  tests.create_user('officer', 'Provincial'), tests.create_user('other', 'Provincial');
select tests.set_windows('target', 'accomplishment');
select tests.put_rows(only_place => 'own');
create function pg_temp.id_of(person text) returns uuid language sql as $$ select user_id from tests.callers
  where caller = person $$;
create function pg_temp.sees(person text) returns text language sql as $$
  select tests.answer(person,
    'select private.caller_is_active() || '' '' || (select count(*) from public.arbo_masterlist)')
$$;
create function pg_temp.writes(person text) returns text language sql as $$
  select tests.attempt(person, 'update public.arbo_masterlist set remarks = ''later''')
$$;

select is(pg_temp.sees('officer'), 'true 1', 'the owner of the tables acts as a user without a session');
select tests.open_session('officer'), tests.open_session('chief'), tests.open_session('other');
select is(pg_temp.sees('officer'), 'true 1', 'so does one whose session lives');
select is(pg_temp.writes('officer'), 'done', 'and it writes');

select tests.perform_as('chief', format('select private.end_sessions(%L)', pg_temp.id_of('officer')));
select is(pg_temp.sees('officer'), 'false 0', 'signed out everywhere, it sees nothing');
select is(pg_temp.writes('officer'), 'none', 'and writes nothing');
select is(pg_temp.sees('other'), 'true 1', 'others go on');
select is(l.action || ' ' || (l.subject = pg_temp.id_of('officer')), 'Signed out everywhere true',
  'the log tells of it') from private.user_log l order by id desc limit 1;

select tests.open_session('officer');
select is(pg_temp.sees('officer'), 'true 1', 'a new sign-in counts again');
update tests.callers
  set claims = claims || jsonb_build_object('session_id',
  (select claims ->> 'session_id' from tests.callers where caller = 'other')) where caller = 'officer';
select is(pg_temp.sees('officer'), 'false 0', 'the session of somebody else does not');
select tests.open_session('officer');

select tests.perform_as('chief', format('select private.note_password(%L)', pg_temp.id_of('officer')));
select is(pg_temp.sees('officer'), 'false 0', 'a new password from an administrator ends the session');
select tests.open_session('officer'), tests.open_session('officer');
select tests.perform_as('officer', format('select private.note_password(%L)', pg_temp.id_of('officer')));
select is(pg_temp.sees('officer'), 'true 1', 'one''s own keeps the session that asks');
select is(count(*), 1::bigint, 'and ends the others') from auth.sessions where user_id = pg_temp.id_of('officer');
select is(tests.attempt('other', format('select private.note_password(%L)', pg_temp.id_of('officer'))), 'AG004',
  'nobody does it to others but an administrator');
select is(tests.attempt('other', format('select private.end_sessions(%L)', pg_temp.id_of('officer'))), 'AG004',
  'nor signs them out');

select tests.perform_as('chief',
  format('select private.change_profile(%L, ''{"disabled": true}'')', pg_temp.id_of('officer')));
select is(pg_temp.sees('officer'), 'false 0', 'disabled, a living session sees nothing');
select tests.perform_as('chief',
  format('select private.change_profile(%L, ''{"disabled": false}'')', pg_temp.id_of('officer')));
select is(pg_temp.writes('officer'), 'done', 'enabled, it writes again');
select tests.perform_as('chief',
  format('update public.uac set access_controls = ''{Read}''
  where id = (select uac_id from public.users where name = ''officer'')'));
select is(pg_temp.writes('officer'), 'none', 'demoted, it writes nothing with the next statement');
select is(pg_temp.sees('officer'), 'true 1', 'and sees what is left to it');

-- Sessions grow old, and are not renewed then.
create function pg_temp.age(person text, since_sign_in interval,
  since_use interval default null) returns void language sql as $$
  select tests.open_session(person);
  update auth.sessions s set created_at = now() - since_sign_in, refreshed_at = (now() - since_use) at time zone 'UTC'
  from tests.callers c where c.caller = person and s.id::text = c.claims ->> 'session_id';
$$;
create function pg_temp.renew(person text) returns void language sql as $$
  update auth.sessions s set refreshed_at = now() at time zone 'UTC'
  from tests.callers c where c.caller = person and s.id::text = c.claims ->> 'session_id';
$$;
select pg_temp.age('officer', '6 days', '23 hours');
select is(pg_temp.sees('officer'), 'true 1', 'a session of six days that was used within a day counts');
select pg_temp.age('officer', '6 days', '25 hours');
select is(pg_temp.sees('officer'), 'false 0', 'one that nobody used for a day does not');
select pg_temp.renew('officer');
select is(pg_temp.sees('officer'), 'false 0', 'and a renewal does not revive it');
select pg_temp.age('officer', '25 hours');
select is(pg_temp.sees('officer'), 'false 0', 'nor does one that was never renewed since a day');
select pg_temp.age('officer', '8 days', '1 hour');
select is(pg_temp.sees('officer'), 'false 0', 'nor one of more than a week that is in use');
select pg_temp.renew('officer');
select is(pg_temp.sees('officer'), 'false 0', 'which is not renewed either');
select pg_temp.age('officer', '6 days', '23 hours'), pg_temp.renew('officer');
select is(pg_temp.sees('officer'), 'true 1', 'a living one is renewed');

-- A user sees and ends their own sessions.
delete from auth.sessions where user_id = pg_temp.id_of('officer');
select tests.open_session('officer', '{magiclink}'), tests.open_session('officer'), tests.open_session('officer'),
  tests.open_session('officer');
create function pg_temp.sessions(person text) returns text language sql as $$
  select tests.answer(person,
    'select string_agg(s ->> ''current'', '' '' order by s ->> ''current'')
    from jsonb_array_elements(private.own_sessions()) s')
$$;
select is(pg_temp.sessions('officer'), 'false false true',
  'a user sees their own sessions that count, the current one marked');
select is(pg_temp.sessions('other'), 'true', 'and not those of others');
create function pg_temp.former() returns uuid language sql as $$
  select s.id from auth.sessions s join tests.callers c on c.user_id = s.user_id and c.caller = 'officer'
  where s.id::text <> c.claims ->> 'session_id' and private.session_has_password(s.id) order by s.id limit 1
$$;
select is(tests.attempt('other', format('select private.end_own_session(%L)', pg_temp.former())), 'AG004',
  'nobody ends another''s session');
select tests.perform_as('officer', format('select private.end_own_session(%L)', pg_temp.former()));
select is(pg_temp.sessions('officer'), 'false true', 'a user ends one of theirs');
select is(l.action, 'Ended session', 'the log tells of it') from private.user_log l order by id desc limit 1;
insert into private.api_tokens (user_id, name, may_write, hash, expires_at)
select pg_temp.id_of(person), person, true, md5(person) || md5(person),
  now() + interval '1 day' from unnest(array['officer', 'other']) person;
select tests.perform_as('officer', 'select private.end_own_sessions()');
select is(pg_temp.sees('officer'), 'false 0', 'signed out of all devices, a user sees nothing');
select is((select string_agg(name, ' ') from private.api_tokens), 'other',
  'and has no API token left, and others keep theirs');
select is(pg_temp.sees('other'), 'true 1', 'others go on');
update tests.callers
  set claims = claims || jsonb_build_object('api_token', (select id from private.api_tokens where name = 'other'))
  where caller = 'other';
select is(tests.attempt('other', 'select private.end_own_sessions()'), 'AG003', 'a program signs nobody out');
update tests.callers set claims = claims - 'api_token' where caller = 'other';

-- Sessions and accounts themselves are Auth's.
select is(tests.attempt(caller, format('select from auth.%I', relation)), '42501',
  format('%s reads nothing of auth.%s', caller, relation))
from unnest(array['chief', 'other']) caller,
  unnest(array['sessions', 'refresh_tokens', 'users', 'identities']) relation;

select * from finish();
rollback;
