-- Threat: rows taken out of or into a scope by roundabout statements.
begin;
select plan(15);

select tests.create_user('encoder', 'Provincial'),
  tests.create_user('regional', 'Regional', place => 'regional office');
select tests.set_windows('target', 'accomplishment');
select tests.empty_tables();
create temporary table ids on commit drop as
select place,
  tests.put_sample('arbo_masterlist', place, jsonb_build_object('arbo_id', 'ID ' || place)) as id from tests.places;
create function pg_temp.row_in(wanted text) returns bigint language sql as $$ select id from ids
  where place = wanted $$;

select is(tests.attempt('encoder', s.statement), s.outcome, s.name) from (values
  ('an encoder cannot merge into a row of another office',
    'merge into public.arbo_masterlist t using (values (''ID same region'')) s (arbo_id) on t.arbo_id = s.arbo_id
      when matched then update set remarks = ''taken'' when not matched then do nothing', 'none'),
  ('but into a row of the own office',
    'merge into public.arbo_masterlist t using (values (''ID own'')) s (arbo_id) on t.arbo_id = s.arbo_id
      when matched then update set remarks = ''taken'' when not matched then do nothing', 'done'),
  ('an encoder cannot insert for another office and read it back',
    'insert into public.arbo_masterlist (arbo_name, region_name, province_name)
    values (''New'', ''Test Region A'', ''Test Province A2'') returning id', '42501'),
  ('but for the own office',
    'insert into public.arbo_masterlist (arbo_name, region_name, province_name)
    values (''New'', ''Test Region A'', ''Test Province A1'') returning id', 'done'),
  ('a row without any office cannot be inserted', 'insert into public.arbo_masterlist (arbo_name) values (''New'')',
    '42501'),
  ('nor one that names only the region',
    'insert into public.arbo_masterlist (arbo_name, region_name) values (''New'', ''Test Region A'')', '42501'),
  ('nor one whose province lies in another region',
    'insert into public.arbo_masterlist (arbo_name, region_name, province_name)
    values (''New'', ''Test Region B'', ''Test Province A1'')', '42501'),
  ('an existing ID elsewhere is passed over, not taken over',
    'insert into public.arbo_masterlist (arbo_id, arbo_name, region_name, province_name)
    values (''ID same region'', ''New'', ''Test Region A'', ''Test Province A1'') on conflict do nothing', 'none')
) s (name, statement, outcome);

select is(tests.attempt('encoder',
  format('with gone as (delete from public.arbo_masterlist where id = %s returning *) select from gone',
  pg_temp.row_in('same region'))), 'none',
  'a delete inside a query reaches no other office');
select is(tests.attempt('regional',
  format('update public.arbo_masterlist set province_name = ''Test Province A2'' where id = %s',
  pg_temp.row_in('own'))), 'done',
  'a regional user moves a row between provinces of the region');
select is(tests.attempt('regional',
  format('update public.arbo_masterlist set region_name = ''Test Region B'',
  province_name = ''Test Province B1'' where id = %s', pg_temp.row_in('own'))), '42501',
  'but not into another region');
-- All or nothing: one row out of scope undoes the rows in scope of the same statement.
select is(tests.attempt('regional',
  'insert into public.arbo_masterlist (arbo_name, region_name, province_name)
  values (''In'', ''Test Region A'', ''Test Province A1''),
  (''Out'', ''Test Region B'', ''Test Province B1'')'), '42501',
  'one foreign row among many refuses them all');

-- A province is one of a region: a namesake elsewhere is another office.
insert into public.offices (region_name, province_name) values ('Test Region B', 'Test Province A1')
  on conflict do nothing;
select tests.put('arbo_masterlist',
  '{"arbo_id": "ID namesake", "arbo_name": "Namesake", "region_name": "Test Region B",
  "province_name": "Test Province A1"}');
select is(tests.attempt('encoder', 'select from public.arbo_masterlist where arbo_id = ''ID namesake'''), 'none',
  'an encoder does not read a province of the same name in another region');
select is(tests.attempt('encoder',
  'update public.arbo_masterlist set region_name = ''Test Region B'' where arbo_id = ''ID own'''), '42501',
  'nor moves a row there');
select is(tests.attempt('encoder',
  'update public.arbo_masterlist set region_name = ''Test Region A'' where arbo_id = ''ID own'''), 'done',
  'but saves the row where it is');

select * from finish();
rollback;
