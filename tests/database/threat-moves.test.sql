-- Threat: a user moves rows out of or into a scope by indirect statements.
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
  ('An encoder can''t merge into a row of another office.',
    'merge into public.arbo_masterlist t using (values (''ID same region'')) s (arbo_id) on t.arbo_id = s.arbo_id
      when matched then update set remarks = ''taken'' when not matched then do nothing', 'none'),
  ('An encoder can merge into a row of their own office.',
    'merge into public.arbo_masterlist t using (values (''ID own'')) s (arbo_id) on t.arbo_id = s.arbo_id
      when matched then update set remarks = ''taken'' when not matched then do nothing', 'done'),
  ('An encoder can''t insert for another office with RETURNING.',
    'insert into public.arbo_masterlist (arbo_name, region_name, province_name)
    values (''New'', ''Test Region A'', ''Test Province A2'') returning id', '42501'),
  ('An encoder can insert for their own office with RETURNING.',
    'insert into public.arbo_masterlist (arbo_name, region_name, province_name)
    values (''New'', ''Test Region A'', ''Test Province A1'') returning id', 'done'),
  ('A row without an office can''t be inserted.', 'insert into public.arbo_masterlist (arbo_name) values (''New'')',
    '42501'),
  ('A row with only a region can''t be inserted.',
    'insert into public.arbo_masterlist (arbo_name, region_name) values (''New'', ''Test Region A'')', '42501'),
  ('A row whose province is in another region can''t be inserted.',
    'insert into public.arbo_masterlist (arbo_name, region_name, province_name)
    values (''New'', ''Test Region B'', ''Test Province A1'')', '42501'),
  ('An insert with ON CONFLICT DO NOTHING skips an ID of another office.',
    'insert into public.arbo_masterlist (arbo_id, arbo_name, region_name, province_name)
    values (''ID same region'', ''New'', ''Test Region A'', ''Test Province A1'') on conflict do nothing', 'none')
) s (name, statement, outcome);

select is(tests.attempt('encoder',
  format('with gone as (delete from public.arbo_masterlist where id = %s returning *) select from gone',
  pg_temp.row_in('same region'))), 'none',
  'A delete in a CTE deletes no row of another office.');
select is(tests.attempt('regional',
  format('update public.arbo_masterlist set province_name = ''Test Province A2'' where id = %s',
  pg_temp.row_in('own'))), 'done',
  'A Regional user can move a row between provinces of the region.');
select is(tests.attempt('regional',
  format('update public.arbo_masterlist set region_name = ''Test Region B'',
  province_name = ''Test Province B1'' where id = %s', pg_temp.row_in('own'))), '42501',
  'A Regional user can''t move a row into another region.');
-- A statement succeeds or fails as a whole: one row out of scope rolls back the rows in scope.
select is(tests.attempt('regional',
  'insert into public.arbo_masterlist (arbo_name, region_name, province_name)
  values (''In'', ''Test Region A'', ''Test Province A1''),
  (''Out'', ''Test Region B'', ''Test Province B1'')'), '42501',
  'One row out of scope makes the whole insert fail.');

-- A province belongs to one region; a province of the same name in another region is a different office.
insert into public.offices (region_name, province_name) values ('Test Region B', 'Test Province A1')
  on conflict do nothing;
select tests.put('arbo_masterlist',
  '{"arbo_id": "ID namesake", "arbo_name": "Namesake", "region_name": "Test Region B",
  "province_name": "Test Province A1"}');
select is(tests.attempt('encoder', 'select from public.arbo_masterlist where arbo_id = ''ID namesake'''), 'none',
  'An encoder can''t read rows of a province of the same name in another region.');
select is(tests.attempt('encoder',
  'update public.arbo_masterlist set region_name = ''Test Region B'' where arbo_id = ''ID own'''), '42501',
  'An encoder can''t move a row to a province of the same name in another region.');
select is(tests.attempt('encoder',
  'update public.arbo_masterlist set region_name = ''Test Region A'' where arbo_id = ''ID own'''), 'done',
  'An encoder can save the row in its own region.');

select * from finish();
rollback;
