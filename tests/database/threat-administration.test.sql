-- Threat: a user gains rights or opens a reporting window by writing directly to the tables of users, roles and
-- schedules.
begin;
select plan(22);

select tests.create_user('administrator', 'Central', '{Read,Edit,Delete}', 'central office',
  '{dashboard,forms,report,users,dropdowns}'),
  tests.create_user('viewer', 'Provincial', '{Read}'), tests.create_user('encoder', 'Provincial'),
    tests.create_user('list keeper', 'Provincial', '{Read,Edit}', routes => '{dropdowns}');
select tests.set_windows('target');

select is(tests.attempt(c.caller, s.statement), s.outcome, format('The user "%s" can''t %s.', c.caller, s.name))
from tests.callers c, (values
  ('take another role', 'update public.users set uac_id = (select max(id) from public.uac) where id = auth.uid()',
    '42501'),
  ('move to another office',
    'update public.users set region_name = ''Test Region B'',
    province_name = ''Test Province B1'' where id = auth.uid()', '42501'),
  ('give their role more rights',
    'update public.uac set access_controls = ''{Read,Edit,Delete,Sensitive}'',
    status = ''Central'' where id = (select uac_id from public.users where id = auth.uid())', 'none')
) s (name, statement, outcome)
where c.caller in ('administrator', 'viewer')
order by c.caller, s.name;
create function pg_temp.open_window() returns text language sql as $$
  select 'insert into public.report_schedules (form, start_date, end_date)
    values (''accomplishment'', ''2026-01-01'', ''2030-12-31'')'
$$;
select is(tests.attempt('viewer', pg_temp.open_window()), '42501',
  'A Provincial user with only the Read right can''t open a reporting window.');
select is(tests.attempt('list keeper', pg_temp.open_window()), '42501',
  'A user with only the route permission "dropdowns" can''t open a reporting window.');
select is(tests.attempt('administrator', pg_temp.open_window()), 'done',
  'A Central administrator can open a reporting window.');

select is(tests.answer('viewer', 'select string_agg(name, '', '') from public.users'), 'viewer',
  'A user with only the Read right sees only their own profile.');
select is(tests.answer('viewer', 'select count(*) from public.uac'), '1',
  'A user with only the Read right sees only their own role in the table of roles.');
select is(tests.answer('administrator', 'select count(*) from public.users'), (select count(*)::text from public.users),
  'A Central administrator sees the profiles of all users.');
select is(tests.attempt('viewer', 'select from auth.users'), '42501',
  'A user with only the Read right can''t read auth.users, which has the password hashes.');
select is(tests.attempt('administrator', 'select from auth.users'), '42501',
  'An administrator can''t read auth.users, which has the password hashes.');

create function pg_temp.add_value() returns text language sql
  as $$ select 'insert into public.dropdown_values (list, type) values (''fund-source'', ''Test source'')' $$;
select is(tests.attempt('list keeper', pg_temp.add_value()), 'done',
  'A user with the route permission "dropdowns" can add a dropdown value.');
select is(tests.attempt('viewer', pg_temp.add_value()), '42501',
  'A user with only the Read right can''t add a dropdown value.');
select is(tests.attempt('encoder', pg_temp.add_value()), '42501',
  'A user with the Edit and Delete rights but no route permission can''t add a dropdown value.');
select is(tests.attempt('list keeper',
  'insert into public.dropdown_values (list, type, user_id)
  values (''fund-source'', ''Test source'', gen_random_uuid())'), '42501',
  'A user with the route permission "dropdowns" can''t add a dropdown value in another user''s name.');

-- Tests what current_access reports about the reference tables, whose rows belong to no office. The file
-- matrix-reference tests the access itself.
select tests.create_user('regional administrator', 'Regional', '{Read,Edit,Delete}', 'regional office', '{users}');
create function pg_temp.reference_access(caller text) returns text language sql as $$
  select tests.answer(caller,
    $ask$ select string_agg(key || ' ' || (value ->> 'keeps'), ', ' order by key)
    from jsonb_each(private.current_access() -> 'reference') where key <> 'users' $ask$)
$$;
select is(pg_temp.reference_access('administrator'),
  'dropdown_values all, project_list all, report_schedules all, uac all',
  'current_access reports that a Central administrator can administer all reference tables.');
select is(pg_temp.reference_access('regional administrator'),
  'dropdown_values nothing, project_list nothing, report_schedules region, uac nothing',
  'current_access reports that a Regional administrator can administer only the schedules of their region.');
select is(pg_temp.reference_access('list keeper'),
  'dropdown_values all, project_list all, report_schedules nothing, uac nothing',
  'current_access reports that the route permission "dropdowns" lets a user administer dropdown lists.');
select is(pg_temp.reference_access('encoder'),
  'dropdown_values nothing, project_list nothing, report_schedules nothing, uac nothing',
  'current_access reports that a user without any route permission can''t administer any reference table.');

select * from finish();
rollback;
