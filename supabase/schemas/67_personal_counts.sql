-- Counts of personal marks (4Ps beneficiaries, solo parents, persons with disability, indigenous people, seniors) among
-- the people who attended a training, for whoever lacks the right Sensitive (RA 10173). A count of many tells of
-- nobody; what could tell of somebody is held back here, in one place:
-- - A count under five is not told, zero among them: that nobody of a list has a mark says it of each of them. Nor is
--   one that all but fewer than five have.
-- - Areas are the country, a region and a province, whole, and no other filter. The parts of an area (regions of the
--   country, offices of a region) are told by sex and mark, all of them or none: with one part held back, the others
--   and their total would give it away, and which of them is held back besides would tell more than that.
-- - Totals over sexes or marks are not told.
-- - Counts are of the quarter's beginning, and a count is renewed where ten people or more came or went since: whoever
--   changes a person's trainings, or enters one, does not see what becomes of the count.
-- - Counts are told in fives, so that two quarters beside each other tell of no few either.

create table private.personal_counts (
  office text not null references public.offices (office),
  mark text not null,
  sex text,
  marked bigint not null,
  people bigint not null,
  checked_on date not null
);
create unique index personal_counts_once on private.personal_counts (office, mark, sex) nulls not distinct;
create index personal_counts_checked on private.personal_counts (checked_on);
alter table private.personal_counts enable row level security;
comment on table private.personal_counts is
  'Of the people who attended a training, how many there are and have a personal mark, by office and sex: as of the '
  'beginning of a quarter, read through private.personal_counts_of alone.';
comment on column private.personal_counts.mark is 'The column of participants that says so.';
comment on column private.personal_counts.checked_on is 'When it was last compared with the rows.';

-- Brings the counts up to the rows: those whose people became ten more or fewer, or, anew, all.
create function private.renew_personal_counts(anew boolean default false) returns void
  language sql set search_path = ''
as $$
  insert into private.personal_counts (office, mark, sex, marked, people, checked_on)
  select f.office, f.mark, f.sex, case when d.renewed then f.marked else coalesce(k.marked, 0) end,
    case when d.renewed then f.people else coalesce(k.people, 0) end, private.today()
  from (
    select n.office, n.mark, n.sex, sum(n.marked) as marked, sum(n.people) as people
    from (
      select c.office, m.mark, c.sex, m.marked, c.people
      from (
        select p.office, p.sex, count(*) as people,
          count(*) filter (where p.is_4ps_beneficiary = 'Yes') as beneficiaries,
          count(*) filter (where p.is_solo_parent = 'Yes') as solo_parents,
          count(*) filter (where p.is_pwd = 'Yes') as disabled,
          count(*) filter (where p.is_ip = 'Yes') as indigenous,
          count(*) filter (where p.age_base_group = '60 and above') as seniors
        from public.participants p
        where cardinality(p.training_id) > 0
        group by p.office, p.sex) c
      cross join lateral (values
        ('is_4ps_beneficiary', c.beneficiaries),
        ('is_solo_parent', c.solo_parents),
        ('is_pwd', c.disabled),
        ('is_ip', c.indigenous),
        ('age_base_group', c.seniors)) m (mark, marked)
      union all
      -- Where nobody is left.
      select z.office, z.mark, z.sex, 0, 0 from private.personal_counts z
      union all
      -- So that it is noted when there is nobody at all.
      select o.office, 'is_pwd', null, 0, 0 from public.offices o) n
    group by n.office, n.mark, n.sex) f
  left join private.personal_counts k on k.office = f.office and k.mark = f.mark and k.sex is not distinct from f.sex
  cross join lateral (select anew or abs(f.people - coalesce(k.people, 0)) >= 10) d (renewed)
  on conflict (office, mark, sex) do update set
    marked = excluded.marked, people = excluded.people, checked_on = excluded.checked_on
$$;
revoke execute on function private.renew_personal_counts(boolean) from public;

