-- Tests report schedules: who administers which schedules, and which are refused. A reporting window closes at midnight
-- in Manila. A schedule for a single office opens the window only for that office.
begin;
select plan(38);

select tests.create_user('chief', 'Central', '{Read,Edit,Delete}', 'central office', '{users}'),
  tests.create_user('list keeper', 'Central', '{Read,Edit,Delete}', 'central office', '{dropdowns}'),
  tests.create_user('regional chief', 'Regional', '{Read,Edit,Delete}', 'regional office', '{users}'),
  tests.create_user('provincial chief', 'Provincial', '{Read,Edit,Delete}', routes => '{users}'),
  tests.create_user('officer', 'Provincial'), tests.create_user('neighbour', 'Provincial', place => 'same region');
select tests.set_windows('');
select tests.put_rows();
create function pg_temp.add(caller text, region text default null, province text default null,
  form text default 'target', start_in integer default 0, end_in integer default 5, status text default 'OnGoing')
returns text language sql as $$
  select tests.attempt(caller,
    format('insert into public.report_schedules (form, start_date, end_date, region_name, province_name, status)
    values (%L, %L, %L, %L, %L, %L)',
    form, tests.today() + start_in, tests.today() + end_in, region, province, status))
$$;

select is(pg_temp.add('chief'), 'done', 'A Central administrator can open a reporting window for the whole country.');
select is(pg_temp.add('chief', 'Test Region B', 'Test Province B1'), 'done',
  'A Central administrator can open a reporting window for one province.');
select is(pg_temp.add('list keeper'), '42501',
  'A user with only the route permission "dropdowns" can''t open a reporting window.');
select is(pg_temp.add('officer'), '42501', 'A user without a route permission can''t open a reporting window.');
select is(pg_temp.add('regional chief', 'Test Region A'), 'done',
  'A Regional administrator can open a reporting window for their region.');
select is(pg_temp.add('regional chief', 'Test Region A', 'Test Province A2'), 'done',
  'A Regional administrator can open a reporting window for a province of their region.');
select is(pg_temp.add('regional chief', 'Test Region B'), '42501',
  'A Regional administrator can''t open a reporting window for another region.');
select is(pg_temp.add('regional chief'), '42501',
  'A Regional administrator can''t open a reporting window for the whole country.');
select is(pg_temp.add('provincial chief', 'Test Region A', 'Test Province A1'), '42501',
  'A Provincial user with the route permission "users" can''t open a reporting window.');

select is(pg_temp.add('chief', start_in => 5, end_in => 0), '23514',
  'The end date of a schedule can''t be before the start date.');
select is(pg_temp.add('chief', start_in => 0, end_in => 0), 'AG002',
  'A schedule with the status "OnGoing" can''t end on its first day.');
select is(pg_temp.add('chief', start_in => 0, end_in => 0, status => 'Closed'), 'done',
  'A schedule with the status "Closed" can end on its first day.');
select is(pg_temp.add('chief', 'Test Region A', 'Test Province B1'), 'AG002',
  'A schedule''s province must be in the schedule''s region.');
select is(pg_temp.add('chief', 'Nowhere'), 'AG002', 'A schedule''s region must exist.');
select is(pg_temp.add('chief', status => 'Paused'), '23514', 'A schedule''s status must be "OnGoing" or "Closed".');
select is(pg_temp.add('chief', form => 'accomp'), '23514',
  'The reporting window of a schedule must be "target" or "accomplishment".');
select tests.add_schedule('target', tests.today() - 5, tests.today() + 5);
select is(pg_temp.add('chief', start_in => 4, end_in => 9), 'AG002',
  'Two nationwide schedules of the same reporting window can''t overlap, even by a single day.');
select is(pg_temp.add('chief', start_in => -9, end_in => -4), 'AG002',
  'A new schedule can''t overlap the first days of another schedule.');
select is(pg_temp.add('chief', start_in => 5, end_in => 9), 'done',
  'A schedule can begin on the end date of the previous schedule.');
select is(pg_temp.add('chief', form => 'accomplishment'), 'done',
  'A schedule of the target window can overlap a schedule of the accomplishment window.');
select is(pg_temp.add('chief', 'Test Region A'), 'done',
  'A schedule for one region can overlap a nationwide schedule.');
select is(pg_temp.add('chief', status => 'Closed'), 'done',
  'A schedule with the status "Closed" can overlap a schedule with the status "OnGoing".');
create function pg_temp.refusal() returns text language plpgsql as $$
begin
  perform tests.add_schedule('target', tests.today(), tests.today() + 1);
  return 'saved';
