-- A day begins and ends at midnight in Manila, whatever the time zone of the server and the session.
begin;
select plan(26);

select is(private.today(), tests.today(), 'today() is the date in Manila, eight hours ahead of UTC.');
select is(private.today(), tests.today(), format('today() is the date in Manila for a session in %s.', zone))
  from unnest(array['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) zone, set_config('timezone', zone, true);
select is(('2026-03-31 15:59:59+00'::timestamptz at time zone 'Asia/Manila')::date, '2026-03-31'::date,
  'One second before 16:00 UTC it is still the 31st in Manila.');
select is(('2026-03-31 16:00:00+00'::timestamptz at time zone 'Asia/Manila')::date, '2026-04-01'::date,
  'At 16:00 UTC the next day begins in Manila.');
select matches(pg_get_functiondef('private.today'::regproc), 'now\(\) at time zone ''Asia/Manila''',
  'today() uses the time zone Asia/Manila.');

create function pg_temp.is_open(start_in integer, end_in integer,
  wanted_status text default 'OnGoing') returns boolean language plpgsql as $$
begin
  delete from public.report_schedules;
  perform tests.add_schedule('target', tests.today() + start_in, tests.today() + end_in, status => wanted_status);
  return private.is_window_open('target', 'Test Region A', 'Test Province A1');
end
$$;
select is(pg_temp.is_open(-9, 1), true, 'A window that ends tomorrow is open until midnight.');
select is(pg_temp.is_open(-9, 0), false, 'A window is closed on its end date.');
select is(pg_temp.is_open(-9, -1), false, 'A window that ended yesterday is closed.');
select is(pg_temp.is_open(0, 9), true, 'A window that begins today is open from midnight.');
select is(pg_temp.is_open(1, 9), false, 'A window that begins tomorrow is closed.');
select is(pg_temp.is_open(-9, null), false, 'A window without an end date is closed.');
select is(pg_temp.is_open(-9, 9, 'Closed'), false, 'A window whose status is not OnGoing is closed.');

-- Window state that the countdowns in the page header show.
select tests.create_user('encoder', 'Provincial'), tests.create_user('chief', 'Central', place => 'central office');
create function pg_temp.state(wanted text, field text, form text default 'target') returns text language sql as $$
  select nullif(tests.answer(wanted, format('select private.window_state(%L) ->> %L', form, field)), 'null')
$$;
delete from public.report_schedules;
select is(pg_temp.state('encoder', 'reason'), 'No target window is scheduled for your office.',
  'Without a schedule, the reason states that no window is scheduled.');
select tests.add_schedule('target', tests.today() - 5, tests.today() + 3, 'Test Region A', 'Test Province A2');
select is(pg_temp.state('encoder', 'open'), 'false', 'A window of another office does not open entry for this office.');
select is(pg_temp.state('chief', 'open'), 'true', 'A window of any office counts as open for Central.');
select tests.add_schedule('target', tests.today() - 30, tests.today() - 2);
select is(
  pg_temp.state('encoder', 'reason'),
  'The target window is closed: the last day to enter was ' || to_char(tests.today() - 3, 'FMDD Mon YYYY') || '.',
  'The reason of a past window names the last day to enter, the day before its end date.');
select tests.add_schedule('target', tests.today() - 1, tests.today(), 'Test Region A');
select is(pg_temp.state('encoder', 'open'), 'false', 'The state reports a window as closed on its end date.');
select is(pg_temp.state('encoder', 'days_left'), '0', 'On its end date a window has no days left.');
select is(
  pg_temp.state('encoder', 'reason'),
  'The target window is closed: the last day to enter was ' || to_char(tests.today() - 1, 'FMDD Mon YYYY') || '.',
  'On its end date the reason names yesterday as the last day to enter.');
select tests.add_schedule('target', tests.today() - 1, tests.today() + 1, 'Test Region A', 'Test Province A1');
select is(pg_temp.state('encoder', 'open'), 'true', 'An exception for the office opens the window again.');
select is(pg_temp.state('encoder', 'days_left'), '1', 'On the last day to enter, one day is left.');
select tests.add_schedule('target', tests.today(), tests.today() + 7, 'Test Region A');
select is(pg_temp.state('encoder', 'days_left'), '7',
  'With two open windows, the one that ends later determines the days left.');
select is(pg_temp.state('encoder', 'open', 'accomplishment'), 'false',
  'The accomplishment window is independent of the target window.');
select tests.add_schedule('accomplishment', tests.today() + 2, tests.today() + 7);
select is(pg_temp.state('encoder', 'reason', 'accomplishment'),
  'The accomplishment window opens on ' || to_char(tests.today() + 2, 'FMDD Mon YYYY') || '.',
  'The reason of a future window states when it opens.');

select * from finish();
rollback;
