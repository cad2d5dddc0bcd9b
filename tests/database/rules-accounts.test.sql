-- Tests that a user's account in the auth server and profile in the product are created and removed in one transaction.
-- Also tests that the comparison of accounts finds every difference between them.
begin;
select plan(48);

select tests.create_user('chief', 'Central', '{Read,Edit,Delete}', 'central office', '{users}'),
  tests.create_user('second', 'Central', '{Read,Edit,Delete}', 'central office', '{users}'),
  tests.create_user('officer', 'Provincial', '{Read,Edit}'),
    tests.create_user('regional chief', 'Regional', '{Read,Edit}', 'regional office', '{users}');
create function pg_temp.id_of(person text) returns uuid language sql as $$ select user_id from tests.callers
  where caller = person $$;
create function pg_temp.intend(username text) returns void language sql as $$
  select tests.perform_as('chief',
    format('select private.authorize_new_account(%L)',
    jsonb_build_object('username', username, 'email', username || '@tests.example',
    'password', 'not to be kept', 'uac_id', (select u.uac_id from public.users u where u.name = 'officer'), 'roles',
      'role of officer', 'region_name', 'Test Region A', 'province_name', 'Test Province A1')))
$$;
create function pg_temp.change_as_chief(person text, change text) returns text language sql as $$
  select tests.attempt('chief', format('select private.change_profile(%L, %L)', pg_temp.id_of(person), change))
$$;
-- Inserts an account like the auth server: as the owner of the table, without a user's claims.
create function pg_temp.create_account(wanted uuid, email text default null) returns text language sql as $$
  select tests.try_as_owner(format('insert into auth.users (id, email) values (%L, %L)', wanted,
    coalesce(email, wanted || '@tests.example')))
$$;

select pg_temp.intend('new.person');
create temporary table made on commit drop as select user_id as id from private.account_intents;
select is(count(*), 0::bigint,
  'An administrator''s request to create an account does not yet create the user''s profile.') from public.users
  where username = 'new.person';
select is(profile ? 'password', false,
  'The stored request to create an account does not contain the password.') from private.account_intents
  where user_id = (select id from made);
insert into auth.users (id, email) select id, 'new.person@tests.example' from made;
select is((u.username, u.email, u.office, u.roles)::text,
  '(new.person,new.person@tests.example,"Test Region A / Test Province A1","role of officer")',
  'When the auth server creates an account, the database creates the account''s profile.')
  from public.users u join made on made.id = u.id;
select is(l.user_name || ' ' || l.action, (select username from public.users where name = 'chief') || ' Insert',
  'The log names the administrator who requested the new account.')
  from private.user_log l where l.subject = (select id from made);
select is(count(*), 0::bigint,
  'When the auth server has created an account, the database deletes the stored request for this account.')
  from private.account_intents;
select is(nullif(current_setting('request.jwt.claim.sub'), ''), pg_temp.id_of('chief')::text,
  'When the auth server creates a requested account, the database sets the administrator as the current user.');
select set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);

-- An error rolls back both the account and the profile.
select pg_temp.intend('never.made');
update private.account_intents set profile = profile || '{"username": "no"}';
select is(pg_temp.create_account((select user_id from private.account_intents)), '23514',
  'The auth server can''t create an account whose profile is invalid.');
update private.account_intents set profile = profile || '{"username": "never.made"}';
update public.users set disabled = true where name = 'chief';
select is(pg_temp.create_account((select user_id from private.account_intents)), 'AG003',
  'The auth server can''t create an account if the administrator who requested it has since been disabled.');
update public.users set disabled = false where name = 'chief';
update private.account_intents set at = now() - interval '11 minutes';
select is(pg_temp.create_account((select user_id from private.account_intents)), 'done',
  'The auth server can create an account eleven minutes after the administrator requested it.');
create function pg_temp.profiles_after(wanted uuid) returns bigint language plpgsql as $$
declare
  profiles bigint;
begin
  insert into auth.users (id, email) values (wanted, wanted || '@tests.example');
  select count(*) into profiles from public.users where id = wanted;
  raise exception using errcode = 'TESTS', message = profiles::text;
exception
  when sqlstate 'TESTS' then return sqlerrm::bigint;
end
$$;
select is(pg_temp.profiles_after(user_id), 0::bigint,
  'If an account is created eleven minutes after the administrator''s request, the database creates no profile.')
  from private.account_intents;
