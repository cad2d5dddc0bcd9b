-- Tests that the figure tables (activities, marks, people, counts) agree with the rows after every write.
-- private.figure_differences must find each difference, and a user can't read figures of another office's rows.
begin;
select plan(75);

select tests.make_offices();
select tests.empty_tables();
select tests.create_user('own', 'Provincial'), tests.create_user('elsewhere', 'Provincial', place => 'other region'),
  tests.create_user('central', 'Central');
select tests.create_user('region', 'Regional'), tests.create_user('no role', null), tests.create_anonymous('anonymous');
create temp table subject as
select tests.put_sample('arbo_masterlist', 'own', '{"arbo_id": "A-1", "arbo_name": "Alpha"}') as a,
  tests.put_sample('arbo_masterlist', 'own', '{"arbo_id": null, "arbo_name": "Beta"}') as b,
  tests.put_sample('arc_masterlist', 'own', '{"arc_id": "ARC-1"}') as arc;
create function pg_temp.fill(target text, extra jsonb default '{}',
  place text default 'own') returns bigint language sql as $$
  select tests.put_sample(target, place,
    '{"arbo_id": "A-1", "arbo_name": "Alpha", "arc_id": "ARC-1", "subpsp_name": null,
    "subpsp_abbreviation": "MCBF"}'::jsonb
    || case when target in ('arbo_trainings', 'participants') then '{}'
      else '{"reporting_year": 2025}'::jsonb end || extra)
$$;

select pg_temp.fill('form11_farm_infos'), pg_temp.fill('form_5_annualtargets'), pg_temp.fill('form_5_accomps'),
  pg_temp.fill('form7_proddevs'), pg_temp.fill('form_10'), pg_temp.fill('form11_accomps'),
  pg_temp.fill('arbo_trainings',
    '{"training_id": "T-1", "date_conducted": "2025-05-06", "start_date": null, "end_date": null,
    "training_days": null}');
select pg_temp.fill('participants', '{"participant_name": "One", "training_id": ["T-1"]}'),
  pg_temp.fill('participants', '{"participant_name": "Two"}');
select is_empty('select tests.figure_differences()',
  'The stored dashboard figures agree with the record tables after rows are added.');

-- Tests which callers can read or change the figure tables.
select is(tests.attempt(caller, 'select from public.' || kept), wanted,
  format('When the caller "%1$s" reads %2$s, the result is: %3$s', caller, kept, wanted))
from (values ('activities', '6 rows'), ('outcome_counts', '6 rows'), ('marks', '3 rows'), ('programme_marks', '2 rows'),
  ('funding_marks', '2 rows'), ('people', '2 rows'), ('people_counts', '2 rows')) k (kept, seen)
cross join lateral (values ('own', seen), ('region', seen), ('central', seen), ('elsewhere', 'none'),
  ('no role', 'none'), ('anonymous', '42501')) c (caller, wanted);
select is(tests.attempt('central', format('delete from public.%I', kept)), '42501',
  format('A Central user can''t delete rows of %s.', kept))
from (values ('activities'), ('marks'), ('people')) v (kept);
select is(tests.attempt('central', 'select from private.' || called), '42501',
  format('A Central user can''t call the function %s.', called))
from (values ('rebuild_figures()'), ('figure_differences()'), ($$ marks_of('{1}', '{}') $$)) v (called);

-- A write that affects figures adds the row to private.stale_rows. The next refresh then recomputes the row's figures.
create function pg_temp.noted(statement text) returns text language plpgsql as $$
declare
  found_rows text;
begin
  perform private.refresh_figures();
  execute statement;
  select string_agg(s.table_name, ', ' order by s.id) into found_rows from private.stale_rows s;
  return found_rows;
end
$$;
select is(pg_temp.noted($$ update public.form_10 set remarks = 'changed' $$), null,
  'A change that does not affect the dashboard figures adds no row to private.stale_rows.');
select is(pg_temp.noted($$ update public.form_10 set type_enterprise = 'changed' $$),
  'form_10', 'A change that can affect the dashboard figures adds the changed row to private.stale_rows.');
select is((select count(*)::integer from private.stale_rows), 1,
  'A changed row stays in private.stale_rows until the dashboard figures are refreshed.');
select is(private.refresh_figures(), null,
  'private.refresh_figures returns null after it has updated the figures for all changed rows.');
