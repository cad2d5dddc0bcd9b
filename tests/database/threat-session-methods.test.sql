-- Threat: a session that was opened without a password, through another door of Auth, or a token that names no session.
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
select is(pg_temp.can('officer'), 'true 1 done', 'a session opened with a password reads and writes');
select tests.open_session('officer', '{password,totp}');
select is(pg_temp.can('officer'), 'true 1 done', 'so does one with a second factor besides');
select tests.open_session('officer', array[method]),
  is(pg_temp.can('officer'), 'false 0 none', format('one by %s does not', method))
from unnest(array['otp', 'magiclink', 'recovery', 'invite', 'anonymous', 'oauth', 'sso/saml', 'email/signup',
  'email_change', 'passkey',
  'web3', 'totp', 'token_refresh', 'Password', '']) method;
select tests.open_session('officer', array['password', method]),
  is(pg_temp.can('officer'), 'false 0 none', format('nor does one by a password and by %s', method))
from unnest(array['recovery', 'magiclink', 'otp', 'anonymous']) method;
select tests.open_session('officer', '{}');
select is(pg_temp.can('officer'), 'false 0 none', 'nor does one without any method');

-- What the token itself says of methods counts for nothing.
update tests.callers set claims = claims || '{"amr": [{"method": "password", "timestamp": 1}], "aal": "aal2"}'
  where caller = 'officer';
select is(pg_temp.can('officer'), 'false 0 none', 'a token that claims a password does not count without one');
select tests.open_session('other');
update tests.callers set claims = claims || jsonb_build_object('session_id',
  (select claims ->> 'session_id' from tests.callers where caller = 'other')) where caller = 'officer';
select is(pg_temp.can('officer'), 'false 0 none', 'nor does one that names the session of another user');
select is(pg_temp.can('other'), 'true 1 done', 'for whom it counts');

-- The reading roles and administration go by the same answer.
select tests.open_session('chief', '{recovery}');
select is(tests.answer('chief', 'select private.reading_role()'), 'authenticated',
  'a recovery session of the central office reads as nobody');
select is(tests.answer('chief', 'select private.may_keep_roles(''update'')'), 'false', 'and is no administrator');
select is(tests.answer('chief', 'select private.current_access()::text'), 'null', 'and has no access');
select tests.open_session('chief');
select is(tests.answer('chief', 'select private.reading_role()'), 'central_reader',
  'by a password it reads as the central office');
select is(tests.answer('chief', 'select private.may_keep_roles(''update'')'), 'true', 'and is an administrator');

-- Nobody writes what Auth notes of a session.
select is(tests.attempt('other', statement), '42501', format('a user does not: %s', statement))
from unnest(array['select from auth.mfa_amr_claims',
  'insert into auth.mfa_amr_claims (session_id, authentication_method) select id, ''password'' from auth.sessions',
  'update auth.mfa_amr_claims set authentication_method = ''password''']) statement;

-- Auth's mails: none leaves.
select is(private.drop_auth_mail(jsonb_build_object('user', '{}'::jsonb, 'email_data',
  jsonb_build_object('email_action_type', kind)))
  #>> '{error,http_code}', '403', format('a mail of the kind %s is refused', kind))
from unnest(array['magiclink', 'email_change', 'invite', 'signup']) kind;
select is(private.drop_auth_mail('{"user": {}, "email_data": {"email_action_type": "recovery"}}')::text, '{}',
  'a recovery mail is dropped, without telling that there is such a user');
select is(tests.attempt('other', 'select private.drop_auth_mail(''{}'')'), '42501', 'nobody but Auth asks the hook');
select is(has_function_privilege('supabase_auth_admin', 'private.drop_auth_mail(jsonb)', 'execute'), true, 'Auth does');

select * from finish();
rollback;
