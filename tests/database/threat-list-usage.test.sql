-- Threat: a user without the route permission "dropdowns" counts the uses of a list value, or a user counts values of
-- columns without a dropdown list.
begin;
select plan(13);

select tests.create_user('keeper', 'Central', '{Read,Edit,Delete}', 'central office', '{dropdowns}'),
  tests.create_user('provincial keeper', 'Provincial', '{Read,Edit,Delete}', routes => '{dropdowns}'),
  tests.create_user('officer', 'Provincial');
select tests.set_windows('target', 'accomplishment');
select tests.put_rows();
update public.arbo_masterlist set org_type = 'Test kind',
  oma_level_2013 = 'Test level'
  where id in (select id from tests.rows where table_name = 'arbo_masterlist' and place in ('own', 'other region'));
update public.form_10 set training_title = '{"Test title", "Another"}'
  where id in (select id from tests.rows where table_name = 'form_10' and place = 'own');
create function pg_temp.usage(caller text, columns jsonb, value text) returns text language sql as $$
  select tests.answer(caller,
    format('select coalesce(string_agg(table_name || ''.'' || column_name || '' '' || rows, '', ''), ''none'')
    from private.count_value_usage(%L, %L)', columns, value))
$$;
create function pg_temp.of(variadic names text[]) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object('table', split_part(n, '.', 1), 'column', split_part(n, '.', 2)))
    from unnest(names) n
$$;

select is(pg_temp.usage('keeper', pg_temp.of('arbo_masterlist.org_type', 'arbo_masterlist.oma_level_2013'),
  'Test kind'), 'arbo_masterlist.org_type 2', 'count_value_usage counts the rows that contain a dropdown value.');
select is(pg_temp.usage('provincial keeper', pg_temp.of('arbo_masterlist.org_type'), 'Test kind'),
  'arbo_masterlist.org_type 2',
  'If a Provincial administrator calls count_value_usage, the function also counts the rows of other offices.');
select is(pg_temp.usage('keeper', pg_temp.of('arbo_masterlist.org_type'), 'test KIND'), 'none',
  'count_value_usage compares dropdown values case-sensitively.');
select is(pg_temp.usage('keeper', pg_temp.of('form_10.training_title'), 'Test title'), 'form_10.training_title 1',
  'count_value_usage also counts rows in which an array column contains the dropdown value.');
select is(pg_temp.usage('officer', pg_temp.of('arbo_masterlist.org_type'), 'Test kind'), 'AG003',
  'A user without the route permission "dropdowns" can''t count the rows that contain a dropdown value.');
select is(pg_temp.usage('keeper', pg_temp.of('users.username'), 'x'), '42703',
  'count_value_usage refuses to count values in the table of users.');
select is(pg_temp.usage('keeper', pg_temp.of('uac.roletype'), 'x'), '42703',
  'count_value_usage refuses to count values in the table of roles.');
select is(pg_temp.usage('keeper', pg_temp.of('participants_sensitive.birthday'), 'x'), '42703',
  'count_value_usage refuses to count values in the table participants_sensitive.');
select is(pg_temp.usage('keeper', pg_temp.of('arbo_masterlist.approved_by'), 'x'), '42703',
  'count_value_usage refuses to count values in a column that only the database fills in, such as approved_by.');
select is(pg_temp.usage('keeper', pg_temp.of('arbo_masterlist.org_type = org_type or org_type'), 'x'), '42703',
  'count_value_usage refuses a column name that contains an SQL condition.');

-- The policies of the records also apply when a user with the route permission "dropdowns" renames a value in records.
create function pg_temp.rename(caller text) returns text language sql as $$
  select tests.attempt(caller,
    'update public.arbo_masterlist set org_type = ''Renamed'' where org_type = ''Test kind''')
$$;
update public.arbo_masterlist set process_stage = 'Approved' where org_type = 'Test kind';
select is(pg_temp.rename('keeper'), '2 rows',
  'A Central user can rename a dropdown value in rows of all offices, including approved rows.');
select is(pg_temp.rename('provincial keeper'), 'AG001',
  'A Provincial user can''t rename a dropdown value in approved rows of their own office.');
select tests.perform_as('keeper',
  'update public.arbo_masterlist set org_type = ''Renamed'' where org_type = ''Test kind''');
select is(count(*), 2::bigint,
  'The log has an entry for each row in which a dropdown value was renamed.') from private.user_log
where changes = '{"org_type": ["Test kind", "Renamed"], "status": ["Accomplished", "Updated"]}';

select * from finish();
rollback;