select is((select count(*)::integer from private.stale_rows), 0,
  'After a refresh of the dashboard figures, private.stale_rows is empty.');
select is(tests.attempt('own', 'select private.refresh_figures()'), '42501',
  'A user can''t call private.refresh_figures.');
select is(tests.attempt('own', 'select from private.stale_rows'), '42501', 'A user can''t read private.stale_rows.');

-- The changes of rows that the test tries. `words` describes the change in the title of the assertion.
create temp table step (place integer generated always as identity, words text, statement text);
insert into step (words, statement) values
  ('an ARBO gets an ARBO ID later', $$ update public.arbo_masterlist set arbo_id = 'B-1' where arbo_name = 'Beta' $$),
  (
  'new rows name an ARBO with and without its ARBO ID',
  $$ select pg_temp.fill('form7_accomps', '{"arbo_id": null, "arbo_name": "Beta"}'),
    pg_temp.fill('form7_proddevs', '{"arbo_id": "B-1", "arbo_name": "Beta"}') $$),
  ('a statement adds hundreds of ARBOs and ARCs', $$
    insert into public.arbo_masterlist (arbo_name, region_name, province_name)
    select 'Many ' || n, region_name, province_name from generate_series(1, 600) n,
      public.arbo_masterlist where arbo_name = 'Beta';
    insert into public.arc_masterlist (arc_id, arc_name, region_name, province_name)
    select 'ARC-M' || n, 'Many ' || n, region_name, province_name from generate_series(1, 300) n,
      public.arc_masterlist where arc_id = 'ARC-1';
    select private.rebuild_figures() $$),
  ('an ARBO gets another name', $$ update public.arbo_masterlist set arbo_name = 'Gamma' where arbo_id = 'B-1' $$),
  ('an ARBO gets another ARBO ID', $$ update public.arbo_masterlist set arbo_id = 'A-9' where arbo_id = 'A-1' $$),
  ('all ARBOs move to another town', $$ update public.arbo_masterlist set muncity_name = 'Other Town' $$),
  ('a target moves to another year', $$ update public.form_5_annualtargets set reporting_year = 2024 $$),
  ('a training moves to another day', $$ update public.arbo_trainings set date_conducted = '2023-02-01' $$),
  ('all participants attend a training', $$ update public.participants set training_id = array['T-1'] $$),
  ('a participant no longer attends a training',
    $$ update public.participants set training_id = null where participant_name = 'One' $$),
  ('participants get another fund source and programme',
    $$ update public.participants set fund_source = 'ARF', subpsp_abbreviation = 'FBS',
    psp_category = 'WE GROW' $$),
  ('farm support gets another kind and year',
    $$ update public.form11_farm_infos set support_provided = 'Support facility', reporting_year = null,
    year_funded = 2023 $$),
  (
  'accomplishments and farm support are deleted',
  $$ delete from public.form_5_accomps; delete from public.form11_farm_infos $$),
  ('all participants are deleted', $$ delete from public.participants $$);
create function pg_temp.take(statement text) returns setof text language plpgsql as $$ begin execute statement;
  return query select tests.figure_differences(); end $$;
select is_empty(format('select pg_temp.take(%L)', statement),
  'The stored dashboard figures agree with the rows after this change: ' || words) from step order by place;

-- private.figure_differences finds figures that were changed by hand, and private.rebuild_figures repairs them.
select is((select count(*)::text from pg_temp.take(statement) d where d like kept || ' %'), wanted,
  format('private.figure_differences reports rows of the table %s whose figures were changed by hand.', kept))
from (values
  ('marks', 'update public.marks set form_11_accomplished = 0 where form_11_accomplished <> 0', '4'),
  ('outcome_counts', 'update public.outcome_counts set n = n + 1 where form = ''form-10''', '2')) b (kept, statement,
    wanted);
select is((select count(*)::text
  from pg_temp.take('update public.activities set matched_within = 3 where matched_within = 0 and side = ''target''
  and form = ''form-5''') d where d like 'matched%'), '2',
  'figure_differences reports a target that the stored figures wrongly count as accomplished.');
select lives_ok('select private.rebuild_figures()', 'private.rebuild_figures runs without an error.');
select is_empty('select tests.figure_differences()',
  'After private.rebuild_figures has run, the stored dashboard figures agree with the record rows.');

select * from finish();
rollback;
