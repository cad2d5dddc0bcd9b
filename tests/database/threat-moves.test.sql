-- Threat: a user moves rows out of or into their scope with MERGE, RETURNING, ON CONFLICT or CTE statements.
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
  ('A Provincial user can''t change a row of another office with MERGE.',
    'merge into public.arbo_masterlist t using (values (''ID same region'')) s (arbo_id) on t.arbo_id = s.arbo_id
      when matched then update set remarks = ''taken'' when not matched then do nothing', 'none'),
  ('A Provincial user can change a row of their own office with MERGE.',
    'merge into public.arbo_masterlist t using (values (''ID own'')) s (arbo_id) on t.arbo_id = s.arbo_id
      when matched then update set remarks = ''taken'' when not matched then do nothing', 'done'),
  ('A Provincial user can''t insert a row for another office with RETURNING.',
    'insert into public.arbo_masterlist (arbo_name, region_name, province_name)
    values (''New'', ''Test Region A'', ''Test Province A2'') returning id', '42501'),
  ('A Provincial user can insert a row for their own office with RETURNING.',
    'insert into public.arbo_masterlist (arbo_name, region_name, province_name)
    values (''New'', ''Test Region A'', ''Test Province A1'') returning id', 'done'),
  (
  'A Provincial user can''t insert a row without a region and a province.',
  'insert into public.arbo_masterlist (arbo_name) values (''New'')',
    '42501'),
  ('A Provincial user can''t insert a row with a region but without a province.',
    'insert into public.arbo_masterlist (arbo_name, region_name) values (''New'', ''Test Region A'')', '42501'),
  ('A Provincial user can''t insert a row whose province is not in its region.',
    'insert into public.arbo_masterlist (arbo_name, region_name, province_name)
    values (''New'', ''Test Region B'', ''Test Province A1'')', '42501'),
  ('With ON CONFLICT DO NOTHING, a user can''t insert a row that has the ARBO ID of another office''s ARBO.',
    'insert into public.arbo_masterlist (arbo_id, arbo_name, region_name, province_name)
    values (''ID same region'', ''New'', ''Test Region A'', ''Test Province A1'') on conflict do nothing', 'none')
) s (name, statement, outcome);

select is(tests.attempt('encoder',
  format('with gone as (delete from public.arbo_masterlist where id = %s returning *) select from gone',
  pg_temp.row_in('same region'))), 'none',
  'A Provincial user can''t delete a row of another office with a DELETE statement inside a WITH query.');
select is(tests.attempt('regional',
  format('update public.arbo_masterlist set province_name = ''Test Province A2'' where id = %s',
  pg_temp.row_in('own'))), 'done',
  'A Regional user can move a row between two provinces of their region.');
select is(tests.attempt('regional',
  format('update public.arbo_masterlist set region_name = ''Test Region B'',
  province_name = ''Test Province B1'' where id = %s', pg_temp.row_in('own'))), '42501',
  'A Regional user can''t move a row to another region.');
-- A statement succeeds or fails as a whole: one row outside the user's scope also rolls back the rows in the scope.
select is(tests.attempt('regional',
  'insert into public.arbo_masterlist (arbo_name, region_name, province_name)
  values (''In'', ''Test Region A'', ''Test Province A1''),
  (''Out'', ''Test Region B'', ''Test Province B1'')'), '42501',
  'If a user inserts several rows in one statement and one row is outside the user''s scope, the statement fails.');

-- A province belongs to one region, so a province of the same name in another region is a different office.
insert into public.offices (region_name, province_name) values ('Test Region B', 'Test Province A1')
  on conflict do nothing;
select tests.put('arbo_masterlist',
  '{"arbo_id": "ID namesake", "arbo_name": "Namesake", "region_name": "Test Region B",
  "province_name": "Test Province A1"}');
select is(tests.attempt('encoder', 'select from public.arbo_masterlist where arbo_id = ''ID namesake'''), 'none',
  'A Provincial user can''t read the rows of a province with the same name in another region.');
select is(tests.attempt('encoder',
  'update public.arbo_masterlist set region_name = ''Test Region B'' where arbo_id = ''ID own'''), '42501',
  'A Provincial user can''t move a row to a province with the same name in another region.');
select is(tests.attempt('encoder',
  'update public.arbo_masterlist set region_name = ''Test Region A'' where arbo_id = ''ID own'''), 'done',
  'A Provincial user can update a row if the update sets the region to the region that the row already has.');

select * from finish();
rollback;