-- Before a statement writes participants: the first one of a quarter finds them as they were at its beginning. Where
-- two come at once, one renews the counts and nobody waits.
create function private.keep_personal_counts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce((select max(k.checked_on) from private.personal_counts k), '-infinity')
      < date_trunc('quarter', private.today()::timestamp)::date
    and pg_try_advisory_xact_lock(hashtext('private.personal_counts'))
  then
    perform private.renew_personal_counts();
  end if;
  return null;
end
$$;

create trigger renew_personal_counts before insert or update or delete on public.participants
  for each statement execute function private.keep_personal_counts();

-- Whether a count may be told beside the number of people among whom it was counted: neither few nor all but few.
create function private.tells_of_nobody(marked bigint, people bigint) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$ select marked >= 5 and people - marked >= 5 $$;

-- What everybody may know of the personal marks in an area: the caller's offices, narrowed by region and province where
-- they are not null, if these are a whole province, region or the country; else no row. A row for each mark (column of
-- participants) and sex of which there is anybody; rounded is the count in fives, null where it is held back.
create function private.personal_counts_of(wanted_region text, wanted_province text)
  returns table (mark text, sex text, rounded bigint)
  language sql stable parallel safe security definer set search_path = '' rows 15
as $$
  with asked as (
    select array_agg(o.office order by o.office) as offices
    from private.current_caller() c, private.offices_of(c) o
    where (wanted_region is null or o.region_name = wanted_region)
      and (wanted_province is null or o.province_name = wanted_province)
  ),
  areas as (
    select 'country' as kind, null::text as region_name, null::text as province_name,
      array_agg(o.office order by o.office) as offices
    from public.offices o
    union all
    select 'region', o.region_name, null, array_agg(o.office order by o.office)
    from public.offices o where o.region_name is not null group by o.region_name
    union all
    select 'province', o.region_name, o.province_name, array[o.office]
    from public.offices o where o.province_name is not null
  ),
  area as (
    select a.* from areas a join asked using (offices)
    -- The office of a region that has no other is both.
    order by a.kind = 'province' limit 1
  ),
  offices as (
    select o.region_name, o.province_name, k.mark, k.sex, k.marked, k.people
    from private.personal_counts k join public.offices o using (office)
    where k.people > 0
  ),
  regions as (
    select o.region_name, o.mark, o.sex, sum(o.marked)::bigint as marked, sum(o.people)::bigint as people,
      bool_and(private.tells_of_nobody(o.marked, o.people)) as parts_told
    from offices o group by o.region_name, o.mark, o.sex
  ),
  country as (
    select r.mark, r.sex, sum(r.marked)::bigint as marked, sum(r.people)::bigint as people,
      bool_and(private.tells_of_nobody(r.marked, r.people)) as parts_told
    from regions r group by r.mark, r.sex
  ),
  -- An area is told where what it is a part of is told, with all of its parts.
  figures as (
    select 'country' as kind, null::text as region_name, null::text as province_name, c.mark, c.sex, c.marked,
      private.tells_of_nobody(c.marked, c.people) as is_told
    from country c
    union all
    select 'region', r.region_name, null, r.mark, r.sex, r.marked,
      private.tells_of_nobody(c.marked, c.people) and c.parts_told
    from regions r join country c on c.mark = r.mark and c.sex is not distinct from r.sex
    union all
    select 'province', o.region_name, o.province_name, o.mark, o.sex, o.marked,
      private.tells_of_nobody(c.marked, c.people) and c.parts_told and r.parts_told
    from offices o
    join regions r on r.region_name = o.region_name and r.mark = o.mark and r.sex is not distinct from o.sex
    join country c on c.mark = o.mark and c.sex is not distinct from o.sex
  )
  select f.mark, f.sex, case when f.is_told then f.marked - f.marked % 5 end
  from figures f
  join area a on a.kind = f.kind and a.region_name is not distinct from f.region_name
    and a.province_name is not distinct from f.province_name
$$;
grant execute on function private.personal_counts_of(text, text) to authenticated;
