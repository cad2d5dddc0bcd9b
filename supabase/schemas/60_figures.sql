-- Activities: the rows of the forms under one shape, and what became of targets. A target is matched when an
-- accomplishment of the same form, organization and year exists, of the same programme where both name one; the two
-- views of outcomes are the only place that says so. All views read as the caller: policies apply (spec section 7).

-- A training is of the day on which it was held. Targets are annual; where they name a quarter, charts do not ask for
-- it.
do $do$
declare
  branch constant text := $sql$
    select %2$L::text as form, %3$L::text as side, %1$L::text as table_name, r.id as row_id, r.office,
      r.region_name, r.province_name, r.muncity_name, r.arbo_id, %4$s as arbo_key,
      coalesce(r.arbo_id,
        (select m.arbo_id from public.arbo_masterlist m
          where m.office = r.office and m.arbo_name = r.arbo_name limit 1),
        r.office || ' ' || r.arbo_name) as organization,
      r.arc_id, coalesce(%5$s, r.year_funded) as year, %5$s as reporting_year, %6$s as reporting_quarter,
        %7$s as reporting_month,
      r.year_funded, r.fund_source, r.psp_category, r.subpsp_name, r.subpsp_abbreviation, %8$s as kind, %9$s as quantity
    from public.%1$I r
    where %10$s$sql$;
  day constant text := 'coalesce(r.date_conducted, r.start_date)';
