-- Geotags: what they share with their Form 11 record, where the point may lie, and that each has its file, in its
-- office.
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

-- What it shares.
select tests.perform_as('encoder', pg_temp.adding('{}'));
select is((pg_temp.newest()).office, 'Test Region A / Test Province A1', 'a new geotag is in the office of its record');
select is(row((pg_temp.newest()).year_funded, (pg_temp.newest()).arbo_name, (pg_temp.newest()).muncity_name,
  (pg_temp.newest()).status), row(2024, 'Ours'::text, 'Town'::text, 'Accomplished'::text),
  'and has its programme, organization and place');
select tests.perform_as('encoder', pg_temp.adding('{"arbo_name": "Other"}'));
select is((pg_temp.newest()).arbo_name, 'Other', 'unless it says otherwise');
select is(tests.attempt('encoder', pg_temp.adding('{"outside_confirmed": "Yes"}', 'same region')), '42501',
  'a record out of sight gives nothing: the row has no office that the caller writes');
select is(tests.attempt('encoder',
  pg_temp.adding('{"region_name": "Test Region A", "province_name": "Test Province A2"}')), '42501',
  'nor may it name another office');
select is(tests.attempt('encoder', pg_temp.adding('{"form11_id": 0, "outside_confirmed": "Yes"}')), '42501',
  'or no record');
update public.form11_accomps set arbo_name = 'Renamed', reporting_year = 2025 where id = pg_temp.form();
select is(row((pg_temp.newest()).arbo_name, (pg_temp.newest()).reporting_year), row('Renamed'::text, 2025),
  'it follows the changes of its record');
update public.form11_accomps set remarks = 'x' where id = pg_temp.form();
select is((pg_temp.newest()).row_version, 2, 'and only those that they share');
update public.form11_accomps set province_name = 'Test Province A2' where id = pg_temp.form();
select is((pg_temp.newest()).office, 'Test Region A / Test Province A2', 'it moves with its record');
update public.form11_accomps set province_name = 'Test Province A1' where id = pg_temp.form();
update public.form_11_geotags set process_stage = 'Approved';
select is(tests.attempt('encoder',
  format('update public.form11_accomps set arbo_name = ''Again'' where id = %s', pg_temp.form())), 'AG001',
  'an approved geotag holds what it shares with its record');
select is(tests.attempt('encoder',
  format('update public.form11_accomps set remarks = ''Again'' where id = %s', pg_temp.form())), 'done',
  'and nothing else');
select is(tests.attempt('central',
  format('update public.form11_accomps set arbo_name = ''Again'' where id = %s', pg_temp.form())), 'done',
  'but for Central');
update public.form_11_geotags set process_stage = null;
insert into forms select 'second', tests.put_sample('form11_accomps', 'own', '{"status": "Accomplished"}');
select is(tests.attempt('encoder', format('update public.form_11_geotags set form11_id = %s', pg_temp.form('second'))),
  'AG002', 'it stays with the record that it proves');
select is(tests.try_as_owner(format('delete from public.form11_accomps where id = %s', pg_temp.form())), '23503',
  'which stays while it has geotags');

-- The point: a province of two islands, its region's other province without outline.
insert into private.province_outlines values
  ('Test Region A', 'Test Province A1', '((120,10),(121,10),(121,11),(120,11))'),
    ('Test Region A', 'Test Province A1', '((122,10),(123,10),(122,11))');
create function pg_temp.outside(longitude numeric, latitude numeric, place text default 'own') returns text language sql
  as $$
  select coalesce(private.outside_outline(p.region_name, p.province_name, longitude, latitude), 'unknown')
    from tests.places p where p.place = outside.place
$$;
select is(pg_temp.outside(120.5, 10.5), 'No', 'a point on one island is inside');
select is(pg_temp.outside(122.2, 10.2), 'No', 'and on the other');
select is(pg_temp.outside(121.5, 10.5), 'Yes', 'between them it is outside');
select is(pg_temp.outside(121.044, 10.5), 'No', 'a little beyond the coast it is inside, for the outlines are coarse');
select is(pg_temp.outside(121.046, 10.5), 'Yes', 'more than that is outside');
select is(pg_temp.outside(120.5, 10.5, 'other region'), 'unknown', 'of a province without outline nothing is known');
select is(pg_temp.outside(122.2, 10.2, 'regional office'), 'No', 'a regional office has its region');
select is(pg_temp.outside(122.2, 10.2, 'central office'), 'No', 'and the central one the country');
select is(pg_temp.outside(0, 0, 'central office'), 'Yes', 'which does not reach everywhere');

