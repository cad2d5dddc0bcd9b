-- Days begin and end at midnight in Manila, wherever the server and its clock are.
begin;
select plan(26);

select is(private.today(), tests.today(), 'today is the date in Manila, eight hours ahead of UTC');
select is(private.today(), tests.today(), 'even for a session in ' || zone)
  from unnest(array['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) zone, set_config('timezone', zone, true);
select is(('2026-03-31 15:59:59+00'::timestamptz at time zone 'Asia/Manila')::date, '2026-03-31'::date,
  'a second before four in the afternoon UTC it is still the 31st there');
select is(('2026-03-31 16:00:00+00'::timestamptz at time zone 'Asia/Manila')::date, '2026-04-01'::date,
  'and then it is the next day');
select matches(pg_get_functiondef('private.today'::regproc), 'now\(\) at time zone ''Asia/Manila''',
  'which is what today goes by');

create function pg_temp.is_open(start_in integer, end_in integer,
  wanted_status text default 'OnGoing') returns boolean language plpgsql as $$
begin
  delete from public.report_schedules;
  perform tests.add_schedule('target', tests.today() + start_in, tests.today() + end_in, status => wanted_status);
  return private.window_is_open('target', 'Test Region A', 'Test Province A1');
end
$$;
select is(pg_temp.is_open(-9, 1), true, 'a window that ends tomorrow has one day left and is open until midnight');
select is(pg_temp.is_open(-9, 0), false, 'on its end date no day is left and it is closed');
select is(pg_temp.is_open(-9, -1), false, 'one that ended yesterday is closed');
select is(pg_temp.is_open(0, 9), true, 'one that begins today is open from midnight');
select is(pg_temp.is_open(1, 9), false, 'one that begins tomorrow is not');
select is(pg_temp.is_open(-9, null), false, 'one without end date is not');
select is(pg_temp.is_open(-9, 9, 'Closed'), false, 'one that is not OnGoing is not');

-- What the countdowns in the header are told.
select tests.create_user('encoder', 'Provincial'), tests.create_user('chief', 'Central', place => 'central office');
create function pg_temp.state(wanted text, field text, form text default 'target') returns text language sql as $$
  select nullif(tests.answer(wanted, format('select private.window_state(%L) ->> %L', form, field)), 'null')
$$;
delete from public.report_schedules;
select is(pg_temp.state('encoder', 'reason'), 'No target window is scheduled for your office.',
  'without a schedule the reason says so');
select tests.add_schedule('target', tests.today() - 5, tests.today() + 3, 'Test Region A', 'Test Province A2');
select is(pg_temp.state('encoder', 'open'), 'false', 'a window of another office is none of ours');
select is(pg_temp.state('chief', 'open'), 'true', 'but counts for Central');
select tests.add_schedule('target', tests.today() - 30, tests.today() - 2);
select is(
  pg_temp.state('encoder', 'reason'),
  'The target window is closed: the last day to enter was ' || to_char(tests.today() - 3, 'FMDD Mon YYYY') || '.',
  'The reason of a window that is over names the last day to enter, the day before its end date.');
select tests.add_schedule('target', tests.today() - 1, tests.today(), 'Test Region A');
select is(pg_temp.state('encoder', 'open'), 'false', 'on its end date a window is closed');
select is(pg_temp.state('encoder', 'days_left'), '0', 'with no day left');
select is(
  pg_temp.state('encoder', 'reason'),
  'The target window is closed: the last day to enter was ' || to_char(tests.today() - 1, 'FMDD Mon YYYY') || '.',
  'On its end date the reason names yesterday.');
select tests.add_schedule('target', tests.today() - 1, tests.today() + 1, 'Test Region A', 'Test Province A1');
select is(pg_temp.state('encoder', 'open'), 'true', 'an exception for the office opens it again');
select is(pg_temp.state('encoder', 'days_left'), '1', 'with one day left on the last day to enter');
select tests.add_schedule('target', tests.today(), tests.today() + 7, 'Test Region A');
select is(pg_temp.state('encoder', 'days_left'), '7', 'of two that are open the one that ends last counts');
select is(pg_temp.state('encoder', 'open', 'accomplishment'), 'false', 'and the other kind has its own countdown');
select tests.add_schedule('accomplishment', tests.today() + 2, tests.today() + 7);
select is(pg_temp.state('encoder', 'reason', 'accomplishment'),
  'The accomplishment window opens on ' || to_char(tests.today() + 2, 'FMDD Mon YYYY') || '.',
  'a window to come says when it opens');

select * from finish();
rollback;
