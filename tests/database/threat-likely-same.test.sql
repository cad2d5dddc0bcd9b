-- Threat: a user finds out a birthday, or who is in another office, through the check for existing persons or the
-- lookup of names for imports. Each refusal is tested next to a match that the function must return.
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

-- Names of the matching rows, each with the columns that agreed.
create function pg_temp.same(caller text, candidates jsonb, key_columns text[] default '{participant_name,birthday}',
  target text default 'participants') returns text language sql as $$
  select tests.answer(caller,
    format('select coalesce(string_agg(p.caller_sees || '': '' || array_to_string(s.agreed, ''+''),
    '', '' order by s.place, s.id), ''no one'')
    from private.find_likely_duplicates(%L, %L, %L) s join person p on p.id = s.id', target, key_columns, candidates))
$$;
create function pg_temp.asked(name text, birthday text default null, place text default 'own',
  id bigint default null) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('participant_name', name, 'birthday', birthday,
    'region_name', p.region_name, 'province_name', p.province_name, 'id', id)))
  from tests.places p where p.place = asked.place
$$;

select is(pg_temp.same('cleared', pg_temp.asked('Ana Dela Peña', '1980-02-29')), 'Ana: participant_name+birthday',
  'The same name and birthday match.');
select is(pg_temp.same('cleared', pg_temp.asked(name)), 'Ana: participant_name',
  format('The name matches when written as "%s".', name))
from (values ('DELA PENA, ANA'), ('ana  dela peña'), ('Pen' || U&'\0303' || 'a, Ana Dela')) v (name);
select is(pg_temp.same('cleared', pg_temp.asked('Ana Dela')), 'no one', 'Another name does not match.');
select is(pg_temp.same('cleared', pg_temp.asked('Ana Dela Peña', '1980-03-01')), 'no one',
  'The same name with another birthday does not match for a user with Sensitive.');
select is(pg_temp.same('cleared', pg_temp.asked('Ben Cruz', '1980-03-01')), 'Ben: participant_name',
  'A row without a birthday matches by name.');
select is(pg_temp.same('cleared',
  pg_temp.asked('Ana Dela Peña', null, 'own', (select id from person where caller_sees = 'Ana'))), 'no one',
  'A row does not match itself.');
select is(pg_temp.same('cleared', '[{"participant_name": " "}, {"participant_name": null}, {}]'), 'no one',
  'Candidates without a name match no rows.');
select is(
  tests.answer('cleared',
    format('select string_agg(place::text, '','' order by place)
    from private.find_likely_duplicates(''participants'', ''{participant_name}'', %L)',
    pg_temp.asked('Unknown') || pg_temp.asked('Ben Cruz') || pg_temp.asked('Ana Dela Peña'))), '1,2',
      'Each match names the position of its candidate.');

-- Without the Sensitive right, the result is the same for every birthday.
select is(pg_temp.same('encoder', pg_temp.asked('Ana Dela Peña')), 'Ana: participant_name',
  'A user without Sensitive finds a match by name.');
select is(
  (select array_agg(distinct pg_temp.same('encoder', pg_temp.asked('Ana Dela Peña', (date '1980-02-01' + n)::text)))
    from generate_series(0, 59) n),
  '{"Ana: participant_name"}', 'Sixty guesses of the birthday, including the right one, return the same result.');
select is(pg_temp.same('encoder', pg_temp.asked('Ana Dela Peña', '1980-02-29'), '{birthday,participant_name}'),
  'no one', 'A birthday as the first key column matches no rows without Sensitive.');
select is(pg_temp.same('encoder', pg_temp.asked('Ana Dela Peña', '1980-02-29'), '{birthday}'), 'no one',
  'A birthday as the only key column matches no rows without Sensitive.');
select is(pg_temp.same('encoder', pg_temp.asked('Ana Dela Peña') || '[]', array['participant_name', c.column_name]),
  'Ana: participant_name', format('The sensitive column %s is ignored.', c.column_name))
from private.sensitive_columns c where c.table_name = 'participants' order by c.column_name;

select is(pg_temp.same('elsewhere', pg_temp.asked('Far Away', '1990-01-01', 'other region')),
  'Far: participant_name+birthday', 'A user finds matches in their own office.');
select is(pg_temp.same('cleared', pg_temp.asked('Far Away', '1990-01-01', 'other region')), 'no one',
  'A user finds no matches in another office that the candidate names.');
select is(pg_temp.same('cleared region', pg_temp.asked('Ana Dela Peña')), 'Ana: participant_name',
  'A Regional user finds matches in the provinces of the region.');
select is(pg_temp.same('no profile', pg_temp.asked('Ana Dela Peña')), 'no one',
  'A caller without a profile finds no matches.');
select is(pg_temp.same('cleared', pg_temp.asked('Ana Dela Peña'), '{username}', 'users'), '42P01',
  'A table that is not a record table is refused.');

-- A candidate that names a stored row by its id is completed with the values of that row.
select tests.put_sample('participants', 'own', '{"participant_name": "Far Away", "birthday": "1990-01-01"}');
insert into person select 'Near', max(id) from public.participants;
select is(
  pg_temp.same('cleared',
    jsonb_build_array(jsonb_build_object('id', (select id from person where caller_sees = 'Far'), 'region_name',
    'Test Region A', 'province_name', 'Test Province A1'))),
  'no one', 'The id of a row of another office adds none of its values.');
select is(
  pg_temp.same('cleared',
    jsonb_build_array(jsonb_build_object('id', (select id from person where caller_sees = 'Ben'), 'participant_name',
    'Far Away'))),
  'Near: participant_name', 'The id of a row of the own office adds its office.');

-- Lookup of existing rows by name, which imports use.
create function pg_temp.named(caller text, names text, place text default null,
  name_column text default 'participant_name') returns text language sql as $$
  select tests.answer(caller,
    format('select coalesce(string_agg(p.caller_sees, '', '' order by p.caller_sees), ''no one'')
    from private.find_rows_by_name(''participants'', %L, %s, %L) n (id) join person p using (id)', name_column,
    coalesce((select format('array[%L]', p.region_name || ' / ' || p.province_name) from tests.places p
      where p.place = named.place), 'null'), names))
$$;
select is(pg_temp.named('encoder', '{ana  dela peña,BEN CRUZ,Unknown}'), 'Ana, Ben',
  'Names are found regardless of case and blanks.');
select is(pg_temp.named('encoder', '{Ana Dela Peña}', 'own'), 'Ana', 'Names are found in the requested offices.');
select is(pg_temp.named('cleared region', '{Ana Dela Peña}', 'same region'), 'no one',
  'Names are not found in other offices than requested.');
select is(pg_temp.named('encoder', '{Far Away}'), 'Near', 'Names are found only in the caller''s own offices.');
select is(pg_temp.named('encoder', '{Far Away}', 'other region'), 'no one',
  'Names of another office are not found, even if that office is requested.');
select is(pg_temp.named('no profile', '{Ana Dela Peña}'), 'no one', 'A caller without a profile finds no names.');
select is(pg_temp.named('encoder', '{1980-02-29}', null, 'birthday'), 'no one',
  'A user without Sensitive can''t look up a birthday.');
select is(pg_temp.named('cleared', '{1980-02-29}', null, 'birthday'), '42883',
  'A user with Sensitive can''t look up a birthday either, because it is not text.');
select is(tests.answer('encoder',
  'select count(*) from private.find_rows_by_name(''users'', ''username'', null, ''{encoder}'')'), '42P01',
  'A table that is not a record table is refused.');

select * from finish();
rollback;
