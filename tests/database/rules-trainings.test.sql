-- Constraints on the rows of trainings and participants, and the table participant_trainings, which stores who attended
-- which training.
begin;
select plan(27);

select tests.make_offices();
select tests.empty_tables();
select tests.create_user('encoder', 'Provincial'),
  tests.create_user('elsewhere', 'Provincial', place => 'other region');
select tests.set_windows('accomplishment');
create function pg_temp.try(extra jsonb) returns text language sql as $$
  select tests.try_as_owner(tests.statement_to_insert('participants', tests.sample('participants', 'own', extra)))
$$;
create function pg_temp.links() returns text language sql as $$
  select string_agg(training_id || case when attended then '' else ' not yet' end, ', ' order by training_id)
    from public.participant_trainings
$$;

select is(tests.put('arbo_trainings', tests.sample('arbo_trainings', 'own')) ->> 'training_id',
  'TRN-' || currval('public.arbo_trainings_id_seq'), 'A training without an identifier gets a generated identifier.');
select tests.put('arbo_trainings', tests.sample('arbo_trainings', 'same region',
  jsonb_build_object('training_id', 'TRN-' || currval('public.arbo_trainings_id_seq') + 2)));
select is(tests.put('arbo_trainings', tests.sample('arbo_trainings', 'own')) ->> 'training_id',
  'TRN-' || currval('public.arbo_trainings_id_seq') || '-2',
  'If a user of another office has typed the next identifier, a training without an identifier gets a different one.');
select tests.put('arbo_trainings', tests.sample('arbo_trainings', 'own', jsonb_build_object('training_id', t)))
  from unnest(array['T-1', 'T-2', 'T-3']) t;
select is(tests.try_as_owner(tests.statement_to_insert('arbo_trainings',
  tests.sample('arbo_trainings', 'own', '{"training_id": "T-1"}'))), '23505',
  'A training identifier can''t be used twice.');
select is(tests.try_as_owner(tests.statement_to_insert('arbo_trainings',
  tests.sample('arbo_trainings', 'own', '{"training_title": " "}'))), '23514', 'A training must have a title.');
select is(pg_temp.try('{"participant_name": " "}'), '23514', 'A participant must have a name.');
select is(pg_temp.try('{"sex": "male"}'), '23514', 'A participant''s sex must be "Male" or "Female".');

-- A participant's age must be the age on the day of entry.
select is(pg_temp.try(jsonb_build_object('birthday', tests.today() - days, 'age', age)), wanted,
  format('The insert of a participant with the age "%1$s" (blank: none) and a birthday %2$s days ago returns "%3$s".',
  age, days, wanted))
from (values (0, 0, 'done'), (-1, null, '23514'), (400, 1, 'done'), (400, 2, '23514'), (400, null, 'done')) v (days,
  age, wanted);
select is_empty(
  $$ select years from generate_series(0, 130) years
    where pg_temp.try(jsonb_build_object('age', years, 'age_base_group',
       case when years >= 60 then '60 and above' when years > 30 then '31 to 59' when years > 14 then '15 to 30'
         else 'Below 15' end)) <> 'done' $$,
  'The database accepts a participant whose age lies within the participant''s age group.');
select is(pg_temp.try('{"age": 60, "age_base_group": "31 to 59"}'), '23514',
  'The database refuses a participant whose age lies outside the participant''s age group.');
select is(pg_temp.try('{"age": 131}'), '23514', 'A participant with an age above 130 is refused.');

select tests.put('participants',
  tests.sample('participants', 'own',
  '{"participant_name": "Ana", "training_id": ["T-1", "T-2"], "wo_training_id": ["T-3"]}'));
select is(pg_temp.links(), 'T-1, T-2, T-3 not yet',
  'A participant with several trainings gets an attendance row for each training.');
update public.participants set training_id = '{T-2,T-3}', wo_training_id = null;
select is(pg_temp.links(), 'T-2, T-3',
  'When the trainings in a participant''s lists change, the participant''s attendance rows change accordingly.');
select is(pg_temp.try('{"training_id": ["T-9"]}'), '23503',
  'The database refuses a participant whose list of trainings contains a missing training.');
select is(pg_temp.try('{"training_id": ["T-1"], "wo_training_id": ["T-1"]}'), '23514',
  'The database refuses a participant who lists the same training as attended and as not attended.');
select is(tests.try_as_owner('delete from public.arbo_trainings where training_id = ''T-2'''), '23503',
  'A training with participants can''t be deleted.');
select is(tests.try_as_owner('update public.arbo_trainings set training_id = ''T-8'' where training_id = ''T-2'''),
  '23503', 'The identifier of a training with participants can''t be changed.');

select is(tests.attempt('encoder', 'select from public.participant_trainings'), '2 rows',
  'A user can read attendance rows of participants of their own office.');
select is(tests.attempt('elsewhere', 'select from public.participant_trainings'), 'none',
  'A user can''t read attendance rows of participants of another office.');
select is(tests.attempt('encoder', statement), '42501',
  'A user can''t write rows of participant_trainings: ' || statement) from (values
  ('delete from public.participant_trainings'),
    ('insert into public.participant_trainings values (1, ''T-1'', true, '' / '')')) s (statement);
select is(tests.try_as_owner('update public.participants set region_name = ''Test Region B'',
  province_name = ''Test Province B1'''), '23503',
  'A participant who attended a training of their own office can''t be moved to another region.');
update public.arbo_trainings set region_name = null, province_name = null;
update public.participants set region_name = 'Test Region B', province_name = 'Test Province B1';
select is(tests.attempt('elsewhere', 'select from public.participant_trainings'), '2 rows',
  'After a participant moves to another region, users of that region can read the participant''s attendance rows.');
delete from public.participants;
select is(pg_temp.links(), null, 'When a participant is deleted, the participant''s attendance rows are deleted.');

select * from finish();
rollback;
