-- Accounts and profiles: one brings and takes the other in one transaction, whichever side begins, and the comparison
-- finds what does not agree.
begin;
select plan(31);

select tests.create_user('chief', 'Central', '{Read,Edit,Delete}', 'central office', '{users}'),
  tests.create_user('second', 'Central', '{Read,Edit,Delete}', 'central office', '{users}'),
  tests.create_user('officer', 'Provincial', '{Read,Edit}'),
    tests.create_user('regional chief', 'Regional', '{Read,Edit}', 'regional office', '{users}');
create function pg_temp.id_of(person text) returns uuid language sql as $$ select user_id from tests.callers
  where caller = person $$;
create function pg_temp.intend(username text) returns void language sql as $$
  select tests.perform_as('chief',
    format('select private.intend_account(%L)',
    jsonb_build_object('username', username, 'email', username || '@tests.example',
    'password', 'not to be kept', 'uac_id', (select u.uac_id from public.users u where u.name = 'officer'), 'roles',
      'role of officer', 'region_name', 'Test Region A', 'province_name', 'Test Province A1')))
$$;
-- As Auth does it: without a caller, by its own connection.
create function pg_temp.create_account(wanted uuid, email text default null) returns text language sql as $$
  select tests.try_as_owner(format('insert into auth.users (id, email) values (%L, %L)', wanted,
    coalesce(email, wanted || '@tests.example')))
$$;

select pg_temp.intend('new.person');
create temporary table made on commit drop as select user_id as id from private.account_intents;
select is(count(*), 0::bigint, 'an intended account has no profile yet') from public.users
  where username = 'new.person';
select is(profile ? 'password', false, 'and its password is not kept') from private.account_intents
  where user_id = (select id from made);
insert into auth.users (id, email) select id, 'new.person@tests.example' from made;
select is((u.username, u.email, u.office, u.roles)::text,
  '(new.person,new.person@tests.example,"Test Region A / Test Province A1","role of officer")',
  'the account brings its profile') from public.users u join made on made.id = u.id;
select is(l.user_name || ' ' || l.action, (select username from public.users where name = 'chief') || ' Insert',
  'in the name of the administrator who intended it') from private.user_log l where l.subject = (select id from made);
select is(count(*), 0::bigint, 'and the intent is used up') from private.account_intents;
select is(nullif(current_setting('request.jwt.claim.sub'), ''), pg_temp.id_of('chief')::text,
  'the transaction of Auth goes on in that name');
select set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);

-- Whatever fails takes both with it.
select pg_temp.intend('never.made');
update private.account_intents set profile = profile || '{"username": "no"}';
select is(pg_temp.create_account((select user_id from private.account_intents)), '23514',
  'a profile that cannot be saved refuses the account');
update private.account_intents set profile = profile || '{"username": "never.made"}';
update public.users set disabled = true where name = 'chief';
select is(pg_temp.create_account((select user_id from private.account_intents)), 'AG003',
  'so does an administrator who has been disabled meanwhile');
update public.users set disabled = false where name = 'chief';
update private.account_intents set at = now() - interval '11 minutes';
select is(pg_temp.create_account((select user_id from private.account_intents)), 'done',
  'after ten minutes the intent counts no more, and the account has no profile');
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
select is(pg_temp.profiles_after(user_id), 0::bigint, 'none is made by the late intent') from private.account_intents;
update private.account_intents set at = now(), kind = 'remove';
select is(pg_temp.profiles_after(user_id), 0::bigint, 'nor by one to remove it') from private.account_intents;
update private.account_intents set kind = 'register';
select is(pg_temp.profiles_after(user_id), 1::bigint, 'a fresh one to register it makes one')
  from private.account_intents;
select tests.perform_as('second',
  format('select private.forget_intent(%L)', (select user_id from private.account_intents)));
select is(count(*), 1::bigint, 'another administrator takes no intent back') from private.account_intents;
select tests.perform_as('chief',
  format('select private.forget_intent(%L)', (select user_id from private.account_intents)));
select is(count(*), 0::bigint, 'an intent is taken back where Auth failed') from private.account_intents;

-- The address is Auth's.
update auth.users set email = 'another@tests.example' where id = (select id from made);
select is(u.email, 'another@tests.example', 'the profile follows the address of the account') from public.users u
  join made on made.id = u.id;
select is(tests.try_as_owner(format('update auth.users
  set email = (select email from public.users where name = ''officer'')
  where id = %L', (select id from made))), '23505', 'which cannot be that of another profile');

-- Removal.
select tests.perform_as('chief', format('select private.intend_removal(%L)', (select id from made)));
select is(count(*), 1::bigint, 'an intended removal has removed nothing yet') from public.users u
  join made on made.id = u.id;
delete from auth.users where id = (select id from made);
select is(count(*), 0::bigint, 'the account takes its profile with it') from public.users u join made on made.id = u.id;
select is(l.user_name || ' ' || l.action, (select username from public.users where name = 'chief') || ' Delete',
  'in the name of the administrator') from private.user_log l where l.subject = (select id from made)
  order by id desc limit 1;
select set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
select is(tests.attempt('chief', format('select private.intend_removal(%L)', pg_temp.id_of('chief'))), 'AG003',
  'nobody removes themselves');
select is(tests.attempt('chief', 'select private.intend_removal(gen_random_uuid())'), 'AG004',
  'nor somebody who does not exist');

-- Lost updates.
select is(tests.answer('chief',
  format('select private.change_profile(%L, ''{"position": "A"}'', 1) is null', pg_temp.id_of('officer'))), 'false',
  'a profile is changed at the version that was read');
select is(tests.answer('chief',
  format('select private.change_profile(%L, ''{"position": "A"}'', 9) is null', pg_temp.id_of('officer'))), 'true',
  'and not at another');

-- Drift.
create function pg_temp.drift() returns text language sql as $$
  select tests.answer('chief',
    'select string_agg(problem, '','' order by problem) from private.account_drift() where email like ''%tests.example''
    or username like ''tests.%''')
$$;
select is(pg_temp.drift(), 'null', 'accounts and profiles agree');
insert into auth.users (id, email) values (md5('orphan')::uuid, 'orphan@tests.example');
select is(pg_temp.drift(), 'no_profile', 'an account without profile shows');
update public.users set email = 'drifted@tests.example' where name = 'officer';
update auth.users set banned_until = now() + interval '1 day' where id = pg_temp.id_of('officer');
update public.users set disabled = true where name = 'second';
select is(pg_temp.drift(), 'banned,email_differs,no_profile,not_banned',
  'as do another address, a ban of an enabled and a missing one of a disabled person');
select tests.perform_as('chief', format('select private.repair_email(%L)', pg_temp.id_of('officer')));
select is(u.email, a.email::text, 'an address is repaired from the account') from public.users u join auth.users a
  using (id) where u.name = 'officer';
select is(tests.attempt('regional chief', 'select private.account_drift()'), 'AG003',
  'only the central office compares');
select is(tests.attempt('officer', 'select private.account_drift()'), 'AG003', 'and only administrators');
select is(tests.attempt('officer', format('select private.repair_email(%L)', pg_temp.id_of('officer'))), 'AG003',
  'or repairs');
select is(tests.attempt('officer', 'select from private.account_intents'), '42501',
  'nobody reads or writes what is intended');

select * from finish();
rollback;
