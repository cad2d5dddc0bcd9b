-- A reporting window is closed once zero days remain (spec section 6): days left are the end date minus today, so that
-- the day before the end date is the last one to enter. Whether a schedule counts today is said once, here.

create function private.is_under_way(status text, start_date date, end_date date) returns boolean
  language sql stable parallel safe set search_path = ''
as $$
  select coalesce(status = 'OnGoing' and start_date <= private.today() and end_date > private.today(), false)
$$;
comment on function private.is_under_way(text, date, date) is
  'Whether a schedule opens its window today, in Manila: it is OnGoing, has begun, and has a day or more left.';
revoke execute on function private.is_under_way(text, date, date) from public;
grant execute on function private.is_under_way(text, date, date) to authenticated, service_role;

-- A window is open for an office while a schedule that covers it is under way.
create or replace function private.window_is_open(window_name text, region text, province text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$
  select exists (
    select from public.report_schedules s
    where s.form = window_name and private.is_under_way(s.status, s.start_date, s.end_date)
      and (s.region_name is null or s.region_name = region)
      and (s.province_name is null or s.province_name = province)
  )
$$;

-- One reporting window as the caller sees it. The current schedule is the one under way that covers an office of theirs
-- and ends last; reason says in words why nothing is open.
create or replace function private.window_state(window_name text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with covering as (
    select s.start_date, s.end_date, private.is_under_way(s.status, s.start_date, s.end_date) as open
    from public.report_schedules s, private.current_caller() c
    where s.form = window_name
      and exists (
        select from private.offices_of(c) o
        where (s.region_name is null or s.region_name = o.region_name)
          and (s.province_name is null or s.province_name = o.province_name))
  ),
  latest as (
    select * from covering
    order by open desc nulls last, (start_date <= private.today()) desc, end_date desc nulls last
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
        format('The %s window closed on %s.', window_name, to_char(l.end_date, 'FMDD Mon YYYY'))
      else format('The %s window is closed.', window_name)
    end)
  from (values (1)) one left join latest l on true
$$;

-- Stamps the row and refuses a window that never opens, and one that overlaps an ongoing one of the same form and
-- coverage, naming it. The next window may begin on the day on which this one closes.
create or replace function private.guard_schedule() returns trigger
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
  -- Whoever may not keep the schedule is told that, by the policy, and not what is wrong with it.
  if auth.uid() is not null
    and not array[coalesce(new.region_name, ''), ''] && private.regions_to_schedule(lower(tg_op))
  then
    return new;
  end if;
  if num_nonnulls(new.region_name) >= num_nonnulls(new.province_name)
    and not exists (select from public.offices o where o.office = concat(new.region_name, ' / ', new.province_name))
  then
    raise exception 'A schedule is for the whole country, a region, or a region and one of its provinces.'
      using errcode = 'AG002', column = case when new.province_name is null then 'region_name' else 'province_name' end;
  end if;
  if new.status <> 'OnGoing' then
    return new;
  end if;
  if new.end_date = new.start_date then
    raise exception 'A window closes at the beginning of its end date: choose a day after the first day.'
      using errcode = 'AG002', column = 'end_date';
  end if;
  -- Two that are entered at once would not see one another.
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
        to_char(other.start_date, 'FMDD Mon YYYY'), coalesce(to_char(other.end_date, 'FMDD Mon YYYY'), 'an open end')
      using errcode = 'AG002', column = 'start_date';
  end if;
  return new;
end
$$;

create or replace view public.report_schedules_in_full with (security_invoker = true) as
select s.id, s.user_id, s.form, s.start_date, s.end_date, s.region_name, s.province_name, s.status, s.duration_days,
  s.time_stamp, s.row_version, s.coverage,
  greatest(coalesce(s.end_date - private.today(), 0), 0) as remaining_days,
  private.is_under_way(s.status, s.start_date, s.end_date) as open
from public.report_schedules s;

call private.let_levels_read();
