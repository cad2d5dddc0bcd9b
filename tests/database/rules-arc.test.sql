-- What an ARC and the barangays that it covers must be.
begin;
select plan(20);

select tests.make_offices();
select tests.empty_tables();
select tests.create_user('encoder', 'Provincial');
select tests.set_windows('accomplishment');
create function pg_temp.add(target text, extra jsonb) returns text language sql as $$
  select tests.statement_to_insert(target, tests.sample(target, 'own', extra))
$$;

select is(window_name, 'accomplishment', table_name || ' is written in the accomplishment window')
  from private.record_tables where table_name like 'arc\_%' order by table_name;

select lives_ok(pg_temp.add('arc_masterlist', '{"arc_id": "ARC-1"}'), 'an ARC ID is taken once');
select throws_ok(pg_temp.add('arc_masterlist', '{"arc_id": "ARC-1"}'), '23505',
  'duplicate key value violates unique constraint "arc_masterlist_arc_id_once"', 'and not twice');
select throws_ok(pg_temp.add('arc_masterlist', '{"arc_id": null}'), '23502', null, 'an ARC without ID is refused');
select throws_ok(pg_temp.add('arc_masterlist', '{"arc_id": " "}'), '23514', null, 'a blank ID is refused');
select throws_ok(pg_temp.add('arc_masterlist', '{"arc_name": " "}'), '23514', null, 'a blank name is refused');
select throws_ok(pg_temp.add('arc_masterlist', '{"year_launched": 20}'), '23514', null,
  'a year of two digits is refused');
select throws_ok(pg_temp.add('arc_masterlist', '{"province_name": "Test Province B1"}'), '23503', null,
  'a province of another region is refused');

create function pg_temp.barangay(extra jsonb) returns text language sql as $$
  select pg_temp.add('arc_barangays_covered',
    '{"arc_id": "ARC-1", "muncity_name": "Town", "barangay_name": "Poblacion"}'::jsonb || extra)
$$;
select throws_ok(pg_temp.barangay('{"arc_id": "ARC-2"}'), '23503', null, 'a barangay of an unknown ARC is refused');
select lives_ok(pg_temp.barangay('{}'), 'a barangay is covered once by an ARC');
select throws_ok(pg_temp.barangay('{}'), '23505', null, 'and not twice');
select lives_ok(pg_temp.barangay('{"muncity_name": "Other Town"}'),
  'a barangay of the same name in another town is another one');
select throws_ok(pg_temp.barangay('{"barangay_name": null}'), '23514', null, 'a barangay without name is refused');
select throws_ok(pg_temp.barangay('{"muncity_name": null}'), '23514', null, 'a barangay without town is refused');

select is(tests.attempt('encoder', $$ delete from public.arc_masterlist where arc_id = 'ARC-1' $$), '23503',
  'an ARC with barangays cannot be deleted');
select tests.perform_as('encoder', $$ update public.arc_masterlist set arc_id = 'ARC-9' where arc_id = 'ARC-1' $$);
select is(count(*), 2::bigint, 'a new ID of an ARC reaches its barangays') from public.arc_barangays_covered
  where arc_id = 'ARC-9';
select is(max(row_version), 2, 'as a change of theirs, which counts') from public.arc_barangays_covered
  where arc_id = 'ARC-9';
select is(tests.attempt('encoder', $$ delete from public.arc_barangays_covered where arc_id = 'ARC-9' $$), '2 rows',
  'the barangays can be deleted');
delete from public.arc_barangays_covered;
select is(tests.attempt('encoder', $$ delete from public.arc_masterlist where arc_id = 'ARC-9' $$), 'done',
  'and then the ARC');

select * from finish();
rollback;
