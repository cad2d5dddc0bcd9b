-- Attendance: who attended a training, with the years of their trainings as bits (private.year_bits). Kept beside the
-- participants, so that figures of years count people and not their trainings.

create table public.attendance (
  participant_id bigint primary key,
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  participant_category text,
  sex text,
  years bigint not null
) with (fillfactor = 80);
comment on table public.attendance is
  'A row for each participant who attended a training, with what they are counted by: kept by triggers.';
comment on column public.attendance.years is 'Years of the trainings attended, as private.year_bits has them.';

call private.read_only_in_scope('public.attendance');

-- What attendance of these participants is now; those who attended nothing are left out.
create function private.attendance_of(ids bigint[]) returns setof public.attendance
  language sql stable set search_path = ''
as $$
  select p.id, p.office, p.region_name, p.province_name, p.muncity_name, p.participant_category, p.sex,
    bit_or(private.year_bit(a.year))
  from public.participants p
  cross join lateral unnest(p.training_id) attended (training_id)
  join public.arbo_trainings t on t.training_id = attended.training_id
  join public.activities a on a.table_name = 'arbo_trainings' and a.row_id = t.id
  where p.id = any (ids)
  group by p.id
$$;

create function private.write_attendance(ids bigint[]) returns void
  language plpgsql set search_path = ''
as $$
declare
  states constant public.attendance[] := array(select s from private.attendance_of(ids) s);
begin
  delete from public.attendance a
  where a.participant_id = any (ids) and a.participant_id <> all (array(select s.participant_id from unnest(states) s));
  insert into public.attendance as kept
  select c.*
  from (
    select (s).* from unnest(states) s
    except
    select a.* from public.attendance a where a.participant_id = any (ids)) c
  order by c.participant_id
  on conflict (participant_id) do update set
    (office, region_name, province_name, muncity_name, participant_category, sex, years)
    = row(excluded.office, excluded.region_name, excluded.province_name, excluded.muncity_name,
      excluded.participant_category, excluded.sex, excluded.years);
end
$$;
revoke execute on function private.attendance_of(bigint[]), private.write_attendance(bigint[]) from public;

-- On participants. The trainings are locked before they are read, so that none changes its days meanwhile.
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
        and row(n.office, n.muncity_name, n.participant_category, n.sex, n.training_id)
        is distinct from row(o.office, o.muncity_name, o.participant_category, o.sex, o.training_id));
  end if;
  if cardinality(ids) = 0 then
    return null;
  end if;
  perform from (
    select t.id from public.arbo_trainings t
    where t.training_id in (select unnest(p.training_id) from public.participants p where p.id = any (ids))
    order by t.id
    for share) locked;
  perform private.write_attendance(ids);
  return null;
end
$$;

-- On trainings: another day may be another year for those who attended.
create function private.keep_attendance_of_trainings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  ids constant bigint[] := array(
    select distinct l.participant_id
    from new_rows n
    join old_rows o using (id)
    join public.participant_trainings l on l.training_id = n.training_id and l.attended
    where (n.date_conducted, n.start_date, n.year_funded)
      is distinct from (o.date_conducted, o.start_date, o.year_funded));
begin
  if cardinality(ids) > 0 then
    perform from (select p.id from public.participants p where p.id = any (ids) order by p.id for share) locked;
    perform private.write_attendance(ids);
  end if;
  return null;
end
$$;

call private.on_each_write('public.participants', 'written_attendance', 'private.keep_attendance()');
-- Of a trigger's name comes its turn: after written_activities, which says the year of a training.
create trigger written_attendance_update after update on public.arbo_trainings
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.keep_attendance_of_trainings();
