-- What charts count by: activities and their outcomes, marks of organizations and communities, counts that triggers
-- keep; each as the caller, so that nothing of another office is in a number.
begin;
select plan(79);

select tests.make_offices();
select tests.empty_tables();
select tests.create_user('own', 'Provincial'), tests.create_user('elsewhere', 'Provincial', place => 'other region'),
  tests.create_user('central', 'Central');
select tests.create_user('nobody', null), tests.create_anonymous('anonymous');
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
-- The marks of an organization or community, as words.
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

-- A target is matched by the form, the organization, the year, and the programme where both name one.
select pg_temp.fill('form_5_annualtargets', '{"subpsp_name": "One"}');
select is(pg_temp.matched('form-5'), '0 of 1', 'a target alone is not matched, though it might name any programme');
select pg_temp.fill('form_5_annualtargets');
select is(pg_temp.matched('form-5'), '0 of 2', 'nor is one that names none');
select pg_temp.fill('form_5_accomps', '{"reporting_year": 2024}');
select is(pg_temp.matched('form-5'), '0 of 2', 'another year does not match');
select pg_temp.fill('form7_accomps');
select is(pg_temp.matched('form-5'), '0 of 2', 'nor does another form');
select pg_temp.fill('form_5_accomps', '{"subpsp_name": "Two"}');
select is(pg_temp.matched('form-5'), '1 of 2', 'another programme matches only the target that names none');
select pg_temp.fill('form_5_accomps', '{"reporting_quarter": null}');
select is(pg_temp.matched('form-5'), '2 of 2', 'an accomplishment without programme matches both');
select is(tests.answer('own',
  'select string_agg(matched::text, '', '' order by row_id) from public.accomplishment_outcomes
  where form = ''form-5'''), 'false, true, true', 'and accomplishments know which of them meet a target');
select pg_temp.fill('form7_proddevs', '{"arbo_id": null, "arbo_name": "Beta"}');
select pg_temp.fill('form7_accomps', '{"arbo_id": null, "arbo_name": "Beta"}');
select is(pg_temp.matched('form-7'), '1 of 1', 'organizations without an ARBO ID meet by name and office');
select pg_temp.fill('form7_proddevs', '{"arbo_id": null, "arbo_name": "Alpha"}');
select is(pg_temp.matched('form-7'), '2 of 2',
  'a row without the ARBO ID is of the ARBO that the masterlist has under the name');
select pg_temp.fill('form11_accomps',
  '{"status": "Target", "reporting_year": null, "year_funded": 2025, "quantity_hard": 4}');
select pg_temp.fill('form11_accomps', '{"status": "Accomplished", "quantity_hard": 3}');
select is(pg_temp.matched('form-11'), '1 of 1', 'the year reported meets the year funded where none is reported');
select is(tests.answer('elsewhere', 'select count(*) from public.' || view), '0',
  view || ' shows nothing of another office')
from (values ('activities'), ('target_outcomes'), ('accomplishment_outcomes')) v (view);
select is(tests.attempt(caller, 'select from public.activities'), wanted, caller || ' reads activities: ' || wanted)
from (values ('own', '11 rows'), ('central', '11 rows'), ('nobody', 'none')) v (caller, wanted);
select is(tests.attempt('anonymous', statement), '42501', 'somebody who is not signed in: ' || statement) from (values
  ('select from public.activities'), ('select from public.target_outcomes'), ('select from public.participant_counts'),
  ($$ select from private.activity_marks('arbo', '{form-5}', '{targeted}', '{}') $$),
    ('select from private.similar_arbos()')) v (statement);

-- Marks.
select is(pg_temp.marks('{}'), a || ' T A M', 'an organization is targeted, accomplished and matched') from subject;
select pg_temp.fill('arbo_trainings',
  '{"date_conducted": "2025-05-06", "start_date": null, "end_date": null, "training_days": null}');
select is(pg_temp.marks('{}'), a || ' T A M L', 'and trained once it has a training') from subject;
select is(pg_temp.marks('{"reporting_year": [2025], "reporting_quarter": ["Q2"]}'), a || ' T M L',
  'a training is of the quarter in which it was held, targets of every quarter') from subject;
select is(pg_temp.marks('{"reporting_quarter": ["Q3", null]}'), a || ' T A M', 'an empty value is asked for by null')
  from subject;
select is(pg_temp.marks('{"year_to": 2024}'), a || ' A', 'years narrow all') from subject;
select is(pg_temp.marks('{"year_from": 2026}'), 'null', 'to none, if need be');
select pg_temp.fill('form_5_accomps',
  jsonb_build_object('arbo_id', null, 'arbo_name', 'Beta', 'arboPrimaryKey', b, 'subpsp_abbreviation', 'MCBF', 'arc_id',
  'ARC-1')) from subject;
select is(pg_temp.marks('{}'), a || ' T A M L, ' || b || ' A P',
  'one without an ARBO ID has what names its row, and a programme') from subject;
select is(pg_temp.marks('{"subpsp_abbreviation": ["MCBF"]}'), b || ' A P', 'programmes narrow them') from subject;
select is(pg_temp.marks('{}', subject => 'arc'), arc || ' A P', 'a community has what names it') from subject;
select pg_temp.fill('form_5_accomps',
  jsonb_build_object('arbo_id', null, 'arbo_name', 'Beta', 'arboPrimaryKey', b, 'reporting_year', null, 'year_funded',
  2022, 'fund_source', 'ARF', 'psp_category', 'WE FARM')) from subject;
select is(pg_temp.marks(filters::jsonb), coalesce(b || marked, 'null'), words) from subject, (values
  ('{"year_to": 2022}', ' A', 'without a year reported, the year is that of the funds'),
  ('{"reporting_year": [2022]}', null, 'which is no year reported'),
  ('{"fund_source": ["ARF"]}', ' A', 'fund sources narrow them'),
  ('{"fund_source": ["ARF"], "psp_category": ["WE GROW"]}', null, 'and categories'),
  ('{"fund_source": ["ARF"], "year_from": 2023}', null, 'with years'),
  ('{"fund_source": ["ARF"], "reporting_quarter": ["Q4"]}', null, 'with quarters'),
  ('{"fund_source": ["ARF"], "year_funded": [2022]}', ' A', 'and with years of funding')) v (filters, marked, words);
select pg_temp.fill('form_5_accomps', '{"subpsp_abbreviation": "No Project"}');
select is(pg_temp.marks('{}'), a || ' T A M L, ' || b || ' A P', '"No Project" is no programme') from subject;
select is(pg_temp.marks('{}', caller => 'elsewhere'), 'null', 'nothing marks the organizations of another office');
select is(pg_temp.marks('{}', caller => 'nobody'), 'null', 'nothing is marked for somebody without a role');
select is(tests.answer('own',
  $$ select string_agg(concat_ws(' ', marked_id, programme), ', ' order by marked_id, programme)
  from private.activity_marks('arbo', '{form-5}', '{accomplished}', '{}', true) where accomplished $$),
  format('%1$s No Project, %1$s, %2$s MCBF, %2$s', a, b), 'with their programmes, once each') from subject;
select is(tests.answer('own',
  format('select private.activity_conditions(%L)', '{"fund_source": ["a''b", null], "year_from": 2024}')),
  '(fund_source = any (''{a''''b}''::text[]) or fund_source is null) and year >= 2024',
    'values become literals of the conditions');

-- What is kept agrees with the rows whatever is written.
create function pg_temp.differences() returns setof text language sql as $$ select d.kept || ' ' || d.what
  from private.figure_differences() d $$;
select is_empty('select pg_temp.differences()', 'counts follow inserts');
select tests.put_sample('participants', 'own',
  jsonb_build_object('participant_name', 'P' || n, 'sex', case when n % 2 = 0 then 'Male' end, 'participant_category',
  'ARB')) from generate_series(1, 6) n;
select is(tests.answer('own', 'select sum(n) from public.participant_counts'), '6', 'participants are counted');
select is(tests.answer('own', 'select sum(n) from public.participant_town_counts'), '6', 'by town, too');
update public.participants set training_id = array[(select training_id from public.arbo_trainings limit 1)]
  where participant_name in ('P1', 'P2', 'P3');
select is(tests.answer('own', 'select sum(n) from public.participant_counts where trained'), '3',
  'who attends a training counts as trained');
select is(tests.answer('own', 'select count(*) from private.attended_within(''{"reporting_year": [2025]}'')'), '3',
  'and attended in its year');
select is(tests.answer('own',
  'select count(*) from private.attended_within(''{"reporting_year": [2024], "fund_source": ["ARF"]}'')'), '0',
  'in no other');
delete from public.participants where participant_name in ('P1', 'P6');
update public.participants set remarks = 'Changed';
select is_empty('select pg_temp.differences()', 'counts follow changes and deletions');
select is(tests.answer('own', 'select sum(n) from public.participant_counts'), '4', 'and hold what is left');
update public.participants set region_name = 'Test Region B', province_name = 'Test Province B1',
  training_id = null where participant_name = 'P2';
select is_empty('select pg_temp.differences()', 'counts follow whoever moves');
select is(tests.answer('elsewhere', 'select sum(n) from public.participant_counts'), '1',
  'to the office that sees them then');
delete from public.participants where participant_name = 'P2';
update public.form_5_accomps set subpsp_abbreviation = 'FBS' where reporting_year = 2024;
update public.form11_accomps set status = 'Accomplished', quantity_hard = 9 where status = 'Target';
update public.arbo_masterlist set arbo_id = 'A-2' where arbo_id = 'A-1';
select is_empty('select pg_temp.differences()',
  'counts follow another programme, another status, quantity and ARBO ID');
select is(tests.answer('own',
  $$ select string_agg(organization, ', ') from public.activities where form = 'form-11' $$), 'A-2, A-2',
  'under the new one alone');
select is(pg_temp.marks('{}'), a || ' T A M L P, ' || b || ' A P', 'marks follow both') from subject;
select is(tests.attempt('elsewhere', format('select from public.%I where n > 0', counts)), 'none',
  counts || ' shows nothing of another office')
from (values ('outcome_counts'), ('outcome_period_counts'), ('outcome_funding_counts'), ('participant_counts'),
  ('participant_town_counts'), ('participant_town_funding_counts'), ('participant_office_counts'),
  ('attendance_counts'), ('attendance_office_counts'), ('attendance_funding_counts'), ('programme_mark_counts'),
  ('farm_counts')) v (counts);
select is(tests.attempt('own', 'update public.participant_counts set n = 0'), '42501', 'nobody writes counts');

select tests.disable('own');
select is(pg_temp.marks('{}'), 'null', 'a disabled user sees no marks');
select is(tests.answer('own', 'select count(*) from public.' || source), '0', 'nor ' || source)
  from (values ('activities'), ('participant_counts')) v (source);
select tests.create_user('colleague', 'Provincial');

-- Work queues.
select is(tests.answer('colleague', 'select count(*) from private.similar_arbos()'), '0',
  'different names are no duplicates');
select tests.put_sample('arbo_masterlist', 'own', '{"arbo_id": null, "arbo_name": "Sagana Farmers Cooperative"}'),
  tests.put_sample('arbo_masterlist', 'own', '{"arbo_id": null, "arbo_name": "Sagana Farmers Coperative"}'),
  tests.put_sample('arbo_masterlist', 'own',
    '{"arbo_id": null, "arbo_name": "Sagana Farmers Cooperative", "muncity_name": "Other Town"}');
select is(tests.answer('colleague', 'select count(*) from private.similar_arbos()'), '2',
  'nearly the same name in the same town may be');
select is(tests.answer('elsewhere', 'select count(*) from private.similar_arbos()'), '0', 'for their office alone');
select is(tests.answer(caller,
  format('select string_agg(office, '', '' order by office)
  from private.reporting_offices(''accomplishment'', %s, null, null, null) where not reported
  and office like ''Test%%''', year)), wanted, format('%s sees who reported nothing in %s', caller, year))
from (values ('colleague', 2025, 'null'), ('colleague', 2023, 'Test Region A / Test Province A1'),
  ('elsewhere', 2025, 'Test Region B / Test Province B1'), ('colleague', 2024, 'null')) v (caller, year, wanted);
select is(tests.answer('nobody',
  'select count(*) from private.reporting_offices(''accomplishment'', 2025, null, null, null)'), '0',
  'nobody without a role sees any office');

select * from finish();
rollback;
