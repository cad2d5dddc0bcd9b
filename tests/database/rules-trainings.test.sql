-- What trainings and participants must be, and who attended what.
begin;
select plan(26);

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
  'TRN-' || currval('public.arbo_trainings_id_seq'), 'a training without identifier is given one');
select tests.put('arbo_trainings', tests.sample('arbo_trainings', 'own', jsonb_build_object('training_id', t)))
  from unnest(array['T-1', 'T-2', 'T-3']) t;
select is(tests.try_as_owner(tests.statement_to_insert('arbo_trainings',
  tests.sample('arbo_trainings', 'own', '{"training_id": "T-1"}'))), '23505', 'an identifier is taken once');
select is(tests.try_as_owner(tests.statement_to_insert('arbo_trainings',
  tests.sample('arbo_trainings', 'own', '{"training_title": " "}'))), '23514', 'a training has a title');
select is(pg_temp.try('{"participant_name": " "}'), '23514', 'a participant has a name');
select is(pg_temp.try('{"sex": "male"}'), '23514', 'and is Male or Female');

-- Ages are those of the day of entry.
select is(pg_temp.try(jsonb_build_object('birthday', tests.today() - days, 'age', age)), wanted,
  format('%s days after birth, %s years', days, age))
from (values (0, 0, 'done'), (-1, null, '23514'), (400, 1, 'done'), (400, 2, '23514'), (400, null, 'done')) v (days,
  age, wanted);
select is_empty(
  $$ select years from generate_series(0, 130) years
    where pg_temp.try(jsonb_build_object('age', years, 'age_base_group',
       case when years >= 60 then '60 and above' when years > 30 then '31 to 59' when years > 14 then '15 to 30'
         else 'Below 15' end)) <> 'done' $$, 'every age has its group');
select is(pg_temp.try('{"age": 60, "age_base_group": "31 to 59"}'), '23514', 'and no other');
select is(pg_temp.try('{"age": 131}'), '23514', 'nobody is older than 130');

select tests.put('participants',
  tests.sample('participants', 'own',
  '{"participant_name": "Ana", "training_id": ["T-1", "T-2"], "wo_training_id": ["T-3"]}'));
select is(pg_temp.links(), 'T-1, T-2, T-3 not yet', 'a person attends many trainings');
update public.participants set training_id = '{T-2,T-3}', wo_training_id = null;
select is(pg_temp.links(), 'T-2, T-3', 'the references follow the lists');
select is(pg_temp.try('{"training_id": ["T-9"]}'), '23503', 'an unknown training is refused');
select is(pg_temp.try('{"training_id": ["T-1"], "wo_training_id": ["T-1"]}'), '23514', 'a training is attended or not');
select is(tests.try_as_owner('delete from public.arbo_trainings where training_id = ''T-2'''), '23503',
  'a training that people attended cannot be deleted');
select is(tests.try_as_owner('update public.arbo_trainings set training_id = ''T-8'' where training_id = ''T-2'''),
  '23503', 'nor called otherwise');

select is(tests.attempt('encoder', 'select from public.participant_trainings'), '2 rows',
  'the office reads who attended what');
select is(tests.attempt('elsewhere', 'select from public.participant_trainings'), 'none', 'no other office does');
select is(tests.attempt('encoder', statement), '42501', 'nobody writes it: ' || statement) from (values
  ('delete from public.participant_trainings'),
    ('insert into public.participant_trainings values (1, ''T-1'', true, '' / '')')) s (statement);
select is(tests.try_as_owner('update public.participants set region_name = ''Test Region B'',
  province_name = ''Test Province B1'''), '23503', 'a person does not move away from trainings of the office');
update public.arbo_trainings set region_name = null, province_name = null;
update public.participants set region_name = 'Test Region B', province_name = 'Test Province B1';
select is(tests.attempt('elsewhere', 'select from public.participant_trainings'), '2 rows',
  'from trainings of the central office they do, and take it along');
delete from public.participants;
select is(pg_temp.links(), null, 'and it goes with the person');

select * from finish();
rollback;
