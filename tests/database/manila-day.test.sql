-- A day begins and ends at midnight in Manila, regardless of the time zone of the server and of the session.
begin;
select plan(32);

select is(private.today(), tests.today(),
  'private.today() returns the date in Manila, which is eight hours ahead of UTC.');
select is(private.today(), tests.today(),
  format('private.today() returns the date in Manila, even in a session with the time zone %s.', zone))
  from unnest(array['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) zone, set_config('timezone', zone, true);
select is(('2026-03-31 15:59:59+00'::timestamptz at time zone 'Asia/Manila')::date, '2026-03-31'::date,
  'In Manila, it is still March 31 one second before 16:00 UTC on March 31.');
select is(('2026-03-31 16:00:00+00'::timestamptz at time zone 'Asia/Manila')::date, '2026-04-01'::date,
  'The date in Manila changes to April 1 at 16:00 UTC on March 31.');
select matches(pg_get_functiondef('private.today'::regproc), 'now\(\) at time zone ''Asia/Manila''',
  'The definition of private.today() contains the time zone Asia/Manila.');

create function pg_temp.is_open(start_in integer, end_in integer,
  wanted_status text default 'OnGoing') returns boolean language plpgsql as $$
begin
  delete from public.report_schedules;
  perform tests.add_schedule('target', tests.today() + start_in, tests.today() + end_in, status => wanted_status);
  return private.is_window_open('target', 'Test Region A', 'Test Province A1');
end
$$;
select is(pg_temp.is_open(-9, 1), true, 'A reporting window with the end date tomorrow is open today.');
select is(pg_temp.is_open(-9, 0), false, 'A reporting window is closed on its end date.');
select is(pg_temp.is_open(-9, -1), false, 'A reporting window with the end date yesterday is closed.');
select is(pg_temp.is_open(0, 9), true, 'A reporting window with the start date today is open.');
select is(pg_temp.is_open(1, 9), false, 'A reporting window with the start date tomorrow is closed.');
select is(pg_temp.is_open(-9, null), false, 'A reporting window without an end date is closed.');
select is(pg_temp.is_open(-9, 9, 'Closed'), false,
  'A schedule with the status "Closed" does not open the reporting window.');

-- Tests private.window_state, which returns a reporting window's state for the countdown in the page header.
select tests.create_user('encoder', 'Provincial'), tests.create_user('chief', 'Central', place => 'central office');
create function pg_temp.state(wanted text, field text, form text default 'target') returns text language sql as $$
  select nullif(tests.answer(wanted, format('select private.window_state(%L) ->> %L', form, field)), 'null')
$$;
delete from public.report_schedules;
select is(pg_temp.state('encoder', 'reason'), 'No target window is scheduled for your office.',
  'window_state says that no reporting window is scheduled for an office without a schedule.');
select tests.add_schedule('target', tests.today() - 5, tests.today() + 3, 'Test Region A', 'Test Province A2');
select is(pg_temp.state('encoder', 'open'), 'false',
  'A schedule for one office does not open the reporting window for another office.');
select is(pg_temp.state('chief', 'open'), 'true',
  'For a Central user, window_state reports a reporting window as open if it is open for at least one office.');
select tests.add_schedule('target', tests.today() - 30, tests.today() - 2);
select is(
  pg_temp.state('encoder', 'reason'),
  'The target window is closed: the last day to enter was ' || to_char(tests.today() - 3, 'FMDD Mon YYYY') || '.',
  'After a reporting window has ended, window_state names the day before its end date as the last day to enter rows.');
select tests.add_schedule('target', tests.today() - 1, tests.today(), 'Test Region A');
select is(pg_temp.state('encoder', 'open'), 'false',
  'window_state reports a reporting window as closed on the window''s end date.');
select is(pg_temp.state('encoder', 'days_left'), '0',
  'On the end date of a reporting window, window_state returns zero days left.');
select is(
  pg_temp.state('encoder', 'reason'),
  'The target window is closed: the last day to enter was ' || to_char(tests.today() - 1, 'FMDD Mon YYYY') || '.',
  'On the end date of a reporting window, window_state names yesterday as the last day to enter rows.');
select tests.add_schedule('target', tests.today() - 1, tests.today() + 1, 'Test Region A', 'Test Province A1');
select is(pg_temp.state('encoder', 'open'), 'true',
  'A schedule for a single office opens the reporting window for it after the window of the region has ended.');
select is(pg_temp.state('encoder', 'days_left'), '1',
  'window_state returns one day left on the day before the end date of a reporting window.');
select tests.add_schedule('target', tests.today(), tests.today() + 7, 'Test Region A');
select is(pg_temp.state('encoder', 'days_left'), '7',
  'If two schedules of the same window are open, window_state counts the days until the later end date.');
select is(pg_temp.state('encoder', 'open', 'accomplishment'), 'false',
  'The accomplishment window is closed while only the target window is open.');
select tests.add_schedule('accomplishment', tests.today() + 2, tests.today() + 7);
select is(pg_temp.state('encoder', 'reason', 'accomplishment'),
  'The accomplishment window opens on ' || to_char(tests.today() + 2, 'FMDD Mon YYYY') || '.',
  'If a reporting window opens in the future, window_state names the date on which it opens.');

-- A window was reopened for one province. For the region and the other provinces, the days left still follow their own
-- schedule.
select tests.create_user('region', 'Regional', place => 'regional office');
delete from public.report_schedules;
select tests.add_schedule('target', tests.today() - 30, tests.today() + 3);
select tests.add_schedule('target', tests.today() - 1, tests.today() + 9, 'Test Region A', 'Test Province A1');
select is(pg_temp.state(wanted, 'days_left'), days, format('While a nationwide and a province''s window are open, '
  'window_state returns to the caller "%s" the days left in the window of the caller''s own office.', wanted))
  from (values ('region', '3'), ('chief', '3'), ('encoder', '9')) w (wanted, days);
update public.report_schedules set end_date = tests.today() where region_name is null;
select is(pg_temp.state('region', 'open'), 'false',
  'After the nationwide window ends, a regional office''s window is closed even if a province''s window is open.');
select is(pg_temp.state('encoder', 'open'), 'true',
  'A province''s reopened window is open after the nationwide window has ended.');
delete from public.report_schedules where region_name is null;
select is(pg_temp.state('region', 'days_left'), '9',
  'If only a province has a schedule, window_state uses this schedule for a user of the regional office too.');

select * from finish();
rollback;
