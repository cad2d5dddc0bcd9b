-- What projects, list values, places, offices, people and schedules must be.
begin;
select plan(34);

create function pg_temp.add(target text, extra jsonb) returns text language sql as $$
  select tests.try_as_owner(tests.statement_to_insert(target, tests.sample(target, null, extra)))
$$;
select tests.make_offices();

select is(pg_temp.add('project_list', '{"subpsp_name": null}'), '23514', 'a project without name is refused');
select is(pg_temp.add('project_list', '{"psp_category": null}'), '23514', 'a project without category is refused');
select is(pg_temp.add('project_list', '{"year_funded": 1989}'), '23514', 'a project funded before 1990 is refused');
select is(pg_temp.add('project_list', '{"year_funded": 2025}'), 'done', 'a project of this century is taken');
select tests.put('project_list', '{"psp_category": "Test category", "subpsp_name": "Test project"}');
select is(pg_temp.add('project_list', '{"psp_category": "Test category", "subpsp_name": "Test project"}'), '23505',
  'the same project without a year is taken once');
select is(pg_temp.add('project_list',
  '{"psp_category": "Test category", "subpsp_name": "Test project", "year_funded": 2025}'), 'done',
  'and again for a year');

select is(pg_temp.add('dropdown_values', '{"type": "  "}'), '23514', 'a blank value is refused');
select is(pg_temp.add('dropdown_values', '{"type": " padded "}'), 'done',
  'a padded value is taken, without its blanks');
select is(pg_temp.add('dropdown_values', '{"category": "both"}'), '23514', 'a value is of one kind, type or category');
select is(pg_temp.add('dropdown_values', '{"list": "Fund Source"}'), '23514', 'a list is named as in its address');
select tests.put('dropdown_values', '{"list": "fund-source", "type": "Test Fund"}');
select is(pg_temp.add('dropdown_values', '{"list": "fund-source", "type": "TEST fund"}'), '23505',
  'a value is in its list once, whatever its case');
select is(pg_temp.add('dropdown_values', '{"list": "sex", "type": "Test Fund"}'), 'done', 'and may be in another list');

select is(pg_temp.add('psgc_places', '{"code": "123"}'), '23514', 'a place has a code of ten digits');
select is(pg_temp.add('psgc_places', '{"level": "planet"}'), '23514', 'and a level');
select is(pg_temp.add('psgc_places', '{"level": "province"}'), '23514', 'and a parent, unless it is a region');
select is(pg_temp.add('psgc_places', '{"name": " Padded"}'), '23514', 'and a name without stray blanks');

select is(tests.try_as_owner('insert into public.offices (province_name) values (''Test Province A1'')'), '23514',
  'an office with a province has a region');
select is(tests.try_as_owner('insert into public.offices (region_name) values ('''')'), '23514',
  'an office has no empty region');
select is(tests.try_as_owner('insert into public.offices (region_name) values (''Test Region A'')'), '23505',
  'an office exists once');
select is(tests.try_as_owner('insert into public.offices default values'), '23505', 'even the central one');

select tests.create_user('somebody', 'Provincial');
create function pg_temp.change(assignment text) returns text language sql as $$
  select tests.try_as_owner(format('update public.users set %s where name = ''somebody''', assignment))
$$;
select is(pg_temp.change('province_name = ''Test Province B1'''), '23503', 'a user belongs to an office that exists');
select is(pg_temp.change('username = ''x'''), '23514', 'a username has three letters');
select is(pg_temp.change('username = ''with blank'''), '23514', 'and no blanks');
select is(pg_temp.change('uac_id = -1'), '23503', 'a role entry must exist');
select tests.create_user('namesake', 'Provincial');
select is(pg_temp.change('username = (select upper(username) from public.users where name = ''namesake'')'), '23505',
  'usernames differ by more than case');
select is(tests.try_as_owner('delete from public.uac
  where id = (select uac_id from public.users
  where name = ''somebody'')'), '23503', 'a role entry that somebody has cannot be deleted');

create function pg_temp.entry(assignment text) returns text language sql as $$
  select tests.try_as_owner(format('update public.uac set %s
    where id = (select uac_id from public.users where name = ''somebody'')', assignment))
$$;
select is(pg_temp.entry('status = ''National'''), '23503', 'a level is one of those that there are');
select is(pg_temp.entry('access_controls = ''{Write}'''), '23514', 'a right is one that exists');
select is(pg_temp.entry('route = ''{secrets}'''), '23514', 'a route is one that exists');
select is(pg_temp.entry('rolename = ''{}'''), '23514', 'a role entry names a role');

-- Those of the demonstration would overlap.
delete from public.report_schedules;
select is(tests.try_as_owner('insert into public.report_schedules (form, start_date, end_date)
  values (''target'', ''2026-02-02'', ''2026-02-01'')'), '23514', 'a schedule does not end before it begins');
select is(tests.try_as_owner('insert into public.report_schedules (form, start_date)
  values (''accomp'', ''2026-02-02'')'), '23514', 'a schedule is of one of two kinds');
select is(tests.try_as_owner('insert into public.report_schedules (form, start_date, province_name)
  values (''target'', ''2026-02-02'', ''Test Province A1'')'), '23514', 'a schedule for a province names the region');
select tests.add_schedule('target', '2026-02-01', '2026-02-03');
select is(duration_days, 3, 'its days are counted, first and last included') from public.report_schedules
  order by id desc limit 1;

select * from finish();
rollback;
