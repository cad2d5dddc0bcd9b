-- Data that charts count: activities and their outcomes, marks of ARBOs and ARCs, and counts that triggers maintain.
-- Each is read as a caller, so that no number includes rows of another office.
begin;
select plan(79);

select tests.make_offices();
select tests.empty_tables();
select tests.create_user('own', 'Provincial'), tests.create_user('elsewhere', 'Provincial', place => 'other region'),
  tests.create_user('central', 'Central');
select tests.create_user('no role', null), tests.create_anonymous('anonymous');
create temp table subject as
select tests.put_sample('arbo_masterlist', 'own', '{"arbo_id": "A-1", "arbo_name": "Alpha"}') as a,
  tests.put_sample('arbo_masterlist', 'own', '{"arbo_id": null, "arbo_name": "Beta"}') as b,
  tests.put_sample('arbo_masterlist', 'other region', '{"arbo_id": "C-1", "arbo_name": "Gamma"}') as c,
  tests.put_sample('arc_masterlist', 'own', '{"arc_id": "ARC-1"}') as arc;
grant select on subject to authenticated;
create function pg_temp.fill(target text, extra jsonb default '{}',
  place text default 'own') returns bigint language sql as $$
  select tests.put_sample(target, place,
    '{"arbo_id": "A-1", "arbo_name": "Alpha", "arc_id": null, "subpsp_name": null, "subpsp_abbreviation": null}'::jsonb
    || case target when 'arbo_trainings' then '{}' else '{"reporting_year": 2025}'::jsonb end || extra)
$$;
-- Returns the ids of the marked ARBOs or ARCs with their marks: T targeted, A accomplished, M matched, L trained, P
-- programmed.
create function pg_temp.marks(filters jsonb, forms text default '{form-5,training}', subject text default 'arbo',
  caller text default 'own') returns text language sql as $$
  select tests.answer(caller, format(
    'select string_agg(concat_ws('' '', m.marked_id, case when targeted then ''T'' end,
      case when accomplished then ''A'' end, case when matched then ''M'' end, case when trained then ''L'' end,
      case when programmed then ''P'' end), '', '' order by m.marked_id)
     from private.activity_marks(%L, %L, ''{targeted,accomplished,matched,trained,programmed}'',
       %L) m', subject, forms, filters))
$$;
create function pg_temp.matched(form text) returns text language sql as $$
  select tests.answer('own',
    format('select count(*) filter (where matched) || '' of '' || count(*) from public.target_outcomes where form = %L',
    form))
$$;

-- An accomplishment matches a target of the same form, ARBO and year. If both name a programme, it must be the same
-- one.
select pg_temp.fill('form_5_annualtargets', '{"subpsp_name": "One"}');
select is(pg_temp.matched('form-5'), '0 of 1', 'A target without any accomplishment is not matched.');
select pg_temp.fill('form_5_annualtargets');
select is(pg_temp.matched('form-5'), '0 of 2',
  'A target without a programme and without any accomplishment is not matched.');
select pg_temp.fill('form_5_accomps', '{"reporting_year": 2024}');
select is(pg_temp.matched('form-5'), '0 of 2', 'An accomplishment of another year does not match a target.');
select pg_temp.fill('form7_accomps');
select is(pg_temp.matched('form-5'), '0 of 2', 'An accomplishment of another form does not match a target.');
select pg_temp.fill('form_5_accomps', '{"subpsp_name": "Two"}');
select is(pg_temp.matched('form-5'), '1 of 2',
  'An accomplishment of another programme matches only the target without a programme.');
