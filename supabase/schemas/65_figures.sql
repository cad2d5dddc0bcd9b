-- Queries of dashboards, reports and work queues that need more data than the stored figures have. All functions apply
-- the caller's policies (spec section 7), except private.attended_within, which checks the scope itself.

-- Builds the SQL condition on public.activities for the filters of a chart. Returns 'true' if there are no filters.
-- `filters` has lists of values, such as {"year_funded": [2024, null]}, and the numbers year_from and year_to. In a
-- list, null selects rows without a value. Quarters and months do not filter targets, because targets are annual.
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
    -- The filter support_provided applies to the column kind, which has the support of Form 11 rows.
    name := replace(name, 'support_provided', 'kind');
    condition := format('%I = any (%L::%s[])', name, array_remove(given, null), case when name like '%year%'
      then 'integer' else 'text' end);
    if array_position(given, null) is not null then
      condition := format('(%s or %I is null)', condition, name);
    elsif name = 'reporting_year' then
      -- Also filter by the column year, because it has an index. It equals the reporting year if the activity has one.
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

-- Returns those of the given forms whose activities can give a mark: public.marks has a column for the form and the
-- mark.
create function private.forms_with_mark(forms text[], mark text) returns text[]
  language sql stable parallel safe set search_path = ''
as $$
  select array(
    select f.form
    from unnest(forms) f (form)
    join pg_catalog.pg_attribute a on a.attrelid = 'public.marks'::regclass
      and a.attname = replace(f.form, '-', '_') || '_' || mark
    order by a.attnum)
$$;

-- Builds the SQL expression for the years in which an organization or community has a mark, such as `trained`, from any
-- of the given forms. The expression reads the columns of public.marks. For the mark `matched`, the expression includes
-- only matches that the caller can see.
create function private.mark_years(forms text[], mark text) returns text
  language sql stable parallel safe set search_path = ''
as $$
  select coalesce('(' || string_agg(
      quote_ident(replace(f.form, '-', '_') || '_' || mark)
        || case mark when 'matched' then '[(select private.caller_reach())]' else '' end,
      ' | ' order by f.place) || ')', '0::bigint')
  from unnest(private.forms_with_mark(forms, mark)) with ordinality f (form, place)
$$;

-- Builds a query on public.funding_marks for the marks of the activities that the filters select. The result has the
-- columns of private.activity_marks. Returns null if the filters need data that public.funding_marks does not have.
-- With a filter by quarter or month, the query finds only marks of targets, which these filters do not restrict. The
-- other marks must be read from public.activities.
create function private.kept_marks_query(subject text, forms text[], marks text[], filters jsonb) returns text
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  periods constant text[] := array['reporting_quarter', 'reporting_month'];
  spans constant text[] := array['year_from', 'year_to', 'reporting_year'];
  years bigint;
