-- Geotags: the columns they share with their Form 11 record, where the point can be, and that each has a file and the
-- office of its record.
begin;
select plan(50);

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

-- Columns that a geotag shares with its Form 11 record.
select tests.perform_as('encoder', pg_temp.adding('{}'));
select is((pg_temp.newest()).office, 'Test Region A / Test Province A1', 'A new geotag gets the office of its record.');
select is(row((pg_temp.newest()).year_funded, (pg_temp.newest()).arbo_name, (pg_temp.newest()).muncity_name,
  (pg_temp.newest()).status), row(2024, 'Ours'::text, 'Town'::text, 'Accomplished'::text),
  'A new geotag gets the programme, ARBO and place of its record.');
select tests.perform_as('encoder', pg_temp.adding('{"arbo_name": "Other"}'));
select is((pg_temp.newest()).arbo_name, 'Other', 'A new geotag keeps a different value entered by the user.');
select is(tests.attempt('encoder', pg_temp.adding('{"outside_confirmed": "Yes"}', 'same region')), '42501',
  'A geotag of a record that the user can''t see gets no office and is refused.');
select is(tests.attempt('encoder',
  pg_temp.adding('{"region_name": "Test Region A", "province_name": "Test Province A2"}')), '42501',
  'A geotag with another office than its record is refused.');
select is(tests.attempt('encoder', pg_temp.adding('{"form11_id": 0, "outside_confirmed": "Yes"}')), '42501',
  'A geotag without a record is refused.');
update public.form11_accomps set arbo_name = 'Renamed', reporting_year = 2025 where id = pg_temp.form();
select is(row((pg_temp.newest()).arbo_name, (pg_temp.newest()).reporting_year), row('Renamed'::text, 2025),
  'A geotag gets the changed columns of its record.');
update public.form11_accomps set remarks = 'x' where id = pg_temp.form();
select is((pg_temp.newest()).row_version, 2, 'A change of columns that are not shared does not change the geotag.');
update public.form11_accomps set province_name = 'Test Province A2' where id = pg_temp.form();
select is((pg_temp.newest()).office, 'Test Region A / Test Province A2', 'A geotag moves to the office of its record.');
update public.form11_accomps set province_name = 'Test Province A1' where id = pg_temp.form();
update public.form_11_geotags set process_stage = 'Approved';
select is(tests.attempt('encoder',
  format('update public.form11_accomps set arbo_name = ''Again'' where id = %s', pg_temp.form())), 'AG001',
  'The shared columns of a record can''t be changed while its geotag is approved.');
select is(tests.attempt('encoder',
  format('update public.form11_accomps set remarks = ''Again'' where id = %s', pg_temp.form())), 'done',
  'Other columns of the record can be changed while its geotag is approved.');
select is(tests.attempt('central',
  format('update public.form11_accomps set arbo_name = ''Again'' where id = %s', pg_temp.form())), 'done',
  'A Central user can change the shared columns while the geotag is approved.');
update public.form_11_geotags set process_stage = null;
insert into forms select 'second', tests.put_sample('form11_accomps', 'own', '{"status": "Accomplished"}');
select is(tests.attempt('encoder', format('update public.form_11_geotags set form11_id = %s', pg_temp.form('second'))),
  'AG002', 'A geotag can''t be moved to another record.');
select is(tests.try_as_owner(format('delete from public.form11_accomps where id = %s', pg_temp.form())), '23503',
  'A record with geotags can''t be deleted.');

-- Outlines for points: a province of two islands, and another province of the region without an outline.
insert into private.province_outlines values
  ('Test Region A', 'Test Province A1', '((120,10),(121,10),(121,11),(120,11))'),
    ('Test Region A', 'Test Province A1', '((122,10),(123,10),(122,11))');
create function pg_temp.outside(longitude numeric, latitude numeric, place text default 'own') returns text language sql
  as $$
  select coalesce(private.outside_outline(p.region_name, p.province_name, longitude, latitude), 'unknown')
    from tests.places p where p.place = outside.place
$$;
select is(pg_temp.outside(120.5, 10.5), 'No', 'A point on the first island is inside.');
select is(pg_temp.outside(122.2, 10.2), 'No', 'A point on the second island is inside.');
select is(pg_temp.outside(121.5, 10.5), 'Yes', 'A point between the islands is outside.');
select is(pg_temp.outside(121.044, 10.5), 'No',
  'A point just beyond the coast is inside, because the outlines are coarse.');
select is(pg_temp.outside(121.046, 10.5), 'Yes', 'A point further beyond the coast is outside.');
select is(pg_temp.outside(120.5, 10.5, 'other region'), 'unknown',
  'The result is unknown for a province without an outline.');
select is(pg_temp.outside(122.2, 10.2, 'regional office'), 'No',
  'A point in any province of the region is inside for the regional office.');
