-- People: the participants in the shape that figures count. The years of their trainings are stored as a bit mask
-- (private.year_mask), so that figures by year count people instead of trainings.

create table public.people (
  participant_id bigint primary key,
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  arbo_id text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text,
  participant_category text,
  sex text,
  programmed boolean not null,
  trained_years bigint not null
) with (fillfactor = 80);
comment on table public.people is 'One row per participant, with the columns by which figures count people.';
comment on column public.people.programmed is
  'True if the participant''s record names a sub-PSP. "No Project", a choice of the dropdown list, does not count.';
comment on column public.people.trained_years is
  'Years of the trainings that the participant attended, as a bit mask of private.year_mask; 0 without a training.';
create index people_office on public.people (office);

call private.read_only_in_scope('public.people');

-- Computes the rows of public.people for the given participants.
create function private.people_of(ids bigint[]) returns setof public.people
  language sql stable set search_path = ''
as $$
  select p.id, p.office, p.region_name, p.province_name, p.muncity_name, p.arbo_id, p.year_funded,
    p.fund_source, p.psp_category, p.subpsp_abbreviation, p.participant_category, p.sex,
    coalesce(p.subpsp_abbreviation, 'No Project') <> 'No Project', coalesce(t.years, 0)
  from public.participants p
  left join (
    select l.participant_id, bit_or(private.year_bit(a.year)) as years
    from public.participant_trainings l
    join public.arbo_trainings t using (training_id)
    join public.activities a on a.table_name = 'arbo_trainings' and a.row_id = t.id
    where l.participant_id = any (ids) and l.attended
    group by l.participant_id) t on t.participant_id = p.id
  where p.id = any (ids)
$$;
revoke execute on function private.people_of(bigint[]) from public;