exception
  when others then return sqlerrm;
end
$$;
select matches(pg_temp.refusal(), 'overlap schedule [0-9]+: the target window of the whole country from .+ to ',
  'If a new schedule overlaps another schedule, the error message names the other schedule.');
select is(tests.attempt('chief', 'update public.report_schedules set status = ''Closed'''), 'done',
  'A Central administrator can set a schedule to "Closed".');
select tests.add_schedule('target', tests.today() + 20, tests.today() + 25);
select is(tests.attempt('chief',
  format('update public.report_schedules set start_date = %L where start_date > %L', tests.today(),
  tests.today() + 10)), 'AG002', 'A schedule can''t be moved to dates that overlap another schedule.');
select tests.set_windows('');
select tests.add_schedule('target', tests.today() - 9, tests.today() - 1, status => 'Closed'),
  tests.add_schedule('target', tests.today() - 9, tests.today() - 1);
select is(tests.attempt('chief', 'update public.report_schedules set status = ''OnGoing'''), 'AG002',
  'A "Closed" schedule can''t be set to "OnGoing" if its dates overlap another schedule.');

-- Tests the computed columns of the view report_schedules_in_full.
select tests.set_windows('');
select tests.add_schedule('accomplishment', tests.today() - 2, tests.today() + 3),
  tests.add_schedule('target', tests.today() - 9, tests.today() - 1);
select is((s.remaining_days, s.duration_days, s.open)::text, '(3,6,t)',
  'The remaining days of a schedule are counted from today to the day before its end date.')
  from public.report_schedules_in_full s
  where form = 'accomplishment';
select is((s.remaining_days, s.duration_days, s.open)::text, '(0,9,f)',
  'The remaining days of a past schedule are zero.')
  from public.report_schedules_in_full s where form = 'target';

-- Tests that users can't change rows after a reporting window has ended. The tested table, the ARBO Masterlist, belongs
-- to the accomplishment window.
create function pg_temp.writes(caller text) returns text language sql as $$
  select tests.attempt(caller,
    'update public.arbo_masterlist set remarks = ''late''
    where office = (select u.office from public.users u where u.id = auth.uid())')
$$;
create function pg_temp.why(caller text) returns text language sql as $$
  select tests.answer(caller,
    format('select private.explain_refusal(''arbo_masterlist'', ''update'', ''{%s}'') ->> ''cause''',
    (select r.id from tests.rows r join tests.callers c on c.caller = why.caller and c.place = r.place
    where r.table_name = 'arbo_masterlist')))
$$;
select tests.set_windows('');
select tests.add_schedule('accomplishment', tests.today() - 5, tests.today() + 1);
select is(pg_temp.writes('officer'), 'done',
  'A Provincial user can change rows on the day before the end date of the reporting window.');
update public.report_schedules set end_date = tests.today();
select is(pg_temp.writes('officer'), 'none',
  'On the end date of a reporting window, a Provincial user can no longer change rows.');
select is(pg_temp.why('officer'), 'window',
  'On the end date of a reporting window, explain_refusal returns the cause "window".');
select tests.perform_as('chief',
  format('insert into public.report_schedules (form, start_date, end_date, region_name, province_name)
  values (''accomplishment'', %L, %L, ''Test Region A'', ''Test Province A1'')', tests.today(), tests.today() + 1));
select is(pg_temp.writes('officer'), 'done',
  'A schedule for one province opens the reporting window for that province.');
select is(pg_temp.writes('neighbour'), 'none',
  'A schedule for one province does not open the reporting window for another province.');
select tests.perform_as('chief',
  'update public.report_schedules set status = ''Closed'' where province_name is not null');
select is(pg_temp.writes('officer'), 'none',
  'A user can''t change rows after the schedule of the user''s province is set to "Closed".');
select tests.perform_as('chief',
  'update public.report_schedules set status = ''OnGoing'' where province_name is not null');
select is(pg_temp.writes('officer'), 'done',
  'A user can change rows after the schedule of the user''s province is set to "OnGoing" again.');
select is(tests.answer('officer', 'select private.window_state(''accomplishment'') ->> ''open'''), 'true',
  'private.window_state reports the reopened reporting window as open.');
select is(tests.attempt('regional chief', 'delete from public.report_schedules'), 'done',
  'If a Regional administrator runs a DELETE on all schedules, only the schedules of their region are deleted.');
select is(row_version, 3,
  'Each change of a schedule increases its row version by one.')
  from public.report_schedules where province_name is not null;

select * from finish();
rollback;
