-- Requests to reopen a closed reporting window. A user who may enter data asks the administrators of their office's
-- schedules, with a reason. The administrators either grant the request, which creates a schedule with an end date, or
-- decline it with a reason. The table can be accessed only through the functions of this file and through the inbox.
-- Each action is logged under the office of the request.

create table private.reopenings (
  id bigint generated always as identity primary key,
  office text not null references public.offices (office),
  window_name text not null check (window_name in ('target', 'accomplishment')),
  user_id uuid not null,
  at timestamptz not null default now(),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 2000),
  -- The state 'opened' means that a schedule has opened the window before an administrator answered the request.
  state text not null default 'asked' check (state in ('asked', 'granted', 'declined', 'opened')),
  answered_by uuid,
  answered_at timestamptz check ((answered_at is null) = (state = 'asked')),
  answer text check (answer is null or btrim(answer) <> '' and length(answer) <= 2000),
  end_date date
);
create unique index reopenings_asked_once on private.reopenings (office, window_name) where state = 'asked';
create index reopenings_user on private.reopenings (user_id, answered_at desc);
alter table private.reopenings enable row level security;
comment on table private.reopenings is 'Requests to reopen a window for an office, with the answers.';

-- Returns the current state of a request, as {state, answered_at}. On the first day of a schedule, its reporting window
-- opens without a write to any table. From then on, the state of a request for this window is 'opened', even if the
-- table still says 'asked'.
create function private.current_reopening_state(r private.reopenings, out state text, out answered_at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  first_day date;
begin
  state := r.state;
  answered_at := r.answered_at;
  if r.state = 'asked' then
    select min(s.start_date) into first_day
    from public.report_schedules s
    join public.offices o on o.office = r.office
    where s.form = r.window_name and s.status = 'OnGoing' and s.start_date <= private.today()
      and s.end_date > (r.at at time zone 'Asia/Manila')::date
      and (s.region_name is null or s.region_name = o.region_name)
      and (s.province_name is null or s.province_name = o.province_name);
    if first_day is not null then
      state := 'opened';
      answered_at := greatest(r.at, first_day::timestamp at time zone 'Asia/Manila');
    end if;
  end if;
end
$$;

-- AFTER trigger on schedules: if a schedule opens a window, sets the state of the pending requests for this window to
-- 'opened'.
create function private.resolve_reopenings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_schedule_active(new.status, new.start_date, new.end_date) then
    update private.reopenings r set state = 'opened', answered_at = now()
    from public.offices o
    where r.state = 'asked' and r.window_name = new.form and o.office = r.office
      and (new.region_name is null or new.region_name = o.region_name)
      and (new.province_name is null or new.province_name = o.province_name);
  end if;
  return null;
end
$$;

create trigger resolve_reopenings after insert or update on public.report_schedules
  for each row execute function private.resolve_reopenings();

-- BEFORE trigger on schedules: stores the state 'opened' of each request whose window was opened by the first day of a
-- schedule. Such a request stays 'opened' if the schedule is then closed, deleted or gets other dates.
create function private.store_opened_reopenings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update private.reopenings r set state = t.state, answered_at = t.answered_at
  from private.reopenings q cross join lateral private.current_reopening_state(q) t
  where q.id = r.id and r.state = 'asked' and t.state <> 'asked';
  return null;
end
$$;

create trigger store_opened_reopenings before update or delete on public.report_schedules
  for each statement execute function private.store_opened_reopenings();

-- Logs an action on a request to reopen, under the office of the request.
create function private.log_reopening(r private.reopenings, act text, said jsonb) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.user_log (user_id, user_name, user_role, form_name, region_name, province_name, action, status,
    changes)
  select auth.uid(), u.username, u.roles, 'report_schedules', o.region_name, o.province_name, act, r.window_name, said
  from public.offices o left join public.users u on u.id = auth.uid()
  where o.office = r.office
$$;

-- Returns the name of an office for messages: the province, such as "Nueva Ecija", or else the region.
create function private.office_name(office text) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select coalesce(nullif(split_part(office, ' / ', 2), ''), split_part(office, ' / ', 1)) $$;

-- Raises AG009 if the caller has no right to enter data (Edit or Delete).
create function private.require_entry_right() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.has_right_for('insert', (private.current_caller()).rights) is not true then
    raise exception 'Your role needs the Edit or Delete right to ask for a window to be reopened.'
      using errcode = 'AG009';
  end if;
end
$$;

-- Creates a request to reopen a window for one of the caller's offices and returns its id. Raises AG009 if the caller
-- may not enter data in that office, AG002 if the window is open or a request is already pending.
create function private.request_reopening(wanted_office text, wanted_window text, said text) returns bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant private.caller := private.current_caller();
  earlier private.reopenings;
  request private.reopenings;
begin
  perform private.require_entry_right();
  if not wanted_office = any (private.offices_to_read()) then
    raise exception '% is outside your scope. You can only ask to reopen a window for your own office.',
      private.office_name(wanted_office) using errcode = 'AG009';
  end if;
  if wanted_office = any (private.offices_to_write('insert', wanted_window)) then
    raise exception 'The % window is already open for you.', wanted_window using errcode = 'AG002';
  end if;
  -- Serialize concurrent requests, so that the second one finds the first.
  perform pg_advisory_xact_lock(hashtext('reopenings'), hashtext(concat_ws('/', wanted_office, wanted_window)));
  update private.reopenings r set state = t.state, answered_at = t.answered_at
  from private.reopenings q cross join lateral private.current_reopening_state(q) t
  where q.id = r.id and r.office = wanted_office and r.window_name = wanted_window and r.state = 'asked'
    and t.state <> 'asked';
  select * into earlier from private.reopenings r
  where r.office = wanted_office and r.window_name = wanted_window and r.state = 'asked';
  if found then
    raise exception '% already asked to reopen the % window for % on %. Wait for the answer.',
      coalesce(private.username_of(earlier.user_id), 'Someone'), wanted_window, private.office_name(wanted_office),
      to_char(earlier.at at time zone 'Asia/Manila', 'FMDD Mon YYYY') using errcode = 'AG002';
  end if;
  insert into private.reopenings (office, window_name, user_id, reason)
    values (wanted_office, wanted_window, caller.user_id, said) returning * into request;
  perform private.log_reopening(request, 'Ask to reopen', jsonb_build_object('reason', jsonb_build_array(null, said)));
  return request.id;
end
$$;

-- Checks whether the caller administers the schedules of an office, and thus may answer its requests.
create function private.can_administer_schedules_of(wanted_office text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select split_part(wanted_office, ' / ', 1) = any (private.regions_to_schedule('insert'))
$$;

-- Grants a request until an end date or, without a date, declines it with a reason. Raises AG004 if there is no such
-- request or the caller may not answer it, AG002 if it was already answered or the window has opened.
create function private.answer_reopening(request bigint, until date, said text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked private.reopenings;
  today record;
begin
  select * into asked from private.reopenings r where r.id = request for update;
  if not found or not private.can_administer_schedules_of(asked.office) then
    raise exception 'This request does not exist, or you cannot administer the schedules of its office.'
      using errcode = 'AG004';
  end if;
  select * into today from private.current_reopening_state(asked);
  if today.state <> 'asked' then
    raise exception '%', case today.state
      when 'opened' then format('The %s window of %s has been opened in the meantime, so the request is closed.',
        asked.window_name, private.office_name(asked.office))
      else format('This request was already %s by %s.', today.state,
        coalesce(private.username_of(asked.answered_by), 'someone')) end
      using errcode = 'AG002';
  end if;
  if until <= private.today() then
    raise exception 'A window closes at the start of its end date. Choose an end date after today.'
      using errcode = 'AG002', column = 'end_date';
  end if;
  update private.reopenings r
    set state = case when until is null then 'declined' else 'granted' end, answered_by = auth.uid(),
      answered_at = now(), answer = said, end_date = until
    where r.id = request;
  if until is not null then
    insert into public.report_schedules (form, start_date, end_date, region_name, province_name)
    select asked.window_name, private.today(), until, o.region_name, o.province_name
    from public.offices o where o.office = asked.office;
  end if;
  perform private.log_reopening(asked, case when until is null then 'Decline to reopen' else 'Reopen' end,
    jsonb_strip_nulls(jsonb_build_object('reason', case when said is not null then jsonb_build_array('', said) end,
      'end_date', case when until is not null then jsonb_build_array('', until) end)));
end
$$;

grant execute on function
  private.require_entry_right(), private.request_reopening(text, text, text),
    private.answer_reopening(bigint, date, text)
to authenticated;
