-- What the work queues ask beside public.overdue: organizations that may be entered twice, and offices that have not
-- reported. Both run as the caller.

-- ARBOs whose name is nearly that of another of the same town, as likely as an import takes for a possible duplicate
-- (similarity 0.6 and more of pg_trgm).
create function private.similar_arbos() returns setof bigint
  language sql stable parallel safe set search_path = '' rows 100
as $$
  select distinct pair.id
  from public.arbo_masterlist one
  join public.arbo_masterlist other
    on other.office = one.office and coalesce(other.muncity_name, '') = coalesce(one.muncity_name, '') and other.id > one.id
  cross join lateral (values (one.id), (other.id)) pair (id)
  where extensions.similarity(lower(one.arbo_name), lower(other.arbo_name)) >= 0.6
$$;

-- Provincial offices in the caller's scope without a single target (side 'target') or accomplishment and training (side
-- 'accomplishment') of a year, or of one quarter of it; regions and provinces narrow them where they are not null.
-- last_year is the latest year of which the office has any.
create function private.offices_not_reported(wanted_side text, wanted_year integer, wanted_quarter text, regions text[], provinces text[])
  returns table (office text, region_name text, province_name text, last_year integer)
  language sql stable parallel safe set search_path = '' rows 100
as $$
  select o.office, o.region_name, o.province_name, max(a.year)
  from public.offices o
  left join public.activities a on a.office = o.office and (a.side = 'target') = (wanted_side = 'target')
  where o.office = any (private.offices_to_read()) and o.province_name is not null
    and (regions is null or o.region_name = any (regions)) and (provinces is null or o.province_name = any (provinces))
  group by o.office, o.region_name, o.province_name
  having count(*) filter (where a.year = wanted_year and (wanted_quarter is null or a.reporting_quarter = wanted_quarter)) = 0
$$;

grant execute on function private.similar_arbos(), private.offices_not_reported(text, integer, text, text[], text[]) to authenticated;
