-- Constraints on the rows of the ARBO Masterlist.
begin;
select plan(36);

select tests.make_offices();
select tests.empty_tables();
create function pg_temp.add(extra jsonb) returns text language sql as $$
  select tests.statement_to_insert('arbo_masterlist', tests.sample('arbo_masterlist', 'own', extra))
$$;

select is(window_name, 'accomplishment',
  'The reporting window that applies to the ARBO Masterlist is the window for accomplishments.')
  from private.record_tables where table_name = 'arbo_masterlist';

create temporary table sums (total text, part_a text, part_b text) on commit drop;
insert into sums values
  ('total_total_baseline_2014', 'total_male_baseline_2014', 'total_female_baseline_2014'),
  ('arb_total_baseline_2014', 'arb_male_baseline_2014', 'arb_female_baseline_2014'),
  ('total_member', 'total_member_male', 'total_member_female'),
  ('no_arb_member_total', 'no_arb_member_male', 'no_arb_member_female'),
  ('arb_total_registered_rsbsa', 'arb_male_registered_rsbsa', 'arb_female_registered_rsbsa');
select throws_ok(pg_temp.add(jsonb_build_object(total, 6, part_a, 2, part_b, 3)), '23514',
  format('new row for relation "arbo_masterlist" violates check constraint "arbo_masterlist_%s_agrees"', total),
    total || ': The database refuses an ARBO whose total is not the sum of its two parts.') from sums;
select lives_ok(pg_temp.add(jsonb_build_object(total, 5, part_a, 2, part_b, 3)),
  total || ': The database saves an ARBO whose total is the sum of its two parts.') from sums;
select lives_ok(pg_temp.add(jsonb_build_object(total, 6, part_a, 2)),
  total || ': The database saves an ARBO with any total if one of the two parts is empty.') from sums;

select is_empty(
  $$ select a.attname from pg_attribute a
     where a.attrelid = 'public.arbo_masterlist'::regclass and a.attnum > 0 and not a.attisdropped
       and a.atttypid in ('integer'::regtype, 'bigint'::regtype)
       and a.attname not in ('id', 'row_version')
       and tests.try_as_owner(pg_temp.add(jsonb_build_object(a.attname, -1))) <> '23514' $$,
  'All numeric columns of an ARBO refuse negative numbers.');
select is_empty(
  $$ select a.attname from pg_attribute a
     where a.attrelid = 'public.arbo_masterlist'::regclass and a.attnum > 0 and not a.attisdropped
       and a.atttypid in ('integer'::regtype, 'bigint'::regtype)
       and a.attname not in ('id', 'row_version', 'year_organized', 'latest_audited_fs')
       and tests.try_as_owner(pg_temp.add(jsonb_build_object(a.attname, 0))) <> 'done' $$,
  'All columns of an ARBO that hold a count accept zero.');

select throws_ok(pg_temp.add('{"arbo_name": "  "}'), '23514', null, 'An ARBO with a blank name is refused.');
select throws_ok(pg_temp.add('{"arbo_name": null}'), '23502', null, 'An ARBO without a name is refused.');
select throws_ok(pg_temp.add('{"arbo_id": " "}'), '23514', null,
  'An ARBO with a blank ARBO ID is refused.');
select lives_ok(pg_temp.add('{"arbo_id": "A-1"}'), 'An ARBO with a new ARBO ID is saved.');
select throws_ok(pg_temp.add('{"arbo_id": "A-1"}'), '23505',
  'duplicate key value violates unique constraint "arbo_masterlist_arbo_id_once"',
  'A second ARBO with the same ARBO ID is refused.');
select lives_ok(pg_temp.add('{"arbo_id": null}'), 'An ARBO without an ARBO ID is saved.');
select lives_ok(pg_temp.add('{"arbo_id": null}'), 'A second ARBO without an ARBO ID is saved.');

select throws_ok(pg_temp.add('{"province_name": "Test Province B1"}'), '23503',
  'insert or update on table "arbo_masterlist" violates foreign key constraint "arbo_masterlist_office_exists"',
    'An ARBO is refused if its province is not in its region.');
select throws_ok(pg_temp.add('{"region_name": "Atlantis", "province_name": null}'), '23503', null,
  'An ARBO in an unknown region is refused.');
select throws_ok(pg_temp.add('{"region_name": "", "province_name": ""}'), '23514', null,
  'The database refuses an ARBO whose region is an empty text instead of null.');
select lives_ok(pg_temp.add('{"region_name": null, "province_name": null}'),
  'An ARBO of the central office, without region and province, is saved.');

select throws_ok(pg_temp.add('{"status": "Done"}'), '23514', null, 'An ARBO with an unknown status is refused.');
select lives_ok(pg_temp.add(jsonb_build_object('status', s)),
  format('An ARBO with the status %s is saved.', coalesce(s, 'empty')))
  from unnest(array['Target', 'Accomplished', 'Updated', null]) s;
select throws_ok(pg_temp.add('{"registering_agency": "BIR"}'), '23514', null,
  'An ARBO with an unknown registering agency is refused.');
select throws_ok(pg_temp.add('{"year_organized": 1899}'), '23514', null, 'An ARBO organized before 1900 is refused.');

select * from finish();
rollback;
