-- Report schedules: who keeps which, what is refused, and the lockout at midnight in Manila with its exceptions.
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

-- Who.
select is(pg_temp.add('chief'), 'done', 'the central office opens a window for the whole country');
select is(pg_temp.add('chief', 'Test Region B', 'Test Province B1'), 'done', 'and for one province');
select is(pg_temp.add('list keeper'), '42501', 'the route dropdowns opens none');
select is(pg_temp.add('officer'), '42501', 'nor does somebody without a route');
select is(pg_temp.add('regional chief', 'Test Region A'), 'done', 'a regional administrator opens one for the region');
select is(pg_temp.add('regional chief', 'Test Region A', 'Test Province A2'), 'done', 'or a province of it');
select is(pg_temp.add('regional chief', 'Test Region B'), '42501', 'but for no other region');
select is(pg_temp.add('regional chief'), '42501', 'nor for the whole country');
select is(pg_temp.add('provincial chief', 'Test Region A', 'Test Province A1'), '42501',
  'a province opens no window for itself');

-- What.
select is(pg_temp.add('chief', start_in => 5, end_in => 0), '23514', 'a window does not end before it begins');
select is(pg_temp.add('chief', start_in => 0, end_in => 0), 'AG002', 'nor on its first day, when it would never open');
select is(pg_temp.add('chief', start_in => 0, end_in => 0, status => 'Closed'), 'done',
  'a closed one may stay as it was entered');
select is(pg_temp.add('chief', 'Test Region A', 'Test Province B1'), 'AG002', 'a province goes with its own region');
select is(pg_temp.add('chief', 'Nowhere'), 'AG002', 'and a region exists');
select is(pg_temp.add('chief', status => 'Paused'), '23514', 'a window is OnGoing or Closed');
select is(pg_temp.add('chief', form => 'accomp'), '23514', 'of one of the two forms');
select tests.add_schedule('target', tests.today() - 5, tests.today() + 5);
select is(pg_temp.add('chief', start_in => 4, end_in => 9), 'AG002',
  'two windows of the whole country do not overlap, not even on one day');
select is(pg_temp.add('chief', start_in => -9, end_in => -4), 'AG002', 'nor at the beginning');
select is(pg_temp.add('chief', start_in => 5, end_in => 9), 'done',
  'the next may begin on the day on which this one closes');
select is(pg_temp.add('chief', form => 'accomplishment'), 'done', 'that of the other form stands beside it');
select is(pg_temp.add('chief', 'Test Region A'), 'done', 'as does an exception for a region');
select is(pg_temp.add('chief', status => 'Closed'), 'done', 'and one that is closed');
create function pg_temp.sentence() returns text language plpgsql as $$
begin
  perform tests.add_schedule('target', tests.today(), tests.today() + 1);
  return 'taken';
exception
  when others then return sqlerrm;
end
$$;
select matches(pg_temp.sentence(), 'overlap schedule [0-9]+: the target window of the whole country from .+ to ',
  'the refusal names the other schedule');
select is(tests.attempt('chief', 'update public.report_schedules set status = ''Closed'''), 'done',
  'closing is never an overlap');
select tests.add_schedule('target', tests.today() + 20, tests.today() + 25);
select is(tests.attempt('chief',
  format('update public.report_schedules set start_date = %L where start_date > %L', tests.today(),
  tests.today() + 10)), 'AG002', 'a window is not moved over another');
select tests.set_windows('');
select tests.add_schedule('target', tests.today() - 9, tests.today() - 1, status => 'Closed'),
  tests.add_schedule('target', tests.today() - 9, tests.today() - 1);
select is(tests.attempt('chief', 'update public.report_schedules set status = ''OnGoing'''), 'AG002',
  'reopening is one');

-- What lists show.
select tests.set_windows('');
select tests.add_schedule('accomplishment', tests.today() - 2, tests.today() + 3),
  tests.add_schedule('target', tests.today() - 9, tests.today() - 1);
select is((s.remaining_days, s.duration_days, s.open)::text, '(3,6,t)',
  'days that are left are counted to the last one') from public.report_schedules_in_full s
  where form = 'accomplishment';
select is((s.remaining_days, s.duration_days, s.open)::text, '(0,9,f)', 'and are never negative')
  from public.report_schedules_in_full s where form = 'target';

-- The lockout. The tables are those of the accomplishment window.
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
select is(pg_temp.writes('officer'), 'done', 'while a day is left a province writes');
update public.report_schedules set end_date = tests.today();
select is(pg_temp.writes('officer'), 'none', 'on the end date it does not');
select is(pg_temp.why('officer'), 'window', 'and is told that the window is why');
select tests.perform_as('chief',
  format('insert into public.report_schedules (form, start_date, end_date, region_name, province_name)
  values (''accomplishment'', %L, %L, ''Test Region A'', ''Test Province A1'')', tests.today(), tests.today() + 1));
select is(pg_temp.writes('officer'), 'done', 'an exception opens the window for the province');
select is(pg_temp.writes('neighbour'), 'none', 'and for that province alone');
select tests.perform_as('chief',
  'update public.report_schedules set status = ''Closed'' where province_name is not null');
select is(pg_temp.writes('officer'), 'none', 'closing it counts with the next statement');
select tests.perform_as('chief',
  'update public.report_schedules set status = ''OnGoing'' where province_name is not null');
select is(pg_temp.writes('officer'), 'done', 'as does reopening');
select is(tests.answer('officer', 'select private.window_state(''accomplishment'') ->> ''open'''), 'true',
  'and the header says so');
select is(tests.attempt('regional chief', 'delete from public.report_schedules'), 'done',
  'a regional administrator deletes those of the region only');
select is(row_version, 3, 'a schedule counts its changes') from public.report_schedules where province_name is not null;

select * from finish();
rollback;
