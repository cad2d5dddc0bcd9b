-- Refusals and windows name the last day to enter, and the rounded counts of personal marks go: who may see such figures
-- has the right Sensitive and sees exact ones.

SET local check_function_bodies = off;

DROP TRIGGER "renew_personal_counts" ON "public"."participants";

ALTER TABLE "private"."personal_counts"
  DROP CONSTRAINT "personal_counts_office_fkey";

DROP FUNCTION "private"."keep_personal_counts"();

DROP FUNCTION "private"."personal_counts_of"(text, text);

DROP FUNCTION "private"."renew_personal_counts"(boolean);

DROP FUNCTION "private"."tells_of_nobody"(bigint, bigint);

DROP TABLE "private"."personal_counts";

CREATE OR REPLACE FUNCTION private.guard_schedule()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
        to_char(other.start_date, 'FMDD Mon YYYY'), coalesce(to_char(other.end_date - 1, 'FMDD Mon YYYY'), 'an open end')
      using errcode = 'AG002', column = 'start_date';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.rebuild_figures()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  source record;
begin
  for source in
    select table_name from private.activity_forms() union select 'arbo_masterlist' union select 'arc_masterlist'
      union select 'participants'
    order by 1
  loop
    execute format('lock table public.%I in share row exclusive mode', source.table_name);
  end loop;
  delete from public.activities;
  delete from public.marks;
  delete from public.programme_marks;
  delete from public.funding_marks;
  for source in select f.table_name from private.activity_forms() f order by f.place loop
    execute 'insert into public.activities '
      || private.activity_query(source.table_name, format('public.%I', source.table_name));
  end loop;
  analyze public.activities;
  perform private.match_activities(null);
  perform private.renew_marks(array(select id from public.arbo_masterlist),
    array(select id from public.arc_masterlist));
  delete from public.attendance;
  insert into public.attendance
  select a.* from private.attendance_of(array(select id from public.participants where cardinality(training_id) > 0)) a;
  for source in select * from private.counted_tables() loop
    execute format('delete from public.%I', source.counts);
    execute format('insert into public.%I (%s, n, quantity) %s', source.counts, source.keys, source.counts_query);
  end loop;
end
$function$;

create or replace function private.window_state(window_name text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with covering as (
    select s.id, s.start_date, s.end_date, private.is_under_way(s.status, s.start_date, s.end_date) as open
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
        format('The %s window is closed: the last day to enter was %s.', window_name,
          to_char(l.end_date - 1, 'FMDD Mon YYYY'))
      else coalesce(
        format('The %s window was closed on ' || to_char(private.closed_on(l.id), 'FMDD Mon YYYY') || '.', window_name),
        format('The %s window is closed.', window_name))
    end)
  from (values (1)) one left join latest l on true
$$;
