-- Threat: making, changing or taking over somebody with more than oneself, or of another region.
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
-- Registers somebody with the role of another, at an office.
create function pg_temp.register(caller text, role_of text, region text, province text,
  username text default 'new.person') returns text language sql as $$
  select tests.attempt(caller,
    format('select private.intend_account(%L)',
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
  'an administrator makes somebody who has what they have');
select is(pg_temp.register('chief', 'stronger', null, null), 'AG003',
  'but nobody with a right and a route that they do not have');
select is(pg_temp.register('reader', 'near', 'Test Region A', 'Test Province A2'), 'AG003',
  'the route alone, without Edit or Delete, adds nobody');
select is(pg_temp.register('regional chief', 'near', 'Test Region A', 'Test Province A1'), 'done',
  'a regional administrator makes somebody of the region');
select is(pg_temp.register('regional chief', 'near', 'Test Region B', 'Test Province B1'), 'AG003',
  'but not of another region');
select is(pg_temp.register('regional chief', 'near', null, null), 'AG003', 'nor of the central office');
select is(pg_temp.register('regional chief', 'chief', 'Test Region A', null), 'AG003',
  'nor somebody with the level Central');
select is(pg_temp.register('near', 'near', 'Test Region A', 'Test Province A2'), 'AG003',
  'somebody without the route makes nobody');

select is(pg_temp.register('chief', 'near', 'Test Region A', null), 'AG002', 'the level Provincial needs a province');
select is(pg_temp.register('chief', 'region officer', null, null), 'AG002', 'the level Regional a region');
select is(pg_temp.register('chief', 'near', 'Test Region A', 'Test Province B1'), 'AG002',
  'and both an office that exists');
select is(tests.attempt('chief',
  format($$ select private.intend_account('{"username": "x.y", "email": "x@y.example", "uac_id": %s,
  "roles": "Emperor"}') $$, pg_temp.entry_of('reader'))),
  'AG002', 'the role name is one of the entry''s');
select is(pg_temp.register('chief', 'chief', null, null, (select upper(username) from public.users where name = 'far')),
  '23505', 'a username is taken once, whatever its case');

select is(pg_temp.change('chief', 'near',
  jsonb_build_object('uac_id', pg_temp.entry_of('stronger'), 'roles', 'role of stronger')), 'AG003',
  'nobody is raised above the administrator');
select is(pg_temp.change('chief', 'stronger', '{"position": "Clerk"}'), 'AG003', 'whoever is above is not changed');
select is(pg_temp.change('stronger', 'chief', '{"position": "Clerk"}'), 'done', 'but changes those below');
select is(pg_temp.change('regional chief', 'near', '{"position": "Clerk"}'), 'done',
  'a regional administrator changes somebody of the region');
select is(pg_temp.change('regional chief', 'far', '{"position": "Clerk"}'), 'AG004', 'does not see those of another');
select is(pg_temp.change('regional chief', 'near',
  '{"region_name": "Test Region B", "province_name": "Test Province B1"}'), 'AG003', 'and sends nobody there');
select is(pg_temp.change('regional chief', 'chief', '{"disabled": true}'), 'AG004',
  'nor disables anybody of the central office');

-- A new password or address would be a way into the account.
select is(pg_temp.account('chief', 'stronger'), 'AG003', 'the account of somebody above is not given a new password');
select is(pg_temp.account('chief', 'chief'), 'AG003', 'nor one''s own without the present one');
select is(pg_temp.account('chief', 'far'), 'done', 'those below are');
select is(pg_temp.account('regional chief', 'far'), 'AG004', 'within the region');
select is(pg_temp.account('near', 'far'), 'AG004', 'and by administrators alone');
select is(tests.attempt('chief', format('select private.end_sessions(%L)', pg_temp.id_of('stronger'))), 'AG003',
  'nor are the sessions of somebody above ended');
select is(tests.attempt('chief', format('select private.intend_removal(%L)', pg_temp.id_of('stronger'))), 'AG003',
  'nor their account removed');
select is(tests.attempt('chief', format('select private.intend_removal(%L)', pg_temp.id_of('far'))), 'done',
  'that of somebody below is');

-- What is seen.
select is(tests.answer('regional chief', 'select string_agg(name, '','' order by name) from public.user_list'),
  'near,region officer,regional chief', 'a regional administrator sees the people of the region');
select is(tests.answer('chief',
  $$ select string_agg(name, ',' order by name) from public.user_list where name in ('near', 'far', 'stronger', 'chief')
  and administrable $$), 'far,near',
  'a list says whom the caller may change');
select is(tests.answer('near', 'select count(*) from public.user_list'), '1', 'and everybody else sees themselves');

-- When somebody signed in is for the administrators of their office.
update auth.users a set last_sign_in_at = '2026-02-03 04:05:06+00' from tests.callers c where c.user_id = a.id
  and c.caller in ('near', 'far', 'regional chief');
create function pg_temp.signed_in(caller text) returns text language sql as $$
  select tests.answer(caller,
    $ask$ select string_agg(name, ',' order by name) from public.user_list where last_sign_in = '2026-02-03 04:05:06+00'
    and name in ('near', 'far', 'regional chief') $ask$)
$$;
select is(pg_temp.signed_in('chief'), 'far,near,regional chief', 'the central office is told of everybody');
select is(pg_temp.signed_in('regional chief'), 'near,regional chief',
  'a regional administrator of the people of the region');
select is(pg_temp.signed_in('near'), 'null', 'and nobody without the route, even of themselves');
select is(tests.answer('regional chief', format('select private.last_sign_in(%L)', pg_temp.id_of('far'))), 'null',
  'asking for somebody by id tells no more');
select is(tests.answer('near', format('select private.last_sign_in(%L)', pg_temp.id_of('regional chief'))), 'null',
  'whoever asks');

select * from finish();
rollback;
