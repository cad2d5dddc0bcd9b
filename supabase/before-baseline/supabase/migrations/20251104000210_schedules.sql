-- Report schedules (spec section 3): versions, what they cover, and who keeps them. The central office keeps all; the
-- administrator of a region those that name the region, which only ever opens more for it.

alter table public.report_schedules
  add column row_version integer not null default 1,
  add column coverage text generated always as (coalesce(region_name, '') || ' / ' || coalesce(province_name, '')) stored,
  add constraint report_schedules_status_check check (status in ('OnGoing', 'Closed')),
  add constraint report_schedules_coverage_exists foreign key (coverage) references public.offices (office);
alter table public.report_schedules drop constraint report_schedules_check;
alter table public.report_schedules add constraint report_schedules_end_date_not_before_start check (end_date >= start_date);
create index report_schedules_coverage on public.report_schedules (coverage, form);
comment on column public.report_schedules.coverage is 'Region / province that the window is for; empty parts mean all of them.';
comment on column public.report_schedules.status is 'OnGoing: counts while its dates last. Closed: closed before its time.';

-- Stamps the row and refuses a window that overlaps an ongoing one of the same form and coverage, naming it.
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
  -- Whoever may not keep the schedule is told that, by the policy, and not what is wrong with it.
  if auth.uid() is not null and not array[coalesce(new.region_name, ''), ''] && private.regions_to_schedule(lower(tg_op)) then
    return new;
  end if;
  if num_nonnulls(new.region_name) >= num_nonnulls(new.province_name)
    and not exists (select from public.offices o where o.office = concat(new.region_name, ' / ', new.province_name))
  then
    raise exception 'A schedule is for the whole country, a region, or a region and one of its provinces.' using errcode = 'AG002',
      column = case when new.province_name is null then 'region_name' else 'province_name' end;
  end if;
  if new.status <> 'OnGoing' then
    return new;
  end if;
  -- Two that are entered at once would not see one another.
  perform pg_advisory_xact_lock(hashtext('report_schedules'), hashtext(concat_ws('/', new.form, new.region_name, new.province_name)));
  select s.* into other from public.report_schedules s
  where s.id <> new.id and s.status = 'OnGoing' and s.form = new.form
    and s.region_name is not distinct from new.region_name and s.province_name is not distinct from new.province_name
    and daterange(s.start_date, s.end_date, '[]') && daterange(new.start_date, greatest(new.end_date, new.start_date), '[]')
  order by s.start_date limit 1;
  if found then
    raise exception 'These days overlap schedule %: the % window of % from % to %. Close or change that one first.', other.id, other.form,
        coalesce(other.province_name, other.region_name, 'the whole country'), to_char(other.start_date, 'FMDD Mon YYYY'), coalesce(to_char(other.end_date, 'FMDD Mon YYYY'), 'an open end')
      using errcode = 'AG002', column = 'start_date';
  end if;
  return new;
end
$$;
create trigger guard_schedule before insert or update on public.report_schedules for each row execute function private.guard_schedule();

call private.grant_columns('public.report_schedules');
create policy insert_as_administrator on public.report_schedules for insert to authenticated
  with check (coalesce(region_name, '') = any ((select private.regions_to_schedule('insert'))::text[]));
create policy update_as_administrator on public.report_schedules for update to authenticated
  using (coalesce(region_name, '') = any ((select private.regions_to_schedule('update'))::text[]))
  with check (coalesce(region_name, '') = any ((select private.regions_to_schedule('update'))::text[]));
create policy delete_as_administrator on public.report_schedules for delete to authenticated
  using (coalesce(region_name, '') = any ((select private.regions_to_schedule('delete'))::text[]));
call private.add_search_text('public.report_schedules');

-- What lists show: the days that are left, and whether the window counts today.
create view public.report_schedules_in_full with (security_invoker = true) as
select s.id, s.user_id, s.form, s.start_date, s.end_date, s.region_name, s.province_name, s.status, s.duration_days, s.time_stamp, s.row_version, s.coverage,
  greatest(coalesce(s.end_date - private.today(), 0), 0) as remaining_days,
  coalesce(s.status = 'OnGoing' and private.today() between s.start_date and s.end_date, false) as open
from public.report_schedules s;
revoke all on public.report_schedules_in_full from anon, authenticated;
grant select on public.report_schedules_in_full to authenticated;
comment on view public.report_schedules_in_full is 'report_schedules with the days that are left today.';
