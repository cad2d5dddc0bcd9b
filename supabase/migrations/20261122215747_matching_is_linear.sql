-- What activities meet is looked up by group: joined, it grew with the square of them where statistics were old.

SET local check_function_bodies = off;

CREATE TYPE "private"."counterpart" AS (
  "side"        text,
  "office"      text,
  "region_name" text,
  "subpsp_name" text
);

CREATE OR REPLACE FUNCTION private.counted_tables()
  RETURNS TABLE (
    table_name   text,
    counts       text,
    keys         text,
    quantity     text,
    rows_query   text,
    counts_query text
  )
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select c.table_name, c.counts, c.keys, c.quantity, r.rows_query,
    format('select %1$s, count(*)::bigint, sum(quantity)::bigint from (%2$s) k (%1$s, quantity) group by %1$s',
      c.keys, replace(r.rows_query, '{rows}', format('public.%I', c.table_name)))
  from (values
    ('participants', 'participant_town_counts',
      'office, region_name, province_name, muncity_name, process_stage, participant_category, sex, trained, '
      'programmed', null),
    ('participants', 'participant_counts',
      'office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, '
      'subpsp_abbreviation, participant_category, sex, trained, programmed', null),
    ('attendance', 'attendance_counts',
      'office, region_name, province_name, muncity_name, participant_category, sex, trained_years', null),
    ('arbo_masterlist', 'arbo_counts',
      'office, region_name, province_name, process_stage, registering_agency, current_arbo_status, '
      'it_easy_level_2024', 'no_arb_member_total'),
    ('activities', 'outcome_counts',
      'office, region_name, province_name, form, side, kind, year, matched_within', 'quantity')
  ) c (table_name, counts, keys, quantity)
  cross join lateral (
    select format('select %s, %s from {rows}',
      replace(replace(replace(c.keys,
        'trained_years', 'years'),
        'trained', 'coalesce(cardinality(training_id) > 0, false)'),
        'programmed', 'coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'''),
      case when c.quantity is null then '0' else format('coalesce(%I, 0)', c.quantity) end)) r (rows_query)
$function$;

CREATE OR REPLACE FUNCTION private.nearest_counterparts (
  groups private.activity_group[]
)
  RETURNS TABLE (
    table_name     text,
    row_id         bigint,
    matched_within smallint
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return query
    with touched as (
      select distinct g.form, g.organization, g.year from unnest(groups) g
      union
      select distinct a.form, a.organization, a.year from public.activities a where groups is null
    ), met as materialized (
      select a.form, a.organization, a.year,
        array_agg(distinct (a.side, a.office, a.region_name, a.subpsp_name)::private.counterpart) as counterparts
      from touched join public.activities a using (form, organization, year)
      group by a.form, a.organization, a.year
    )
    select a.table_name, a.row_id, coalesce((
        select max(case when c.office = a.office then 3 when c.region_name = a.region_name then 2 else 1 end)
        from unnest(met.counterparts) c
        where c.side <> a.side
          and (c.subpsp_name = a.subpsp_name or c.subpsp_name is null or a.subpsp_name is null)
      ), 0)::smallint
    from met join public.activities a using (form, organization, year);
end
$function$;

CREATE OR REPLACE FUNCTION private.renew_marks (
  arbos bigint[],
  arcs  bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
    declare
      fresh public.programme_marks[];
    begin
      perform from (
        select m.subject, m.marked_id from public.marks m
        where m.subject = 'arbo' and m.marked_id = any (arbos) or m.subject = 'arc' and m.marked_id = any (arcs)
        order by m.subject, m.marked_id
        for update) locked;
      -- What a statement renews is compared with each other: few at a time, or the time grows with the square of them.
      if greatest(cardinality(arbos), cardinality(arcs)) > 500 then
        for part in 0 .. greatest(cardinality(arbos), cardinality(arcs)) / 500 loop
          perform private.renew_marks(arbos[part * 500 + 1 : (part + 1) * 500],
            arcs[part * 500 + 1 : (part + 1) * 500]);
        end loop;
        return;
      end if;
      fresh := array(select f from private.marks_of(arbos, arcs) f);
      update public.marks m
      set (office,
        region_name,
        province_name,
        muncity_name,
        form_5_targeted,
        form_5_accomplished,
        form_5_programmed,
        form_5_matched,
        form_7_targeted,
        form_7_accomplished,
        form_7_programmed,
        form_7_matched,
        form_10_accomplished,
        form_10_programmed,
        form_11_targeted,
        form_11_accomplished,
        form_11_programmed,
        form_11_matched,
        training_trained) = row(f.office,
        f.region_name,
        f.province_name,
        f.muncity_name,
        f.form_5_targeted,
        f.form_5_accomplished,
        f.form_5_programmed,
        f.form_5_matched,
        f.form_7_targeted,
        f.form_7_accomplished,
        f.form_7_programmed,
        f.form_7_matched,
        f.form_10_accomplished,
        f.form_10_programmed,
        f.form_11_targeted,
        f.form_11_accomplished,
        f.form_11_programmed,
        f.form_11_matched,
        f.training_trained)
      from unnest(fresh) f
      where f.programme is null and f.subject = m.subject and f.marked_id = m.marked_id
        and row(m.office,
        m.region_name,
        m.province_name,
        m.muncity_name,
        m.form_5_targeted,
        m.form_5_accomplished,
        m.form_5_programmed,
        m.form_5_matched,
        m.form_7_targeted,
        m.form_7_accomplished,
        m.form_7_programmed,
        m.form_7_matched,
        m.form_10_accomplished,
        m.form_10_programmed,
        m.form_11_targeted,
        m.form_11_accomplished,
        m.form_11_programmed,
        m.form_11_matched,
        m.training_trained) is distinct from row(f.office,
        f.region_name,
        f.province_name,
        f.muncity_name,
        f.form_5_targeted,
        f.form_5_accomplished,
        f.form_5_programmed,
        f.form_5_matched,
        f.form_7_targeted,
        f.form_7_accomplished,
        f.form_7_programmed,
        f.form_7_matched,
        f.form_10_accomplished,
        f.form_10_programmed,
        f.form_11_targeted,
        f.form_11_accomplished,
        f.form_11_programmed,
        f.form_11_matched,
        f.training_trained);
      delete from public.programme_marks p
      where (p.subject = 'arbo' and p.marked_id = any (arbos) or p.subject = 'arc' and p.marked_id = any (arcs))
        and not exists (
          select from unnest(fresh) f
          where f.subject = p.subject and f.marked_id = p.marked_id and f.programme = p.programme and f = p);
      insert into public.programme_marks
      select f.* from unnest(fresh) f where f.programme is not null
      on conflict (subject, marked_id, programme) do nothing;
    end
    $function$;
