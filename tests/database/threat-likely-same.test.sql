-- Threat: finding out a birthday, or who is in another office, by asking whether a person is entered already, or as an
-- import asks for names. Beside every refusal stands what the function is there to answer.
begin;
select plan(37);

select tests.empty_tables();
select tests.make_offices();
select tests.create_user('encoder', 'Provincial', '{Read,Edit,Delete}'),
  tests.create_user('cleared', 'Provincial', '{Read,Edit,Sensitive}'),
  tests.create_user('cleared region', 'Regional', '{Read,Edit,Sensitive}', 'regional office'),
    tests.create_user('elsewhere', 'Provincial', '{Read,Edit,Sensitive}', 'other region'),
  tests.create_user('no profile', null);
create temporary table person (caller_sees text, id bigint) on commit drop;
grant select on person to authenticated;
insert into person values
  ('Ana', tests.put_sample('participants', 'own', '{"participant_name": "Ana Dela Peña", "birthday": "1980-02-29"}')),
  ('Ben', tests.put_sample('participants', 'own', '{"participant_name": "Ben Cruz"}')),
  ('Far', tests.put_sample('participants', 'other region',
    '{"participant_name": "Far Away", "birthday": "1990-01-01"}'));

-- Names of those found, each with what agreed.
create function pg_temp.same(caller text, candidates jsonb, key_columns text[] default '{participant_name,birthday}',
  target text default 'participants') returns text language sql as $$
  select tests.answer(caller,
    format('select coalesce(string_agg(p.caller_sees || '': '' || array_to_string(s.agreed, ''+''),
    '', '' order by s.place, s.id), ''nobody'')
    from private.likely_same(%L, %L, %L) s join person p on p.id = s.id', target, key_columns, candidates))
$$;
create function pg_temp.asked(name text, birthday text default null, place text default 'own',
  id bigint default null) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('participant_name', name, 'birthday', birthday,
    'region_name', p.region_name, 'province_name', p.province_name, 'id', id)))
  from tests.places p where p.place = asked.place
$$;

select is(pg_temp.same('cleared', pg_temp.asked('Ana Dela Peña', '1980-02-29')), 'Ana: participant_name+birthday',
  'the same name and birthday are noticed');
select is(pg_temp.same('cleared', pg_temp.asked(name)), 'Ana: participant_name',
  'however the name is written: ' || name)
from (values ('DELA PENA, ANA'), ('ana  dela peña'), ('Pen' || U&'\0303' || 'a, Ana Dela')) v (name);
select is(pg_temp.same('cleared', pg_temp.asked('Ana Dela')), 'nobody', 'another name is not');
select is(pg_temp.same('cleared', pg_temp.asked('Ana Dela Peña', '1980-03-01')), 'nobody',
  'who was born on another day is another person, for whoever may know');
select is(pg_temp.same('cleared', pg_temp.asked('Ben Cruz', '1980-03-01')), 'Ben: participant_name',
  'an unknown birthday tells nobody apart');
select is(pg_temp.same('cleared',
  pg_temp.asked('Ana Dela Peña', null, 'own', (select id from person where caller_sees = 'Ana'))), 'nobody',
  'a row is not the same as itself');
select is(pg_temp.same('cleared', '[{"participant_name": " "}, {"participant_name": null}, {}]'), 'nobody',
  'without a name there is nothing to notice');
select is(
  tests.answer('cleared',
    format('select string_agg(place::text, '','' order by place)
    from private.likely_same(''participants'', ''{participant_name}'', %L)',
    pg_temp.asked('Nobody') || pg_temp.asked('Ben Cruz') || pg_temp.asked('Ana Dela Peña'))), '1,2',
      'of many candidates each is told by its place');

-- Without the right, the answer is the same whatever birthday is tried.
select is(pg_temp.same('encoder', pg_temp.asked('Ana Dela Peña')), 'Ana: participant_name',
  'without the right the name in the office is noticed');
select is(
  (select array_agg(distinct pg_temp.same('encoder', pg_temp.asked('Ana Dela Peña', (date '1980-02-01' + n)::text)))
    from generate_series(0, 59) n),
  '{"Ana: participant_name"}', 'and sixty guesses of the birthday, with the right one among them, are answered alike');
