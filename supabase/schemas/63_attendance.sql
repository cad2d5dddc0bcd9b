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
  'One row per participant who attended a training, with the columns by which participants are counted.';
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

revoke execute on function private.attendance_of(bigint[]) from public;
