-- Threat: a user without the Sensitive right, or outside their scope, reads birthdays or the personal data 4Ps, solo
-- parent, PWD and IP (RA 10173).
begin;
select plan(126);

select tests.create_user('cleared', 'Provincial', '{Read,Edit,Delete,Sensitive}'),
  tests.create_user('encoder', 'Provincial', '{Read,Edit,Delete}'),
  tests.create_user('cleared elsewhere', 'Provincial', '{Read,Sensitive}', 'other region'),
    tests.create_user('central', 'Central', '{Read,Edit,Delete}', 'central office'),
  tests.create_user('cleared central', 'Central', '{Read,Sensitive}', 'central office'),
    tests.create_user('cleared without profile', null);
select tests.set_windows('target', 'accomplishment');

create temporary table guarded on commit drop as select distinct table_name from private.sensitive_columns;
select bag_eq('select table_name from guarded', $$ values ('participants'), ('form_5_annualtargets') $$,
  'Exactly two tables, participants and form_5_annualtargets, have sensitive columns.');

-- Adds a person of Test Province A1 to each of the two tables with sensitive columns.
create temporary table person (table_name text, id bigint) on commit drop;
grant select on person to authenticated;
insert into person select table_name,
  tests.put_sample(table_name, 'own', '{"birthday": "1980-02-29", "is_pwd": "Yes", "remarks": "of the own office"}')
  from guarded;
create function pg_temp.sees(wanted text, relation text, expression text) returns text language sql as $$
  select tests.answer(wanted,
    format('select %s from %s.%I t where id = %s', expression,
    case when relation like '%\_sensitive' or relation like '%\_in\_full' then 'personal' else 'public' end, relation,
    id)) from person where relation like table_name || '%'
$$;

select is_empty(
  $$ select s.table_name, s.column_name, c.caller from private.sensitive_columns s,
    tests.callers c where pg_temp.sees(c.caller, s.table_name, s.column_name) <> '42501' $$,
  'No caller, even with the Sensitive right, can read a sensitive column of a table in the schema "public".');
select is(tests.attempt('cleared', format('select from public.%I where birthday = ''1980-02-29''', table_name)),
  '42501', table_name ||
  ': A user with the Sensitive right can''t use a sensitive column in the WHERE condition of a query on the table.')
  from guarded;
select is(pg_temp.sees('encoder', table_name, 'remarks'), 'of the own office',
  table_name || ': A user without the Sensitive right reads the columns that are not sensitive.') from guarded;

select is(pg_temp.sees('cleared', table_name || '_in_full', 'birthday || is_pwd'), '1980-02-29Yes',
  table_name ||
  ': A user with the Sensitive right reads sensitive columns in the view ending in _in_full.') from guarded;
select is(pg_temp.sees('encoder', table_name || '_in_full',
  'remarks || coalesce(birthday::text, is_pwd, '' and nothing else'')'), 'of the own office and nothing else',
  table_name ||
  ': A user without the Sensitive right reads nulls for sensitive columns in the view ending in _in_full.')
  from guarded;
select is(pg_temp.sees('central', table_name || '_in_full', 'birthday'), 'null',
  table_name ||
  ': A Central user without the Sensitive right reads null for a birthday in the view ending in _in_full.')
  from guarded;
select is(pg_temp.sees('cleared central', table_name || '_in_full', 'is_pwd'), 'Yes',
  table_name ||
  ': A Central user with the Sensitive right reads a province''s sensitive columns in the view ending in _in_full.')
  from guarded;
select is(tests.attempt(w.caller, format('select from personal.%I where id = %s', p.table_name || v.suffix, p.id)),
  'none', format(
  '%1$s: The user "%2$s", who has no access to the row''s office, reads no row of %1$s%3$s.',
  p.table_name, w.caller, v.suffix))
from person p, (values ('cleared elsewhere'), ('cleared without profile')) w (caller),
  (values ('_sensitive'), ('_in_full')) v (suffix) order by p.table_name, w.caller, v.suffix;
select is(tests.attempt('encoder', format('select from personal.%I where id = %s', table_name || '_sensitive', id)),
  'none', table_name ||
  ': A user without the Sensitive right reads no row of the table that stores the sensitive columns.')
  from person;

