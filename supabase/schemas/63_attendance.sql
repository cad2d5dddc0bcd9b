-- Attendance: participants who attended a training, with the years of their trainings as a bit mask
-- (private.year_mask). Stored so that figures by year can count people instead of trainings.

create table public.attendance (
  participant_id bigint primary key,
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  participant_category text,
  sex text,
  years bigint not null,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text
) with (fillfactor = 80);
comment on table public.attendance is
  'One row per participant who attended a training, with the columns by which participants are counted. Maintained by '
  'triggers.';
comment on column public.attendance.years is 'Years of the trainings attended, as a bit mask of private.year_mask.';

call private.read_only_in_scope('public.attendance');

-- Computes the attendance rows of these participants. A participant who attended no training gets no row.
create function private.attendance_of(ids bigint[]) returns setof public.attendance
  language sql stable set search_path = ''
as $$
  select p.id, p.office, p.region_name, p.province_name, p.muncity_name, p.participant_category, p.sex,
    bit_or(private.year_bit(a.year)), p.fund_source, p.psp_category, p.subpsp_abbreviation
  from public.participants p
  cross join lateral unnest(p.training_id) attended (training_id)
  join public.arbo_trainings t on t.training_id = attended.training_id
  join public.activities a on a.table_name = 'arbo_trainings' and a.row_id = t.id
  where p.id = any (ids)
  group by p.id
$$;

-- Updates the attendance of these participants. Locks their rows before reading, so that concurrent writers wait. Then
-- locks the offices, because deleting and inserting rows both add to the counts of an office.
create function private.write_attendance(ids bigint[]) returns void
  language plpgsql set search_path = ''
as $$
declare
  fresh public.attendance[];
  kept public.attendance[];
  came public.attendance[];
  gone public.attendance[];
begin
  perform from (
    select a.participant_id from public.attendance a where a.participant_id = any (ids) order by a.participant_id
    for update) locked;
  fresh := array(select f from private.attendance_of(ids) f);
  kept := array(select a from public.attendance a where a.participant_id = any (ids));
  came := array(select f from unnest(fresh) f except select k from unnest(kept) k);
  gone := array(select k from unnest(kept) k except select f from unnest(fresh) f);
  if cardinality(came || gone) = 0 then
    return;
  end if;
  perform private.lock_keys('attendance counts', array(select c.office from unnest(came || gone) c));
  delete from public.attendance a using unnest(gone) g
  where a.participant_id = g.participant_id
    and a.participant_id <> all (array(select f.participant_id from unnest(fresh) f));
  insert into public.attendance
  select c.* from unnest(came) c
  on conflict (participant_id) do update set
    (office, region_name, province_name, muncity_name, participant_category, sex, years, fund_source, psp_category,
      subpsp_abbreviation)
    = row(excluded.office, excluded.region_name, excluded.province_name, excluded.muncity_name,
      excluded.participant_category, excluded.sex, excluded.years, excluded.fund_source, excluded.psp_category,
      excluded.subpsp_abbreviation);
end
$$;
revoke execute on function private.attendance_of(bigint[]), private.write_attendance(bigint[]) from public;

-- AFTER trigger on participants: updates their attendance. Transactions that write attendance or change the dates of a
-- training lock the training's ID. A lock on the rows could deadlock, because each transaction already holds locks on
-- its own rows.
create function private.keep_attendance() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  ids bigint[] := '{}';
begin
  if tg_op = 'DELETE' then
    ids := array(select o.id from old_rows o where cardinality(o.training_id) > 0);
  elsif tg_op = 'INSERT' then
    ids := array(select n.id from new_rows n where cardinality(n.training_id) > 0);
  else
    ids := array(
      select n.id
      from new_rows n join old_rows o using (id)
      where cardinality(n.training_id || o.training_id) > 0
        and row(n.office, n.muncity_name, n.participant_category, n.sex, n.training_id, n.fund_source,
          n.psp_category, n.subpsp_abbreviation)
        is distinct from row(o.office, o.muncity_name, o.participant_category, o.sex, o.training_id, o.fund_source,
          o.psp_category, o.subpsp_abbreviation));
  end if;
  if cardinality(ids) = 0 then
    return null;
  end if;
  perform private.lock_keys('attendance', array(
    select unnest(p.training_id) from public.participants p where p.id = any (ids)));
  perform private.write_attendance(ids);
  return null;
end
$$;

-- AFTER trigger on trainings: updates attendance, because a changed date can change the year for everyone who
-- attended.
create function private.keep_attendance_of_trainings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  trainings constant text[] := array(
    select n.training_id
    from new_rows n join old_rows o using (id)
    where (n.date_conducted, n.start_date, n.year_funded)
      is distinct from (o.date_conducted, o.start_date, o.year_funded));
begin
  if cardinality(trainings) > 0 then
    perform private.lock_keys('attendance', trainings);
    perform private.write_attendance(array(
      select distinct l.participant_id
      from public.participant_trainings l where l.training_id = any (trainings) and l.attended));
  end if;
  return null;
end
$$;

call private.add_write_triggers('public.participants', 'written_attendance', 'private.keep_attendance()');
-- The name of this trigger sorts after written_activities, which sets the year of a training and must run first.
-- Postgres fires triggers in the order of their names.
create trigger written_attendance_update after update on public.arbo_trainings
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.keep_attendance_of_trainings();