update private.account_intents set at = now(), kind = 'remove';
select is(pg_temp.profiles_after(user_id), 0::bigint,
  'When an account is created, the database creates no profile if the stored request has the kind "remove".')
  from private.account_intents;
update private.account_intents set kind = 'register';
select is(pg_temp.profiles_after(user_id), 1::bigint,
  'When an account is created, the database creates a profile if the stored request has the kind "register".')
  from private.account_intents;
select tests.perform_as('second',
  format('select private.cancel_account_intent(%L)', (select user_id from private.account_intents)));
select is(count(*), 1::bigint,
  'An administrator can''t withdraw another administrator''s request to create an account.')
  from private.account_intents;
select tests.perform_as('chief',
  format('select private.cancel_account_intent(%L)', (select user_id from private.account_intents)));
select is(count(*), 0::bigint,
  'An administrator can withdraw their own request to create an account.') from private.account_intents;

-- The account's e-mail address determines the profile's address, not the other way round.
update auth.users set email = 'another@tests.example' where id = (select id from made);
select is(u.email, 'another@tests.example',
  'When an account''s e-mail address changes at the auth server, the user''s profile gets the new address too.')
  from public.users u
  join made on made.id = u.id;
-- If the account gets the new e-mail address, the log names the administrator who authorized it.
create function pg_temp.email_author(authorized text, given text, age interval default '0') returns text
  language plpgsql as $$
