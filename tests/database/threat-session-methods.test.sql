-- Threat: a caller uses a session that was opened without a password, or a token without a valid session.
begin;
select plan(47);

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
select is(pg_temp.can('officer'), 'true 1 done', 'A user whose session was opened by a password can read and write.');
select tests.open_session('officer', '{password,totp}');
select is(pg_temp.can('officer'), 'true 1 done',
  'A user whose session was opened by a password and a second factor can read and write.');
select tests.open_session('officer', array[method]),
  is(pg_temp.can('officer'), 'false 0 none',
  format('A user whose session was opened by the method "%s" can neither read nor write.', method))
from unnest(array['otp', 'magiclink', 'recovery', 'invite', 'anonymous', 'oauth', 'sso/saml', 'email/signup',
  'email_change', 'passkey',
  'web3', 'totp', 'token_refresh', 'Password', '']) method;
select tests.open_session('officer', array['password', method]),
  is(pg_temp.can('officer'), 'false 0 none',
  format('A user whose session was opened by a password and the method "%s" can neither read nor write.', method))
from unnest(array['recovery', 'magiclink', 'otp', 'anonymous']) method;
select tests.open_session('officer', '{}');
select is(pg_temp.can('officer'), 'false 0 none',
  'A user whose session has no recorded sign-in method can neither read nor write.');

-- The database must ignore the sign-in methods in the claims of a token.
update tests.callers set claims = claims || '{"amr": [{"method": "password", "timestamp": 1}], "aal": "aal2"}'
  where caller = 'officer';
select is(pg_temp.can('officer'), 'false 0 none',
  'If a token claims the sign-in method "password" but the stored session lacks it, the token gives no access.');
select tests.open_session('other');
update tests.callers set claims = claims || jsonb_build_object('session_id',
  (select claims ->> 'session_id' from tests.callers where caller = 'other')) where caller = 'officer';
select is(pg_temp.can('officer'), 'false 0 none', 'A token with the session id of another user gives no access.');
select is(pg_temp.can('other'), 'true 1 done', 'A token with the user''s own session id gives access.');

-- The session is also checked when the API chooses the reading role, and when an administrator changes users.
select tests.open_session('chief', '{recovery}');
select is(tests.answer('chief', 'select private.reading_role()'), 'authenticated',
  'reading_role returns "authenticated" for a Central user who signs in by a recovery e-mail.');
select is(tests.answer('chief', 'select private.can_administer_roles(''update'')'), 'false',
  'A Central administrator who signs in by a recovery e-mail can''t administer roles.');
select is(tests.answer('chief', 'select private.current_access()::text'), 'null',
  'current_access returns null (no access) for a Central user who signs in by a recovery e-mail.');
select tests.open_session('chief');
select is(tests.answer('chief', 'select private.reading_role()'), 'central_reader',
  'reading_role returns "central_reader" for a Central user who signs in with a password.');
select is(tests.answer('chief', 'select private.can_administer_roles(''update'')'), 'true',
  'A Central administrator who signs in with a password can administer roles.');

-- Users can't write the sign-in methods of a session.
select is(tests.attempt('other', statement), '42501', format('A user can''t run: %s', statement))
from unnest(array['select from auth.mfa_amr_claims',
  'insert into auth.mfa_amr_claims (session_id, authentication_method) select id, ''password'' from auth.sessions',
  'update auth.mfa_amr_claims set authentication_method = ''password''']) statement;

-- The auth server calls drop_auth_mail before it sends an e-mail. The function silently discards e-mails for password
-- recovery, and refuses all others with an error.
select is(private.drop_auth_mail(jsonb_build_object('user', '{}'::jsonb, 'email_data',
  jsonb_build_object('email_action_type', kind)))
  #>> '{error,http_code}', '403', format('drop_auth_mail refuses an e-mail of the kind %s.', kind))
from unnest(array['magiclink', 'email_change', 'invite', 'signup']) kind;
select is(private.drop_auth_mail('{"user": {}, "email_data": {"email_action_type": "recovery"}}')::text, '{}',
  'drop_auth_mail discards a recovery e-mail without an error.');
select is(tests.attempt('other', 'select private.drop_auth_mail(''{}'')'), '42501',
  'A user can''t execute drop_auth_mail.');
select is(has_function_privilege('supabase_auth_admin', 'private.drop_auth_mail(jsonb)', 'execute'), true,
  'The auth server can execute drop_auth_mail.');

-- The auth server calls refuse_former_password before it returns a new token, with the account's metadata as it was
-- before the password was checked.
create function pg_temp.token(method text, metadata text) returns text language sql as $$
  select coalesce(answer #>> '{error,http_code}', answer ->> 'claims')
  from private.refuse_former_password(jsonb_build_object('authentication_method', method,
    'user_id', (select user_id from tests.callers where caller = 'other'),
    'claims', jsonb_build_object('app_metadata', metadata::jsonb))) answer
$$;
select is(pg_temp.token('password', '{}'), '{"app_metadata": {}}',
  'refuse_former_password accepts a sign-in of a user whose password was never changed.');
update auth.users set raw_app_meta_data = '{"password_set_at": "2026-01-02"}'
where id = (select user_id from tests.callers where caller = 'other');
select is(pg_temp.token('password', '{"password_set_at": "2026-01-02"}'),
  '{"app_metadata": {"password_set_at": "2026-01-02"}}',
  'refuse_former_password accepts a sign-in if the password did not change during the sign-in.');
select is(pg_temp.token('password', metadata), '400',
  format('refuse_former_password refuses a sign-in that began with the metadata %s.', metadata))
from unnest(array['{}', '{"password_set_at": "2026-01-01"}']) metadata;
select is(pg_temp.token('token_refresh', '{}'), '{"app_metadata": {}}',
  'refuse_former_password accepts every renewal of a session.');
select is(tests.attempt('other', 'select private.refuse_former_password(''{}'')'), '42501',
  'A user can''t execute refuse_former_password.');
select is(has_function_privilege('supabase_auth_admin', 'private.refuse_former_password(jsonb)', 'execute'), true,
  'The auth server can execute refuse_former_password.');

select * from finish();
rollback;