begin
  if filters ?| array['year_funded', 'support_provided'] or exists (
    select from unnest(spans) s (name)
    cross join jsonb_path_query(filters, ('$.' || s.name || '[*]')::jsonpath) given
    where coalesce((given #>> '{}')::integer, 0) not between 1991 and 2050)
  then
    return null;
  end if;
  years := private.year_mask((filters ->> 'year_from')::integer, (filters ->> 'year_to')::integer);
  if filters ? 'reporting_year' then
    years := years & (
      select coalesce(bit_or(private.year_bit(given::integer)), 0)
      from jsonb_array_elements_text(filters -> 'reporting_year') given);
  end if;
  return (
    select format('select region_name, province_name, muncity_name, marked_id, subpsp_abbreviation, %s
      from public.funding_marks where subject = %L and %s and %s',
      string_agg(case when filters ?| periods and not k.of_targets then 'false'
        else format('%s & %s <> 0', private.mark_years(forms, k.mark), years) end, ', ' order by m.place),
      subject,
      case when filters ? 'reporting_year' then 'reported' else 'true' end,
      private.activity_conditions(filters - (spans || periods)))
    from unnest(marks) with ordinality m (mark, place)
    join private.mark_kinds() k using (mark)
  );
end
$$;

-- Returns the organizations (subject 'arbo') or communities ('arc') that have at least one of the given marks
-- (private.mark_kinds). The marks count only activities of the given forms that the filters select. Returns one row per
-- organization or community. With by_programme, returns one row per programme that its activities name (null if they
-- name none). The caller must declare the columns of the result: region_name, province_name, muncity_name (text),
-- marked_id (bigint), programme (text), and one boolean per given mark, in the given order. Reads public.activities
-- only for marks that public.funding_marks does not have.
create function private.activity_marks(subject text, forms text[], marks text[], filters jsonb,
  by_programme boolean default false)
  returns setof record
  language plpgsql stable parallel safe set search_path = '' rows 10000
as $$
declare
  kept constant text := private.kept_marks_query(subject, forms, marks, filters);
  reads_targets constant boolean := exists (
    select from private.mark_kinds() k where k.mark = any (marks) and k.of_targets);
  own constant text := format($q$
    select m.region_name, m.province_name, m.muncity_name, m.marked_id, a.programme, %5$s
    from (
      select %1$I as marked_id, subpsp_abbreviation as programme, %6$s
      from public.activities
      where %1$I is not null and form = any (%2$L::text[]) and side = any (%3$L::text[]) and %4$s
      group by 1, 2) a
    join public.marks m on m.subject = %1$L and m.marked_id = a.marked_id$q$,
    subject, forms,
    case when kept is null then '{target,accomplishment,training}' else '{accomplishment,training}' end,
    private.activity_conditions(filters),
    array_to_string(marks, ', '),
    (select string_agg(format('bool_or(form = any (%L::text[]) and %s) as %I', private.forms_with_mark(forms, k.mark),
        replace(k.condition, '{reach}', '(select private.caller_reach())'), k.mark), ', ' order by m.place)
      from unnest(marks) with ordinality m (mark, place)
      join private.mark_kinds() k using (mark)));
begin
  return query execute format($q$
    select region_name, province_name, muncity_name, marked_id, %1$s, %2$s
    from (%3$s) m (region_name, province_name, muncity_name, marked_id, programme, %4$s)
    where %5$s
    group by 1, 2, 3, 4, 5$q$,
    case when by_programme then 'programme' else 'null::text' end,
    (select string_agg(format('coalesce(bool_or(%I), false)', mark), ', ' order by place)
      from unnest(marks) with ordinality m (mark, place)),
    case
      when kept is null then own
      when not filters ?| array['reporting_quarter', 'reporting_month'] then kept
      when reads_targets then kept || ' union all ' || own
      else own end,
    array_to_string(marks, ', '),
    array_to_string(marks, ' or '));
end
$$;

-- Returns the participants in the caller's scope who attended a training in the period of the filters (years,
-- quarters, months). Trainings of offices outside the scope count too, as in public.people: a participant of a province
-- can attend a training of the region. SECURITY DEFINER, because the caller can't read these trainings.
create function private.attended_within(filters jsonb) returns setof bigint
  language plpgsql stable parallel safe security definer set search_path = '' rows 10000
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
    where l.attended and l.office = any ((select private.offices_to_read())::text[]) and l.training_id in (
      select t.training_id
      from public.arbo_trainings t
      where t.id in (select row_id from public.activities where form = 'training' and %s))$q$,
        private.activity_conditions(period));
end
$$;

-- Returns the ARBOs whose name is similar to that of another ARBO in the same town: pg_trgm similarity of at least 0.6,
-- as for possible duplicates in imports. Compares each pair once. In a town with more than 300 ARBOs, for example after
-- an import, the search for an ARBO stops at the first similar name.
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

-- Returns the provincial offices in the caller's scope, and whether each has reported for a year or one quarter of it.
-- A report is a target (wanted_side 'target'), or an accomplishment or training ('accomplishment'). `regions` and
-- `provinces` filter the offices (null: all). last_year is the latest year for which the office has reported.
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
    where (side = 'target') = (wanted_side = 'target')
    group by office) c using (office)
  where o.office = any (private.offices_to_read()) and o.province_name is not null
    and (regions is null or o.region_name = any (regions)) and (provinces is null or o.province_name = any (provinces))
$$;

grant execute on function
  private.activity_conditions(jsonb), private.forms_with_mark(text[], text), private.mark_years(text[], text),
  private.kept_marks_query(text, text[], text[], jsonb), private.activity_marks(text, text[], text[], jsonb, boolean),
  private.attended_within(jsonb), private.similar_arbos(),
  private.reporting_offices(text, integer, text, text[], text[])
to authenticated;