begin
  perform tests.perform_as('chief', format('select private.authorize_email_change(%L, %L)', (select id from made),
    authorized));
  update private.account_intents set at = now() - age;
  update auth.users set email = given where id = (select id from made);
  perform set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
  return (select concat_ws(' ', coalesce((select c.caller from tests.callers c where c.user_id = l.user_id), 'no one'),
      l.changes #>> '{email,1}')
    from private.user_log l where l.subject = (select id from made) order by l.id desc limit 1);
end
$$;
select is(pg_temp.email_author('First@tests.example', 'first@tests.example'), 'chief first@tests.example',
  'The log entry of a changed e-mail address names the administrator who requested the change.');
select is(count(*), 0::bigint,
  'When the auth server sets a requested e-mail address, the database deletes the stored request for it.')
  from private.account_intents;
select is(pg_temp.email_author('second@tests.example', 'third@tests.example'), 'no one third@tests.example',
  'The log entry of a changed e-mail address names no administrator if another address had been requested.');
select is(pg_temp.email_author('fourth@tests.example', 'fourth@tests.example', '11 minutes'),
  'no one fourth@tests.example',
  'The log entry of a changed e-mail address names no administrator if the request is eleven minutes old.');
select is(tests.attempt('chief', format('select private.authorize_email_change(%L, email) from public.users
  where name = ''officer''', (select id from made))), '23505',
  'An administrator can''t give a user an e-mail address that another account has.');
select is(tests.attempt('officer',
  format('select private.authorize_email_change(%L, ''x@tests.example'')', (select id from made))), 'AG004',
  'A user who is not an administrator can''t change the e-mail address of another user.');
delete from private.account_intents;
select is(tests.try_as_owner(format('update auth.users
  set email = (select email from public.users where name = ''officer'')
  where id = %L', (select id from made))), '23505',
  'The auth server can''t give an account an e-mail address that is stored in another user''s profile.');

select tests.perform_as('chief', format('select private.authorize_account_removal(%L)', (select id from made)));
select is(count(*), 1::bigint,
  'An administrator''s request to remove an account does not yet remove the user''s profile.') from public.users u
  join made on made.id = u.id;
delete from auth.users where id = (select id from made);
select is(count(*), 0::bigint,
  'When the auth server deletes an account, the database deletes the account''s profile.')
  from public.users u join made on made.id = u.id;
select is(l.user_name || ' ' || l.action, (select username from public.users where name = 'chief') || ' Delete',
  'The log names the administrator who removed the account.')
  from private.user_log l where l.subject = (select id from made)
  order by id desc limit 1;
select set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
select is(tests.attempt('chief', format('select private.authorize_account_removal(%L)', pg_temp.id_of('chief'))),
  'AG003',
  'An administrator can''t remove their own account.');
select is(tests.attempt('chief', 'select private.authorize_account_removal(gen_random_uuid())'), 'AG004',
  'An administrator can''t remove an account that does not exist.');

select is(tests.answer('chief',
  format('select private.change_profile(%L, ''{"position": "A"}'', 1) is null', pg_temp.id_of('officer'))), 'false',
  'change_profile changes a profile if the caller passes the profile''s current version.');
select is(tests.answer('chief',
  format('select private.change_profile(%L, ''{"position": "A"}'', 9) is null', pg_temp.id_of('officer'))), 'true',
  'change_profile changes nothing if the caller passes a wrong version number.');

create function pg_temp.drift() returns text language sql as $$
  select tests.answer('chief',
    'select string_agg(problem, '','' order by problem) from private.account_drift() where email like ''%tests.example''
    or username like ''tests.%''')
$$;
select is(pg_temp.drift(), 'null',
  'The comparison of accounts and profiles reports no problem if every account agrees with its profile.');
insert into auth.users (id, email) values (md5('orphan')::uuid, 'orphan@tests.example');
select is(pg_temp.drift(), 'no_profile', 'The comparison of accounts and profiles finds an account without a profile.');
update public.users set email = 'drifted@tests.example' where name = 'officer';
update auth.users set banned_until = now() + interval '1 day' where id = pg_temp.id_of('officer');
update public.users set disabled = true where name = 'second';
select is(pg_temp.drift(), 'banned,email_differs,no_profile,not_banned',
  'account_drift reports a user whose e-mail address or disabled state differs between account and profile.');
select tests.perform_as('chief', format('select private.repair_email(%L)', pg_temp.id_of('officer')));
select is(u.email, a.email::text,
  'repair_email copies the e-mail address of the account to the profile.') from public.users u join auth.users a
  using (id) where u.name = 'officer';
select is(tests.attempt('regional chief', 'select private.account_drift()'), 'AG003',
  'A Regional administrator can''t run account_drift, which compares the tables auth.users and public.users.');
select is(tests.attempt('officer', 'select private.account_drift()'), 'AG003',
  'A user who is not an administrator can''t run account_drift, which compares accounts and profiles.');
select is(tests.attempt('officer', format('select private.repair_email(%L)', pg_temp.id_of('officer'))), 'AG003',
  'A user who is not an administrator can''t repair the e-mail address of a profile.');
create function pg_temp.repair(caller text, problem text) returns text language sql as $$
  select tests.attempt(caller,
    format('select private.log_account_repair(%L, %L, ''a@b.example'')', md5('gone')::uuid, problem))
$$;
select tests.perform_as('chief',
  format('select private.log_account_repair(%L, %L, ''orphan@tests.example'')', md5('orphan')::uuid, p.problem))
  from unnest(array['no_profile', 'not_banned', 'banned']) p (problem);
select is(array_agg(concat_ws(', ', l.action, l.status, c.caller) order by l.id),
  '{"Removed account, orphan@tests.example, chief","Banned account, orphan@tests.example, chief",'
  '"Unbanned account, orphan@tests.example, chief"}',
  'The log entry of an account repair names the administrator and the kind of repair.')
  from private.user_log l join tests.callers c using (user_id) where l.subject = md5('orphan')::uuid;
select is(pg_temp.repair('second', 'banned'), 'AG003', 'A disabled administrator can''t log the repair of an account.');
select is(pg_temp.repair('regional chief', 'banned'), 'AG003',
  'A Regional administrator can''t log the repair of an account.');
-- An administrator can lock out a user whose profile and role entry don't agree.
select tests.create_user('no province', 'Provincial'), tests.create_user('no role', 'Provincial');
update public.users set province_name = null where name = 'no province';
update public.users set roles = 'not in the role entry' where name = 'no role';
select is(tests.answer('no province', 'select private.caller_office()'), 'null',
  'A Provincial user without a province has no office.');
select is(pg_temp.change_as_chief(person, change), outcome,
  format('If a user''s profile has %s, an administrator gets "%s" for the change %s.', person, outcome, change))
from unnest(array['no province', 'no role']) person,
  (values ('{"disabled": true}', 'done'), ('{"position": "Clerk"}', 'done'),
    ('{"region_name": "Test Region A", "province_name": null, "roles": "no such role"}', 'AG002')) t (change, outcome);
select is(
  tests.attempt('chief', format('select private.check_account_change(%L)', pg_temp.id_of('no province'))), 'done',
  'An administrator can set the password of a Provincial user without a province.');

select is(tests.attempt('officer', 'select from private.account_intents'), '42501',
  'A user can''t read the stored requests to create or remove accounts.');

select * from finish();
rollback;