select is_empty(
  $$ select p.table_name, s.statement from person p,
    (values ('update personal.%I_sensitive set is_pwd = ''No'''), ('delete from personal.%I_sensitive'),
       ('insert into personal.%I_sensitive (id, office) values (1, '' / '')'),
         ('update personal.%I_in_full set remarks = ''x'''), ('truncate personal.%I_sensitive')) s (statement)
     where tests.attempt('cleared', format(s.statement, p.table_name)) not in ('42501', '55000') $$,
  'A user with the Sensitive right can''t write directly to the tables and views with sensitive values.');

-- REST serves all tables and views of the schema public. So if users can read a sensitive column, its table or view
-- must be in another schema.
select is_empty(
  $$ select c.oid::regclass, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
       and a.attname in (select column_name from private.sensitive_columns)
       and (has_column_privilege('authenticated', c.oid, a.attnum, 'select')
         or has_column_privilege('anon', c.oid, a.attnum, 'select')) $$,
  'The database roles "authenticated" and "anon" can''t read any sensitive column in the schema "public".');
select is_empty(
  $$ select c.relname,
    p.polname from pg_class c left join pg_policy p on p.polrelid = c.oid
    where c.relnamespace = 'personal'::regnamespace and c.relkind in ('r', 'p')
     and (not (c.relrowsecurity and c.relforcerowsecurity) or p.polcmd is distinct from 'r') $$,
  'Every table in the schema "personal" has row-level security with policies that allow only reading.');

-- Tests indirect ways to learn sensitive values: the search and the history of rows.
create function pg_temp.finds(caller text, table_name text, query text) returns text language sql as $$
  select tests.answer(caller, format('select count(*) from private.search_record_ids(%L, %L)', table_name, query))
$$;
select is(pg_temp.finds(w.caller, table_name, w.query), w.found,
  format('%s: The user "%s" gets the expected number of matches for the search "%s".', table_name, w.caller, w.query))
from guarded,
  (values ('cleared', '02-29-1980', '1'), ('cleared', 'office 02-29-1980 yes', '1'),
  ('cleared', 'office 02-28-1980', '0'), ('encoder', '02-29-1980', '0'),
  ('encoder', 'office yes', '0'), ('encoder', 'office', '1'), ('central', '02-29-1980', '0'),
    ('cleared central', '02-29-1980', '1'), ('cleared elsewhere', '02-29-1980', '0'),
  ('cleared without profile', '02-29-1980', '0')) w (caller, query, found) order by table_name, w.caller, w.query;
create function pg_temp.searches_birthdays(caller text, table_name text) returns text language sql as $$
  select tests.answer(caller,
    format('select ((private.build_search_condition(%L, ''[[["%%a%%"]]]'')).condition like ''%%birthday%%'')::text',
    table_name))
$$;
select is(pg_temp.searches_birthdays(w.caller, table_name), w.answer,
  format('Table %s: A search by the user "%s" compares birthdays only if the user has the Sensitive right.',
  table_name, w.caller))
from guarded,
  (values ('cleared', 'true'), ('cleared central', 'true'), ('encoder', 'false'), ('central', 'false'),
  ('cleared without profile', 'false')) w (caller, answer) order by table_name, w.caller;
