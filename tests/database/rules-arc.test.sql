-- Constraints on the rows of ARCs and of the barangays that they cover.
begin;
select plan(30);

select tests.make_offices();
select tests.empty_tables();
select tests.create_user('encoder', 'Provincial');
select tests.set_windows('accomplishment');
create function pg_temp.add(target text, extra jsonb) returns text language sql as $$
  select tests.statement_to_insert(target, tests.sample(target, 'own', extra))
$$;

select is(window_name, 'accomplishment',
  table_name || ': The reporting window that applies to the table is the window for accomplishments.')
  from private.record_tables where table_name like 'arc\_%' order by table_name;

select lives_ok(pg_temp.add('arc_masterlist', '{"arc_id": "ARC-1"}'), 'The database accepts an ARC with a new ARC ID.');
select throws_ok(pg_temp.add('arc_masterlist', '{"arc_id": "ARC-1"}'), '23505',
  'duplicate key value violates unique constraint "arc_masterlist_arc_id_once"',
  'A second ARC with the same ARC ID is refused.');
select throws_ok(pg_temp.add('arc_masterlist', '{"arc_id": null}'), '23502', null,
  'An ARC without an ARC ID is refused.');
select throws_ok(pg_temp.add('arc_masterlist', '{"arc_id": " "}'), '23514', null,
  'An ARC with a blank ARC ID is refused.');
select throws_ok(pg_temp.add('arc_masterlist', '{"arc_name": " "}'), '23514', null,
  'An ARC with a blank name is refused.');
select throws_ok(pg_temp.add('arc_masterlist', '{"year_launched": 20}'), '23514', null,
  'An ARC with a two-digit year is refused.');
select throws_ok(pg_temp.add('arc_masterlist', '{"province_name": "Test Province B1"}'), '23503', null,
  'An ARC is refused if its province is not in its region.');

create function pg_temp.barangay(extra jsonb) returns text language sql as $$
  select pg_temp.add('arc_barangays_covered',
    '{"arc_id": "ARC-1", "muncity_name": "Town", "barangay_name": "Poblacion"}'::jsonb || extra)
$$;
select throws_ok(pg_temp.barangay('{"arc_id": "ARC-2"}'), '23503', null, 'A barangay of an unknown ARC is refused.');
select lives_ok(pg_temp.barangay('{}'), 'An ARC can cover a barangay.');
select throws_ok(pg_temp.barangay('{}'), '23505', null, 'An ARC can''t cover the same barangay twice.');
select lives_ok(pg_temp.barangay('{"muncity_name": "Other Town"}'),
  'An ARC can cover two barangays with the same name if they are in different towns.');
select throws_ok(pg_temp.barangay('{"barangay_name": null}'), '23514', null, 'A barangay without a name is refused.');
select throws_ok(pg_temp.barangay('{"muncity_name": null}'), '23514', null, 'A barangay without a town is refused.');

select is(tests.attempt('encoder', $$ delete from public.arc_masterlist where arc_id = 'ARC-1' $$), '23503',
  'An ARC with barangays can''t be deleted.');
select tests.perform_as('encoder', $$ update public.arc_masterlist set arc_id = 'ARC-9' where arc_id = 'ARC-1' $$);
select is(count(*), 2::bigint,
  'An ARC''s new ARC ID is copied to the barangays of the ARC.') from public.arc_barangays_covered
  where arc_id = 'ARC-9';
select is(max(row_version), 2,
  'A change of an ARC ID increases the row versions of the ARC''s barangays.') from public.arc_barangays_covered
  where arc_id = 'ARC-9';
select is(tests.attempt('encoder', $$ delete from public.arc_barangays_covered where arc_id = 'ARC-9' $$), '2 rows',
  'A barangay of an ARC can be deleted.');
delete from public.arc_barangays_covered;
select is(tests.attempt('encoder', $$ delete from public.arc_masterlist where arc_id = 'ARC-9' $$), 'done',
  'An ARC without barangays can be deleted.');

-- When the ID, name or type of an ARC changes, the rows that refer to the ARC get the new value.
select tests.put_sample('arc_masterlist', 'own', '{"arc_id": "ARC-3", "arc_name": "Three", "arc_type": "ARC"}'),
  tests.put_sample('arbo_masterlist', 'own',
    '{"arc_id": "ARC-3", "arc_name": "Three", "arc_type": "ARC", "process_stage": "Approved"}'),
  tests.put_sample('arbo_masterlist', 'same region', '{"arc_id": "ARC-3", "arc_name": "Three", "arc_type": null}'),
  tests.put_sample('form_10', 'own', '{"arc_id": "ARC-3", "arc_name": "Three", "arc_type": "ARC"}'),
  tests.put_sample('form_10', 'own', '{"arc_id": "ARC-3", "arc_name": "Written by hand", "arc_type": null}'),
  tests.put_sample('form11_accomps', 'own',
    '{"arc_id": "ARC-3", "arc_name": "Three", "arc_type": "ARC", "process_stage": "Approved"}');
