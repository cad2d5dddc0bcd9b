-- Threat: a user finds rows of another office through search_record_ids. This function reads rows without policies, so
-- it must check the user's scope itself.
begin;
select plan(33);

select tests.create_callers();
select tests.empty_tables();
create temporary table hidden on commit drop as
select f.table_name, p.place,
  tests.put_sample(f.table_name, p.place,
  jsonb_strip_nulls(jsonb_build_object('status', f.status)) || '{"remarks": "Zebrafinch 50%_off it''s \\ here"}') as id
from tests.faces f, tests.places p;

create function pg_temp.found(wanted text, table_name text, query text) returns text language sql as $$
  select tests.answer(wanted,
    format('select coalesce(string_agg(id::text, '' '' order by id), ''nothing'')
    from private.search_record_ids(%L, %L) id', table_name, query))
$$;
create function pg_temp.should_find(c tests.callers, wanted text) returns text language sql as $$
  select case when c.kind = 'anonymous' then '42501'
    else coalesce(string_agg(h.id::text, ' ' order by h.id) filter (where tests.in_scope(c.level, h.place)),
      'nothing') end
  from hidden h where h.table_name = wanted
$$;

select is_empty(
  format($$ select t.table_name, c.caller from private.record_tables t,
    tests.callers c where pg_temp.found(c.caller, t.table_name, %L) <> pg_temp.should_find(c, t.table_name) $$,
    q.query),
  format('Every caller who searches a record table %s finds exactly the matching rows in the caller''s scope.',
  q.name))
from (values ('by a word', 'zebra'), ('by a word of a single letter', 'z'), ('by two words', 'FINCH zebra'),
  ('by wildcards taken literally', '50%_o'),
  ('by a quote', 'it''s'), ('by a backslash', '\ h')) q (name, query);

select is(pg_temp.found('Provincial with Read', 'arbo_masterlist', 'z_bra'), 'nothing',
  'An underscore in a search query matches only an underscore.');
select is(pg_temp.found('Provincial with Read', 'arbo_masterlist', '%'') or true --'), 'nothing',
  'A search for SQL code does not run the code and finds nothing.');
select is(pg_temp.found('Provincial with Read', 'arbo_masterlist',
  'zebra'') union select id from public.arbo_masterlist --'), 'nothing',
  'A search for a SELECT statement does not run the statement and finds nothing.');
select is(pg_temp.found('Provincial with Read', 'arbo_masterlist', '  ZEBRA  '),
  (select id::text from hidden where table_name = 'arbo_masterlist' and place = 'own'),
  'The search ignores the case of a query and the blanks around it.');
select is(
  tests.answer('Provincial with Read', $$ select count(*) from private.search_record_ids('arbo_masterlist', '') $$),
  tests.answer('Provincial with Read', $$ select count(*) from public.arbo_masterlist $$),
    'A search with an empty query finds all rows that the user can read in the table.');
select is(pg_temp.found('Central with Read', 'users', 'tests'), '42P01', 'A user can''t search the table of users.');
select is(pg_temp.found('Central with Read', 'arbo_masterlist where false union select 1 --', 'x'), '42P01',
  'The search refuses a table name that contains SQL code.');

-- A search finds the rows that match all its terms. A row matches a term if it matches one of the term's lists of
-- patterns completely.
create function pg_temp.finds_terms(wanted text, terms jsonb) returns text language sql as $$
  select tests.answer(wanted,
    format('select coalesce(string_agg(id::text, '' '' order by id), ''nothing'')
    from private.search_record_ids(''arbo_masterlist'', %L::jsonb) id', terms))
$$;
create function pg_temp.own() returns bigint language sql as $$ select id from hidden
  where table_name = 'arbo_masterlist' and place = 'own' $$;
select is(pg_temp.finds_terms('Provincial with Read', terms::jsonb),
  case when found then pg_temp.own()::text else 'nothing' end,
  format('The search by these terms finds exactly the expected rows: %s', terms))
from (values ('[[["%zebra%"]], [["%no such%"], ["%FINCH%", "%50\\%%"]]]', true),
  ('[[["%zebra%", "%no such%"]]]', false), ('[[["%zebra%"]], [["%no such%"]]]', false),
  ('[[["%z_bra%"]]]', true), ('[[["%z\\_bra%"]]]', false), ('[[["%no such%"], [null]], [["%zebra%"]]]', true),
    ('[[["'') or true --"]]]', false)) q (terms, found);
select is(pg_temp.finds_terms('Provincial with Read', jsonb_build_array(jsonb_build_array(jsonb_build_array(id)))),
  case when place = 'own' then id::text else 'nothing' end,
  format('A search by id finds a row of the office "%s" only if the row is in the user''s scope.',
  place))
    from hidden where table_name = 'arbo_masterlist' order by place;
select is(pg_temp.finds_terms('anonymous', '[]'), '42501', 'A caller who is not signed in can''t call the search.');

-- Projects belong to no office. Every caller with a level finds projects.
select tests.put_sample('project_list', null, '{"remarks": "Zebrafinch"}');
select isnt(pg_temp.found('Provincial with nothing', 'project_list', 'zebra'), 'nothing',
  'A Provincial user finds projects with the search, even if the user''s role has no rights.');
select is(pg_temp.found('no profile', 'project_list', 'zebra'), 'nothing',
  'The search returns no project to a caller without a profile.');
select is(pg_temp.found('disabled', 'project_list', 'zebra'), 'nothing',
  'The search returns no project to a disabled user.');

-- Only users with the route permission "users" find role entries.
select tests.create_user('chief', 'Central', '{Read}', 'central office', '{users}');
select isnt(pg_temp.found('chief', 'uac', 'tester'), 'nothing', 'The search returns roles to an administrator.');
select is(pg_temp.found('Central with Read', 'uac', 'tester'), 'nothing',
  'The search returns no roles to a user without the route permission "users".');

-- A search by sequential scan must find the same rows as a search by index, also for patterns with LIKE metacharacters.
create function pg_temp.holds(condition text) returns boolean language plpgsql as $$
declare
  yes boolean;
begin
  execute format('select %s', condition) into yes;
  return yes;
end
$$;
create temporary table patterns on commit drop as
select p.pattern, t.text,
  pg_temp.holds(private.build_pattern_condition(format('%L::text', t.text), p.pattern, true)) as by_index,
  pg_temp.holds(private.build_pattern_condition(format('%L::text', t.text), p.pattern, false)) as one_by_one
from unnest(array['%a%', '%a b%', '%50\%%', '%50%', '%x\_y%', '%x_y%', '%\\%', '%it''s%', '%a%b%', 'a%', '%b', 'a', '%',
  '%%', '', '%ab\%', '%ñ%', '% or true --%', E'%\n%']) p (pattern),
  unnest(array['a', 'b', 'ab', 'a b', '50%', '50', '500', 'x_y', 'xzy', '\', 'it''s', 'axb', 'ab%', 'peña', '',
    ' or true --', E'a\nb']) t (text);
select is_empty('select pattern, text from patterns where by_index <> one_by_one',
  'A search pattern matches the same texts whether the search uses an index or compares text by text.');
select ok(count(*) filter (where by_index) > 30 and count(*) filter (where not by_index) > 100,
  'The test of search patterns includes over 30 matching and over 100 non-matching pairs.')
  from patterns;

select * from finish();
rollback;