-- A search compares a row's sensitive columns only with terms that can occur in them. Comparing them takes twenty times
-- as long as comparing the other columns.
create function pg_temp.asks_birthdays(caller text, table_name text, terms text) returns text language sql as $$
  select tests.answer(caller, format('select concat(regexp_count(condition, ''birthday''), '' '', by_sensitive)
    from private.build_search_condition(%L, %L::jsonb)', table_name, terms))
$$;
select is(pg_temp.asks_birthdays(q.caller, table_name, q.terms), q.answer,
  format('%s: The search by "%s" compares birthdays only if a search term can occur in a sensitive column: %s',
  table_name, q.caller, q.terms))
from guarded, (values ('cleared', '[[["%office%"]]]', '0 f'), ('cleared', '[[["%02-29-1980%"]]]', '1 t'),
  ('cleared', '[[["%office%"]], [["%YES%"]]]', '1 t'), ('cleared', '[[["%of%"]]]', '1 t'),
  ('encoder', '[[["%02-29-1980%"]]]', '0 f')) q (caller, terms, answer)
order by table_name, q.caller, q.terms;
select tests.perform_as('encoder',
  format('update public.%I set is_pwd = ''No'', remarks = ''corrected'' where id = %s', table_name, id)) from person;
create function pg_temp.history(wanted text, target text) returns text language sql as $$
  select tests.answer(wanted,
    format('select string_agg(k, '','' order by k) from private.read_history(%L, %s) h, jsonb_object_keys(h.changes) k',
    target, id)) from person where table_name = target
$$;
-- An update of a participant also sets the status to Updated, so the history contains the column status. An update of a
-- target does not change the status.
select is(pg_temp.history('encoder', table_name), 'remarks' || edited,
  table_name || ': The history of a row omits sensitive columns for a user without the Sensitive right.')
from guarded, lateral (select case table_name when 'participants' then ',status' else '' end as edited) e;
select is(pg_temp.history('cleared', table_name), 'is_pwd,remarks' || edited,
  table_name || ': The history of a row contains sensitive columns for a user with the Sensitive right.')
from guarded, lateral (select case table_name when 'participants' then ',status' else '' end as edited) e;

-- A user without the Sensitive right gets the same response for right and wrong guesses of a person's age.
select is_empty(
  $$ select p.table_name, g.guess from person p,
    (values ('age = 12'), ('age_base_group = ''Below 18'''), ('birthday = ''1980-02-29'', age = 99'),
    ('age = null, age_base_group = ''60 and above''')) g (guess)
     where tests.attempt('encoder',
       format('update public.%I set %s where id = %s', p.table_name, g.guess, p.id)) <> 'done' $$,
  'If a user without the Sensitive right writes a wrong age, no error reveals that it differs from the stored age.');
select tests.perform_as('encoder', format('update public.%I set age = 12 where id = %s', table_name, id)) from person;
select is(pg_temp.sees('cleared', table_name || '_in_full', 'age'),
  private.age_on('1980-02-29', (now() at time zone 'Asia/Manila')::date)::text,
  table_name || ': If a user without the Sensitive right writes a wrong age, the stored age does not change.')
  from person;
select is(tests.attempt('cleared', format('update public.%I set age = 12 where id = %s', table_name, id)), '23514',
  table_name ||
  ': If a user with the Sensitive right writes an age that contradicts the birthday, the database refuses it.')
  from person;

-- A user without the Sensitive right can write a row's sensitive columns but can't read them.
select is(pg_temp.sees('cleared', table_name || '_in_full', 'is_pwd'), 'No',
  table_name || ': A user without the Sensitive right can write a new value into a sensitive column.') from guarded;
select tests.perform_as('encoder',
  format('update public.%I set birthday = null, is_pwd = null where id = %s', table_name, id)) from person;
select is(pg_temp.sees('cleared', table_name || '_in_full', 'birthday || is_pwd'), '1980-02-29No',
  table_name ||
  ': If a user without the Sensitive right sets a sensitive column to null, the column keeps its value.')
  from guarded;
select tests.perform_as('cleared', format('update public.%I set is_pwd = null where id = %s', table_name, id))
  from person;
select is(pg_temp.sees('cleared', table_name || '_in_full', 'is_pwd'), 'null',
  table_name || ': A user with the Sensitive right can clear a sensitive column.') from guarded;
-- A user without the Sensitive right gets the same response for right and wrong guesses of a stored value.
select tests.create_user('approver', 'Provincial', '{Read,Approve}'),
  tests.create_user('cleared approver', 'Provincial', '{Read,Approve,Sensitive}');
create temporary table guesses on commit drop as
select table_name, stage, tests.put_sample(table_name, 'own', jsonb_build_object('birthday', '1980-02-29',
  'is_pwd', 'Yes', 'remarks', 'guessed', 'process_stage', stage)) as id, guess
from guarded, unnest(array['Approved', 'Pending']) stage,
  unnest(array['is_pwd = ''Yes''', 'is_pwd = ''No''', 'birthday = ''1980-02-29''', 'birthday = ''1980-03-01''']) guess;
grant select on guesses to authenticated;
create function pg_temp.writing(guesses, assignment text default null) returns text language sql as $$
  select format('update public.%I set %s where id = %s', $1.table_name, coalesce(assignment, $1.guess), $1.id)
$$;
-- Runs a statement as a user, rolls it back, and returns the SQLSTATE, the message and the detail.
create function pg_temp.response(caller text, statement text) returns text language plpgsql as $$
declare
  found_detail text;
begin
  perform tests.act_as(caller);
  execute statement;
  raise exception using errcode = 'TESTS';
exception
  when others then
    get stacked diagnostics found_detail = pg_exception_detail;
    return concat_ws(' ', sqlstate, sqlerrm, found_detail);
end
$$;
select is_empty(
  $$ select g.table_name, g.guess from guesses g where g.stage = 'Approved'
     and pg_temp.response('encoder', pg_temp.writing(g))
       <> 'AG001 The row is approved: set it back to Pending before changing it. ' || g.id $$,
  'Every guess of a sensitive value of an approved row gets the error "The row is approved".');
select is_empty(
  $$ select g.table_name, g.guess from guesses g where g.stage = 'Pending'
     and pg_temp.response('approver', pg_temp.writing(g))
       <> pg_temp.response('approver', pg_temp.writing(g, 'remarks = ''changed''')) $$,
  'The database refuses a guess of a sensitive value by an approver without the Edit and Sensitive rights.');
select is_empty(
  $$ select g.table_name, g.guess from guesses g where g.stage = 'Pending'
     and tests.attempt('approver', pg_temp.writing(g, 'remarks = ''changed''')) <> 'AG009' $$,
  'An approver without the Edit right can''t change a pending row.');
select is_empty(
  $$ select g.table_name, g.guess from guesses g where g.stage = 'Pending'
     and tests.attempt('approver', pg_temp.writing(g, 'process_stage = ''Approved''')) <> 'done' $$,
  'An approver without the Sensitive right can approve a row that has sensitive values.');
select is(tests.attempt('cleared', pg_temp.writing(g)), 'done', g.table_name ||
  ': A user with the Sensitive right can write the value that a sensitive column of an approved row already has.')
from guesses g where g.stage = 'Approved' and g.guess = 'is_pwd = ''Yes''';
select is(tests.attempt('cleared', pg_temp.writing(g)), 'AG001', g.table_name ||
  ': A user with the Sensitive right can''t write a different value into a sensitive column of an approved row.')
from guesses g where g.stage = 'Approved' and g.guess = 'is_pwd = ''No''';
select is(tests.attempt('cleared approver', pg_temp.writing(g)), 'done', g.table_name ||
  ': An approver with the Sensitive right can write the value that a sensitive column already has.')
from guesses g where g.stage = 'Pending' and g.guess = 'is_pwd = ''Yes''';
select is(tests.attempt('cleared approver', pg_temp.writing(g)), 'AG009', g.table_name ||
  ': An approver with the Sensitive right but not the Edit right can''t change the value of a sensitive column.')
from guesses g where g.stage = 'Pending' and g.guess = 'is_pwd = ''No''';
select is_empty(
  $$ select g.guess from guesses g where g.table_name = 'participants' and g.stage = 'Pending'
     and tests.answer('encoder', pg_temp.writing(g) || ' returning status') <> 'Accomplished' $$,
  'If a user without the Sensitive right writes only a sensitive value, the row keeps the status Accomplished.');
select is(tests.answer('encoder', pg_temp.writing(g, g.guess || ', remarks = ''changed''') || ' returning status'),
  'Updated',
  'A user without the Sensitive right who also changes another column sets the status to Updated: '
  || g.guess) from guesses g where g.table_name = 'participants' and g.stage = 'Pending';
select is(tests.answer('cleared', pg_temp.writing(g) || ' returning status'), 'Updated',
  'If a user with the Sensitive right changes a sensitive value, the row''s status Accomplished becomes Updated.')
from guesses g where g.table_name = 'participants' and g.stage = 'Pending' and g.guess = 'is_pwd = ''No''';

-- An impossible age is refused even if the row has no birthday.
select is(tests.attempt('encoder', format('update public.%I set age = 131 where id = %s', g.table_name,
  tests.put_sample(g.table_name, 'own', jsonb_build_object('birthday', birthday)))), '23514',
  format('%s: A user without the Sensitive right can''t write an age of 131 into a row with this birthday: %s',
  g.table_name, birthday))
from guarded g, unnest(array['1980-02-29', null]) birthday;

-- A refused value gets the same error whether or not the row has a birthday, an age or an age group.
create temporary table stored_ages on commit drop as
select g.table_name, s.stored, tests.put_sample(g.table_name, 'own', s.stored) as id
from guarded g, (values ('{"birthday": "1980-02-29", "age": null, "age_base_group": null}'::jsonb),
  ('{"birthday": null, "age": 40, "age_base_group": "31 to 59"}'),
  ('{"birthday": null, "age": 40, "age_base_group": null}'),
  ('{"birthday": null, "age": null, "age_base_group": "31 to 59"}'),
  ('{"birthday": null, "age": null, "age_base_group": null}')) s (stored);
select is(array_agg(distinct btrim(pg_temp.response('encoder',
    format('update public.%I set %s where id = %s', s.table_name, w.written, s.id)))),
  array['23514 ' || replace(w.message, '{table}', s.table_name)],
  format('%s: A user without the Sensitive right gets the same error for "%s" in every row.',
    s.table_name, w.written))
from stored_ages s, (values
  ('age = 200', 'new row for relation "{table}" violates check constraint "{table}_age_check"'),
  ('age = -5', 'new row for relation "{table}" violates check constraint "{table}_age_check"'),
  ('age = 200, age_base_group = null',
    'new row for relation "{table}" violates check constraint "{table}_age_check"'),
  ('age = 176, birthday = ''1850-01-01''',
    'new row for relation "{table}" violates check constraint "{table}_age_check"'),
  ('birthday = ''1850-01-01''', 'new row for relation "{table}" violates check constraint "{table}_age_check"'),
  ('age_base_group = repeat(''x'', 251)', 'A text in age_base_group is too long or contains control characters.'),
  ('is_pwd = ''Maybe''', 'new row for relation "{table}" violates check constraint "{table}_is_pwd_check"')
) w (written, message)
group by s.table_name, w.written, w.message order by s.table_name, w.written;
delete from public.participants where id in (select id from stored_ages where table_name = 'participants');
delete from public.form_5_annualtargets where id in (select id from stored_ages where table_name <> 'participants');

-- An encoder changes rows by an import, and then guesses a value of each row.
create function pg_temp.guessed_import() returns uuid language sql
  as $$ select '00000000-0000-4000-8000-000000000009'::uuid $$;
select tests.perform_as('encoder',
  format('select private.begin_import(%L, ''Participants'', ''participants'', ''rows.xlsx'', 2, 0)',
  pg_temp.guessed_import()));
select tests.perform_as('encoder',
  format('select private.begin_batch(%L, 1, ''participants'', ''h'')', pg_temp.guessed_import()));
create temporary table imported on commit drop as
select * from guesses g where g.table_name = 'participants' and g.stage = 'Pending' and g.guess like 'is_pwd%';
grant select on imported to authenticated;
update private.user_log set tx = '3' where form_name = 'participants';
select tests.perform_as('encoder', format('update public.participants set remarks = ''imported'' where id = %s', id))
from imported;
create temporary table last_entry on commit drop as select max(id) as id from private.user_log;
select tests.perform_as('encoder',
  format('select private.finish_batch(%L, 1, %L)', pg_temp.guessed_import(), array(select id from imported)));
create function pg_temp.states(wanted text) returns text language sql as $$
  select tests.answer(wanted, format(
    'select string_agg(r.state, '','' order by r.id) from private.imported_rows(%L) r', pg_temp.guessed_import()))
$$;
select is(pg_temp.states('encoder'), 'as_left,as_left',
  'In an import''s receipt, a user without the Sensitive right sees which rows have not changed since the import.');
select tests.perform_as('encoder', format('update public.participants set %s where id = %s', guess, id)) from imported;
update private.user_log l set tx = '3' from last_entry e where l.id > e.id;
select is(pg_temp.states('encoder'), 'changed_since,changed_since',
  'In an import''s receipt, rows look the same after a right and after a wrong guess of a sensitive value.');
select tests.change_role('encoder', 'Provincial', '{Read,Edit,Delete,Sensitive}');
select is(pg_temp.states('encoder'), 'as_left,changed_since',
  'For a user with the Sensitive right, an import''s receipt marks rows whose sensitive values changed later.');
select tests.change_role('encoder', 'Provincial', '{Read,Edit,Delete}');
delete from public.participants where id in (select id from guesses where table_name = 'participants');
delete from public.form_5_annualtargets where id in (select id from guesses where table_name <> 'participants');

select tests.perform_as('central',
  format('update public.%I set region_name = ''Test Region B'', province_name = ''Test Province B1'' where id = %s',
  table_name, id)) from person;
select is(pg_temp.sees('cleared elsewhere', table_name || '_in_full', 'birthday'), '1980-02-29',
  table_name || ': After a row moves, a user of the new office can read the row''s sensitive columns.') from guarded;
select is(tests.attempt('cleared', format('select from personal.%I where id = %s', table_name || '_sensitive', id)),
  'none', table_name ||
  ': After a row moves, a user of the former office can no longer read the row''s sensitive columns.')
  from person;
delete from public.participants;
delete from public.form_5_annualtargets;
select is((select count(*) from personal.participants_sensitive) + (select count(*)
  from personal.form_5_annualtargets_sensitive), 0::bigint,
  'When a row is deleted, its sensitive values are deleted too.');

select * from finish();
rollback;