select is(tests.attempt('encoder', pg_temp.adding('{"longitude": 121.5}')), 'AG002', 'a point outside is not saved');
select is(tests.attempt('encoder', pg_temp.adding('{"longitude": 121.5, "outside_confirmed": "No"}')), 'AG002',
  'nor when that is denied');
select is(tests.attempt('encoder', pg_temp.adding('{"longitude": 121.5, "outside_confirmed": "Yes"}')), 'done',
  'it is when that is confirmed');
select tests.perform_as('encoder', pg_temp.adding('{"outside_confirmed": "Yes"}'));
select is(row((pg_temp.newest()).outside_province, (pg_temp.newest()).outside_confirmed), row('No'::text, null::text),
  'inside there is nothing to confirm');
create function pg_temp.change(assignment text, wanted_caller text default 'encoder') returns text language sql as $$
  select tests.attempt(wanted_caller,
    format('update public.form_11_geotags set %s where id = %s', assignment, (pg_temp.newest()).id))
$$;
select is(pg_temp.change('longitude = 121.5'), 'AG002', 'a point is not moved outside unconfirmed');
select is(pg_temp.change('longitude = 121.5, outside_confirmed = ''Yes'''), 'done', 'confirmed it is');
select is(pg_temp.change('outside_province = ''No'''), '42501', 'nobody says themselves that a point is inside');
select tests.perform_as('encoder',
  format('update public.form_11_geotags set longitude = 121.5, outside_confirmed = ''Yes'' where id = %s',
  (pg_temp.newest()).id));
select is((pg_temp.newest()).outside_province, 'Yes', 'the database does');
select is(pg_temp.change('outside_confirmed = null'), 'AG002',
  'what was confirmed is not taken back while it is outside');
select is(pg_temp.change('caption = ''x'''), 'done', 'other changes ask for nothing');

-- The file. Its columns are written by taking over an upload, and by nothing else.
select is(pg_temp.change(c || ' = null'), '42501', 'nobody writes ' || c)
  from unnest(array['file_path', 'thumbnail_path', 'file_name', 'content_type', 'size', 'sha256']) c;
select is(pg_temp.change('upload_id = gen_random_uuid()'), 'AG002', 'an upload that was never announced is not taken');
update public.form_11_geotags set upload_id = gen_random_uuid() where id = (pg_temp.newest()).id;
select is(pg_temp.change('upload_id = null'), 'AG002', 'and a row does not let go of its file');
select is(tests.try_as_owner('insert into public.offices (region_name, province_name)
  values (''Test Region A'', ''TEST-PROVINCE  A1'')'), '23505', 'no two offices share a folder');
select is(private.folder_name('Región IV-A (CALABARZON) / Parañaque'), 'region-iv-a-calabarzon-paranaque',
  'a folder has letters of the alphabet, digits and hyphens');
select is(private.folder_name(n), '_', 'and a name where there is none') from unnest(array[null, '', '../..']) n;

-- At the end of the transaction.
select tests.set_end_rules('public.form_11_geotags', 'enable');
create function pg_temp.at_the_end(statement text) returns text language sql
  as $$ select tests.try_as_owner(format('do $q$ begin %s; set constraints all immediate; end $q$', statement)) $$;
select is(pg_temp.at_the_end(pg_temp.adding('{}')), 'AG002', 'a geotag without file is not saved');
select is(pg_temp.at_the_end(pg_temp.adding('{"file_path": "a.jpg"}')), 'none', 'with one it is');
select is(pg_temp.at_the_end(pg_temp.adding('{"file_path": "a.jpg", "region_name": "Test Region A",
  "province_name": "Test Province A1"}', 'regional office')), 'AG002', 'but not in another office than its record');

-- Several records at once: each geotag has what its own record has.
select tests.perform_as('neighbour', pg_temp.adding('{"outside_confirmed": "Yes"}', 'same region'));
update public.form_11_geotags set process_stage = 'Pending';
update public.form11_accomps set arbo_name = 'Name ' || id where id in (pg_temp.form(), pg_temp.form('same region'));
select bag_eq('select distinct arbo_name from public.form_11_geotags', $$values ('Name ' || pg_temp.form()),
  ('Name ' || pg_temp.form('same region'))$$, 'two records changed at once each hand on what is theirs');

select * from finish();
rollback;
