-- Asking to reopen: whoever may enter data in a window that is closed for their office asks whoever keeps its
-- schedules, with a reason; they grant it with an end date, as a schedule of that office and window alone, or decline
-- it with a reason. Nobody reaches the table but through these functions and the inbox; each act is in the user log,
-- under the office.

create table private.reopenings (
  id bigint generated always as identity primary key,
  office text not null references public.offices (office),
  window_name text not null check (window_name in ('target', 'accomplishment')),
  user_id uuid not null,
  at timestamptz not null default now(),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 2000),
  -- opened: the window was opened without an answer.
  state text not null default 'asked' check (state in ('asked', 'granted', 'declined', 'opened')),
  answered_by uuid,
  answered_at timestamptz check ((answered_at is null) = (state = 'asked')),
  answer text check (answer is null or btrim(answer) <> '' and length(answer) <= 2000),
  end_date date
);
create unique index reopenings_asked_once on private.reopenings (office, window_name) where state = 'asked';
create index reopenings_user on private.reopenings (user_id, answered_at desc);
alter table private.reopenings enable row level security;
comment on table private.reopenings is 'Requests to reopen a window for an office, with their answers.';

-- A request as it stands today: {state, answered_at}. A schedule of the future opens its window by the date alone, when
-- nobody writes anything: a request that one has overtaken since is opened from its first day on.
create function private.reopening_today(r private.reopenings, out state text, out answered_at timestamptz)
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

-- Closes the requests that a schedule has made needless, before it is closed or removed as well.
create function private.settle_reopenings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- As it is, or was.
  s public.report_schedules := case tg_op when 'INSERT' then new else old end;
begin
  for attempt in 1 .. 2 loop
    if private.is_under_way(s.status, s.start_date, s.end_date) then
      update private.reopenings r set state = 'opened', answered_at = now()
      from public.offices o
      where r.state = 'asked' and r.window_name = s.form and o.office = r.office
        and (s.region_name is null or s.region_name = o.region_name)
        and (s.province_name is null or s.province_name = o.province_name);
    end if;
    exit when tg_op <> 'UPDATE';
    s := new;
  end loop;
  return null;
end
$$;

create trigger settle_reopenings after insert or update or delete on public.report_schedules
  for each row execute function private.settle_reopenings();

-- Writes an act into the log, under the office that it is about.
create function private.log_reopening(r private.reopenings, act text, said jsonb) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.user_log (user_id, user_name, user_role, form_name, region_name, province_name, action, status,
    changes)
  select auth.uid(), u.username, u.roles, 'report_schedules', o.region_name, o.province_name, act, r.window_name, said
  from public.offices o left join public.users u on u.id = auth.uid()
  where o.office = r.office
$$;

-- "Nueva Ecija", or "Region III (Central Luzon)", of an office.
create function private.office_name(office text) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select coalesce(nullif(split_part(office, ' / ', 2), ''), split_part(office, ' / ', 1)) $$;

-- Raises AG009 for whoever may enter data at no time.
create function private.check_may_enter() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.right_suffices('insert', (private.current_caller()).rights) is not true then
    raise exception 'Your role has neither the right Edit nor the right Delete: it may not ask to reopen a window.'
      using errcode = 'AG009';
  end if;
end
$$;

-- Asks to reopen a window for an office of the caller's and answers the id of the request. Raises AG009 for whoever may
-- not enter data there, AG002 where nothing is closed or somebody has asked already.
create function private.ask_reopening(wanted_office text, wanted_window text, said text) returns bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant private.caller := private.current_caller();
  earlier private.reopenings;
  request private.reopenings;
begin
  perform private.check_may_enter();
  if not wanted_office = any (private.offices_to_read()) then
    raise exception '% is out of your scope: you ask to reopen a window of your own office only.',
      private.office_name(wanted_office) using errcode = 'AG009';
  end if;
  if wanted_office = any (private.offices_to_write('insert', wanted_window)) then
    raise exception 'The % window is open to you: there is nothing to ask for.', wanted_window using errcode = 'AG002';
  end if;
  -- Of two who ask at once, the second is told of the first.
  perform pg_advisory_xact_lock(hashtext('reopenings'), hashtext(concat_ws('/', wanted_office, wanted_window)));
  update private.reopenings r set state = t.state, answered_at = t.answered_at
  from private.reopenings q cross join lateral private.reopening_today(q) t
  where q.id = r.id and r.office = wanted_office and r.window_name = wanted_window and r.state = 'asked'
    and t.state <> 'asked';
  select * into earlier from private.reopenings r
  where r.office = wanted_office and r.window_name = wanted_window and r.state = 'asked';
  if found then
    raise exception '% asked to reopen the % window for % on % already: the answer is awaited.',
      coalesce(private.username_of(earlier.user_id), 'Somebody'), wanted_window, private.office_name(wanted_office),
      to_char(earlier.at at time zone 'Asia/Manila', 'FMDD Mon YYYY') using errcode = 'AG002';
  end if;
  insert into private.reopenings (office, window_name, user_id, reason)
    values (wanted_office, wanted_window, caller.user_id, said) returning * into request;
  perform private.log_reopening(request, 'Ask to reopen', jsonb_build_object('reason', jsonb_build_array(null, said)));
  return request.id;
end
$$;

-- Whether the caller keeps the schedules of an office, and so answers its requests.
create function private.keeps_schedules_of(wanted_office text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select split_part(wanted_office, ' / ', 1) = any (private.regions_to_schedule('insert'))
$$;

-- Grants a request until an end date, or, without one, declines it with a reason. Raises AG004 where there is no such
-- request among those that the caller may answer, AG002 where it was answered or the window opened since.
create function private.answer_reopening(request bigint, until date, said text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked private.reopenings;
  today record;
begin
  select * into asked from private.reopenings r where r.id = request for update;
  if not found or not private.keeps_schedules_of(asked.office) then
    raise exception 'There is no such request, or its office''s schedules are not yours to keep.'
      using errcode = 'AG004';
  end if;
  select * into today from private.reopening_today(asked);
  if today.state <> 'asked' then
    raise exception '%', case today.state
      when 'opened' then format('The %s window of %s has been opened since: the request is closed.', asked.window_name,
        private.office_name(asked.office))
      else format('This request was %s already, by %s.', today.state,
        coalesce(private.username_of(asked.answered_by), 'somebody')) end
      using errcode = 'AG002';
  end if;
  if until <= private.today() then
    raise exception 'A window closes at the beginning of its end date: choose a day after today.'
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
  private.check_may_enter(), private.ask_reopening(text, text, text), private.answer_reopening(bigint, date, text)
to authenticated;
