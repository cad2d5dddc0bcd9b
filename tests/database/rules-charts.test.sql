-- Tests the data that charts count: activities (rows of forms), matched targets, the marks of ARBOs and ARCs, and
-- stored counts. A mark is a yes/no fact about an ARBO or ARC: targeted, accomplished, matched, trained or programmed
-- (has an accomplishment with a programme). No number may include rows outside the caller's scope.
begin;
select plan(71);

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
-- Lists the ARBOs or ARCs that have marks, by id, with a letter per mark: T targeted, A accomplished, M matched, L
-- trained, P programmed.
create function pg_temp.marks(filters jsonb, forms text default '{form-5,training}', subject text default 'arbo',
  caller text default 'own') returns text language sql as $$
  select tests.answer_of_figures(caller, format(
    'select string_agg(concat_ws('' '', m.marked_id, case when targeted then ''T'' end,
      case when accomplished then ''A'' end, case when matched then ''M'' end, case when trained then ''L'' end,
      case when programmed then ''P'' end), '', '' order by m.marked_id)
     from private.activity_marks(%L, %L, ''{targeted,accomplished,matched,trained,programmed}'', %L)
       m (region_name text, province_name text, muncity_name text, marked_id bigint, programme text,
         targeted boolean, accomplished boolean, matched boolean, trained boolean, programmed boolean)',
    subject, forms, filters))
$$;
create function pg_temp.matched(form text) returns text language sql as $$
  select tests.answer_of_figures('own',
    format('select count(*) filter (where matched) || '' of '' || count(*) from public.target_outcomes where form = %L',
    form))
$$;

-- An accomplishment matches a target of the same form, ARBO and year. Their programmes (sub-PSP) must be equal if both
-- have one.
select pg_temp.fill('form_5_annualtargets', '{"subpsp_name": "One"}');
select is(pg_temp.matched('form-5'), '0 of 1', 'While there are no accomplishments, a target counts as not matched.');
select pg_temp.fill('form_5_annualtargets');
select is(pg_temp.matched('form-5'), '0 of 2',
  'Two targets of the same ARBO and year do not match each other.');
select pg_temp.fill('form_5_accomps', '{"reporting_year": 2024}');
select is(pg_temp.matched('form-5'), '0 of 2',
  'An accomplishment does not match a target of another year.');
select pg_temp.fill('form7_accomps');
select is(pg_temp.matched('form-5'), '0 of 2',
  'An accomplishment does not match a target of another form.');
select pg_temp.fill('form_5_accomps', '{"subpsp_name": "Two"}');
select is(pg_temp.matched('form-5'), '1 of 2',
  'An accomplishment of a programme does not match a target of another programme.');
select pg_temp.fill('form_5_accomps', '{"reporting_quarter": null}');
select is(pg_temp.matched('form-5'), '2 of 2',
  'An accomplishment without a programme matches targets with and without a programme.');
