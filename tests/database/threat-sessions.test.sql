-- Threat: a caller still uses an access token after signing out or getting a new password, or after being disabled or
-- demoted.
begin;
select plan(46);

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

select is(pg_temp.sees('officer'), 'true 1',
  'Without a session, the owner of the database tables can read rows in a user''s name.');
select tests.open_session('officer'), tests.open_session('chief'), tests.open_session('other');
select is(pg_temp.sees('officer'), 'true 1', 'A user with a valid session can read a row of their own office.');
select is(pg_temp.writes('officer'), 'done', 'A user with a valid session can change a row of their own office.');

select tests.perform_as('chief', format('select private.end_sessions(%L)', pg_temp.id_of('officer')));
select is(pg_temp.sees('officer'), 'false 0', 'A user who was signed out everywhere can''t read any rows.');
select is(pg_temp.writes('officer'), 'none', 'A user who was signed out everywhere can''t change any rows.');
select is(pg_temp.sees('other'), 'true 1',
  'When a user is signed out everywhere, another user''s session stays valid.');
select is(l.action || ' ' || (l.subject = pg_temp.id_of('officer')), 'Signed out everywhere true',
  'The log has an entry when an administrator signs a user out everywhere.')
  from private.user_log l order by id desc limit 1;

select tests.open_session('officer');
select is(pg_temp.sees('officer'), 'true 1', 'A user who was signed out everywhere can read after signing in again.');
update tests.callers
  set claims = claims || jsonb_build_object('session_id',
  (select claims ->> 'session_id' from tests.callers where caller = 'other')) where caller = 'officer';
select is(pg_temp.sees('officer'), 'false 0',
  'A user whose token contains another user''s session id can''t read any row.');
select tests.open_session('officer');

select tests.perform_as('chief', format('select private.record_password_change(%L)', pg_temp.id_of('officer')));
select is(pg_temp.sees('officer'), 'false 0',
  'If an administrator sets a new password for a user, the user''s session ends.');
select tests.open_session('officer'), tests.open_session('officer');
select tests.perform_as('officer', 'select private.end_other_sessions()');
select is(pg_temp.sees('officer'), 'true 1', 'A user who changes their own password keeps the current session.');
select is(count(*), 1::bigint, 'When a user changes their own password, all other sessions of this user end.')
from auth.sessions where user_id = pg_temp.id_of('officer');
select is(pg_temp.sees('other'), 'true 1',
  'When a user changes their own password, another user''s session stays valid.');
select private.record_own_password_change(pg_temp.id_of('officer'), 'home');
select is(array[l.action, l.user_id::text, l.subject::text],
  array['New password', pg_temp.id_of('officer')::text, pg_temp.id_of('officer')::text],
  'If a user changes their own password, the log entry names this user as the author of the change.')
  from private.user_log l order by id desc limit 1;
select is(array_agg(k.browser), '{home}',
  'When a user changes their own password, the browser of the request becomes a known browser.')
  from private.known_browsers k where k.user_id = pg_temp.id_of('officer');
select private.record_own_password_change(pg_temp.id_of('officer'), null);
select is(count(*), 1::bigint,
  'If a user changes their own password without a browser cookie, the database adds no known browser.')
  from private.known_browsers k where k.user_id = pg_temp.id_of('officer');
select set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
select is(tests.attempt('other', format('select private.record_password_change(%L)', pg_temp.id_of('officer'))),
  'AG004',
  'A user who is not an administrator can''t call record_password_change for another user.');
select is(tests.attempt('other', format('select private.end_sessions(%L)', pg_temp.id_of('officer'))), 'AG004',
  'A user who is not an administrator can''t sign another user out.');

select tests.perform_as('chief',
  format('select private.change_profile(%L, ''{"disabled": true}'')', pg_temp.id_of('officer')));
select is(pg_temp.sees('officer'), 'false 0', 'A disabled user with a valid session can''t read any rows.');
select tests.perform_as('chief',
  format('select private.change_profile(%L, ''{"disabled": false}'')', pg_temp.id_of('officer')));
