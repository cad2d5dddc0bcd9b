-- Tests geotags: the columns that a geotag shares with its Form 11 record, and where its point can be. A geotag must
-- have a file, and the office of its record.
begin;
select plan(57);

select tests.empty_tables();
select tests.make_offices();
select tests.create_user('encoder', 'Provincial'), tests.create_user('central', 'Central', place => 'central office'),
  tests.create_user('neighbour', 'Provincial', place => 'same region');
select tests.set_windows('accomplishment');
create temporary table forms on commit drop as
select place,
  tests.put_sample('form11_accomps', place,
  '{"status": "Accomplished", "year_funded": 2024, "arbo_name": "Ours", "muncity_name": "Town"}') as id
  from tests.places;
grant select on forms to authenticated;
create function pg_temp.form(place text default 'own') returns bigint language sql as $$ select f.id from forms f
  where f.place = form.place $$;
create function pg_temp.adding(change jsonb, place text default 'own') returns text language sql as $$
  select tests.statement_to_insert('form_11_geotags',
    jsonb_build_object('form11_id', pg_temp.form(place), 'latitude', 10.5, 'longitude', 120.5, 'location_source',
    'map') || change)
$$;
create function pg_temp.newest() returns public.form_11_geotags language sql as $$ select g
  from public.form_11_geotags g order by id desc limit 1 $$;

-- Tests the columns that a geotag shares with its Form 11 record.
select tests.perform_as('encoder', pg_temp.adding('{}'));
select is((pg_temp.newest()).office, 'Test Region A / Test Province A1', 'A new geotag gets the office of its record.');
select is(row((pg_temp.newest()).year_funded, (pg_temp.newest()).arbo_name, (pg_temp.newest()).muncity_name,
  (pg_temp.newest()).status), row(2024, 'Ours'::text, 'Town'::text, 'Accomplished'::text),
  'A new geotag gets the programme, ARBO and place of its record.');
select tests.perform_as('encoder', pg_temp.adding('{"arbo_name": "Other"}'));
select is((pg_temp.newest()).arbo_name, 'Other',
  'A new geotag keeps an ARBO name that the user entered, even if the record has a different name.');
select is(tests.attempt('encoder', pg_temp.adding('{"outside_confirmed": "Yes"}', 'same region')), '42501',
  'A geotag is refused if the user can''t see its record.');
select is(tests.attempt('encoder',
  pg_temp.adding('{"region_name": "Test Region A", "province_name": "Test Province A2"}')), '42501',
  'A user can''t add a geotag whose office differs from the office of its record.');
select is(tests.attempt('encoder', pg_temp.adding('{"form11_id": 0, "outside_confirmed": "Yes"}')), '42501',
  'A geotag without a record is refused.');
update public.form11_accomps set arbo_name = 'Renamed', reporting_year = 2025 where id = pg_temp.form();
select is(row((pg_temp.newest()).arbo_name, (pg_temp.newest()).reporting_year), row('Renamed'::text, 2025),
  'A record''s new ARBO name or reporting year is copied to the record''s geotag.');
update public.form11_accomps set remarks = 'x' where id = pg_temp.form();
select is((pg_temp.newest()).row_version, 2,
  'When the remarks of a record change, its geotag does not change.');
update public.form_11_geotags set year_funded = 2020, barangay_name = 'Poblacion', muncity_name = 'Town'
  where id = (pg_temp.newest()).id;
update public.form11_accomps set reporting_year = 2024 where id = pg_temp.form();
select is(row((pg_temp.newest()).reporting_year, (pg_temp.newest()).year_funded, (pg_temp.newest()).barangay_name),
  row(2024, 2020, 'Poblacion'::text),
  'When a record''s reporting year changes, its geotag gets the year but keeps the barangay that a user entered.');
update public.form11_accomps set year_funded = 2023 where id = pg_temp.form();
select is((pg_temp.newest()).year_funded, 2023,
  'When a record''s year_funded changes, its geotag gets the new year, even if a user had entered another year.');
update public.form11_accomps set muncity_name = 'Other town' where id = pg_temp.form();
select is(row((pg_temp.newest()).muncity_name, (pg_temp.newest()).barangay_name),
  (select row(f.muncity_name, f.barangay_name) from public.form11_accomps f where f.id = pg_temp.form()),
  'When a record''s town changes, its geotag gets both the town and the barangay of the record.');
update public.form_11_geotags set arbo_name = 'ARBO of the geotag' where id = (pg_temp.newest()).id;
update public.form11_accomps set province_name = 'Test Province A2' where id = pg_temp.form();
select is((pg_temp.newest()).arbo_name,
  (select f.arbo_name from public.form11_accomps f where f.id = pg_temp.form()),
  'A geotag gets the ARBO of its record when the record moves to another office.');
select is((pg_temp.newest()).office, 'Test Region A / Test Province A2',
  'A geotag gets the office of its record when the record moves to another office.');
