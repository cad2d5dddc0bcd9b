-- Report schedules (spec section 3), which open the reporting windows of offices. The central office administers all
-- schedules; a regional administrator administers the schedules of the region. Regional schedules can open a window in
-- addition to the central schedules, but never close one. The remaining days are the end date minus today. A window is
-- closed when zero days remain (spec section 6), so the last day to enter data is the day before the end date.

-- Defines when a schedule is active. All other functions and views call this function.
create function private.is_schedule_active(status text, start_date date, end_date date) returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return coalesce(status = 'OnGoing' and start_date <= private.today() and end_date > private.today(), false);
end
$$;

comment on function private.is_schedule_active(text, date, date) is
  'Checks whether a schedule opens its window today, in Manila: its status is OnGoing, it has started, and at least '
  'one day is left.';

create table public.report_schedules (
  id bigint generated always as identity primary key,
  user_id uuid,
  form text not null check (form in ('target', 'accomplishment')),
  start_date date not null,
  end_date date,
  region_name text,
  province_name text,
  status text not null default 'OnGoing' check (status in ('OnGoing', 'Closed')),
  duration_days integer generated always as (end_date - start_date + 1) stored,
  time_stamp timestamptz not null default now(),
  row_version integer not null default 1,
  coverage text generated always as (coalesce(region_name, '') || ' / ' || coalesce(province_name, '')) stored
    constraint report_schedules_coverage_exists references public.offices (office),
  constraint report_schedules_end_date_not_before_start check (end_date >= start_date),
  constraint report_schedules_check1 check (region_name is not null or province_name is null)
);
create index report_schedules_current on public.report_schedules (form, end_date) where status = 'OnGoing';
comment on table public.report_schedules is
  'Reporting windows. A schedule without a region covers all offices; one with a region or province covers only that.';

create trigger clean_texts before insert or update on public.report_schedules
  for each row execute function private.clean_texts();

revoke all on public.report_schedules from anon, authenticated;
grant select on public.report_schedules to authenticated;
alter table public.report_schedules enable row level security;
alter table public.report_schedules force row level security;

call private.add_level_read_policies('public.report_schedules');

call private.add_log_triggers('public.report_schedules');

create index report_schedules_coverage on public.report_schedules (coverage, form);
comment on column public.report_schedules.coverage is
  'Region / province that the schedule covers; an empty part covers all.';
comment on column public.report_schedules.status is
  'OnGoing: active between its dates. Closed: closed manually before its end.';
call private.grant_columns('public.report_schedules');

create policy insert_as_administrator on public.report_schedules for insert to authenticated
  with check (coalesce(region_name, '') = any ((select private.regions_to_schedule('insert'))::text[]));

create policy update_as_administrator on public.report_schedules for update to authenticated
  using (coalesce(region_name, '') = any ((select private.regions_to_schedule('update'))::text[]))
  with check (coalesce(region_name, '') = any ((select private.regions_to_schedule('update'))::text[]));

create policy delete_as_administrator on public.report_schedules for delete to authenticated
  using (coalesce(region_name, '') = any ((select private.regions_to_schedule('delete'))::text[]));
call private.make_searchable('public.report_schedules');

-- Checks whether a reporting window is open for an office. It is open if an active schedule of the window covers the
-- office.
create function private.is_window_open(window_name text, region text, province text) returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return exists (
    select from public.report_schedules s
    where s.form = window_name and private.is_schedule_active(s.status, s.start_date, s.end_date)
      and (s.region_name is null or s.region_name = region)
      and (s.province_name is null or s.province_name = province)
  );
end
$$;

-- Returns the day (Manila time) on which a user closed a schedule, from the log; null if no user closed it.
create function private.closed_on(schedule_id bigint) returns date
  language sql stable security definer set search_path = ''
as $$
  select (l.at at time zone 'Asia/Manila')::date
  from private.user_log l
  where l.form_name = 'report_schedules' and l.row_id = schedule_id and l.changes #>> '{status,1}' = 'Closed'
  order by l.id desc
  limit 1
$$;

-- Explains why the given windows are closed for the given offices, by the schedule that ends last: {end_date}. Adds
-- start_date if this schedule has not started. Adds closed_on and schedule_region (null for the whole country) if a
-- user closed this schedule before its end.
create function private.describe_last_window(windows text[], wanted_offices text[]) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('end_date', s.end_date)
    || case
      when s.status = 'Closed' and s.end_date > private.today() then
        jsonb_build_object('closed_on', private.closed_on(s.id), 'schedule_region', s.region_name)
      when s.start_date > private.today() then jsonb_build_object('start_date', s.start_date)
      else '{}'
    end
  from public.report_schedules s
  where s.form = any (windows) and exists (
    select from public.offices o
    where o.office = any (wanted_offices)
      and (s.region_name is null or s.region_name = o.region_name)
      and (s.province_name is null or s.province_name = o.province_name))
  order by s.end_date desc nulls last, s.id desc
  limit 1
$$;