select is(pg_temp.outside(122.2, 10.2, 'central office'), 'No',
  'A point in any province is inside for the central office.');
select is(pg_temp.outside(0, 0, 'central office'), 'Yes',
  'A point outside every province is outside for the central office.');

select is(tests.attempt('encoder', pg_temp.adding('{"longitude": 121.5}')), 'AG002', 'A point outside is refused.');
select is(tests.attempt('encoder', pg_temp.adding('{"longitude": 121.5, "outside_confirmed": "No"}')), 'AG002',
  'A point outside is refused if outside_confirmed is No.');
select is(tests.attempt('encoder', pg_temp.adding('{"longitude": 121.5, "outside_confirmed": "Yes"}')), 'done',
  'A point outside is saved if the user confirms it.');
select tests.perform_as('encoder', pg_temp.adding('{"outside_confirmed": "Yes"}'));
select is(row((pg_temp.newest()).outside_province, (pg_temp.newest()).outside_confirmed), row('No'::text, null::text),
  'The confirmation of a point inside is discarded.');
create function pg_temp.change(assignment text, wanted_caller text default 'encoder') returns text language sql as $$
  select tests.attempt(wanted_caller,
    format('update public.form_11_geotags set %s where id = %s', assignment, (pg_temp.newest()).id))
$$;
select is(pg_temp.change('longitude = 121.5'), 'AG002', 'A point can''t be moved outside without confirmation.');
select is(pg_temp.change('longitude = 121.5, outside_confirmed = ''Yes'''), 'done',
  'A point can be moved outside with confirmation.');
select is(pg_temp.change('outside_province = ''No'''), '42501', 'A user can''t set outside_province.');
select tests.perform_as('encoder',
  format('update public.form_11_geotags set longitude = 121.5, outside_confirmed = ''Yes'' where id = %s',
  (pg_temp.newest()).id));
select is((pg_temp.newest()).outside_province, 'Yes', 'The database sets outside_province.');
select is(pg_temp.change('outside_confirmed = null'), 'AG002',
  'The confirmation can''t be removed while the point is outside.');
select is(pg_temp.change('caption = ''x'''), 'done', 'Other changes need no confirmation.');

-- The file columns of a geotag are set only when the row takes over an upload.
select is(pg_temp.change(c || ' = null'), '42501', format('A user can''t write %s.', c))
  from unnest(array['file_path', 'thumbnail_path', 'file_name', 'content_type', 'size', 'sha256']) c;
select is(pg_temp.change('upload_id = gen_random_uuid()'), 'AG002',
  'An upload that was never reserved can''t be used.');
update public.form_11_geotags set upload_id = gen_random_uuid() where id = (pg_temp.newest()).id;
select is(pg_temp.change('upload_id = null'), 'AG002', 'A row can''t drop its file.');
select is(tests.try_as_owner('insert into public.offices (region_name, province_name)
  values (''Test Region A'', ''TEST-PROVINCE  A1'')'), '23505', 'Two offices can''t have the same folder name.');
select is(private.folder_name('Región IV-A (CALABARZON) / Parañaque'), 'region-iv-a-calabarzon-paranaque',
  'A folder name consists of the letters a to z, digits and hyphens.');
select is(private.folder_name(n), '_', format('The folder name of "%s" is an underscore.', n))
  from unnest(array[null, '', '../..']) n;

-- Constraint triggers that run at the end of the transaction.
select tests.set_end_rules('public.form_11_geotags', 'enable');
create function pg_temp.at_the_end(statement text) returns text language sql
  as $$ select tests.try_as_owner(format('do $q$ begin %s; set constraints all immediate; end $q$', statement)) $$;
select is(pg_temp.at_the_end(pg_temp.adding('{}')), 'AG002', 'A geotag without a file is refused.');
select is(pg_temp.at_the_end(pg_temp.adding('{"file_path": "a.jpg"}')), 'none', 'A geotag with a file is saved.');
select is(pg_temp.at_the_end(pg_temp.adding('{"file_path": "a.jpg", "region_name": "Test Region A",
  "province_name": "Test Province A1"}', 'regional office')), 'AG002',
  'A geotag in another office than its record is refused.');

-- When several records change at once, each geotag gets the values of its own record.
select tests.perform_as('neighbour', pg_temp.adding('{"outside_confirmed": "Yes"}', 'same region'));
update public.form_11_geotags set process_stage = 'Pending';
update public.form11_accomps set arbo_name = 'Name ' || id where id in (pg_temp.form(), pg_temp.form('same region'));
select bag_eq('select distinct arbo_name from public.form_11_geotags', $$values ('Name ' || pg_temp.form()),
  ('Name ' || pg_temp.form('same region'))$$,
  'A statement that changes two records gives each geotag the values of its own record.');

select * from finish();
rollback;
