-- Threat: through the check for likely duplicates or the import's lookup of names, a user learns a person's birthday or
-- the persons of another office. Each search that must find no person is tested next to one that must find a person.
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

-- Returns the names of the likely duplicates, each with the columns that are equal.
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
  'The check for likely duplicates finds a stored person who has the entered name and birthday.');
select is(pg_temp.same('cleared', pg_temp.asked(name)), 'Ana: participant_name',
  format(
  'The check for likely duplicates finds a stored person even if the user enters the name in the spelling "%s".', name))
from (values ('DELA PENA, ANA'), ('ana  dela peña'), ('Pen' || U&'\0303' || 'a, Ana Dela')) v (name);
select is(pg_temp.same('cleared', pg_temp.asked('Ana Dela')), 'no one',
  'The check for likely duplicates does not find a person by only a part of the name.');
select is(pg_temp.same('cleared', pg_temp.asked('Ana Dela Peña', '1980-03-01')), 'no one',
  'The check for likely duplicates omits a stored person with the same name but a different birthday.');
select is(pg_temp.same('cleared', pg_temp.asked('Ben Cruz', '1980-03-01')), 'Ben: participant_name',
  'The check for likely duplicates finds a person of the same name if no birthday is stored for this person.');
select is(pg_temp.same('cleared',
  pg_temp.asked('Ana Dela Peña', null, 'own', (select id from person where caller_sees = 'Ana'))), 'no one',
  'The check for likely duplicates does not return the row that the user edits.');
select is(pg_temp.same('cleared', '[{"participant_name": " "}, {"participant_name": null}, {}]'), 'no one',
  'The check for likely duplicates finds no person for a row without a name.');
select is(
  tests.answer('cleared',
    format('select string_agg(place::text, '','' order by place)
    from private.find_likely_duplicates(''participants'', ''{participant_name}'', %L)',
    pg_temp.asked('Unknown') || pg_temp.asked('Ben Cruz') || pg_temp.asked('Ana Dela Peña'))), '1,2',
      'For several entered rows, the check for likely duplicates returns the index of each row that has a duplicate.');

-- For a user without the Sensitive right, the candidate's birthday does not change the result of a search.
select is(pg_temp.same('encoder', pg_temp.asked('Ana Dela Peña')), 'Ana: participant_name',
  'For a user without the Sensitive right, the check for likely duplicates finds a person by name.');
select is(
  (select array_agg(distinct pg_temp.same('encoder', pg_temp.asked('Ana Dela Peña', (date '1980-02-01' + n)::text)))
    from generate_series(0, 59) n),
  '{"Ana: participant_name"}',
  'If a user without the Sensitive right enters a birthday, the check for likely duplicates ignores the birthday.');
select is(pg_temp.same('encoder', pg_temp.asked('Ana Dela Peña', '1980-02-29'), '{birthday,participant_name}'),
  'no one',
  'If the first key column is the birthday, a user without the Sensitive right finds no likely duplicates.');
select is(pg_temp.same('encoder', pg_temp.asked('Ana Dela Peña', '1980-02-29'), '{birthday}'), 'no one',
  'If the birthday is the only key column, a user without the Sensitive right finds no likely duplicates.');
select is(pg_temp.same('encoder', pg_temp.asked('Ana Dela Peña') || '[]', array['participant_name', c.column_name]),
  'Ana: participant_name',
  format(
  'For a user without the Sensitive right, the check for likely duplicates ignores the key column %s.', c.column_name))
from private.sensitive_columns c where c.table_name = 'participants' order by c.column_name;

select is(pg_temp.same('elsewhere', pg_temp.asked('Far Away', '1990-01-01', 'other region')),
  'Far: participant_name+birthday', 'A user finds likely duplicates among the rows of their own office.');
select is(pg_temp.same('cleared', pg_temp.asked('Far Away', '1990-01-01', 'other region')), 'no one',
  'The check for likely duplicates finds no stored rows of another office.');
select is(pg_temp.same('cleared region', pg_temp.asked('Ana Dela Peña')), 'Ana: participant_name',
  'A Regional user finds likely duplicates in the provinces of the region.');
select is(pg_temp.same('no profile', pg_temp.asked('Ana Dela Peña')), 'no one',
  'A caller without a profile finds no likely duplicates.');
select is(pg_temp.same('cleared', pg_temp.asked('Ana Dela Peña'), '{username}', 'users'), '42P01',
  'The check for likely duplicates refuses a table that is not a record table.');

-- If a candidate has the id of a stored row, the check fills the candidate's missing values from that row.
select tests.put_sample('participants', 'own', '{"participant_name": "Far Away", "birthday": "1990-01-01"}');
insert into person select 'Near', max(id) from public.participants;
select is(
  pg_temp.same('cleared',
    jsonb_build_array(jsonb_build_object('id', (select id from person where caller_sees = 'Far'), 'region_name',
    'Test Region A', 'province_name', 'Test Province A1'))),
  'no one',
  'If a user sends the id of another office''s row, the check for likely duplicates doesn''t use this row''s values.');
select is(
  pg_temp.same('cleared',
    jsonb_build_array(jsonb_build_object('id', (select id from person where caller_sees = 'Ben'), 'participant_name',
    'Far Away'))),
  'Near: participant_name',
  'If an edited row lacks an office, the check for likely duplicates uses the office of the stored row.');

-- Tests find_rows_by_name, with which imports find stored rows by name.
create function pg_temp.named(caller text, names text, place text default null,
  name_column text default 'participant_name') returns text language sql as $$
  select tests.answer(caller,
    format('select coalesce(string_agg(p.caller_sees, '', '' order by p.caller_sees), ''no one'')
    from private.find_rows_by_name(''participants'', %L, %s, %L) n (id) join person p using (id)', name_column,
    coalesce((select format('array[%L]', p.region_name || ' / ' || p.province_name) from tests.places p
      where p.place = named.place), 'null'), names))
$$;
select is(pg_temp.named('encoder', '{ana  dela peña,BEN CRUZ,Unknown}'), 'Ana, Ben',
  'find_rows_by_name finds rows regardless of letter case and repeated blanks in the name.');
select is(pg_temp.named('encoder', '{Ana Dela Peña}', 'own'), 'Ana',
  'find_rows_by_name finds a row with the name in the requested office.');
select is(pg_temp.named('cleared region', '{Ana Dela Peña}', 'same region'), 'no one',
  'If the request names an office, find_rows_by_name finds no rows of other offices in the caller''s scope.');
select is(pg_temp.named('encoder', '{Far Away}'), 'Near',
  'If a request names no office, find_rows_by_name searches only rows in the caller''s scope.');
select is(pg_temp.named('encoder', '{Far Away}', 'other region'), 'no one',
  'find_rows_by_name finds no rows if the requested office is outside the caller''s scope.');
select is(pg_temp.named('no profile', '{Ana Dela Peña}'), 'no one',
  'find_rows_by_name returns no rows to a caller without a profile.');
select is(pg_temp.named('encoder', '{1980-02-29}', null, 'birthday'), 'no one',
  'A user without the Sensitive right can''t use find_rows_by_name to search for a birthday.');
select is(pg_temp.named('cleared', '{1980-02-29}', null, 'birthday'), '42883',
  'find_rows_by_name fails for a birthday, because a birthday is not text.');
select is(tests.answer('encoder',
  'select count(*) from private.find_rows_by_name(''users'', ''username'', null, ''{encoder}'')'), '42P01',
  'find_rows_by_name refuses a table that is not a record table.');

select * from finish();
rollback;