-- Returns the state of a reporting window for the caller. Uses the schedules that cover the caller's own office; if
-- there are none, the schedules of other offices in scope. So if a window was reopened for one province, its region
-- does not get the dates of this province. For a caller of the central office, a window is open if it is open for any
-- office. Prefers active schedules, then schedules that have started, then the schedule that ends last. The field
-- `reason` explains why the window is closed.
create function private.window_state(window_name text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with covering as (
    select s.id, s.start_date, s.end_date, private.is_schedule_active(s.status, s.start_date, s.end_date) as open,
      s.coverage = any (array[' / ', split_part(own.office, ' / ', 1) || ' / ', own.office]) as own, c.all_offices
    from public.report_schedules s, private.current_caller() c, private.caller_office() own (office)
    where s.form = window_name
      and exists (
        select from private.offices_in_scope(c) o
        where (s.region_name is null or s.region_name = o.region_name)
          and (s.province_name is null or s.province_name = o.province_name))
  ),
  latest as (
    select * from covering
    order by own and not all_offices desc, open desc, own desc, (start_date <= private.today()) desc,
      end_date desc nulls last
    limit 1
  )
  select jsonb_build_object(
    'open', coalesce(l.open, false),
    'start_date', l.start_date,
    'end_date', l.end_date,
    'days_left', case when coalesce(l.open, false) then l.end_date - private.today() else 0 end,
    'reason', case
      when l.open then null
      when l.start_date is null then format('No %s window is scheduled for your office.', window_name)
      when l.start_date > private.today() then
        format('The %s window opens on %s.', window_name, to_char(l.start_date, 'FMDD Mon YYYY'))
      when l.end_date <= private.today() then
        format('The %s window is closed: the last day to enter was %s.', window_name,
          to_char(l.end_date - 1, 'FMDD Mon YYYY'))
      else coalesce(
        format('The %s window was closed on ' || to_char(private.closed_on(l.id), 'FMDD Mon YYYY') || '.', window_name),
        format('The %s window is closed.', window_name))
    end)
  from (values (1)) one left join latest l on true
$$;

-- BEFORE trigger: sets the user and the version of the row. Refuses a schedule that would never open its window, and a
-- schedule that overlaps an OnGoing schedule of the same window and the same offices. A schedule may start on the end
-- date of another.
create function private.guard_schedule() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  other public.report_schedules;
begin
  if tg_op = 'INSERT' then
    new.user_id := coalesce(auth.uid(), new.user_id);
  else
    new.row_version := old.row_version + 1;
  end if;
  -- If the caller may not administer the schedule, skip the checks and let the policy refuse it.
  if auth.uid() is not null
    and not array[coalesce(new.region_name, ''), ''] && private.regions_to_schedule(lower(tg_op))
  then
    return new;
  end if;
  if num_nonnulls(new.region_name) >= num_nonnulls(new.province_name)
    and not exists (select from public.offices o where o.office = concat(new.region_name, ' / ', new.province_name))
  then
    raise exception 'A schedule must cover the whole country, a region, or a region and one of its provinces.'
      using errcode = 'AG002', column = case when new.province_name is null then 'region_name' else 'province_name' end;
  end if;
  if new.status <> 'OnGoing' then
    return new;
  end if;
  if new.end_date = new.start_date then
    raise exception 'A window closes at the start of its end date. Choose an end date after the first day.'
      using errcode = 'AG002', column = 'end_date';
  end if;
  -- Serialize concurrent inserts, which could not see each other.
  perform pg_advisory_xact_lock(
    hashtext('report_schedules'), hashtext(concat_ws('/', new.form, new.region_name, new.province_name)));
  select s.* into other from public.report_schedules s
  where s.id <> new.id and s.status = 'OnGoing' and s.form = new.form
    and s.region_name is not distinct from new.region_name and s.province_name is not distinct from new.province_name
    and daterange(s.start_date, s.end_date) && daterange(new.start_date, greatest(new.end_date, new.start_date + 1))
  order by s.start_date limit 1;
  if found then
    raise exception 'These days overlap schedule %: the % window of % from % to %. Close or change that one first.',
        other.id, other.form, coalesce(other.province_name, other.region_name, 'the whole country'),
        to_char(other.start_date, 'FMDD Mon YYYY'),
        coalesce(to_char(other.end_date - 1, 'FMDD Mon YYYY'), 'an open end')
      using errcode = 'AG002', column = 'start_date';
  end if;
  return new;
end
$$;

create trigger guard_schedule before insert or update on public.report_schedules
  for each row execute function private.guard_schedule();

grant execute on function private.is_schedule_active(text, date, date) to authenticated, service_role;
grant execute on function private.window_state(text) to authenticated;
-- View for lists of schedules: adds the remaining days, and whether the schedule opens its window today.
create view public.report_schedules_in_full with (security_invoker = true) as
select s.id, s.user_id, s.form, s.start_date, s.end_date, s.region_name, s.province_name, s.status, s.duration_days,
  s.time_stamp, s.row_version, s.coverage,
  greatest(coalesce(s.end_date - private.today(), 0), 0) as remaining_days,
  private.is_schedule_active(s.status, s.start_date, s.end_date) as open, s.search_text
from public.report_schedules s;

revoke all on public.report_schedules_in_full from anon, authenticated;
grant select on public.report_schedules_in_full to authenticated;
comment on view public.report_schedules_in_full is 'report_schedules with the days left as of today.';