select is(tests.answer_of_figures('own',
  'select string_agg(matched::text, '', '' order by row_id) from public.accomplishment_outcomes
  where form = ''form-5'''), 'false, true, true',
  'The database view accomplishment_outcomes shows which accomplishments match a target.');
select pg_temp.fill('form7_proddevs', '{"arbo_id": null, "arbo_name": "Beta"}');
select pg_temp.fill('form7_accomps', '{"arbo_id": null, "arbo_name": "Beta"}');
select is(pg_temp.matched('form-7'), '1 of 1',
  'A target and an accomplishment without an ARBO ID match by ARBO name and office.');
select pg_temp.fill('form7_proddevs', '{"arbo_id": null, "arbo_name": "Alpha"}');
select is(pg_temp.matched('form-7'), '2 of 2',
  'A target without an ARBO ID matches the accomplishments of the ARBO that has the same name in the masterlist.');
select pg_temp.fill('form11_accomps',
  '{"status": "Target", "reporting_year": null, "year_funded": 2025, "quantity_hard": 4}');
select pg_temp.fill('form11_accomps', '{"status": "Accomplished", "quantity_hard": 3}');
select is(pg_temp.matched('form-11'), '1 of 1',
  'A target without a reporting year matches accomplishments of the year in which the target was funded.');
select is(tests.answer_of_figures('elsewhere', 'select count(*) from public.' || view), '0',
  view || ': A user of another office reads no row of the view.')
from (values ('activities'), ('target_outcomes'), ('accomplishment_outcomes')) v (view);
select is(tests.attempt(caller, 'select from public.activities'), wanted,
  format('When the caller "%s" reads public.activities, the result is: %s', caller, wanted))
from (values ('own', '11 rows'), ('central', '11 rows'), ('no role', 'none')) v (caller, wanted);
select is(tests.attempt('anonymous', statement), '42501',
  'A caller who is not signed in can''t run: ' || statement) from (values
  ('select from public.activities'), ('select from public.target_outcomes'), ('select from public.people_counts'),
  ($$ select private.activity_marks('arbo', '{form-5}', '{targeted}', '{}') $$),
    ('select from private.similar_arbos()')) v (statement);

select is(pg_temp.marks('{}'), a || ' T A M',
  'An ARBO with a target and a matching accomplishment is marked as targeted, accomplished and matched.') from subject;
select pg_temp.fill('arbo_trainings',
  '{"date_conducted": "2025-05-06", "start_date": null, "end_date": null, "training_days": null}');
select is(pg_temp.marks('{}'), a || ' T A M L',
  'When an ARBO gets a training, activity_marks also marks the ARBO as trained and keeps its other marks.')
  from subject;
select is(pg_temp.marks('{"reporting_year": [2025], "reporting_quarter": ["Q2"]}'), a || ' T M L',
  'If the filter names one quarter, activity_marks still marks an ARBO that has a target as targeted.')
  from subject;
select is(pg_temp.marks('{"reporting_quarter": ["Q3", null]}'), a || ' T A M',
  'If the quarter filter contains null, activity_marks also counts accomplishments without a quarter.')
  from subject;
select is(pg_temp.marks('{"year_to": 2024}'), a || ' A',
  'With the filter year_to = 2024, activity_marks ignores an ARBO''s rows of 2025.')
  from subject;
select is(pg_temp.marks('{"year_from": 2026}'), 'null',
  'If the filter year_from excludes all rows, activity_marks returns no ARBO.');
select pg_temp.fill('form_5_accomps',
  jsonb_build_object('arbo_id', null, 'arbo_name', 'Beta', 'arboPrimaryKey', b, 'subpsp_abbreviation', 'MCBF', 'arc_id',
  'ARC-1')) from subject;
select is(pg_temp.marks('{}'), a || ' T A M L, ' || b || ' A P',
  'activity_marks marks an ARBO without an ARBO ID as accomplished if it has an accomplishment of a programme.')
  from subject;
select is(pg_temp.marks('{"subpsp_abbreviation": ["MCBF"]}'), b || ' A P',
  'activity_marks returns only ARBOs that have rows of the filtered programme.') from subject;
select is(pg_temp.marks('{}', subject => 'arc'), arc || ' A P',
  'An ARC with an accomplishment of a programme is marked as accomplished and as having a programme.') from subject;
select pg_temp.fill('form_5_accomps',
  jsonb_build_object('arbo_id', null, 'arbo_name', 'Beta', 'arboPrimaryKey', b, 'reporting_year', null, 'year_funded',
  2022, 'fund_source', 'ARF', 'psp_category', 'WE FARM')) from subject;
select is(pg_temp.marks(filters::jsonb), coalesce(b || marked, 'null'), words) from subject, (values
  ('{"year_to": 2022}', ' A',
  'If a row has no reporting year, the filter year_to uses the year in which the row was funded.'),
  ('{"reporting_year": [2022]}', null,
  'The filter reporting_year = 2022 omits a row that was funded in 2022 but has no reporting year.'),
  ('{"fund_source": ["ARF"]}', ' A',
  'activity_marks returns only ARBOs that have rows of the filtered fund source.'),
  ('{"fund_source": ["ARF"], "psp_category": ["WE GROW"]}', null,
  'activity_marks omits an ARBO whose row matches the filter fund_source but not the filter psp_category.'),
  ('{"fund_source": ["ARF"], "year_from": 2023}', null,
  'activity_marks omits an ARBO whose row matches the filter fund_source but not the filter year_from.'),
  ('{"fund_source": ["ARF"], "reporting_quarter": ["Q4"]}', null,
  'activity_marks omits an ARBO whose row matches the filter fund_source but not the filter reporting_quarter.'),
  ('{"fund_source": ["ARF"], "year_funded": [2022]}', ' A',
  'activity_marks returns an ARBO whose row matches both the filter fund_source and the filter year_funded.'))
  v (filters, marked, words);
select pg_temp.fill('form_5_accomps', '{"subpsp_abbreviation": "No Project"}');
select is(pg_temp.marks('{}'), a || ' T A M L, ' || b || ' A P',
  'An ARBO whose only programme is "No Project" is not marked as having a programme.') from subject;
select is(pg_temp.marks('{}', caller => 'elsewhere'), 'null',
  'activity_marks returns no ARBO of another office to a Provincial user.');
select is(pg_temp.marks('{}', caller => 'no role'), 'null', 'activity_marks returns no ARBO to a user without a role.');
select is(tests.answer_of_figures('own',
  $$ select string_agg(concat_ws(' ', marked_id, programme), ', ' order by marked_id, programme)
  from private.activity_marks('arbo', '{form-5}', '{accomplished}', '{}', true)
    m (region_name text, province_name text, muncity_name text, marked_id bigint, programme text, accomplished boolean)
  where accomplished $$),
  format('%1$s No Project, %1$s, %2$s MCBF, %2$s', a, b),
  'activity_marks returns an ARBO once per programme if by_programme is true.')
  from subject;
select is(tests.answer_of_figures('own',
  format('select private.activity_conditions(%L)', '{"fund_source": ["a''b", null], "year_from": 2024}')),
  '(fund_source = any (''{a''''b}''::text[]) or fund_source is null) and year >= 2024',
    'activity_conditions quotes and escapes the filter values in the SQL condition.');

-- Tests that the figure tables agree with the rows after every write.
select is_empty('select tests.figure_differences()',
  'The stored dashboard figures agree with the record tables after rows are added.');
select tests.put_sample('participants', 'own',
  jsonb_build_object('participant_name', 'P' || n, 'sex', case when n % 2 = 0 then 'Male' end, 'participant_category',
  'ARB')) from generate_series(1, 6) n;
select is(tests.answer_of_figures('own', 'select sum(n) from public.people_counts'), '6',
  'The counts in the table people_counts add up to six after six participants are added.');
update public.participants set training_id = array[(select training_id from public.arbo_trainings limit 1)]
  where participant_name in ('P1', 'P2', 'P3');
select is(tests.answer_of_figures('own', 'select sum(n) from public.people_counts where trained_years <> 0'), '3',
  'The table people_counts counts a participant as trained if the participant attended a training.');
select is(tests.answer_of_figures('own',
    'select count(*) from private.attended_within(''{"reporting_year": [2025]}'')'), '3',
  'attended_within counts the participants who attended a training in the filtered year.');
select is(tests.answer_of_figures('own',
  'select count(*) from private.attended_within(''{"reporting_year": [2024], "fund_source": ["ARF"]}'')'), '0',
  'For a year without trainings, attended_within counts no participants.');
select pg_temp.fill('arbo_trainings',
  '{"training_id": "T-R", "arbo_id": null, "arbo_name": "Any", "date_conducted": "2023-05-06"}', 'regional office');
update public.participants set training_id = training_id || '{T-R}' where participant_name in ('P1', 'P4');
select is(tests.answer_of_figures(caller,
    'select count(*) from private.attended_within(''{"reporting_year": [2023]}'')'), wanted,
  format('The caller "%s" gets this number of participants of a regional training from attended_within: %s',
  caller, wanted))
from (values ('own', '2'), ('elsewhere', '0'), ('no role', '0')) v (caller, wanted);
delete from public.participants where participant_name in ('P1', 'P6');
update public.participants set remarks = 'Changed';
select is_empty('select tests.figure_differences()',
  'The stored dashboard figures agree with the record tables after participants are changed and deleted.');
select is(tests.answer_of_figures('own', 'select sum(n) from public.people_counts'), '4',
  'The counts in the table people_counts add up to four after two of six participants are deleted.');
update public.participants set region_name = 'Test Region B', province_name = 'Test Province B1',
  training_id = null where participant_name = 'P2';
select is_empty('select tests.figure_differences()',
  'The stored dashboard figures agree with the record tables after a participant moves to another office.');
select is(tests.answer_of_figures('elsewhere', 'select sum(n) from public.people_counts'), '1',
  'After a participant moves to another office, the new office''s counts in people_counts include the participant.');
delete from public.participants where participant_name = 'P2';
update public.form_5_accomps set subpsp_abbreviation = 'FBS' where reporting_year = 2024;
update public.form11_accomps set status = 'Accomplished', quantity_hard = 9 where status = 'Target';
update public.arbo_masterlist set arbo_id = 'A-2' where arbo_id = 'A-1';
select is_empty('select tests.figure_differences()',
  'The stored dashboard figures agree with the record tables after accomplishments and an ARBO ID are changed.');
select is(tests.answer_of_figures('own',
  $$ select string_agg(arbo_id, ', ') from public.activities where form = 'form-11' $$), 'A-2, A-2',
  'All activities of an ARBO get the ARBO''s new ARBO ID.');
select is(pg_temp.marks('{}'), a || ' T A M L P, ' || b || ' A P',
  'After an accomplishment gets a programme and its ARBO a new ARBO ID, the ARBO is marked as having a programme.')
  from subject;
select is(tests.attempt('elsewhere', format('select from public.%I where n > 0', counts)), 'none',
  counts || ': A user of another office reads no row of the table whose count is above zero.')
from (values ('outcome_counts'), ('people_counts')) v (counts);
select is(tests.attempt('own', 'update public.people_counts set n = 0'), '42501',
  'A user can''t update people_counts.');

select tests.disable('own');
select is(pg_temp.marks('{}'), 'null', 'activity_marks returns no ARBO to a disabled user.');
select is(tests.answer_of_figures('own', 'select count(*) from public.' || source), '0',
  format('A disabled user sees no rows of %s.', source))
  from (values ('activities'), ('people_counts')) v (source);
select tests.create_user('colleague', 'Provincial');

-- Work lists: similar ARBOs, which may be duplicates, and offices that have not reported.
select is(tests.answer_of_figures('colleague', 'select count(*) from private.similar_arbos()'), '0',
  'similar_arbos does not return ARBOs with different names.');
select tests.put_sample('arbo_masterlist', 'own', '{"arbo_id": null, "arbo_name": "Sagana Farmers Cooperative"}'),
  tests.put_sample('arbo_masterlist', 'own', '{"arbo_id": null, "arbo_name": "Sagana Farmers Coperative"}'),
  tests.put_sample('arbo_masterlist', 'own',
    '{"arbo_id": null, "arbo_name": "Sagana Farmers Cooperative", "muncity_name": "Other Town"}');
select is(tests.answer_of_figures('colleague', 'select count(*) from private.similar_arbos()'), '2',
  'similar_arbos returns ARBOs with nearly the same name in the same town.');
select is(tests.answer_of_figures('elsewhere', 'select count(*) from private.similar_arbos()'), '0',
  'similar_arbos does not return an office''s ARBOs to a user of another office.');
select is(tests.answer_of_figures(caller,
  format('select string_agg(office, '', '' order by office)
  from private.reporting_offices(''accomplishment'', %s, null, null, null) where not reported
  and office like ''Test%%''', year)), wanted,
  format(
  'To the caller "%s", reporting_offices lists exactly the offices in scope that reported nothing in %s.',
  caller, year))
from (values ('colleague', 2025, 'null'), ('colleague', 2023, 'Test Region A / Test Province A1'),
  ('elsewhere', 2025, 'Test Region B / Test Province B1'), ('colleague', 2024, 'null')) v (caller, year, wanted);
select is(tests.answer_of_figures('no role',
  'select count(*) from private.reporting_offices(''accomplishment'', 2025, null, null, null)'), '0',
  'reporting_offices returns no offices to a user without a role.');

select * from finish();
rollback;
