-- Threat: a signed-in user sets, directly at Supabase Auth, a password that the product would refuse, such as
-- "password1". Auth writes to its tables as their owner and without the user's claims, and so do the tests.
begin;
select plan(11);

select tests.create_user('officer', 'Provincial');

-- Runs Auth's statements for the user in one transaction, including the checks at its end. Returns 'done' and keeps the
-- changes if all succeed; otherwise returns the SQLSTATE.
create function pg_temp.commit_as_auth(variadic changes text[]) returns text language plpgsql as $$
declare
  one text;
begin
  foreach one in array changes loop
    execute format('update auth.users set %s where id = (select user_id from tests.callers where caller = ''officer'')',
      one);
  end loop;
  set constraints auth.require_product_password immediate;
  set constraints auth.require_product_password deferred;
  return 'done';
exception
  when others then
    return sqlstate;
end
$$;
create function pg_temp.setting_time(at text) returns text language sql as $$
  select format('raw_app_meta_data = coalesce(raw_app_meta_data, ''{}'') || ''{"password_set_at": "%s"}''', at)
$$;

select is(pg_temp.commit_as_auth('encrypted_password = ''by the user'''), 'AG003',
  'A user can''t set a password directly at the auth server.');
select is(pg_temp.commit_as_auth('encrypted_password = ''by the user''',
  'raw_user_meta_data = ''{"password_set_at": "2026-01-01T00:00:00Z"}'''), 'AG003',
  'A user can''t set a password directly at the auth server by also writing password_set_at into user_metadata.');
select is(pg_temp.commit_as_auth('raw_app_meta_data = null', 'encrypted_password = ''by the user'''), 'AG003',
  'A user can''t set a password directly at the auth server, even if the account has no app_metadata.');
select is(pg_temp.commit_as_auth('encrypted_password = ''by the product''',
  pg_temp.setting_time('2026-01-02T00:00:00Z')), 'done',
  'The database accepts a new password if the same update sets a new password_set_at in app_metadata.');
select is(encrypted_password, 'by the product',
  'After an update with a new password and a new password_set_at, the account has the new password.')
from auth.users where id = (select user_id from tests.callers where caller = 'officer');
select is(pg_temp.commit_as_auth('encrypted_password = ''by the user'''), 'AG003',
  'After the API has set a user''s password, the user still can''t set a password directly at the auth server.');
select is(pg_temp.commit_as_auth('encrypted_password = ''by the user''',
  pg_temp.setting_time('2026-01-02T00:00:00Z')), 'AG003',
  'The database refuses a new password if the update repeats the password_set_at that is already stored.');
select is(pg_temp.commit_as_auth('encrypted_password = ''by the product again''',
  pg_temp.setting_time('2026-01-03T00:00:00Z')), 'done',
  'The database accepts a new password if the update sets a password_set_at later than the stored one.');
select is(pg_temp.commit_as_auth('encrypted_password = encrypted_password, last_sign_in_at = now()'), 'done',
  'The database accepts an update of an account that changes neither the password nor password_set_at.');
select is(pg_temp.commit_as_auth('encrypted_password = '''''), 'done',
  'The auth server can set an account''s password to an empty text, as for a deleted account.');
select is(pg_temp.commit_as_auth('encrypted_password = null'), 'done',
  'The auth server can remove an account''s password.');

select * from finish();
rollback;