select is(pg_temp.same('encoder', pg_temp.asked('Ana Dela Peña', '1980-02-29'), '{birthday,participant_name}'),
  'nobody', 'nor is a birthday asked for first');
select is(pg_temp.same('encoder', pg_temp.asked('Ana Dela Peña', '1980-02-29'), '{birthday}'), 'nobody', 'or alone');
select is(pg_temp.same('encoder', pg_temp.asked('Ana Dela Peña') || '[]', array['participant_name', c.column_name]),
  'Ana: participant_name', 'no sensitive column counts: ' || c.column_name)
from private.sensitive_columns c where c.table_name = 'participants' order by c.column_name;

-- The scope.
select is(pg_temp.same('elsewhere', pg_temp.asked('Far Away', '1990-01-01', 'other region')),
  'Far: participant_name+birthday', 'the own office is looked through');
select is(pg_temp.same('cleared', pg_temp.asked('Far Away', '1990-01-01', 'other region')), 'nobody',
  'another is not, though it is named');
select is(pg_temp.same('cleared region', pg_temp.asked('Ana Dela Peña')), 'Ana: participant_name',
  'the region looks through its provinces');
select is(pg_temp.same('no profile', pg_temp.asked('Ana Dela Peña')), 'nobody',
  'nobody without a profile is told anything');
select is(pg_temp.same('cleared', pg_temp.asked('Ana Dela Peña'), '{username}', 'users'), '42P01',
  'only records are compared');

-- A candidate names a stored row by its id, and is tried out with what is in it.
select tests.put_sample('participants', 'own', '{"participant_name": "Far Away", "birthday": "1990-01-01"}');
insert into person select 'Near', max(id) from public.participants;
select is(
  pg_temp.same('cleared',
    jsonb_build_array(jsonb_build_object('id', (select id from person where caller_sees = 'Far'), 'region_name',
    'Test Region A', 'province_name', 'Test Province A1'))),
  'nobody', 'the id of another office''s row brings nothing of it along');
select is(
  pg_temp.same('cleared',
    jsonb_build_array(jsonb_build_object('id', (select id from person where caller_sees = 'Ben'), 'participant_name',
    'Far Away'))),
  'Near: participant_name', 'that of one''s own brings its office');

-- What an import asks for.
create function pg_temp.named(caller text, names text, place text default null,
  name_column text default 'participant_name') returns text language sql as $$
  select tests.answer(caller,
    format('select coalesce(string_agg(p.caller_sees, '', '' order by p.caller_sees), ''nobody'')
    from private.named_rows(''participants'', %L, %s, %L) n (id) join person p using (id)', name_column,
    coalesce((select format('array[%L]', p.region_name || ' / ' || p.province_name) from tests.places p
      where p.place = named.place), 'null'), names))
$$;
select is(pg_temp.named('encoder', '{ana  dela peña,BEN CRUZ,Nobody}'), 'Ana, Ben',
  'names are found as imports fold them');
select is(pg_temp.named('encoder', '{Ana Dela Peña}', 'own'), 'Ana', 'in the offices that are asked for');
select is(pg_temp.named('cleared region', '{Ana Dela Peña}', 'same region'), 'nobody', 'and in no other');
select is(pg_temp.named('encoder', '{Far Away}'), 'Near', 'of the caller''s own offices');
select is(pg_temp.named('encoder', '{Far Away}', 'other region'), 'nobody',
  'another office''s rows are not told, though it is named');
select is(pg_temp.named('no profile', '{Ana Dela Peña}'), 'nobody', 'nobody without a profile is told anything');
select is(pg_temp.named('encoder', '{1980-02-29}', null, 'birthday'), 'nobody',
  'no birthday is tried by whoever may not read it');
select is(pg_temp.named('cleared', '{1980-02-29}', null, 'birthday'), '42883', 'or by anybody, since it is no text');
select is(tests.answer('encoder',
  'select count(*) from private.named_rows(''users'', ''username'', null, ''{encoder}'')'), '42P01',
  'only records are named');

select * from finish();
rollback;
