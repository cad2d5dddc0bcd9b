-- Threat: a user without the route permission "dropdowns" counts the uses of a list value, or an administrator deletes
-- a value that records use.
begin;
select plan(24);

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
update public.participants p set participant_sub_category = 'Test part',
  participant_category = case r.place when 'own' then 'Test category' else 'Test other category' end
  from tests.rows r where r.table_name = 'participants' and r.place in ('own', 'other region') and r.id = p.id;
insert into public.dropdown_values (list, type) values ('organization-type', 'Test kind'),
  ('organization-type', 'Test unused kind');
insert into public.dropdown_values (list, category, sub_category) values
  ('participant-category', 'Test category', null),
  ('participant-subcategory', 'Test category', 'Test part'),
  ('participant-subcategory', 'Test third category', 'Test part');
-- Adds a column with several items per row to the columns that take values from a list. The product has no such column
-- yet.
insert into private.list_columns (column_name, list) values ('training_title', 'test-titles');
create function pg_temp.usage(caller text, entry jsonb) returns text language sql as $$
  select tests.answer(caller,
    format('select coalesce(string_agg(table_name || ''.'' || column_name || '' '' || rows, '', ''), ''none'')
    from private.count_value_usage(jsonb_populate_record(null::public.dropdown_values, %L))', entry))
$$;
create function pg_temp.delete_value(caller text, condition text) returns text language sql as $$
  select tests.attempt(caller, 'delete from public.dropdown_values where ' || condition)
$$;

select is(pg_temp.usage('keeper', '{"list": "organization-type", "type": "Test kind"}'), 'arbo_masterlist.org_type 2',
  'count_value_usage returns the number of rows that contain the dropdown value, per column.');
select is(pg_temp.usage('provincial keeper', '{"list": "organization-type", "type": "Test kind"}'),
  'arbo_masterlist.org_type 2',
  'For a Provincial administrator, count_value_usage also counts the rows of other offices.');
select is(pg_temp.usage('keeper', '{"list": "organization-type", "type": "test KIND"}'), 'none',
  'count_value_usage compares dropdown values case-sensitively.');
select is(pg_temp.usage('keeper', '{"list": "organization-status", "type": "Test kind"}'), 'none',
  'count_value_usage ignores columns that take their values from a different list than the dropdown value''s.');
select is(pg_temp.usage('keeper', '{"list": "test-titles", "type": "Test title"}'), 'form_10.training_title 1',
  'count_value_usage also counts rows in which an array column contains the dropdown value.');
select is(pg_temp.usage('keeper', '{"list": "participant-category", "category": "Test category"}'),
  'participants.participant_category 1', 'count_value_usage counts the rows that contain a category.');
select is(pg_temp.usage('keeper',
  '{"list": "participant-subcategory", "category": "Test category", "sub_category": "Test part"}'),
  'participants.participant_sub_category 1',
  'count_value_usage counts only rows that have both the category and the sub-category of the dropdown value.');
select is(pg_temp.usage('keeper',
  '{"list": "participant-subcategory", "category": "Test third category", "sub_category": "Test part"}'), 'none',
  'count_value_usage counts no row if the sub-category occurs only in rows of other categories.');
select is(pg_temp.usage('officer', '{"list": "organization-type", "type": "Test kind"}'), 'AG003',
  'A user without the route permission "dropdowns" can''t count the rows that contain a dropdown value.');

select is(pg_temp.delete_value('provincial keeper', 'type = ''Test kind'''), 'AG002',
  'A Provincial administrator can''t delete a dropdown value that rows of other offices contain.');
select is(pg_temp.delete_value('keeper', 'type = ''Test kind'''), 'AG002',
  'A Central administrator can''t delete a dropdown value that rows contain.');
select is(pg_temp.delete_value('keeper', 'type like ''Test %kind'''), 'AG002',
  'The database deletes none of several dropdown values if one of them is in use.');
select is(pg_temp.delete_value('provincial keeper', 'type = ''Test unused kind'''), 'done',
  'A Provincial administrator can delete a dropdown value that no row contains.');
select is(pg_temp.delete_value('keeper', 'category = ''Test category'' and sub_category is not null'), 'AG002',
  'An administrator can''t delete a sub-category that is still used in a row with the same category.');
select is(pg_temp.delete_value('keeper', 'category = ''Test third category'''), 'done',
  'An administrator can delete a sub-category that is used only in rows with other categories.');
select is(tests.try_as_owner('delete from public.dropdown_values where type = ''Test kind'''), 'done',
  'The owner of the database tables can delete a dropdown value that rows contain.');

-- A user without the right to rename values logs a false replacement of a value. Rows that are restored later would
-- then get the new value.
create function pg_temp.log_replacement() returns text language sql as $$
  select 'select private.log_list_value_replacement(
    jsonb_populate_record(null::public.dropdown_values, ''{"list": "test-titles", "type": "Test title"}''),
    jsonb_populate_record(null::public.dropdown_values, ''{"list": "test-titles", "type": "New title"}''))'
$$;
select is(tests.attempt(caller, pg_temp.log_replacement()), 'AG003',
  format('The user "%s" can''t add a log entry which says that a dropdown value was replaced by another.', caller))
from (values ('officer'), ('provincial keeper')) c (caller);
select is(tests.attempt('keeper', pg_temp.log_replacement()), 'done',
  'A Central administrator can add a log entry which says that a dropdown value was replaced by another.');
select tests.perform_as('keeper', pg_temp.log_replacement());
select is(private.replace_list_values('{"training_title": ["Another", "Test title"], "remarks": "Test title"}', 0),
  '{"training_title": ["Another", "New title"], "remarks": "Test title"}',
  'If the log says that a dropdown value was replaced, replace_list_values changes only columns of this list.');

-- The policies of records also apply when a user renames a list value in the records.
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
select is(pg_temp.delete_value('provincial keeper', 'type = ''Test kind'''), 'done',
  'An administrator can delete a dropdown value that has been replaced in all rows.');

select * from finish();
rollback;