select is(pg_temp.writes('officer'), 'done', 'A user who was disabled can change rows after being enabled again.');
select tests.perform_as('chief',
  format('update public.uac set access_controls = ''{Read}''
  where id = (select uac_id from public.users where name = ''officer'')'));
select is(pg_temp.writes('officer'), 'none',
  'A user can''t update rows as soon as the user''s role loses the Edit right.');
select is(pg_temp.sees('officer'), 'true 1', 'A user can still read rows after the user''s role loses the Edit right.');

-- Tests when a session expires. A refresh does not make an expired session valid again.
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
select is(pg_temp.sees('officer'), 'true 1', 'A six-day-old session that was refreshed within the last day is valid.');
select pg_temp.age('officer', '6 days', '25 hours');
select is(pg_temp.sees('officer'), 'false 0', 'A session expires if it is not refreshed for more than a day.');
select pg_temp.renew('officer');
select is(pg_temp.sees('officer'), 'false 0',
  'If a session was not refreshed for over a day, refreshing it later does not make it valid again.');
select pg_temp.age('officer', '25 hours');
select is(pg_temp.sees('officer'), 'false 0',
  'A session that is never refreshed expires a day after the sign-in.');
select pg_temp.age('officer', '8 days', '1 hour');
select is(pg_temp.sees('officer'), 'false 0',
  'A session expires after a week, even if it was refreshed recently.');
select pg_temp.renew('officer');
select is(pg_temp.sees('officer'), 'false 0',
  'If a session is over a week old, refreshing it does not make it valid again.');
select pg_temp.age('officer', '6 days', '23 hours'), pg_temp.renew('officer');
select is(pg_temp.sees('officer'), 'true 1', 'A valid session can be refreshed.');

-- Tests how a user lists and ends their own sessions.
delete from auth.sessions where user_id = pg_temp.id_of('officer');
select tests.open_session('officer', '{magiclink}'), tests.open_session('officer'), tests.open_session('officer'),
  tests.open_session('officer');
create function pg_temp.sessions(person text) returns text language sql as $$
  select tests.answer(person,
    'select string_agg(s ->> ''current'', '' '' order by s ->> ''current'')
    from jsonb_array_elements(private.own_sessions()) s')
$$;
select is(pg_temp.sessions('officer'), 'false false true',
  'A user''s list of sessions contains the user''s valid sessions and marks the current one.');
select is(pg_temp.sessions('other'), 'true', 'A user''s list of sessions does not contain sessions of other users.');
create function pg_temp.former() returns uuid language sql as $$
  select s.id from auth.sessions s join tests.callers c on c.user_id = s.user_id and c.caller = 'officer'
  where s.id::text <> c.claims ->> 'session_id' and private.is_password_session(s.id) order by s.id limit 1
$$;
select is(tests.attempt('other', format('select private.end_own_session(%L)', pg_temp.former())), 'AG004',
  'A user can''t end another user''s session.');
select tests.perform_as('officer', format('select private.end_own_session(%L)', pg_temp.former()));
select is(pg_temp.sessions('officer'), 'false true', 'A user can end one of their own sessions.');
select is(l.action, 'Ended session',
  'The log has an entry when a user ends a session.') from private.user_log l order by id desc limit 1;
insert into private.api_tokens (user_id, name, may_write, hash, expires_at)
select pg_temp.id_of(person), person, true, md5(person) || md5(person),
  now() + interval '1 day' from unnest(array['officer', 'other']) person;
select tests.perform_as('officer', 'select private.end_own_sessions()');
select is(pg_temp.sees('officer'), 'false 0', 'A user who signed out of all devices can''t read any rows.');
select is((select string_agg(name, ' ') from private.api_tokens), 'other',
  'A user who signs out of all devices loses all API tokens.');
select is(pg_temp.sees('other'), 'true 1',
  'When a user signs out of all devices, another user''s session stays valid.');
update tests.callers
  set claims = claims || jsonb_build_object('api_token', (select id from private.api_tokens where name = 'other'))
  where caller = 'other';
select is(tests.attempt('other', 'select private.end_own_sessions()'), 'AG003',
  'A request with an API token can''t end the user''s sessions.');
update tests.callers set claims = claims - 'api_token' where caller = 'other';

-- Users can't access the tables of the auth schema.
select is(tests.attempt(caller, format('select from auth.%I', relation)), '42501',
  format('The user "%s" can''t read auth.%s.', caller, relation))
from unnest(array['chief', 'other']) caller,
  unnest(array['sessions', 'refresh_tokens', 'users', 'identities']) relation;

select * from finish();
rollback;