create function pg_temp.copies() returns text language sql as $$
  select string_agg(concat_ws(' ', arc_id, arc_name, arc_type), ', ' order by place, id)
  from (
    select 0 as place, id, arc_id, arc_name, arc_type from public.arbo_masterlist where arc_id is not null
    union all select 1, id, arc_id, arc_name, arc_type from public.form_10 where arc_id is not null
    union all select 2, id, arc_id, arc_name, arc_type from public.form11_accomps where arc_id is not null) r
$$;
select tests.perform_as('encoder', $$ update public.arc_masterlist set arc_id = 'ARC-4' where arc_id = 'ARC-3' $$);
select is(pg_temp.copies(), 'ARC-4 Three ARC, ARC-3 Three, ARC-4 Three ARC, ARC-4 Written by hand, ARC-4 Three ARC',
  'An ARC''s new ARC ID is copied to all rows of the ARC, even to approved rows, but not to ARBOs of other offices.');
select tests.perform_as('encoder', $$ update public.arc_masterlist set arc_name = 'Four' where arc_id = 'ARC-4' $$);
select is(pg_temp.copies(), 'ARC-4 Four ARC, ARC-3 Three, ARC-4 Four ARC, ARC-4 Written by hand, ARC-4 Four ARC',
  'When an ARC gets a new name, all its rows with the former name, even approved rows, get the new name.');
select tests.perform_as('encoder',
  $$ update public.arc_masterlist set arc_id = 'ARC-5', arc_type = 'ARC Cluster' where arc_id = 'ARC-4' $$);
select is(pg_temp.copies(),
  'ARC-5 Four ARC Cluster, ARC-3 Three, ARC-5 Four ARC Cluster, ARC-5 Written by hand, ARC-5 Four ARC Cluster',
  'When an ARC gets a new ARC ID and type, its rows get the ID, and the rows with the former type get the type.');
select is(string_agg(distinct status, ' '), 'Accomplished',
  'When an ARC gets a new name, its rows with the status Accomplished keep this status.') from public.form_10;
select is(tests.attempt('encoder', $$ update public.form11_accomps set arc_name = 'Mine' $$), 'AG001',
  'A Provincial user can''t change the name of the ARC in an approved row.');

-- A user who read the ARC before a change saves a row with the former name.
select tests.put_sample('form_10', 'own', '{"arc_id": "ARC-5", "arc_name": "Three", "arc_type": "ARC"}');
select is((select concat_ws(' ', arc_name, arc_type) from public.form_10 order by id desc limit 1), 'Four ARC Cluster',
  'A new row with a former name of its ARC gets the present name and type.');
select tests.put_sample('form_10', 'own', '{"arc_id": "ARC-5", "arc_name": null, "arc_type": null}');
select is((select concat_ws(' ', arc_name, arc_type) from public.form_10 order by id desc limit 1), 'Four ARC Cluster',
  'A new row without the name of its ARC gets the present name and type.');
select tests.put_sample('form_10', 'own', '{"arc_id": "ARC-5", "arc_name": "Mine", "arc_type": "ARC"}');
select is((select concat_ws(' ', arc_name, arc_type) from public.form_10 order by id desc limit 1), 'Mine ARC',
  'A new row with a name of its ARC that was written by hand keeps this name and its type.');
select tests.perform_as('encoder', $$ update public.form_10 set arc_name = 'Three' where arc_name = 'Mine' $$);
select is((select concat_ws(' ', arc_name, arc_type) from public.form_10 order by id desc limit 1), 'Four ARC Cluster',
  'A row that is changed to a former name of its ARC gets the present name and type.');
select tests.put_sample('arbo_masterlist', 'own', '{"arc_id": "ARC-5", "arc_name": "Three", "arc_type": "ARC"}');
select is((select concat_ws(' ', arc_name, arc_type) from public.arbo_masterlist order by id desc limit 1),
  'Four ARC Cluster', 'A new ARBO with a former name of its ARC gets the present name and type.');

select * from finish();
rollback;
