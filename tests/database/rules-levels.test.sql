-- Levels are rows: what a level sees, writes and gives follows from its row alone, and a level without one gives
-- nothing.
begin;
select plan(18);

select tests.set_windows('target', 'accomplishment');
select tests.put_rows();
-- The places of whose rows somebody reads, and edits, any.
create function pg_temp.reads(caller text) returns text language sql as $$
  select coalesce(string_agg(distinct r.place, ',' order by r.place), 'nothing') from tests.rows r
    where tests.attempt(caller, tests.statement('select', r)) = 'done'
$$;
create function pg_temp.edits(caller text) returns text language sql as $$
  select coalesce(string_agg(distinct r.place, ',' order by r.place), 'nothing') from tests.rows r
  where r.table_name = 'arbo_masterlist' and tests.attempt(caller, tests.statement('update', r)) = 'done'
$$;

-- A level is added by its row.
insert into private.levels (level, rank, scope) values ('Island', 25, '{region_name}'), ('Inspectorate', 35, '{}'),
  ('Town', 5, '{region_name,province_name}');
select tests.create_user('islander', 'Island', '{Read,Edit,Delete}', 'regional office', '{users}'),
  tests.create_user('inspector', 'Inspectorate', '{Read,Edit,Delete}', 'central office', '{users}'),
  tests.create_user('townsman', 'Town', '{Read,Edit,Delete}', 'own', '{users}'),
  tests.create_user('chief', 'Central', '{Read,Edit,Delete}', 'central office', '{users}'),
  tests.create_user('officer', 'Regional', '{Read,Edit,Delete}', 'regional office', '{users}'),
  tests.create_user('encoder', 'Provincial', '{Read,Edit,Delete}', 'own', '{users}');
select is(pg_temp.reads('islander'), pg_temp.reads('officer'),
  'a level that shares a region reads what Regional reads');
select is(pg_temp.reads('townsman'), pg_temp.reads('encoder'), 'one that shares a province what Provincial reads');
select is(pg_temp.reads('inspector'), pg_temp.reads('chief'), 'one that shares nothing what Central reads');
select isnt(pg_temp.reads('townsman'), pg_temp.reads('islander'), 'which are not the same');
select is(pg_temp.edits('islander') || '; ' || pg_temp.edits('townsman'),
  pg_temp.edits('officer') || '; ' || pg_temp.edits('encoder'), 'and writes likewise');
select is(tests.answer('islander', 'select private.reading_role()') || ',' || tests.answer('townsman',
  'select private.reading_role()')
  || ',' || tests.answer('inspector', 'select private.reading_role()'),
    'authenticated,provincial_reader,central_reader', 'in the role that reads best');
select is(tests.answer('islander', $$ select private.regions_to_schedule('insert')::text $$), '{"Test Region A"}',
  'whose office is a region keeps its windows');
select is(tests.answer('townsman', $$ select private.regions_to_schedule('insert')::text $$), '{}',
  'whose office is a province keeps none');
create function pg_temp.keeps(caller text, person text) returns text language sql as $$
  select tests.attempt(caller,
    format('select private.check_account_change(%L)',
    (select user_id from tests.callers where callers.caller = person)))
$$;
select is(pg_temp.keeps('chief', 'inspector') || ', ' || pg_temp.keeps('inspector', 'chief'), 'AG003, done',
  'a higher rank is not administered by a lower one');
select is(tests.attempt('inspector',
  format('select private.intend_account(%L)',
  jsonb_build_object('username', 'a.b', 'email', 'a@b.example', 'roles', 'role of islander',
  'uac_id', (select uac_id from public.users where name = 'islander')))), 'AG002',
    'somebody of a level needs the office that it shares');

-- A level without a row.
select is(tests.try_as_owner($$ insert into public.uac (rolename, roletype, status)
  values ('{Stray}', 'Tester', 'Nowhere') $$), '23503', 'a role has a level that there is');
select is(tests.try_as_owner($$ delete from private.levels where level = 'Town' $$), '23503', 'and keeps it');
create function pg_temp.lose_level(person text) returns void language plpgsql as $$
begin
  set local session_replication_role = replica;
  update public.uac r set status = 'Nowhere' from public.users u where u.name = person and r.id = u.uac_id;
  set local session_replication_role = origin;
end
$$;
select pg_temp.lose_level('encoder'), pg_temp.lose_level('inspector');
select is(pg_temp.reads('encoder') || ', ' || pg_temp.reads('inspector'), 'nothing, nothing',
  'were it lost all the same, nothing is read, in any office');
select is(pg_temp.edits('encoder') || ', ' || pg_temp.edits('inspector'), 'nothing, nothing', 'and nothing written');
select is(tests.answer('inspector', 'select private.current_access()'), 'null',
  'nobody is told anything of themselves');
select is(tests.answer('inspector', 'select count(*) from public.user_list'), '0', 'or of others');
select is(tests.answer('inspector',
  $$ select private.explain_refusal('arbo_masterlist', 'insert', null, '{" / "}') ->> 'cause' $$), 'level',
  'but what is missing');
select is(pg_temp.reads('chief') <> 'nothing', true, 'while others go on');

select * from finish();
rollback;
