-- Threat: raising one's own rights, or opening one's own window, by writing to the tables of people and schedules
-- directly.
begin;
select plan(22);

select tests.create_user('administrator', 'Central', '{Read,Edit,Delete}', 'central office',
  '{dashboard,forms,report,users,dropdowns}'),
  tests.create_user('viewer', 'Provincial', '{Read}'), tests.create_user('encoder', 'Provincial'),
    tests.create_user('list keeper', 'Provincial', '{Read,Edit}', routes => '{dropdowns}');
select tests.set_windows('target');

select is(tests.attempt(c.caller, s.statement), s.outcome, format('%s cannot %s', c.caller, s.name))
from tests.callers c, (values
  ('take another role entry', 'update public.users set uac_id = (select max(id) from public.uac) where id = auth.uid()',
    '42501'),
  ('move to another office',
    'update public.users set region_name = ''Test Region B'',
    province_name = ''Test Province B1'' where id = auth.uid()', '42501'),
  ('give their role entry more rights',
    'update public.uac set access_controls = ''{Read,Edit,Delete,Sensitive}'',
    status = ''Central'' where id = (select uac_id from public.users where id = auth.uid())', 'none')
) s (name, statement, outcome)
where c.caller in ('administrator', 'viewer')
order by c.caller, s.name;
create function pg_temp.open_window() returns text language sql as $$
  select 'insert into public.report_schedules (form, start_date, end_date)
    values (''accomplishment'', ''2026-01-01'', ''2030-12-31'')'
$$;
select is(tests.attempt('viewer', pg_temp.open_window()), '42501', 'a viewer cannot open a window');
select is(tests.attempt('list keeper', pg_temp.open_window()), '42501', 'nor can whoever keeps the lists');
select is(tests.attempt('administrator', pg_temp.open_window()), 'done', 'an administrator of the central office can');

select is(tests.answer('viewer', 'select string_agg(name, '', '') from public.users'), 'viewer',
  'a viewer sees no profile but their own');
select is(tests.answer('viewer', 'select count(*) from public.uac'), '1', 'and no role entry but their own');
select is(tests.answer('administrator', 'select count(*) from public.users'), (select count(*)::text from public.users),
  'an administrator sees every profile');
select is(tests.attempt('viewer', 'select from auth.users'), '42501',
  'nobody reads accounts and password hashes: viewer');
select is(tests.attempt('administrator', 'select from auth.users'), '42501',
  'nobody reads accounts and password hashes: administrator');

create function pg_temp.add_value() returns text language sql
  as $$ select 'insert into public.dropdown_values (list, type) values (''fund-source'', ''Test source'')' $$;
select is(tests.attempt('list keeper', pg_temp.add_value()), 'done', 'whoever keeps the lists adds a value');
select is(tests.attempt('viewer', pg_temp.add_value()), '42501', 'a viewer does not');
select is(tests.attempt('encoder', pg_temp.add_value()), '42501',
  'nor does an encoder with every right, who does not keep the lists');
select is(tests.attempt('list keeper',
  'insert into public.dropdown_values (list, type, user_id)
  values (''fund-source'', ''Test source'', gen_random_uuid())'), '42501',
  'and not even whoever keeps the lists says who added it');

-- What each is told beforehand of the tables that belong to no office; matrix-reference says what they may do.
select tests.create_user('regional administrator', 'Regional', '{Read,Edit,Delete}', 'regional office', '{users}');
create function pg_temp.told(caller text) returns text language sql as $$
  select tests.answer(caller,
    $ask$ select string_agg(key || ' ' || (value ->> 'keeps'), ', ' order by key)
    from jsonb_each(private.current_access() -> 'reference') where key <> 'users' $ask$)
$$;
select is(pg_temp.told('administrator'), 'dropdown_values all, project_list all, report_schedules all, uac all',
  'an administrator of the central office keeps all');
select is(pg_temp.told('regional administrator'),
  'dropdown_values nothing, project_list nothing, report_schedules region, uac nothing',
  'one of a region the schedules of the region, and no roles');
select is(pg_temp.told('list keeper'), 'dropdown_values all, project_list all, report_schedules nothing, uac nothing',
  'whoever has the route of the lists keeps those');
select is(pg_temp.told('encoder'),
  'dropdown_values nothing, project_list nothing, report_schedules nothing, uac nothing', 'and everybody else nothing');

select * from finish();
rollback;