update public.form11_accomps set province_name = 'Test Province A1' where id = pg_temp.form();
update public.form_11_geotags set process_stage = 'Approved';
select is(tests.attempt('encoder',
  format('update public.form11_accomps set arbo_name = ''Again'' where id = %s', pg_temp.form())), 'AG001',
  'A Provincial user can''t change the ARBO name of a record that has an approved geotag.');
select is(tests.attempt('encoder',
  format('update public.form11_accomps set remarks = ''Again'' where id = %s', pg_temp.form())), 'done',
  'A Provincial user can change the remarks of a record that has an approved geotag.');
select is(tests.attempt('central',
  format('update public.form11_accomps set arbo_name = ''Again'' where id = %s', pg_temp.form())), 'done',
  'A Central user can change the ARBO name of a record that has an approved geotag.');
select tests.put_sample('arc_masterlist', 'own', '{"arc_id": "ARC-G", "arc_name": "Old name", "arc_type": "ARC"}'),
  tests.put_sample('arc_masterlist', 'own', '{"arc_id": "ARC-H", "arc_name": "Other ARC", "arc_type": "ARC"}');
select is(tests.attempt('encoder', format('update public.form11_accomps set arc_id = ''ARC-H'',
    arc_name = ''Other ARC'', arc_type = ''ARC'' where id = %s', pg_temp.form())), 'AG001',
  'A Provincial user can''t change the ARC of a record that has an approved geotag.');
update public.form11_accomps set arc_id = 'ARC-G', arc_name = 'Old name', arc_type = 'ARC' where id = pg_temp.form();
select is(tests.attempt('encoder', format('update public.form11_accomps set arc_id = ''ARC-H'', arc_name = ''Other ARC''
    where id = %s', pg_temp.form())), 'AG001',
  'A Provincial user can''t move a record that has an approved geotag from one ARC to another.');
update public.form_11_geotags set arc_cluster_name = 'Cluster of the geotag' where id = (pg_temp.newest()).id;
select tests.perform_as('encoder', $$ update public.arc_masterlist set arc_name = 'New name' where arc_id = 'ARC-G' $$);
select is((select concat_ws(', ', g.arc_name, g.arc_cluster_name) from pg_temp.newest() g),
  'New name, Cluster of the geotag',
  'When a record''s ARC is renamed, the record''s approved geotag gets the new name and keeps its other values.');
update public.form_11_geotags set process_stage = null;
insert into forms select 'second', tests.put_sample('form11_accomps', 'own', '{"status": "Accomplished"}');
select is(tests.attempt('encoder', format('update public.form_11_geotags set form11_id = %s', pg_temp.form('second'))),
  'AG002', 'A geotag can''t be moved to another record.');
select is(tests.try_as_owner(format('delete from public.form11_accomps where id = %s', pg_temp.form())), '23503',
  'A record with geotags can''t be deleted.');

-- Adds the outline of Test Province A1, which has two islands. The other test provinces have no outline.
insert into private.province_outlines values
  ('Test Region A', 'Test Province A1', '((120,10),(121,10),(121,11),(120,11))'),
    ('Test Region A', 'Test Province A1', '((122,10),(123,10),(122,11))');
create function pg_temp.outside(longitude numeric, latitude numeric, place text default 'own') returns text language sql
  as $$
  select coalesce(private.outside_outline(p.region_name, p.province_name, longitude, latitude), 'unknown')
    from tests.places p where p.place = outside.place
$$;
select is(pg_temp.outside(120.5, 10.5), 'No',
  'A point on the first island of a province with two islands is inside the province.');
select is(pg_temp.outside(122.2, 10.2), 'No',
  'A point on the second island of a province with two islands is inside the province.');
select is(pg_temp.outside(121.5, 10.5), 'Yes', 'A point between the islands of a province is outside the province.');
select is(pg_temp.outside(121.044, 10.5), 'No',
  'A point 0.044 degrees off the coast counts as inside the province.');
select is(pg_temp.outside(121.046, 10.5), 'Yes', 'A point 0.046 degrees off the coast is outside the province.');
select is(pg_temp.outside(120.5, 10.5, 'other region'), 'unknown',
  'If a province has no map outline, outside_outline returns null, which means unknown.');
select is(pg_temp.outside(122.2, 10.2, 'regional office'), 'No',
  'A geotag of a regional office counts as inside the office''s area if its point is in any province of the region.');
select is(pg_temp.outside(122.2, 10.2, 'central office'), 'No',
  'A geotag of the central office counts as inside the office''s area if its point is in any province.');
select is(pg_temp.outside(0, 0, 'central office'), 'Yes',
  'If the point of a central-office geotag is in no province, the geotag counts as outside the office''s area.');

select is(tests.attempt('encoder', pg_temp.adding('{"longitude": 121.5}')), 'AG002',
  'The database refuses a geotag with a point outside its province if the user does not confirm the point.');
select is(tests.attempt('encoder', pg_temp.adding('{"longitude": 121.5, "outside_confirmed": "No"}')), 'AG002',
  'The database refuses a geotag with a point outside its province if outside_confirmed is "No".');
select is(tests.attempt('encoder', pg_temp.adding('{"longitude": 121.5, "outside_confirmed": "Yes"}')), 'done',
  'The database saves a geotag with a point outside its province if outside_confirmed is "Yes".');
select tests.perform_as('encoder', pg_temp.adding('{"outside_confirmed": "Yes"}'));
select is(row((pg_temp.newest()).outside_province, (pg_temp.newest()).outside_confirmed), row('No'::text, null::text),
  'The database clears the field outside_confirmed of a geotag with a point inside its province.');
create function pg_temp.change(assignment text, wanted_caller text default 'encoder') returns text language sql as $$
  select tests.attempt(wanted_caller,
    format('update public.form_11_geotags set %s where id = %s', assignment, (pg_temp.newest()).id))
$$;
select is(pg_temp.change('longitude = 121.5'), 'AG002',
  'A user can''t move a geotag to a point outside its province without confirming the point.');
select is(pg_temp.change('longitude = 121.5, outside_confirmed = ''Yes'''), 'done',
  'A user can move a geotag to a point outside its province by confirming the point.');
select is(pg_temp.change('outside_province = ''No'''), '42501',
  'A user can''t write the column outside_province of a geotag.');
select tests.perform_as('encoder',
  format('update public.form_11_geotags set longitude = 121.5, outside_confirmed = ''Yes'' where id = %s',
  (pg_temp.newest()).id));
select is((pg_temp.newest()).outside_province, 'Yes',
  'The database sets the field outside_province of a geotag outside its province to "Yes".');
select is(pg_temp.change('outside_confirmed = null'), 'AG002',
  'A user can''t clear the field outside_confirmed of a geotag with a point outside its province.');
select is(pg_temp.change('caption = ''x'''), 'done',
  'A user can change the caption of a geotag that has a confirmed point outside its province.');

-- The database sets the file columns of a geotag from its upload. Users can't write these columns.
select is(pg_temp.change(c || ' = null'), '42501', format(
  'A user can''t write the column %s of a geotag, which the database sets from the uploaded file.', c))
  from unnest(array['file_path', 'thumbnail_path', 'file_name', 'content_type', 'size', 'sha256']) c;
select is(pg_temp.change('upload_id = gen_random_uuid()'), 'AG002',
  'A user can''t save a geotag with an unknown upload id.');
update public.form_11_geotags set upload_id = gen_random_uuid() where id = (pg_temp.newest()).id;
select is(pg_temp.change('upload_id = null'), 'AG002', 'A user can''t remove the file of a geotag.');
select is(tests.try_as_owner('insert into public.offices (region_name, province_name)
  values (''Test Region A'', ''TEST-PROVINCE  A1'')'), '23505',
  'The database refuses a new office if another office has the same folder name for its files.');
select is(private.folder_name('Región IV-A (CALABARZON) / Parañaque'), 'region-iv-a-calabarzon-paranaque',
  'The folder name of an office contains only the letters a to z, digits and hyphens.');
select is(private.folder_name(n), '_',
  format('For the place name "%s", which contains no letters or digits, the folder name is "_".', n))
  from unnest(array[null, '', '../..']) n;

-- Tests the constraint triggers of geotags, which fire at the end of the transaction.
select tests.set_end_rules('public.form_11_geotags', 'enable');
create function pg_temp.at_the_end(statement text) returns text language sql
  as $$ select tests.try_as_owner(format('do $q$ begin %s; set constraints all immediate; end $q$', statement)) $$;
select is(pg_temp.at_the_end(pg_temp.adding('{}')), 'AG002', 'A geotag without a file is refused.');
select is(pg_temp.at_the_end(pg_temp.adding('{"file_path": "a.jpg"}')), 'none', 'A geotag with a file is saved.');
select is(pg_temp.at_the_end(pg_temp.adding('{"file_path": "a.jpg", "region_name": "Test Region A",
  "province_name": "Test Province A1"}', 'regional office')), 'AG002',
  'A transaction can''t commit if it adds a geotag whose office differs from its record''s office.');

-- When a statement changes several records, each geotag gets the values of its own record.
select tests.perform_as('neighbour', pg_temp.adding('{"outside_confirmed": "Yes"}', 'same region'));
update public.form_11_geotags set process_stage = 'Pending';
update public.form11_accomps set arbo_name = 'Name ' || id where id in (pg_temp.form(), pg_temp.form('same region'));
select bag_eq('select distinct arbo_name from public.form_11_geotags', $$values ('Name ' || pg_temp.form()),
  ('Name ' || pg_temp.form('same region'))$$,
  'If one statement renames two ARBOs, each geotag gets the new name of its own ARBO.');

select * from finish();
rollback;