select pg_temp.fill('form_5_accomps', '{"reporting_quarter": null}');
select is(pg_temp.matched('form-5'), '2 of 2', 'An accomplishment without a programme matches both targets.');
select is(tests.answer('own',
  'select string_agg(matched::text, '', '' order by row_id) from public.accomplishment_outcomes
  where form = ''form-5'''), 'false, true, true', 'accomplishment_outcomes shows which rows match a target.');
select pg_temp.fill('form7_proddevs', '{"arbo_id": null, "arbo_name": "Beta"}');
select pg_temp.fill('form7_accomps', '{"arbo_id": null, "arbo_name": "Beta"}');
select is(pg_temp.matched('form-7'), '1 of 1', 'Rows without an ARBO ID match by the ARBO''s name and office.');
select pg_temp.fill('form7_proddevs', '{"arbo_id": null, "arbo_name": "Alpha"}');
select is(pg_temp.matched('form-7'), '2 of 2',
  'A row without an ARBO ID belongs to the ARBO that has its name in the masterlist.');
select pg_temp.fill('form11_accomps',
  '{"status": "Target", "reporting_year": null, "year_funded": 2025, "quantity_hard": 4}');
select pg_temp.fill('form11_accomps', '{"status": "Accomplished", "quantity_hard": 3}');
select is(pg_temp.matched('form-11'), '1 of 1', 'A target without a reporting year matches by its year funded.');
select is(tests.answer('elsewhere', 'select count(*) from public.' || view), '0',
  view || ' shows no row of another office.')
from (values ('activities'), ('target_outcomes'), ('accomplishment_outcomes')) v (view);
select is(tests.attempt(caller, 'select from public.activities'), wanted,
  format('Reading the activities as "%s" returns "%s".', caller, wanted))
from (values ('own', '11 rows'), ('central', '11 rows'), ('no role', 'none')) v (caller, wanted);
select is(tests.attempt('anonymous', statement), '42501',
  'A caller who is not signed in is refused: ' || statement) from (values
  ('select from public.activities'), ('select from public.target_outcomes'), ('select from public.participant_counts'),
  ($$ select from private.activity_marks('arbo', '{form-5}', '{targeted}', '{}') $$),
    ('select from private.similar_arbos()')) v (statement);

select is(pg_temp.marks('{}'), a || ' T A M', 'An ARBO is marked as targeted, accomplished and matched.') from subject;
select pg_temp.fill('arbo_trainings',
  '{"date_conducted": "2025-05-06", "start_date": null, "end_date": null, "training_days": null}');
select is(pg_temp.marks('{}'), a || ' T A M L', 'An ARBO with a training is also marked as trained.') from subject;
select is(pg_temp.marks('{"reporting_year": [2025], "reporting_quarter": ["Q2"]}'), a || ' T M L',
  'A training counts in the quarter in which it was held; a target counts in every quarter.') from subject;
select is(pg_temp.marks('{"reporting_quarter": ["Q3", null]}'), a || ' T A M',
  'A null in the quarter filter matches rows without a quarter.')
  from subject;
select is(pg_temp.marks('{"year_to": 2024}'), a || ' A', 'A year filter applies to all marks.') from subject;
select is(pg_temp.marks('{"year_from": 2026}'), 'null', 'A year filter without any matching row returns no marks.');
select pg_temp.fill('form_5_accomps',
  jsonb_build_object('arbo_id', null, 'arbo_name', 'Beta', 'arboPrimaryKey', b, 'subpsp_abbreviation', 'MCBF', 'arc_id',
  'ARC-1')) from subject;
select is(pg_temp.marks('{}'), a || ' T A M L, ' || b || ' A P',
  'An ARBO without an ARBO ID has the marks of rows that reference its row, including the programme mark.')
  from subject;
select is(pg_temp.marks('{"subpsp_abbreviation": ["MCBF"]}'), b || ' A P',
  'A programme filter applies to all marks.') from subject;
select is(pg_temp.marks('{}', subject => 'arc'), arc || ' A P',
  'An ARC has the marks of rows that name it.') from subject;
select pg_temp.fill('form_5_accomps',
  jsonb_build_object('arbo_id', null, 'arbo_name', 'Beta', 'arboPrimaryKey', b, 'reporting_year', null, 'year_funded',
  2022, 'fund_source', 'ARF', 'psp_category', 'WE FARM')) from subject;
select is(pg_temp.marks(filters::jsonb), coalesce(b || marked, 'null'), words) from subject, (values
  ('{"year_to": 2022}', ' A', 'A row without a reporting year uses its year funded.'),
  ('{"reporting_year": [2022]}', null, 'The year funded does not count as a reporting year.'),
  ('{"fund_source": ["ARF"]}', ' A', 'A fund source filter applies to all marks.'),
  ('{"fund_source": ["ARF"], "psp_category": ["WE GROW"]}', null,
  'A category filter is combined with the fund source filter.'),
  ('{"fund_source": ["ARF"], "year_from": 2023}', null, 'A year filter is combined with the fund source filter.'),
  ('{"fund_source": ["ARF"], "reporting_quarter": ["Q4"]}', null,
  'A quarter filter is combined with the fund source filter.'),
  ('{"fund_source": ["ARF"], "year_funded": [2022]}', ' A',
  'A year funded filter is combined with the fund source filter.')) v (filters, marked, words);
select pg_temp.fill('form_5_accomps', '{"subpsp_abbreviation": "No Project"}');
select is(pg_temp.marks('{}'), a || ' T A M L, ' || b || ' A P',
  '"No Project" does not count as a programme.') from subject;
select is(pg_temp.marks('{}', caller => 'elsewhere'), 'null', 'A user of another office sees no marks of an ARBO.');
select is(pg_temp.marks('{}', caller => 'no role'), 'null', 'A user without a role sees no marks.');
select is(tests.answer('own',
  $$ select string_agg(concat_ws(' ', marked_id, programme), ', ' order by marked_id, programme)
  from private.activity_marks('arbo', '{form-5}', '{accomplished}', '{}', true) where accomplished $$),
  format('%1$s No Project, %1$s, %2$s MCBF, %2$s', a, b), 'Marks by programme list each programme once.') from subject;
select is(tests.answer('own',
  format('select private.activity_conditions(%L)', '{"fund_source": ["a''b", null], "year_from": 2024}')),
  '(fund_source = any (''{a''''b}''::text[]) or fund_source is null) and year >= 2024',
    'Filter values are quoted as literals in the conditions.');

-- The figure tables agree with the rows after every write.
create function pg_temp.differences() returns setof text language sql as $$ select d.kept || ' ' || d.what
  from private.figure_differences() d $$;
select is_empty('select pg_temp.differences()', 'Inserts update the counts.');
select tests.put_sample('participants', 'own',
  jsonb_build_object('participant_name', 'P' || n, 'sex', case when n % 2 = 0 then 'Male' end, 'participant_category',
  'ARB')) from generate_series(1, 6) n;
select is(tests.answer('own', 'select sum(n) from public.participant_counts'), '6', 'Participants are counted.');
select is(tests.answer('own', 'select sum(n) from public.participant_town_counts'), '6',
  'Participants are also counted by town.');
update public.participants set training_id = array[(select training_id from public.arbo_trainings limit 1)]
  where participant_name in ('P1', 'P2', 'P3');
select is(tests.answer('own', 'select sum(n) from public.participant_counts where trained'), '3',
  'A participant who attends a training counts as trained.');
select is(tests.answer('own', 'select count(*) from private.attended_within(''{"reporting_year": [2025]}'')'), '3',
  'A participant attended in the year of the training.');
select is(tests.answer('own',
  'select count(*) from private.attended_within(''{"reporting_year": [2024], "fund_source": ["ARF"]}'')'), '0',
  'A participant did not attend in another year.');
delete from public.participants where participant_name in ('P1', 'P6');
update public.participants set remarks = 'Changed';
select is_empty('select pg_temp.differences()', 'Updates and deletes update the counts.');
select is(tests.answer('own', 'select sum(n) from public.participant_counts'), '4',
  'The counts include only the remaining participants.');
update public.participants set region_name = 'Test Region B', province_name = 'Test Province B1',
  training_id = null where participant_name = 'P2';
select is_empty('select pg_temp.differences()', 'Moving a participant to another office updates the counts.');
select is(tests.answer('elsewhere', 'select sum(n) from public.participant_counts'), '1',
  'A user of the new office sees the moved participant in the counts.');
delete from public.participants where participant_name = 'P2';
update public.form_5_accomps set subpsp_abbreviation = 'FBS' where reporting_year = 2024;
update public.form11_accomps set status = 'Accomplished', quantity_hard = 9 where status = 'Target';
update public.arbo_masterlist set arbo_id = 'A-2' where arbo_id = 'A-1';
select is_empty('select pg_temp.differences()',
  'Changing the programme, status, quantity or ARBO ID updates the counts.');
select is(tests.answer('own',
  $$ select string_agg(organization, ', ') from public.activities where form = 'form-11' $$), 'A-2, A-2',
  'Activities are listed only under the new ARBO ID.');
select is(pg_temp.marks('{}'), a || ' T A M L P, ' || b || ' A P',
  'Marks follow a changed programme and ARBO ID.') from subject;
select is(tests.attempt('elsewhere', format('select from public.%I where n > 0', counts)), 'none',
  counts || ' shows no row of another office.')
from (values ('outcome_counts'), ('outcome_period_counts'), ('outcome_funding_counts'), ('participant_counts'),
  ('participant_town_counts'), ('participant_town_funding_counts'), ('participant_office_counts'),
  ('attendance_counts'), ('attendance_office_counts'), ('attendance_funding_counts'), ('programme_mark_counts'),
  ('farm_counts')) v (counts);
select is(tests.attempt('own', 'update public.participant_counts set n = 0'), '42501',
  'A user can''t write the counts.');

select tests.disable('own');
select is(pg_temp.marks('{}'), 'null', 'A disabled user sees no marks.');
select is(tests.answer('own', 'select count(*) from public.' || source), '0',
  format('A disabled user sees no rows of %s.', source))
  from (values ('activities'), ('participant_counts')) v (source);
select tests.create_user('colleague', 'Provincial');

-- Lists of work to do: possible duplicates and offices that have not reported.
select is(tests.answer('colleague', 'select count(*) from private.similar_arbos()'), '0',
  'ARBOs with different names are not reported as similar.');
select tests.put_sample('arbo_masterlist', 'own', '{"arbo_id": null, "arbo_name": "Sagana Farmers Cooperative"}'),
  tests.put_sample('arbo_masterlist', 'own', '{"arbo_id": null, "arbo_name": "Sagana Farmers Coperative"}'),
  tests.put_sample('arbo_masterlist', 'own',
    '{"arbo_id": null, "arbo_name": "Sagana Farmers Cooperative", "muncity_name": "Other Town"}');
select is(tests.answer('colleague', 'select count(*) from private.similar_arbos()'), '2',
  'ARBOs with nearly the same name in the same town are reported as similar.');
select is(tests.answer('elsewhere', 'select count(*) from private.similar_arbos()'), '0',
  'Similar ARBOs are reported only to users of their office.');
select is(tests.answer(caller,
  format('select string_agg(office, '', '' order by office)
  from private.reporting_offices(''accomplishment'', %s, null, null, null) where not reported
  and office like ''Test%%''', year)), wanted,
  format('%s sees exactly the offices that reported nothing in %s.', caller, year))
from (values ('colleague', 2025, 'null'), ('colleague', 2023, 'Test Region A / Test Province A1'),
  ('elsewhere', 2025, 'Test Region B / Test Province B1'), ('colleague', 2024, 'null')) v (caller, year, wanted);
select is(tests.answer('no role',
  'select count(*) from private.reporting_offices(''accomplishment'', 2025, null, null, null)'), '0',
  'A user without a role sees no office.');

select * from finish();
rollback;
