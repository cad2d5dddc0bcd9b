-- Threat: an administrator creates, changes or takes over the account of a user with more access or of another region.
begin;
select plan(36);

select tests.create_user('chief', 'Central', '{Read,Edit,Delete}', 'central office', '{dashboard,users}'),
  tests.create_user('stronger', 'Central', '{Read,Edit,Delete,Sensitive}', 'central office',
    '{dashboard,users,dropdowns}'),
  tests.create_user('regional chief', 'Regional', '{Read,Edit,Delete}', 'regional office', '{users}'),
  tests.create_user('reader', 'Central', '{Read}', 'central office', '{users}'),
  tests.create_user('near', 'Provincial', '{Read}', 'same region'),
    tests.create_user('far', 'Provincial', '{Read}', 'other region'),
  tests.create_user('region officer', 'Regional', '{Read}', 'regional office');
create function pg_temp.id_of(person text) returns uuid language sql as $$ select user_id from tests.callers
  where caller = person $$;
create function pg_temp.entry_of(person text) returns bigint language sql as $$ select uac_id from public.users
  where name = person $$;
-- Registers a user in an office, with the role of an existing user.
create function pg_temp.register(caller text, role_of text, region text, province text,
  username text default 'new.person') returns text language sql as $$
  select tests.attempt(caller,
    format('select private.authorize_new_account(%L)',
    jsonb_build_object('username', username, 'email', username || '@tests.example',
    'uac_id', pg_temp.entry_of(role_of), 'roles', 'role of ' || role_of, 'region_name', region, 'province_name',
      province)))
$$;
create function pg_temp.change(caller text, person text, change jsonb) returns text language sql as $$
  select tests.attempt(caller, format('select private.change_profile(%L, %L)', pg_temp.id_of(person), change))
$$;
create function pg_temp.account(caller text, person text) returns text language sql as $$
  select tests.attempt(caller, format('select private.check_account_change(%L)', pg_temp.id_of(person)))
$$;

select is(pg_temp.register('chief', 'chief', null, null), 'done',
  'An administrator can create a user who has the same access as the administrator.');
select is(pg_temp.register('chief', 'stronger', null, null), 'AG003',
  'An administrator can''t create a user who would have more access than the administrator.');
select is(pg_temp.register('reader', 'near', 'Test Region A', 'Test Province A2'), 'AG003',
  'An administrator who has neither the Edit right nor the Delete right can''t create a user.');
select is(pg_temp.register('regional chief', 'near', 'Test Region A', 'Test Province A1'), 'done',
  'A Regional administrator can create a user of their own region.');
select is(pg_temp.register('regional chief', 'near', 'Test Region B', 'Test Province B1'), 'AG003',
  'A Regional administrator can''t create a user of another region.');
select is(pg_temp.register('regional chief', 'near', null, null), 'AG003',
  'A Regional administrator can''t create a user of the central office.');
select is(pg_temp.register('regional chief', 'chief', 'Test Region A', null), 'AG003',
  'A Regional administrator can''t create a user with the level Central.');
select is(pg_temp.register('near', 'near', 'Test Region A', 'Test Province A2'), 'AG003',
  'A user without the route permission "users" can''t create a user.');

select is(pg_temp.register('chief', 'near', 'Test Region A', null), 'AG002',
  'An administrator can''t create a Provincial user without a province.');
select is(pg_temp.register('chief', 'region officer', null, null), 'AG002',
  'An administrator can''t create a Regional user without a region.');
select is(pg_temp.register('chief', 'near', 'Test Region A', 'Test Province B1'), 'AG002',
  'An administrator can''t create a user for an office that does not exist.');