begin
  execute 'create view public.activities with (security_invoker = true) as ' || (
    select string_agg(
      format(branch, name, form, side, key, coalesce(year, 'r.reporting_year'),
        coalesce(quarter, 'r.reporting_quarter'), coalesce(month, 'r.reporting_month'), kind, quantity, condition),
      ' union all ' order by place)
    from (values
      (1, 'form_5_annualtargets', 'form-5', 'target', 'null::bigint', null, 'null::text', 'null::text', 'null::text',
        'null::integer', 'true'),
      (2, 'form_5_accomps', 'form-5', 'accomplishment', 'r."arboPrimaryKey"', null, null, null, 'null', 'null', 'true'),
      (3, 'form7_proddevs', 'form-7', 'target', 'null', null, null, null, 'r.type_product', 'null', 'true'),
      (4, 'form7_accomps', 'form-7', 'accomplishment', 'null', null, null, null, 'r.type_product', 'null', 'true'),
      (5, 'form_10', 'form-10', 'accomplishment', 'null', null, null, null, 'r.type_enterprise', 'null', 'true'),
      (6, 'form11_accomps', 'form-11', 'target', 'null', null, null, null, 'r.support_provided', 'r.quantity_hard',
        'r.status = ''Target'''),
      (7, 'form11_accomps', 'form-11', 'accomplishment', 'null', null, null, null, 'r.support_provided',
        'r.quantity_hard', 'r.status is distinct from ''Target'''),
      (8, 'arbo_marketing_targets', 'marketing', 'target', 'null', null, 'null', 'null', 'r.target_commodity', 'null',
        'true'),
      (9, 'arb_marketing_assistance_monitoring', 'marketing', 'accomplishment', 'null', null, null, null,
        'r.special_commodity', 'null', 'true'),
      (10, 'arbo_trainings', 'training', 'training', 'r."arboPrimaryKey"',
        format('extract(year from %s)::integer', day),
        format('''Q'' || extract(quarter from %s)', day), format('to_char(%s, ''FMMonth'')', day),
          'r.training_category', 'null', 'true')
    ) s (place, name, form, side, key, year, quarter, month, kind, quantity, condition));
end
$do$;

comment on view public.activities is
  'Rows of the forms under one shape, as the caller sees them. side is target, accomplishment or training.';

comment on column public.activities.organization is
  'Tells organizations apart where targets meet accomplishments: the ARBO ID; where the row has none, that of the '
  'masterlist''s ARBO of its name and office, else office and name.';
comment on column public.activities.year is
  'Year reported, else year funded; of a training the year in which it was held.';

create view public.target_outcomes with (security_invoker = true) as
  select t.*,
    a.form is not null and (a.any_programme or t.subpsp_name is null or t.subpsp_name = any (a.programmes)) as matched
  from public.activities t
  left join (
    select form, organization, year, array_agg(subpsp_name) as programmes, bool_or(subpsp_name is null) as any_programme
    from public.activities
    where side = 'accomplishment'
    group by form, organization, year
  ) a on a.form = t.form and a.organization = t.organization and a.year = t.year
  where t.side = 'target';

comment on view public.target_outcomes is
  'Targets, and whether an accomplishment of the same form, organization, year and programme (where both name one) '
  'exists.';

create view public.accomplishment_outcomes with (security_invoker = true) as
  select a.*,
    t.form is not null and (t.any_programme or a.subpsp_name is null or a.subpsp_name = any (t.programmes)) as matched
  from public.activities a
  left join (
    select form, organization, year, array_agg(subpsp_name) as programmes, bool_or(subpsp_name is null) as any_programme
    from public.activities
    where side = 'target'
    group by form, organization, year
  ) t on t.form = a.form and t.organization = a.organization and t.year = a.year
  where a.side = 'accomplishment';

comment on view public.accomplishment_outcomes is
  'Accomplishments, and whether a target of the same form, organization, year and programme (where both name one) '
  'exists.';

revoke all on public.activities, public.target_outcomes, public.accomplishment_outcomes from anon, authenticated;

grant select on public.activities, public.target_outcomes, public.accomplishment_outcomes to authenticated;

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
-- forms under the filters; by_programme one for each of its programmes (null where an activity names none). wanted says
-- which marks are asked for, others are false. An activity belongs to the organization of its ARBO ID, or where it has
-- none of its arboPrimaryKey; to the community of its ARC ID. matched: at least one of its targets is; programmed: at
-- least one accomplishment names a programme ("No Project", a choice of the lists, is none).
create function private.activity_marks(subject text, forms text[], wanted text[], filters jsonb,
  by_programme boolean default false)
  returns table (marked_id bigint, programme text, targeted boolean, accomplished boolean, matched boolean,
    trained boolean, programmed boolean)
  -- Nothing is known of the key by which targets meet accomplishments, so that sorting both sides looks cheaper than it
  -- is.
  language plpgsql stable parallel safe set search_path = '' set enable_mergejoin = off rows 10000
as $$
declare
  sides constant text[] := array(
    select side from (values ('target', '{targeted,matched}'), ('accomplishment', '{accomplished,programmed}'),
      ('training', '{trained}')) s (side, marks)
    where marks::text[] && wanted);
  conditions text := format('side = any (%L::text[]) and %s', sides, private.activity_conditions(filters));
  targets text;
  -- Of a single side every row is the same, and there is nothing to aggregate.
  single constant text := case when cardinality(sides) = 1 then sides[1] end;
  marks constant text := concat_ws(', ',
    case when single is null then 'bool_or(side = ''target'')' else (single = 'target')::text end,
    case when single is null then 'bool_or(side = ''accomplishment'')' else (single = 'accomplishment')::text end,
    case when 'matched' = any (wanted) then 'bool_or(matched)' else 'false' end,
    case when single is null then 'bool_or(side = ''training'')' else (single = 'training')::text end,
    case
      when not 'programmed' = any (wanted) then 'false'
      when by_programme and single is not null then '(subpsp_abbreviation <> ''No Project'') is true'
      else 'bool_or(side = ''accomplishment'' and subpsp_abbreviation <> ''No Project'') is true'
    end);
  -- The programme is grouped by last; without it there is one empty programme for all.
  programme constant text := case when by_programme then 'subpsp_abbreviation' else 'null::text' end;
  source text;
begin
  -- A form at a time: only a condition on one form reaches the accomplishments that targets are held against.
  if 'matched' = any (wanted) then
    select string_agg(format(
        'select arbo_id, arbo_key, arc_id, side, subpsp_abbreviation, matched from public.target_outcomes
         where form = %L and %s', form, conditions), ' union all ')
      into targets
    from unnest(forms) form
    where form <> 'training';
    conditions := conditions || ' and side <> ''target''';
  end if;
  source := concat_ws(' union all ', targets,
    case when filters - 'subpsp_abbreviation' = '{}' then format(
      'select code as arbo_id, arbo_key, code as arc_id, side, subpsp_abbreviation, false as matched
       from public.activity_counts
       where subject = %L and n > 0 and form = any (%L::text[]) and %s', subject, forms, conditions)
    else format(
      'select arbo_id, arbo_key, arc_id, side, subpsp_abbreviation, false as matched
       from public.activities where form = any (%L::text[]) and %s', forms, conditions) end);
  if subject = 'arc' then
    return query execute format(
      'select m.id, %s, %s from (%s) a join public.arc_masterlist m on m.arc_id = a.arc_id group by 1, 2',
      programme, marks, source);
  else
    return query execute format($q$
      select coalesce(m.id, a.arbo_key), %s, %s
      from (%s) a left join public.arbo_masterlist m on m.arbo_id = a.arbo_id
      where m.id is not null or a.arbo_id is null and a.arbo_key is not null
      group by 1, 2$q$, programme, marks, source);
  end if;
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
-- (similarity 0.6 and more of pg_trgm).
create function private.similar_arbos() returns setof bigint
  language sql stable parallel safe set search_path = '' rows 100
as $$
  select distinct pair.id
  from public.arbo_masterlist one
  join public.arbo_masterlist other
    on other.office = one.office and coalesce(other.muncity_name, '') = coalesce(one.muncity_name, '')
      and other.id > one.id
  cross join lateral (values (one.id), (other.id)) pair (id)
  where extensions.similarity(lower(one.arbo_name), lower(other.arbo_name)) >= 0.6
$$;

-- Provincial offices in the caller's scope without a single target (side 'target') or accomplishment and training (side
-- 'accomplishment') of a year, or of one quarter of it; regions and provinces narrow them where they are not null.
-- last_year is the latest year of which the office has any.
create function private.offices_not_reported(wanted_side text, wanted_year integer, wanted_quarter text, regions text[],
  provinces text[])
  returns table (office text, region_name text, province_name text, last_year integer)
  language sql stable parallel safe set search_path = '' rows 100
as $$
  select o.office, o.region_name, o.province_name, max(a.year)
  from public.offices o
  left join public.activities a on a.office = o.office and (a.side = 'target') = (wanted_side = 'target')
  where o.office = any (private.offices_to_read()) and o.province_name is not null
    and (regions is null or o.region_name = any (regions)) and (provinces is null or o.province_name = any (provinces))
  group by o.office, o.region_name, o.province_name
  having count(*) filter (where a.year = wanted_year
    and (wanted_quarter is null or a.reporting_quarter = wanted_quarter)) = 0
$$;

grant execute on function
  private.activity_conditions(jsonb), private.activity_marks(text, text[], text[], jsonb, boolean),
  private.attended_within(jsonb), private.similar_arbos(),
  private.offices_not_reported(text, integer, text, text[], text[])
to authenticated;
