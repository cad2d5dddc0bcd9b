-- Marks of organizations and communities: what their activities say of them (trained, targeted, accomplished, matched),
-- under the filters of a chart. A chart counts by a mark and the list behind the number holds the rows with the mark,
-- so that both always agree. All run as the caller (spec section 7).

-- The filters of charts as conditions over public.activities, in SQL; 'true' when there are none. filters is an object of
-- lists, {"year_funded": [2024, null]}, where null is the empty value, and the numbers year_from and year_to. Targets are
-- annual: quarter and month narrow the other sides only.
create function private.activity_conditions(filters jsonb) returns text
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  name text;
  given text[];
  condition text;
  conditions text[] := '{}';
begin
  foreach name in array array['support_provided', 'year_funded', 'reporting_year', 'reporting_quarter', 'reporting_month', 'fund_source', 'psp_category', 'subpsp_abbreviation'] loop
    continue when filters -> name is null;
    given := array(select jsonb_array_elements_text(filters -> name));
    -- Support in kind is what a row of Form 11 is of.
    name := replace(name, 'support_provided', 'kind');
    condition := format('%I = any (%L::%s[])', name, array_remove(given, null), case when name like '%year%' then 'integer' else 'text' end);
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
-- none of its arboPrimaryKey; to the community of its ARC ID. matched: at least one of its targets is; programmed: at least
-- one accomplishment names a programme ("No Project", a choice of the lists, is none).
create function private.activity_marks(subject text, forms text[], wanted text[], filters jsonb, by_programme boolean default false)
  returns table (marked_id bigint, programme text, targeted boolean, accomplished boolean, matched boolean, trained boolean, programmed boolean)
  -- Nothing is known of the key by which targets meet accomplishments, so that sorting both sides looks cheaper than it is.
  language plpgsql stable parallel safe set search_path = '' set enable_mergejoin = off rows 10000
as $$
declare
  sides constant text[] := array(
    select side from (values ('target', '{targeted,matched}'), ('accomplishment', '{accomplished,programmed}'), ('training', '{trained}')) s (side, marks)
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
        'select arbo_id, arbo_key, arc_id, side, subpsp_abbreviation, matched from public.target_outcomes where form = %L and %s', form, conditions), ' union all ')
      into targets
    from unnest(forms) form
    where form <> 'training';
    conditions := conditions || ' and side <> ''target''';
  end if;
  source := concat_ws(' union all ', targets,
    case when filters - 'subpsp_abbreviation' = '{}' then format(
      'select code as arbo_id, arbo_key, code as arc_id, side, subpsp_abbreviation, false as matched from public.activity_counts where subject = %L and n > 0 and form = any (%L::text[]) and %s', subject, forms, conditions)
    else format('select arbo_id, arbo_key, arc_id, side, subpsp_abbreviation, false as matched from public.activities where form = any (%L::text[]) and %s', forms, conditions) end);
  if subject = 'arc' then
    return query execute format('select m.id, %s, %s from (%s) a join public.arc_masterlist m on m.arc_id = a.arc_id group by 1, 2', programme, marks, source);
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
  period jsonb := jsonb_strip_nulls(jsonb_build_object('year_from', filters -> 'year_from', 'year_to', filters -> 'year_to',
    'reporting_year', filters -> 'reporting_year', 'reporting_quarter', filters -> 'reporting_quarter', 'reporting_month', filters -> 'reporting_month'));
begin
  return query execute format($q$
    select l.participant_id
    from public.participant_trainings l
    where l.attended and l.training_id in (
      select t.training_id
      from public.arbo_trainings t
      where t.id in (select row_id from public.activities where form = 'training' and %s))$q$, private.activity_conditions(period));
end
$$;

grant execute on function
  private.activity_conditions(jsonb), private.activity_marks(text, text[], text[], jsonb, boolean),
  private.attended_within(jsonb)
to authenticated;
