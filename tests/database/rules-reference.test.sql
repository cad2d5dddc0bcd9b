-- Constraints on the rows of projects, list values, places, offices, users and schedules.
begin;
select plan(34);

create function pg_temp.add(target text, extra jsonb) returns text language sql as $$
  select tests.try_as_owner(tests.statement_to_insert(target, tests.sample(target, null, extra)))
$$;
select tests.make_offices();

select is(pg_temp.add('project_list', '{"subpsp_name": null}'), '23514', 'A project without a name is refused.');
select is(pg_temp.add('project_list', '{"psp_category": null}'), '23514', 'A project without a category is refused.');
select is(pg_temp.add('project_list', '{"year_funded": 1989}'), '23514', 'A project funded before 1990 is refused.');
select is(pg_temp.add('project_list', '{"year_funded": 2025}'), 'done',
  'The database saves a project with the funding year 2025.');
select tests.put('project_list', '{"psp_category": "Test category", "subpsp_name": "Test project"}');
select is(pg_temp.add('project_list', '{"psp_category": "Test category", "subpsp_name": "Test project"}'), '23505',
  'A project without a funding year is refused if another one without a year has the same name and category.');
select is(pg_temp.add('project_list',
  '{"psp_category": "Test category", "subpsp_name": "Test project", "year_funded": 2025}'), 'done',
  'A project with a funding year is saved even if a project without one has the same name and category.');

select is(pg_temp.add('dropdown_values', '{"type": "  "}'), '23514', 'A dropdown value can''t consist only of spaces.');
select is(pg_temp.add('dropdown_values', '{"type": " padded "}'), 'done',
  'A dropdown value can begin and end with a space.');
select is(pg_temp.add('dropdown_values', '{"category": "both"}'), '23514',
  'A dropdown value can''t have both a type and a category.');
select is(pg_temp.add('dropdown_values', '{"list": "Fund Source"}'), '23514',
  'The database refuses a dropdown list whose name contains capital letters or spaces.');
select tests.put('dropdown_values', '{"list": "fund-source", "type": "Test Fund"}');
select is(pg_temp.add('dropdown_values', '{"list": "fund-source", "type": "TEST fund"}'), '23505',
  'A dropdown list can''t contain two values that differ only in upper and lower case.');
select is(pg_temp.add('dropdown_values', '{"list": "sex", "type": "Test Fund"}'), 'done',
  'Two dropdown lists can contain the same value.');

select is(pg_temp.add('psgc_places', '{"code": "123"}'), '23514', 'A place must have a code of ten digits.');
select is(pg_temp.add('psgc_places', '{"level": "planet"}'), '23514',
  'The database refuses a place with an unknown level, such as "planet".');
select is(pg_temp.add('psgc_places', '{"level": "province"}'), '23514',
  'A province must have a parent place.');
select is(pg_temp.add('psgc_places', '{"name": " Padded"}'), '23514',
  'A place name can''t begin with a space.');

select is(tests.try_as_owner('insert into public.offices (province_name) values (''Test Province A1'')'), '23514',
  'An office with a province must have a region.');
select is(tests.try_as_owner('insert into public.offices (region_name) values ('''')'), '23514',
  'An office can''t have an empty text as its region.');
select is(tests.try_as_owner('insert into public.offices (region_name) values (''Test Region A'')'), '23505',
  'An office can''t be added twice.');
select is(tests.try_as_owner('insert into public.offices default values'), '23505',
  'The central office can''t be added twice.');

select tests.create_user('member', 'Provincial');
create function pg_temp.change(assignment text) returns text language sql as $$
  select tests.try_as_owner(format('update public.users set %s where name = ''member''', assignment))
$$;
select is(pg_temp.change('province_name = ''Test Province B1'''), '23503',
  'A user must belong to an existing office.');
select is(pg_temp.change('username = ''x'''), '23514', 'A username must have at least three letters.');
select is(pg_temp.change('username = ''with blank'''), '23514', 'A username can''t contain blanks.');
select is(pg_temp.change('uac_id = -1'), '23503', 'A user can''t be given a role that does not exist.');
select tests.create_user('namesake', 'Provincial');
select is(pg_temp.change('username = (select upper(username) from public.users where name = ''namesake'')'), '23505',
  'Two usernames can''t differ only in upper and lower case.');
select is(tests.try_as_owner('delete from public.uac
  where id = (select uac_id from public.users
  where name = ''member'')'), '23503', 'A role can''t be deleted while a user has it.');

create function pg_temp.entry(assignment text) returns text language sql as $$
  select tests.try_as_owner(format('update public.uac set %s
    where id = (select uac_id from public.users where name = ''member'')', assignment))
$$;
select is(pg_temp.entry('status = ''National'''), '23503', 'A role can''t have an unknown level, such as "National".');
select is(pg_temp.entry('access_controls = ''{Write}'''), '23514', 'A role can''t have an unknown right.');
select is(pg_temp.entry('route = ''{secrets}'''), '23514', 'A role can''t have an unknown route permission.');
select is(pg_temp.entry('rolename = ''{}'''), '23514',
  'The database refuses an entry in the table of roles, public.uac, that contains no role name.');

-- Deletes the schedules of the demonstration data, because they would overlap the schedules of the test.
delete from public.report_schedules;
select is(tests.try_as_owner('insert into public.report_schedules (form, start_date, end_date)
  values (''target'', ''2026-02-02'', ''2026-02-01'')'), '23514', 'A schedule can''t end before it begins.');
select is(tests.try_as_owner('insert into public.report_schedules (form, start_date)
  values (''accomp'', ''2026-02-02'')'), '23514',
  'A schedule is refused if its reporting window is neither "target" nor "accomplishment".');
select is(tests.try_as_owner('insert into public.report_schedules (form, start_date, province_name)
  values (''target'', ''2026-02-02'', ''Test Province A1'')'), '23514',
  'A schedule with a province must have a region.');
select tests.add_schedule('target', '2026-02-01', '2026-02-03');
select is(duration_days, 3,
  'The duration of a schedule includes its first and its last day.') from public.report_schedules
  order by id desc limit 1;

select * from finish();
rollback;
