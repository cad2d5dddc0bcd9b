-- Threat: a caller uses a session that was opened without a password, by another method of the auth server, or a
-- token without a valid session.
begin;
select plan(40);

select tests.create_user('officer', 'Provincial'), tests.create_user('other', 'Provincial'),
  tests.create_user('chief', 'Central', '{Read,Edit,Delete,Approve}', 'central office', '{users,dropdowns}');
select tests.set_windows('target', 'accomplishment');
select tests.put_rows(only_place => 'own');
create function pg_temp.can(person text) returns text language sql as $$
  select tests.answer(person,
    'select private.caller_is_active() || '' '' || (select count(*) from public.arbo_masterlist)')
    || ' ' || tests.attempt(person, 'update public.arbo_masterlist set remarks = ''later''')
$$;

select tests.open_session('officer', '{password}');
select is(pg_temp.can('officer'), 'true 1 done', 'A session opened with a password reads and writes.');
select tests.open_session('officer', '{password,totp}');
select is(pg_temp.can('officer'), 'true 1 done',
  'A session opened with a password and a second factor reads and writes.');
select tests.open_session('officer', array[method]),
  is(pg_temp.can('officer'), 'false 0 none', format('A session opened by "%s" neither reads nor writes.', method))
from unnest(array['otp', 'magiclink', 'recovery', 'invite', 'anonymous', 'oauth', 'sso/saml', 'email/signup',
  'email_change', 'passkey',
  'web3', 'totp', 'token_refresh', 'Password', '']) method;
select tests.open_session('officer', array['password', method]),
  is(pg_temp.can('officer'), 'false 0 none',
  format('A session opened by password and "%s" neither reads nor writes.', method))
from unnest(array['recovery', 'magiclink', 'otp', 'anonymous']) method;
select tests.open_session('officer', '{}');
select is(pg_temp.can('officer'), 'false 0 none', 'A session without any method neither reads nor writes.');

-- Sign-in methods that the token itself claims are ignored.
update tests.callers set claims = claims || '{"amr": [{"method": "password", "timestamp": 1}], "aal": "aal2"}'
  where caller = 'officer';
select is(pg_temp.can('officer'), 'false 0 none',
  'A token that claims a password is not valid without one in its session.');
select tests.open_session('other');
update tests.callers set claims = claims || jsonb_build_object('session_id',
  (select claims ->> 'session_id' from tests.callers where caller = 'other')) where caller = 'officer';
select is(pg_temp.can('officer'), 'false 0 none', 'A token with the session id of another user is not valid.');
select is(pg_temp.can('other'), 'true 1 done', 'The session is valid for its own user.');

-- The reading roles and administration use the same check of the session.
select tests.open_session('chief', '{recovery}');
select is(tests.answer('chief', 'select private.reading_role()'), 'authenticated',
  'A Central user with a recovery session reads as authenticated.');
select is(tests.answer('chief', 'select private.can_administer_roles(''update'')'), 'false',
  'A Central user with a recovery session is not an administrator.');
select is(tests.answer('chief', 'select private.current_access()::text'), 'null',
  'A Central user with a recovery session has no access.');
select tests.open_session('chief');
select is(tests.answer('chief', 'select private.reading_role()'), 'central_reader',
  'A Central user with a password session reads as central_reader.');
select is(tests.answer('chief', 'select private.can_administer_roles(''update'')'), 'true',
  'A Central user with a password session is an administrator.');

-- Users can't write the sign-in methods of a session.
select is(tests.attempt('other', statement), '42501', format('A user is refused: %s', statement))
from unnest(array['select from auth.mfa_amr_claims',
  'insert into auth.mfa_amr_claims (session_id, authentication_method) select id, ''password'' from auth.sessions',
  'update auth.mfa_amr_claims set authentication_method = ''password''']) statement;

-- Mails of the auth server: none is sent.
select is(private.drop_auth_mail(jsonb_build_object('user', '{}'::jsonb, 'email_data',
  jsonb_build_object('email_action_type', kind)))
  #>> '{error,http_code}', '403', format('A mail of the kind %s is refused.', kind))
from unnest(array['magiclink', 'email_change', 'invite', 'signup']) kind;
select is(private.drop_auth_mail('{"user": {}, "email_data": {"email_action_type": "recovery"}}')::text, '{}',
  'A recovery mail is dropped, without revealing whether the user exists.');
select is(tests.attempt('other', 'select private.drop_auth_mail(''{}'')'), '42501',
  'A user can''t execute the mail hook.');
select is(has_function_privilege('supabase_auth_admin', 'private.drop_auth_mail(jsonb)', 'execute'), true,
  'The auth server can execute the mail hook.');

select * from finish();
rollback;
