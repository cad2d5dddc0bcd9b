-- What dashboards, reports and work queues ask of the rows, beside what is kept for them. All of it reads as the
-- caller: policies apply (spec section 7).

-- The filters of charts as conditions over public.activities, in SQL; 'true' when there are none. filters is an object
-- of lists, {"year_funded": [2024, null]}, where null is the empty value, and the numbers year_from and year_to.
-- Targets are annual: quarter and month narrow the other sides only.
create function private.activity_conditions(filters jsonb) returns text
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  name text;
  given text[];
  condition text;
  conditions text[] := '{}';
begin
  foreach name in array array['support_provided', 'year_funded', 'reporting_year', 'reporting_quarter',
    'reporting_month', 'fund_source', 'psp_category', 'subpsp_abbreviation'] loop
    continue when filters -> name is null;
    given := array(select jsonb_array_elements_text(filters -> name));
    -- Support in kind is what a row of Form 11 is of.
    name := replace(name, 'support_provided', 'kind');
    condition := format('%I = any (%L::%s[])', name, array_remove(given, null), case when name like '%year%'
      then 'integer' else 'text' end);
    if array_position(given, null) is not null then
      condition := format('(%s or %I is null)', condition, name);
    elsif name = 'reporting_year' then
      -- The year of an activity is its year reported, if it has one, and has an index.
      condition := format('%s and year = any (%L::integer[])', condition, given);
    end if;
    if name in ('reporting_quarter', 'reporting_month') then
      condition := format('(side = ''target'' or %s)', condition);
    end if;
    conditions := conditions || condition;
  end loop;
  if filters -> 'year_from' is not null then
    conditions := conditions || format('year >= %s', (filters ->> 'year_from')::integer);
  end if;
  if filters -> 'year_to' is not null then
    conditions := conditions || format('year <= %s', (filters ->> 'year_to')::integer);
  end if;
  return coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true');
end
$$;

-- One row for each organization (subject 'arbo': id of the masterlist) or community ('arc') that has an activity of the
-- forms under the filters; by_programme one for each of its programmes (null where an activity names none). matched: at
-- least one of its targets is; programmed: at least one accomplishment names a programme ("No Project", a choice of the
-- lists, is none). Where filters name no more than years, public.marks say the same at once.
create function private.activity_marks(subject text, forms text[], filters jsonb, by_programme boolean default false)
  returns table (marked_id bigint, programme text, targeted boolean, accomplished boolean, matched boolean,
    trained boolean, programmed boolean)
  language plpgsql stable parallel safe set search_path = '' rows 10000
as $$
begin
  return query execute format($q$
    select %1$s, %2$s, bool_or(side = 'target'), bool_or(side = 'accomplishment'),
      bool_or(side = 'target' and matched_within >= (select private.caller_reach())), bool_or(side = 'training'),
      bool_or(side = 'accomplishment' and subpsp_abbreviation <> 'No Project') is true
    from public.activities
    where %1$s is not null and form = any (%3$L::text[]) and %4$s
    group by 1, 2$q$,
    case subject when 'arc' then 'arc' else 'arbo' end,
    case when by_programme then 'subpsp_abbreviation' else 'null::text' end,
    forms, private.activity_conditions(filters));
end
$$;

-- Participants who attended a training of the time that the filters name (years, quarters, months).
create function private.attended_within(filters jsonb) returns setof bigint
  language plpgsql stable parallel safe set search_path = '' rows 10000
as $$
declare
  period jsonb := jsonb_strip_nulls(jsonb_build_object('year_from', filters -> 'year_from', 'year_to',
    filters -> 'year_to',
    'reporting_year', filters -> 'reporting_year', 'reporting_quarter', filters -> 'reporting_quarter',
      'reporting_month', filters -> 'reporting_month'));
begin
  return query execute format($q$
    select l.participant_id
    from public.participant_trainings l
    where l.attended and l.training_id in (
      select t.training_id
      from public.arbo_trainings t
      where t.id in (select row_id from public.activities where form = 'training' and %s))$q$,
        private.activity_conditions(period));
end
$$;

-- ARBOs whose name is nearly that of another of the same town, as likely as an import takes for a possible duplicate
-- (similarity 0.6 and more of pg_trgm). Each pair is compared once; where a town has hundreds, as after an import with
-- names of its own, each ARBO is compared until another is found.
create function private.similar_arbos() returns setof bigint
  language sql stable parallel safe set search_path = '' rows 100
as $$
  with names as materialized (
    select id, office, town, lower(arbo_name) as name, count(*) over (partition by office, town) > 300 as crowded
    from (select m.*, coalesce(m.muncity_name, '') as town from public.arbo_masterlist m) m
  )
  select distinct pair.id
  from names one
  join names other using (office, town)
  cross join lateral (values (one.id), (other.id)) pair (id)
  where not one.crowded and other.id > one.id and extensions.similarity(one.name, other.name) >= 0.6
  union all
  select one.id
  from names one
  where one.crowded and exists (
    select from names other
    where (other.office, other.town) = (one.office, one.town) and other.id <> one.id
      and extensions.similarity(one.name, other.name) >= 0.6)
$$;

-- The provincial offices in the caller's scope, and whether they have reported a target (side 'target') or an
-- accomplishment or training (side 'accomplishment') of a year, or of one quarter of it; regions and provinces narrow
-- them where they are not null. last_year is the latest year of which the office has reported any.
create function private.reporting_offices(wanted_side text, wanted_year integer, wanted_quarter text, regions text[],
  provinces text[])
  returns table (office text, region_name text, province_name text, last_year integer, reported boolean)
  language sql stable parallel safe set search_path = '' rows 100
as $$
  select o.office, o.region_name, o.province_name, c.last_year,
    case when wanted_quarter is null then coalesce(c.reported, false) else exists (
      select from public.activities a
      where a.office = o.office and (a.side = 'target') = (wanted_side = 'target') and a.year = wanted_year
        and a.reporting_quarter = wanted_quarter) end
  from public.offices o
  left join (
    select office, max(year) as last_year, bool_or(year = wanted_year) as reported
    from public.outcome_counts
    where (side = 'target') = (wanted_side = 'target') and n > 0
    group by office) c using (office)
  where o.office = any (private.offices_to_read()) and o.province_name is not null
    and (regions is null or o.region_name = any (regions)) and (provinces is null or o.province_name = any (provinces))
$$;

grant execute on function
  private.activity_conditions(jsonb), private.activity_marks(text, text[], jsonb, boolean),
  private.attended_within(jsonb), private.similar_arbos(),
  private.reporting_offices(text, integer, text, text[], text[])
to authenticated;
