-- Threat: counting values in records that one may not see, or in tables that are none of the lists'.
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
    from private.value_usage(%L, %L)', columns, value))
$$;
create function pg_temp.of(variadic names text[]) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object('table', split_part(n, '.', 1), 'column', split_part(n, '.', 2)))
    from unnest(names) n
$$;

select is(pg_temp.usage('keeper', pg_temp.of('arbo_masterlist.org_type', 'arbo_masterlist.oma_level_2013'),
  'Test kind'), 'arbo_masterlist.org_type 2', 'the rows that hold a value are counted');
select is(pg_temp.usage('provincial keeper', pg_temp.of('arbo_masterlist.org_type'), 'Test kind'),
  'arbo_masterlist.org_type 2', 'over all offices, or a value in use would be deleted');
select is(pg_temp.usage('keeper', pg_temp.of('arbo_masterlist.org_type'), 'test KIND'), 'none', 'as they are written');
select is(pg_temp.usage('keeper', pg_temp.of('form_10.training_title'), 'Test title'), 'form_10.training_title 1',
  'items of lists as well');
select is(pg_temp.usage('officer', pg_temp.of('arbo_masterlist.org_type'), 'Test kind'), 'AG003',
  'somebody who keeps no lists counts nothing');
select is(pg_temp.usage('keeper', pg_temp.of('users.username'), 'x'), '42703', 'people are not counted');
select is(pg_temp.usage('keeper', pg_temp.of('uac.roletype'), 'x'), '42703', 'nor roles');
select is(pg_temp.usage('keeper', pg_temp.of('participants_sensitive.birthday'), 'x'), '42703',
  'nor copies of sensitive columns');
select is(pg_temp.usage('keeper', pg_temp.of('arbo_masterlist.approved_by'), 'x'), '42703',
  'nor columns that only the database writes');
select is(pg_temp.usage('keeper', pg_temp.of('arbo_masterlist.org_type = org_type or org_type'), 'x'), '42703',
  'a name cannot add a condition');

-- The keepers of the lists: who renames in records is decided by the policies of the records.
create function pg_temp.rename(caller text) returns text language sql as $$
  select tests.attempt(caller,
    'update public.arbo_masterlist set org_type = ''Renamed'' where org_type = ''Test kind''')
$$;
update public.arbo_masterlist set process_stage = 'Approved' where org_type = 'Test kind';
select is(pg_temp.rename('keeper'), '2 rows', 'the central office renames in all offices, approved rows too');
select is(pg_temp.rename('provincial keeper'), 'AG001', 'a province does not, not even in its own approved rows');
select tests.perform_as('keeper',
  'update public.arbo_masterlist set org_type = ''Renamed'' where org_type = ''Test kind''');
select is(count(*), 2::bigint, 'each renamed row is in the log') from private.user_log
where changes = '{"org_type": ["Test kind", "Renamed"], "status": ["Accomplished", "Updated"]}';

select * from finish();
rollback;
