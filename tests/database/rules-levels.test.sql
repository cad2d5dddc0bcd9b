-- Levels are rows of private.levels. Only this row determines what a level's users see, write and administer. A role
-- entry whose level is missing there gives no access.
begin;
select plan(18);

select tests.set_windows('target', 'accomplishment');
select tests.put_rows();
-- pg_temp.reads returns the places whose rows a caller can read in any record table. pg_temp.edits returns the places
-- whose rows a caller can edit in the ARBO Masterlist.
create function pg_temp.reads(caller text) returns text language sql as $$
  select coalesce(string_agg(distinct r.place, ',' order by r.place), 'nothing') from tests.rows r
    where tests.attempt(caller, tests.statement('select', r)) = 'done'
$$;
create function pg_temp.edits(caller text) returns text language sql as $$
  select coalesce(string_agg(distinct r.place, ',' order by r.place), 'nothing') from tests.rows r
  where r.table_name = 'arbo_masterlist' and tests.attempt(caller, tests.statement('update', r)) = 'done'
$$;

-- Adds three levels. Only their rows in private.levels define them.
insert into private.levels (level, rank, scope) values ('Test island', 29, '{region_name}'),
  ('Test inspectorate', 1000, '{}'), ('Test town', 1, '{region_name,province_name}');
select tests.create_user('islander', 'Test island', '{Read,Edit,Delete}', 'regional office', '{users}'),
  tests.create_user('inspector', 'Test inspectorate', '{Read,Edit,Delete}', 'central office', '{users}'),
  tests.create_user('townsman', 'Test town', '{Read,Edit,Delete}', 'own', '{users}'),
  tests.create_user('chief', 'Central', '{Read,Edit,Delete}', 'central office', '{users}'),
  tests.create_user('officer', 'Regional', '{Read,Edit,Delete}', 'regional office', '{users}'),
  tests.create_user('encoder', 'Provincial', '{Read,Edit,Delete}', 'own', '{users}');
select is(pg_temp.reads('islander'), pg_temp.reads('officer'),
  'Users of a new level that is limited to a region can read the same rows as Regional users.');
select is(pg_temp.reads('townsman'), pg_temp.reads('encoder'),
  'Users of a new level that is limited to a province can read the same rows as Provincial users.');
select is(pg_temp.reads('inspector'), pg_temp.reads('chief'),
  'Users of a new level without a limit to a region or province can read the same rows as Central users.');
select isnt(pg_temp.reads('townsman'), pg_temp.reads('islander'),
  'Users of a new level limited to a province don''t read the same rows as users of a level limited to a region.');
select is(pg_temp.edits('islander') || '; ' || pg_temp.edits('townsman'),
  pg_temp.edits('officer') || '; ' || pg_temp.edits('encoder'),
  'Users of a new regional or provincial level can edit the same rows as Regional or Provincial users.');
select is(tests.answer('islander', 'select private.reading_role()') || ',' || tests.answer('townsman',
  'select private.reading_role()')
  || ',' || tests.answer('inspector', 'select private.reading_role()'),
    'authenticated,provincial_reader,central_reader',
    'reading_role returns the database role that fits the limit (region, province or none) of the user''s level.');
select is(tests.answer('islander', $$ select private.regions_to_schedule('insert')::text $$), '{"Test Region A"}',
  'A user whose level is limited to a region administers the schedules of that region.');
select is(tests.answer('townsman', $$ select private.regions_to_schedule('insert')::text $$), '{}',
  'A user whose level is limited to a province administers no schedules.');
create function pg_temp.administers(caller text, person text) returns text language sql as $$
  select tests.attempt(caller,
    format('select private.check_account_change(%L)',
    (select user_id from tests.callers where callers.caller = person)))
$$;
select is(pg_temp.administers('chief', 'inspector') || ', ' || pg_temp.administers('inspector', 'chief'), 'AG003, done',
  'An administrator can change accounts of a lower level, but not accounts of a higher level.');
select is(tests.attempt('inspector',
  format('select private.authorize_new_account(%L)',
  jsonb_build_object('username', 'a.b', 'email', 'a@b.example', 'roles', 'role of islander',
  'uac_id', (select uac_id from public.users where name = 'islander')))), 'AG002',
    'An account whose level is limited to a region must have a region.');

select is(tests.try_as_owner($$ insert into public.uac (rolename, roletype, status)
  values ('{Stray}', 'Tester', 'Nowhere') $$), '23503', 'The database refuses a role with an unknown level.');
select is(tests.try_as_owner($$ delete from private.levels where level = 'Test town' $$), '23503',
  'A level can''t be deleted while a role uses it.');
create function pg_temp.lose_level(person text) returns void language plpgsql as $$
begin
  set local session_replication_role = replica;
  update public.uac r set status = 'Nowhere' from public.users u where u.name = person and r.id = u.uac_id;
  set local session_replication_role = origin;
end
$$;
select pg_temp.lose_level('encoder'), pg_temp.lose_level('inspector');
select is(pg_temp.reads('encoder') || ', ' || pg_temp.reads('inspector'), 'nothing, nothing',
  'A user whose level is missing from private.levels can''t read any rows.');
select is(pg_temp.edits('encoder') || ', ' || pg_temp.edits('inspector'), 'nothing, nothing',
  'A user whose level is missing from private.levels can''t edit any rows.');
select is(tests.answer('inspector', 'select private.current_access()'), 'null',
  'current_access reports no access (null) for a user whose level is missing from private.levels.');
select is(tests.answer('inspector', 'select count(*) from public.user_list'), '0',
  'A user whose level is missing from private.levels gets an empty list of users.');
select is(tests.answer('inspector',
  $$ select private.explain_refusal('arbo_masterlist', 'insert', null, '{" / "}') ->> 'cause' $$), 'level',
  'For a user whose level is missing from private.levels, explain_refusal returns the cause "level".');
select is(pg_temp.reads('chief') <> 'nothing', true, 'A user whose level exists in private.levels can read rows.');

select * from finish();
rollback;