select is(tests.attempt('chief',
  format($$ select private.authorize_new_account('{"username": "x.y", "email": "x@y.example", "uac_id": %s,
  "roles": "Emperor"}') $$, pg_temp.entry_of('reader'))),
  'AG002', 'An administrator can''t create a user with a role name that the table of roles does not contain.');
select is(pg_temp.register('chief', 'chief', null, null, (select upper(username) from public.users where name = 'far')),
  '23505', 'An administrator can''t create a user with the username of another user, regardless of case.');

select is(pg_temp.change('chief', 'near',
  jsonb_build_object('uac_id', pg_temp.entry_of('stronger'), 'roles', 'role of stronger')), 'AG003',
  'An administrator can''t give a user a role with more access than the administrator has.');
select is(pg_temp.change('chief', 'stronger', '{"position": "Clerk"}'), 'AG003',
  'An administrator can''t change a user who has more access than the administrator.');
select is(pg_temp.change('stronger', 'chief', '{"position": "Clerk"}'), 'done',
  'An administrator can change a user who has less access than the administrator.');
select is(pg_temp.change('regional chief', 'near', '{"position": "Clerk"}'), 'done',
  'A Regional administrator can change a user of their own region.');
select is(pg_temp.change('regional chief', 'far', '{"position": "Clerk"}'), 'AG004',
  'A Regional administrator can''t change a user of another region.');
select is(pg_temp.change('regional chief', 'near',
  '{"region_name": "Test Region B", "province_name": "Test Province B1"}'), 'AG003',
  'A Regional administrator can''t move a user to another region.');
select is(pg_temp.change('regional chief', 'chief', '{"disabled": true}'), 'AG004',
  'A Regional administrator can''t disable a Central user.');

-- An administrator who could set a new password or e-mail address could take over the account.
select is(pg_temp.account('chief', 'stronger'), 'AG003',
  'An administrator can''t set the password of a user who has more access than the administrator.');
select is(pg_temp.account('chief', 'chief'), 'AG003',
  'An administrator can''t set their own password without entering the current password.');
select is(pg_temp.account('chief', 'far'), 'done',
  'An administrator can set the password of a user who has less access than the administrator.');
select is(pg_temp.account('regional chief', 'far'), 'AG004',
  'A Regional administrator can''t set the password of a user of another region.');
select is(pg_temp.account('near', 'far'), 'AG004',
  'A user who is not an administrator can''t set another user''s password.');
select is(tests.attempt('chief', format('select private.end_sessions(%L)', pg_temp.id_of('stronger'))), 'AG003',
  'An administrator can''t end the sessions of a user who has more access than the administrator.');
select is(tests.attempt('chief', format('select private.authorize_account_removal(%L)', pg_temp.id_of('stronger'))),
  'AG003',
  'An administrator can''t remove the account of a user who has more access than the administrator.');
select is(tests.attempt('chief', format('select private.authorize_account_removal(%L)', pg_temp.id_of('far'))), 'done',
  'An administrator can remove the account of a user who has less access than the administrator.');

-- Tests which users a caller sees in the user list.
select is(tests.answer('regional chief', 'select string_agg(name, '','' order by name) from public.user_list'),
  'near,region officer,regional chief',
  'The user list shows a Regional administrator exactly the users of their region.');
select is(tests.answer('chief',
  $$ select string_agg(name, ',' order by name) from public.user_list where name in ('near', 'far', 'stronger', 'chief')
  and administrable $$), 'far,near',
  'In the user list, the column "administrable" is true for exactly the users whom the caller may change.');
select is(tests.answer('near', 'select count(*) from public.user_list'), '1',
  'The user list shows a Provincial user only their own entry.');

-- Only the administrators of a user's office see the time of the user's last sign-in.
update auth.users a set last_sign_in_at = '2026-02-03 04:05:06+00' from tests.callers c where c.user_id = a.id
  and c.caller in ('near', 'far', 'regional chief');
create function pg_temp.signed_in(caller text) returns text language sql as $$
  select tests.answer(caller,
    $ask$ select string_agg(name, ',' order by name) from public.user_list where last_sign_in = '2026-02-03 04:05:06+00'
    and name in ('near', 'far', 'regional chief') $ask$)
$$;
select is(pg_temp.signed_in('chief'), 'far,near,regional chief',
  'A Central administrator sees the last sign-in of every user.');
select is(pg_temp.signed_in('regional chief'), 'near,regional chief',
  'A Regional administrator sees the last sign-in of the users of their own region.');
select is(pg_temp.signed_in('near'), 'null',
  'A user without the route permission "users" can''t see the last sign-in of any user.');
select is(tests.answer('regional chief', format('select private.last_sign_in(%L)', pg_temp.id_of('far'))), 'null',
  'last_sign_in returns null to a Regional administrator for a user of another region.');
select is(tests.answer('near', format('select private.last_sign_in(%L)', pg_temp.id_of('regional chief'))), 'null',
  'The function last_sign_in returns null to a user without the route permission "users".');

select * from finish();
rollback;
