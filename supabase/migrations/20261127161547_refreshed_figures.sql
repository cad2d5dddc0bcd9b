-- Written by npm run db:diff. Replace this line with the reason for the change.

SET local check_function_bodies = off;

DROP TRIGGER "written_activities_delete" ON "public"."arb_marketing_assistance_monitoring";

DROP TRIGGER "written_activities_insert" ON "public"."arb_marketing_assistance_monitoring";

DROP TRIGGER "written_activities_update" ON "public"."arb_marketing_assistance_monitoring";

DROP TRIGGER "written_activities_delete" ON "public"."arbo_marketing_targets";

DROP TRIGGER "written_activities_insert" ON "public"."arbo_marketing_targets";

DROP TRIGGER "written_activities_update" ON "public"."arbo_marketing_targets";

DROP TRIGGER "arbo_counts_delete" ON "public"."arbo_masterlist";

DROP TRIGGER "arbo_counts_insert" ON "public"."arbo_masterlist";

DROP TRIGGER "arbo_counts_update" ON "public"."arbo_masterlist";

DROP TRIGGER "written_activities_delete" ON "public"."arbo_masterlist";

DROP TRIGGER "written_activities_insert" ON "public"."arbo_masterlist";

DROP TRIGGER "written_activities_update" ON "public"."arbo_masterlist";

DROP TRIGGER "written_activities_delete" ON "public"."arbo_trainings";

DROP TRIGGER "written_activities_insert" ON "public"."arbo_trainings";

DROP TRIGGER "written_activities_update" ON "public"."arbo_trainings";

DROP TRIGGER "written_attendance_update" ON "public"."arbo_trainings";

DROP TRIGGER "written_marks_delete" ON "public"."arc_masterlist";

DROP TRIGGER "written_marks_insert" ON "public"."arc_masterlist";

DROP TRIGGER "written_marks_update" ON "public"."arc_masterlist";

DROP TRIGGER "attendance_counts_delete" ON "public"."attendance";

DROP TRIGGER "attendance_counts_insert" ON "public"."attendance";

DROP TRIGGER "attendance_counts_update" ON "public"."attendance";

DROP TRIGGER "written_activities_delete" ON "public"."form11_accomps";

DROP TRIGGER "written_activities_insert" ON "public"."form11_accomps";

DROP TRIGGER "written_activities_update" ON "public"."form11_accomps";

DROP TRIGGER "farm_counts_delete" ON "public"."form11_farm_infos";

DROP TRIGGER "farm_counts_insert" ON "public"."form11_farm_infos";

DROP TRIGGER "farm_counts_update" ON "public"."form11_farm_infos";

DROP TRIGGER "written_activities_delete" ON "public"."form7_accomps";

DROP TRIGGER "written_activities_insert" ON "public"."form7_accomps";

DROP TRIGGER "written_activities_update" ON "public"."form7_accomps";

DROP TRIGGER "written_activities_delete" ON "public"."form7_proddevs";

DROP TRIGGER "written_activities_insert" ON "public"."form7_proddevs";

DROP TRIGGER "written_activities_update" ON "public"."form7_proddevs";

DROP TRIGGER "written_activities_delete" ON "public"."form_10";

DROP TRIGGER "written_activities_insert" ON "public"."form_10";

DROP TRIGGER "written_activities_update" ON "public"."form_10";

DROP TRIGGER "written_activities_delete" ON "public"."form_5_accomps";

DROP TRIGGER "written_activities_insert" ON "public"."form_5_accomps";

DROP TRIGGER "written_activities_update" ON "public"."form_5_accomps";

DROP TRIGGER "written_activities_delete" ON "public"."form_5_annualtargets";

DROP TRIGGER "written_activities_insert" ON "public"."form_5_annualtargets";

DROP TRIGGER "written_activities_update" ON "public"."form_5_annualtargets";

DROP TRIGGER "mark_counts_delete" ON "public"."marks";

DROP TRIGGER "mark_counts_insert" ON "public"."marks";

DROP TRIGGER "mark_counts_update" ON "public"."marks";

DROP TRIGGER "participant_counts_delete" ON "public"."participants";

DROP TRIGGER "participant_counts_insert" ON "public"."participants";

DROP TRIGGER "participant_counts_update" ON "public"."participants";

DROP TRIGGER "written_attendance_delete" ON "public"."participants";

DROP TRIGGER "written_attendance_insert" ON "public"."participants";

DROP TRIGGER "written_attendance_update" ON "public"."participants";

DROP TRIGGER "programme_mark_counts_delete" ON "public"."programme_marks";

DROP TRIGGER "programme_mark_counts_insert" ON "public"."programme_marks";

DROP TRIGGER "programme_mark_counts_update" ON "public"."programme_marks";

DROP INDEX "public"."activities_named";

DROP INDEX "public"."arbo_counts_below_zero";

DROP INDEX "public"."attendance_counts_below_zero";

DROP INDEX "public"."attendance_funding_counts_below_zero";

DROP INDEX "public"."attendance_office_counts_below_zero";

DROP INDEX "public"."farm_counts_below_zero";

DROP INDEX "public"."mark_counts_below_zero";

DROP INDEX "public"."outcome_counts_below_zero";

DROP INDEX "public"."outcome_funding_counts_below_zero";

DROP INDEX "public"."outcome_period_counts_below_zero";

DROP INDEX "public"."participant_counts_below_zero";

DROP INDEX "public"."participant_office_counts_below_zero";

DROP INDEX "public"."participant_town_counts_below_zero";

DROP INDEX "public"."participant_town_funding_counts_below_zero";

DROP INDEX "public"."programme_mark_counts_below_zero";

DROP VIEW "public"."accomplishment_outcomes";

DROP FUNCTION "private"."activities_about"(private.activity_key[], private.activity_group[]);

DROP FUNCTION "private"."activity_query"(text, text, text);

DROP FUNCTION "private"."adding_query"(text, text, text);

DROP FUNCTION "private"."count_rows"();

DROP FUNCTION "private"."counted_tables"();

DROP FUNCTION "private"."figure_health"();

DROP FUNCTION "private"."keep_activities"();

DROP FUNCTION "private"."keep_attendance"();

DROP FUNCTION "private"."keep_attendance_of_trainings"();

DROP FUNCTION "private"."keep_communities"();

DROP FUNCTION "private"."keep_organizations"();

DROP FUNCTION "private"."match_activities"(private.activity_group[]);

DROP FUNCTION "private"."name_lock"(text, text);

DROP FUNCTION "private"."offices_below_zero"();

DROP FUNCTION "private"."own_activity_query"(text, text, text);

DROP FUNCTION "private"."renew_marks"(bigint[], bigint[]);

DROP FUNCTION "private"."write_activities"(private.activity_key[], public.activities[], bigint[]);

DROP FUNCTION "private"."write_attendance"(bigint[]);

DROP FUNCTION "public"."overdue_of"(bigint);

DROP VIEW "public"."overdue";

DROP VIEW "public"."overdue_targets";

DROP VIEW "public"."target_outcomes";

DROP TYPE "private"."activity_key";

ALTER TABLE "public"."activities"
  DROP COLUMN "arbo_name";

CREATE TABLE "private"."stale_rows" (
  "id"         bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  "office"     text   NOT NULL,
  "table_name" text,
  "row_id"     bigint,
  CONSTRAINT "stale_rows_pkey" PRIMARY KEY (id)
);

ALTER TABLE "private"."stale_rows"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."figure_checks"
  ADD COLUMN "repaired_at" timestamp WITH time zone;

CREATE TYPE "private"."row_key" AS (
  "table_name" text,
  "row_id"     bigint
);

CREATE OR REPLACE FUNCTION private.activities_of (
  keys private.row_key[]
)
  RETURNS SETOF public.activities
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select a.* from unnest(keys) k join public.activities a using (table_name, row_id) $function$;

CREATE OR REPLACE FUNCTION private.activity_query (
  wanted_table text,
  rows_name    text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select format($q$
    select %1$L, r.id, %2$L, %3$s, r.office, r.region_name, r.province_name, r.muncity_name, r.arbo_id, r.arc_id,
      coalesce(%4$s, r.year_funded), %4$s, %5$s, %6$s, r.year_funded, r.fund_source, r.psp_category, r.subpsp_name,
      r.subpsp_abbreviation, %7$s, %8$s::bigint,
      coalesce('ARBO ' || r."arboPrimaryKey", r.office || ' ' || r.arbo_name), r."arboPrimaryKey", c.id, 0::smallint
    from %9$s r left join public.arc_masterlist c on c.arc_id = r.arc_id$q$,
    f.table_name, f.form, f.side, f.year, f.quarter, f.month, f.kind, f.quantity, rows_name)
  from private.activity_forms() f
  where f.table_name = wanted_table
$function$;

CREATE OR REPLACE FUNCTION private.check_next_office()
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  due text;
  found_differences integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.check_next_office', 0))
    or exists (select from private.figure_checks c where c.checked_at > now() - interval '30 seconds')
  then
    return null;
  end if;
  select o.office into due
  from public.offices o left join private.figure_checks c using (office)
  where c.office is null or c.checked_at < now() - case c.differences when 0 then interval '20 hours'
    else interval '10 minutes' end
  order by c.checked_at nulls first, o.office
  limit 1;
  if due is null then
    return null;
  end if;
  perform private.refresh_figures();
  select count(*) into found_differences from private.figure_differences(array[due]);
  -- Rows that were written during the comparison look like differences. Then the office is compared again later.
  if found_differences > 0 and exists (select from private.stale_rows) then
    return null;
  end if;
  insert into private.figure_checks as kept (office, differences, repaired_at)
  values (due, found_differences, case when found_differences > 0 then now() end)
  on conflict (office) do update set checked_at = excluded.checked_at, differences = excluded.differences,
    repaired_at = coalesce(excluded.repaired_at, kept.repaired_at);
  if found_differences > 0 then
    perform private.note_office(due);
  end if;
  return due;
end
$function$;

CREATE OR REPLACE FUNCTION private.copy_arbo_to_rows()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changed bigint[];
  target record;
  due bigint[];
begin
  if tg_op = 'INSERT' then
    changed := array(select n.id from new_rows n);
  else
    changed := array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.arbo_id, n.arbo_name, n.office) is distinct from (o.arbo_id, o.arbo_name, o.office));
  end if;
  if cardinality(changed) = 0 then
    return null;
  end if;
  for target in
    select r.table_name from private.office_references r
    where r.parent_name = 'arbo_masterlist' and r.column_name = 'arboPrimaryKey' order by r.table_name
  loop
    execute format($sql$
      select array(
        select t.id
        from public.%1$I t join public.arbo_masterlist m on m.id = t."arboPrimaryKey"
        where m.id = any ($1) and (t.arbo_id, t.arbo_name) is distinct from (m.arbo_id, m.arbo_name)
        union all
        select t.id
        from public.arbo_masterlist m
        join public.%1$I t on t.office = m.office and private.fold_name(t.arbo_name) = private.fold_name(m.arbo_name)
        where m.id = any ($1) and t."arboPrimaryKey" is null
          and private.find_arbo_by_name(m.office, m.arbo_name) = m.id)$sql$,
      target.table_name) into due using changed;
    continue when cardinality(due) = 0;
    execute format('select from public.%I t where t.id = any ($1) order by t.id for no key update', target.table_name)
      using due;
    execute format($sql$
      update public.%1$I t set "arboPrimaryKey" = m.id, arbo_id = m.arbo_id, arbo_name = m.arbo_name
      from public.arbo_masterlist m
      where t.id = any ($1) and m.id = any ($2)
        and m.id = coalesce(t."arboPrimaryKey", private.find_arbo_by_name(t.office, t.arbo_name))$sql$,
          target.table_name)
      using due, changed;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.counted_tables()
  RETURNS TABLE (
    table_name   text,
    counts       text,
    keys         text,
    quantity     text,
    counts_query text
  )
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select c.table_name, c.counts, c.keys, c.quantity,
    format('select %1$s, count(*)::bigint, sum(quantity)::bigint from (%2$s) k (%1$s, quantity) group by %1$s',
      c.keys, replace(r.rows_query, '{rows}',
        format('(select * from public.%I where $1::text[] is null or office = any ($1)) r', c.table_name)))
  from (values
    ('participants', 'participant_office_counts',
      'office, region_name, province_name, process_stage, participant_category, sex, trained, programmed', null),
    ('participants', 'participant_town_counts',
      'office, region_name, province_name, muncity_name, process_stage, participant_category, sex, trained, '
      'programmed', null),
    ('participants', 'participant_counts',
      'office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, '
      'subpsp_abbreviation, participant_category, sex, trained, programmed', null),
    ('participants', 'participant_town_funding_counts',
      'office, region_name, province_name, muncity_name, process_stage, fund_source, psp_category, '
      'subpsp_abbreviation, participant_category, sex, trained, programmed', null),
    ('attendance', 'attendance_office_counts',
      'office, region_name, province_name, participant_category, sex, trained_years', null),
    ('attendance', 'attendance_counts',
      'office, region_name, province_name, muncity_name, participant_category, sex, trained_years', null),
    ('attendance', 'attendance_funding_counts',
      'office, region_name, province_name, muncity_name, fund_source, psp_category, subpsp_abbreviation, '
      'participant_category, sex, trained_years', null),
    ('marks', 'mark_counts',
      'subject, board, office, region_name, province_name, targeted, accomplished, programmed, matched, trained', null),
    ('programme_marks', 'programme_mark_counts',
      'subject, board, programme, office, region_name, province_name, accomplished', null),
    ('arbo_masterlist', 'arbo_counts',
      'office, region_name, province_name, process_stage, registering_agency, current_arbo_status, '
      'it_easy_level_2024', 'no_arb_member_total'),
    ('form11_farm_infos', 'farm_counts', 'office, region_name, province_name, support_provided, of_year', null),
    ('activities', 'outcome_counts',
      'office, region_name, province_name, form, side, kind, year, reporting_year, matched_within', 'quantity'),
    ('activities', 'outcome_period_counts',
      'office, region_name, province_name, form, side, kind, year, reporting_year, reporting_quarter, '
      'reporting_month, matched_within', 'quantity'),
    ('activities', 'outcome_funding_counts',
      'office, region_name, province_name, form, side, kind, year, reporting_year, fund_source, psp_category, '
      'subpsp_abbreviation, matched_within', 'quantity')
  ) c (table_name, counts, keys, quantity)
  cross join private.counted_query(c.table_name, c.keys, c.quantity) r (rows_query)
$function$;

CREATE OR REPLACE FUNCTION private.figure_differences (
  offices text[] DEFAULT NULL::text[]
)
  RETURNS TABLE (
    kept text,
    what text
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  of_offices constant text := '($1 is null or office = any ($1))';
  rows_of constant text := '(select * from public.%I where ' || of_offices || ')';
  source record;
begin
  for source in
    select f.table_name as name,
      format('select to_jsonb(row(e.*)::public.activities) - ''matched_within'' as activity from (%s) e',
        private.activity_query(f.table_name, format(rows_of, f.table_name))) as expected,
      format('select to_jsonb(a) - ''matched_within'' from public.activities a where table_name = %L and %s',
        f.table_name, of_offices) as actual
    from private.activity_forms() f
    union all
    select 'matched activities', format(
        'select n.* from private.find_nearest_counterparts(case when $1 is not null then array(
           select distinct row(a.form, a.organization, a.year)::private.activity_group
           from public.activities a
           where a.office = any ($1) and a.organization is not null and a.year is not null) end) n
         join public.activities using (table_name, row_id) where %s', of_offices),
      format('select table_name, row_id, matched_within from public.activities
        where organization is not null and year is not null and %s', of_offices)
    union all
    select table_name, format('select f.* from private.marks_of(array(select id from %s rows_of),
        array(select id from %s rows_of)) f where %s', format(rows_of, 'arbo_masterlist'),
        format(rows_of, 'arc_masterlist'), condition),
      format('select k.* %s from public.%I k where %s', more, table_name, of_offices)
    from (values
      ('marks', 'f.reported is null and f.subpsp_abbreviation is null', ', null, null, null, null::boolean'),
      ('programme_marks', 'f.reported is null and f.subpsp_abbreviation is not null', ', null, null, null::boolean'),
      ('funding_marks', 'f.reported is not null', '')) m (table_name, condition, more)
    union all
    select 'attendance', format(
      'select a.* from private.attendance_of(array(
         select id from public.participants where cardinality(training_id) > 0 and %s)) a', of_offices),
      'select * from public.attendance where ' || of_offices
    union all
    select c.counts, c.counts_query,
      format('select %s, n, quantity from public.%I where %s', c.keys, c.counts, of_offices)
    from private.counted_tables() c
  loop
    return query execute format(
      'select %1$L, ''missing: '' || e::text from (%2$s except %3$s) e
       union all
       select %1$L, ''too much: '' || a::text from (%3$s except %2$s) a', source.name, source.expected, source.actual)
      using offices;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.figure_health()
  RETURNS TABLE (
    offices  integer,
    checked  integer,
    oldest   timestamp with time zone,
    wrong    text[],
    repaired text[]
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with named as (
    select c.*, coalesce(nullif(c.office, ' / '), 'the central office') as name from private.figure_checks c)
  select (select count(*) from public.offices)::integer, count(*)::integer, min(c.checked_at),
    coalesce(array_agg(c.name order by c.name) filter (where c.differences > 0), '{}'),
    coalesce(array_agg(c.name order by c.name) filter (where c.repaired_at > now() - interval '7 days'), '{}')
  from named c
$function$;

CREATE OR REPLACE FUNCTION private.figure_sources()
  RETURNS TABLE (
    table_name text,
    columns    text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select f.table_name, string_agg(distinct c.name[1], ', ')
  from private.activity_forms() f
  cross join lateral regexp_matches(private.activity_query(f.table_name, 'r'), 'r\."?\w+"?', 'g') c (name)
  group by f.table_name
  union all
  values
    ('arbo_masterlist', 'r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.process_stage, '
      'r.registering_agency, r.current_arbo_status, r.it_easy_level_2024, r.no_arb_member_total'),
    ('arc_masterlist', 'r.id, r.office, r.region_name, r.province_name, r.muncity_name'),
    ('participants', 'r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.process_stage, r.year_funded, '
      'r.fund_source, r.psp_category, r.subpsp_abbreviation, r.participant_category, r.sex, r.training_id'),
    ('form11_farm_infos', 'r.id, r.office, r.region_name, r.province_name, r.support_provided, r.reporting_year, '
      'r.year_funded')
$function$;

CREATE OR REPLACE FUNCTION private.note_office (
  wanted_office text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  source record;
begin
  for source in select f.table_name from private.figure_sources() f loop
    execute format('insert into private.stale_rows (office, table_name, row_id)
      select office, %1$L, id from public.%1$I where office = $1', source.table_name) using wanted_office;
  end loop;
  insert into private.stale_rows (office, table_name, row_id)
  select a.office, a.table_name, a.row_id from public.activities a where a.office = wanted_office
  union all
  select m.office, m.subject || '_masterlist', m.marked_id from public.marks m where m.office = wanted_office
  union all
  select a.office, 'participants', a.participant_id from public.attendance a where a.office = wanted_office
  union all
  values (wanted_office, null, null::bigint);
end
$function$;

CREATE OR REPLACE FUNCTION private.note_stale_rows()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' then
    insert into private.stale_rows (office, table_name, row_id) select n.office, tg_table_name, n.id from new_rows n;
  elsif tg_op = 'DELETE' then
    insert into private.stale_rows (office, table_name, row_id) select o.office, tg_table_name, o.id from old_rows o;
  else
    execute format($q$
      insert into private.stale_rows (office, table_name, row_id)
      select distinct c.office, %1$L, c.id
      from (
        (select %2$s from new_rows r except select %2$s from old_rows r)
        union all
        (select %2$s from old_rows r except select %2$s from new_rows r)) c$q$,
      tg_table_name, tg_argv[0]);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.rebuild_figures()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  until bigint;
begin
  perform private.note_office(o.office) from public.offices o;
  loop
    until := private.refresh_figures(until);
    exit when until is null;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.refresh_activities (
  keys private.row_key[]
)
  RETURNS public.activities[]
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  changed public.activities[] := array(select a from private.activities_of(keys) a);
  matched public.activities[];
  of_form record;
begin
  delete from public.activities a using unnest(keys) k
  where (a.table_name, a.row_id) = (k.table_name, k.row_id);
  for of_form in
    select f.table_name, array_agg(k.row_id) as ids
    from private.activity_forms() f join unnest(keys) k using (table_name)
    group by f.table_name
  loop
    execute 'insert into public.activities ' || private.activity_query(of_form.table_name,
      format('(select * from public.%I where id = any ($1))', of_form.table_name)) using of_form.ids;
  end loop;
  changed := changed || array(select a from private.activities_of(keys) a);
  with renewed as (
    update public.activities a
    set matched_within = n.matched_within
    from private.find_nearest_counterparts(array(
      select distinct row(c.form, c.organization, c.year)::private.activity_group
      from unnest(changed) c
      where c.organization is not null and c.year is not null)) n
    where a.table_name = n.table_name and a.row_id = n.row_id and a.matched_within <> n.matched_within
    returning a)
  select array_agg(r.a) into matched from renewed r;
  return changed || matched;
end
$function$;

CREATE OR REPLACE FUNCTION private.refresh_attendance (
  ids bigint[]
)
  RETURNS text[]
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  offices text[];
begin
  with gone as (delete from public.attendance a where a.participant_id = any (ids) returning a.office)
  select array_agg(distinct g.office) into offices from gone g;
  with came as (insert into public.attendance select * from private.attendance_of(ids) returning office)
  select offices || array_agg(distinct c.office) into offices from came c;
  return offices;
end
$function$;

CREATE OR REPLACE FUNCTION private.refresh_counts (
  counted_names text[],
  offices       text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  source record;
begin
  if cardinality(offices) = 0 then
    return;
  end if;
  for source in select * from private.counted_tables() c where c.table_name = any (counted_names) loop
    execute format('delete from public.%I where office = any ($1)', source.counts) using offices;
    execute format('insert into public.%I (%s, n, quantity) %s', source.counts, source.keys, source.counts_query)
      using offices;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.refresh_figures (
  until bigint DEFAULT NULL::bigint
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  noted private.stale_rows[];
  whole text[];
  keys private.row_key[];
  changed public.activities[];
begin
  until := coalesce(until, (select max(s.id) from private.stale_rows s));
  if until is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.refresh_figures', 0));
  noted := array(select s from private.stale_rows s where s.id <= until order by s.id limit 5000);
  whole := array(select distinct n.office from unnest(noted) n where n.table_name is null);
  keys := array(select distinct row(n.table_name, n.row_id)::private.row_key from unnest(noted) n);
  changed := private.refresh_activities(keys);
  perform private.refresh_counts('{activities}',
    array(select distinct c.office from unnest(changed) c union select unnest(whole)));
  perform private.refresh_counts('{marks,programme_marks}', whole || private.refresh_marks(
    array(select distinct c.arbo from unnest(changed) c where c.arbo is not null)
      || private.rows_to_mark(noted, 'arbo', whole),
    array(select distinct c.arc from unnest(changed) c where c.arc is not null)
      || private.rows_to_mark(noted, 'arc', whole)));
  perform private.refresh_counts('{attendance}', whole || private.refresh_attendance(array(
    select k.row_id from unnest(keys) k where k.table_name = 'participants'
    union
    select l.participant_id
    from unnest(changed) c
    join public.arbo_trainings t on c.table_name = 'arbo_trainings' and t.id = c.row_id
    join public.participant_trainings l on l.training_id = t.training_id and l.attended)));
  perform private.refresh_counts(array[n.table_name], whole || array_agg(distinct n.office))
  from unnest(noted) n
  where n.table_name in ('participants', 'arbo_masterlist', 'form11_farm_infos')
  group by n.table_name;
  perform private.refresh_counts('{participants,arbo_masterlist,form11_farm_infos}', whole);
  delete from private.stale_rows s using unnest(noted) n where s.id = n.id;
  return (select until from private.stale_rows s where s.id <= until limit 1);
end
$function$;

CREATE OR REPLACE FUNCTION private.refresh_marks (
  arbos bigint[],
  arcs  bigint[]
)
  RETURNS text[]
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  about constant text := '(subject = ''arbo'' and marked_id = any ($1) or subject = ''arc'' and marked_id = any ($2))';
  names constant text := (
    select string_agg(quote_ident(attname), ', ' order by attnum)
    from pg_catalog.pg_attribute
    where attrelid = 'public.marks'::regclass and attnum > 0 and not attisdropped);
  offices text[];
begin
  execute format('with gone as (delete from public.marks where %s returning office)
    select array_agg(distinct office) from gone', about) into offices using arbos, arcs;
  execute 'delete from public.programme_marks where ' || about using arbos, arcs;
  execute 'delete from public.funding_marks where ' || about using arbos, arcs;
  execute format('
    with fresh as materialized (select * from private.marks_of($1, $2)),
    of_rows as (
      insert into public.marks select %1$s from fresh where reported is null and subpsp_abbreviation is null
      returning office),
    of_programmes as (
      insert into public.programme_marks select %1$s, subpsp_abbreviation from fresh
      where reported is null and subpsp_abbreviation is not null),
    of_funding as (insert into public.funding_marks select * from fresh where reported is not null)
    select $3 || array_agg(distinct office) from of_rows', names) into offices using arbos, arcs, offices;
  return offices;
end
$function$;

CREATE OR REPLACE FUNCTION private.rows_to_mark (
  noted          private.stale_rows[],
  wanted_subject text,
  whole          text[]
)
  RETURNS bigint[]
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select array(
    select n.row_id
    from (select distinct row_id from unnest(noted) where table_name = wanted_subject || '_masterlist') n
    left join private.marked_rows r on r.subject = wanted_subject and r.marked_id = n.row_id
    left join public.marks m on m.subject = wanted_subject and m.marked_id = n.row_id
    where (r.office, r.region_name, r.province_name, r.muncity_name)
      is distinct from (m.office, m.region_name, m.province_name, m.muncity_name)
      or r.office = any (whole))
$function$;

ALTER TABLE "public"."arbo_counts"
  ADD CONSTRAINT "arbo_counts_n_check" CHECK ((n > 0));

ALTER TABLE "public"."attendance_counts"
  ADD CONSTRAINT "attendance_counts_n_check" CHECK ((n > 0));

ALTER TABLE "public"."attendance_funding_counts"
  ADD CONSTRAINT "attendance_funding_counts_n_check" CHECK ((n > 0));

ALTER TABLE "public"."attendance_office_counts"
  ADD CONSTRAINT "attendance_office_counts_n_check" CHECK ((n > 0));

ALTER TABLE "public"."farm_counts"
  ADD CONSTRAINT "farm_counts_n_check" CHECK ((n > 0));

ALTER TABLE "public"."mark_counts"
  ADD CONSTRAINT "mark_counts_n_check" CHECK ((n > 0));

ALTER TABLE "public"."outcome_counts"
  ADD CONSTRAINT "outcome_counts_n_check" CHECK ((n > 0));

ALTER TABLE "public"."outcome_funding_counts"
  ADD CONSTRAINT "outcome_funding_counts_n_check" CHECK ((n > 0));

ALTER TABLE "public"."outcome_period_counts"
  ADD CONSTRAINT "outcome_period_counts_n_check" CHECK ((n > 0));

ALTER TABLE "public"."participant_counts"
  ADD CONSTRAINT "participant_counts_n_check" CHECK ((n > 0));

ALTER TABLE "public"."participant_office_counts"
  ADD CONSTRAINT "participant_office_counts_n_check" CHECK ((n > 0));

ALTER TABLE "public"."participant_town_counts"
  ADD CONSTRAINT "participant_town_counts_n_check" CHECK ((n > 0));

ALTER TABLE "public"."participant_town_funding_counts"
  ADD CONSTRAINT "participant_town_funding_counts_n_check" CHECK ((n > 0));

ALTER TABLE "public"."programme_mark_counts"
  ADD CONSTRAINT "programme_mark_counts_n_check" CHECK ((n > 0));

CREATE VIEW "public"."accomplishment_outcomes" WITH (security_invoker=true) AS  SELECT table_name,
    row_id,
    form,
    side,
    office,
    region_name,
    province_name,
    muncity_name,
    arbo_id,
    arc_id,
    year,
    reporting_year,
    reporting_quarter,
    reporting_month,
    year_funded,
    fund_source,
    psp_category,
    subpsp_name,
    subpsp_abbreviation,
    kind,
    quantity,
    organization,
    arbo,
    arc,
    matched_within,
    (matched_within >= ( SELECT private.caller_reach() AS caller_reach)) AS matched
   FROM public.activities a
  WHERE (side = 'accomplishment'::text);

REVOKE ALL ON TABLE "public"."accomplishment_outcomes" FROM "anon";

CREATE VIEW "public"."target_outcomes" WITH (security_invoker=true) AS  SELECT table_name,
    row_id,
    form,
    side,
    office,
    region_name,
    province_name,
    muncity_name,
    arbo_id,
    arc_id,
    year,
    reporting_year,
    reporting_quarter,
    reporting_month,
    year_funded,
    fund_source,
    psp_category,
    subpsp_name,
    subpsp_abbreviation,
    kind,
    quantity,
    organization,
    arbo,
    arc,
    matched_within,
    (matched_within >= ( SELECT private.caller_reach() AS caller_reach)) AS matched
   FROM public.activities a
  WHERE (side = 'target'::text);

CREATE VIEW "public"."overdue_targets" WITH (security_invoker=true) AS  SELECT 'target_unmet'::text AS queue,
    'form_5_annualtargets'::text AS table_name,
    t.id AS row_id,
    t.status,
    'form_5_accomps'::text AS missing_table,
    t.arbo_id,
    t."arboPrimaryKey" AS arbo_key,
    t.arbo_name,
    t.region_name,
    t.province_name,
    t.office,
    make_date(o.year, 12, 31) AS due_on,
    (((('The Form 5'::text || ' target of '::text) || o.year) || COALESCE((' for '::text || t.subpsp_name), ''::text)) || ' has no accomplishment.'::text) AS message
   FROM (public.target_outcomes o
     JOIN public.form_5_annualtargets t ON ((t.id = o.row_id)))
  WHERE ((o.table_name = 'form_5_annualtargets'::text) AND (NOT o.matched) AND (make_date(o.year, 12, 31) <= ( SELECT private.due_until() AS due_until)))
UNION ALL
 SELECT 'target_unmet'::text AS queue,
    'form7_proddevs'::text AS table_name,
    t.id AS row_id,
    t.status,
    'form7_accomps'::text AS missing_table,
    t.arbo_id,
    t."arboPrimaryKey" AS arbo_key,
    t.arbo_name,
    t.region_name,
    t.province_name,
    t.office,
    make_date(o.year, 12, 31) AS due_on,
    (((('The Form 7'::text || ' target of '::text) || o.year) || COALESCE((' for '::text || t.subpsp_name), ''::text)) || ' has no accomplishment.'::text) AS message
   FROM (public.target_outcomes o
     JOIN public.form7_proddevs t ON ((t.id = o.row_id)))
  WHERE ((o.table_name = 'form7_proddevs'::text) AND (NOT o.matched) AND (make_date(o.year, 12, 31) <= ( SELECT private.due_until() AS due_until)))
UNION ALL
 SELECT 'target_unmet'::text AS queue,
    'form11_accomps'::text AS table_name,
    t.id AS row_id,
    t.status,
    'form11_accomps'::text AS missing_table,
    t.arbo_id,
    t."arboPrimaryKey" AS arbo_key,
    t.arbo_name,
    t.region_name,
    t.province_name,
    t.office,
    make_date(o.year, 12, 31) AS due_on,
    (((('The Form 11'::text || ' target of '::text) || o.year) || COALESCE((' for '::text || t.subpsp_name), ''::text)) || ' has no accomplishment.'::text) AS message
   FROM (public.target_outcomes o
     JOIN public.form11_accomps t ON ((t.id = o.row_id)))
  WHERE ((o.table_name = 'form11_accomps'::text) AND (NOT o.matched) AND (make_date(o.year, 12, 31) <= ( SELECT private.due_until() AS due_until)))
UNION ALL
 SELECT 'target_unmet'::text AS queue,
    'arbo_marketing_targets'::text AS table_name,
    t.id AS row_id,
    t.status,
    'arb_marketing_assistance_monitoring'::text AS missing_table,
    t.arbo_id,
    t."arboPrimaryKey" AS arbo_key,
    t.arbo_name,
    t.region_name,
    t.province_name,
    t.office,
    make_date(o.year, 12, 31) AS due_on,
    (((('The marketing'::text || ' target of '::text) || o.year) || COALESCE((' for '::text || t.subpsp_name), ''::text)) || ' has no accomplishment.'::text) AS message
   FROM (public.target_outcomes o
     JOIN public.arbo_marketing_targets t ON ((t.id = o.row_id)))
  WHERE ((o.table_name = 'arbo_marketing_targets'::text) AND (NOT o.matched) AND (make_date(o.year, 12, 31) <= ( SELECT private.due_until() AS due_until)));

REVOKE ALL ON TABLE "public"."overdue_targets" FROM "anon";

CREATE VIEW "public"."overdue" WITH (security_invoker=true) AS  SELECT overdue_targets.queue,
    overdue_targets.table_name,
    overdue_targets.row_id,
    overdue_targets.status,
    overdue_targets.missing_table,
    overdue_targets.arbo_id,
    overdue_targets.arbo_key,
    overdue_targets.arbo_name,
    overdue_targets.region_name,
    overdue_targets.province_name,
    overdue_targets.office,
    overdue_targets.due_on,
    overdue_targets.message
   FROM public.overdue_targets
UNION ALL
 SELECT overdue_permits.queue,
    overdue_permits.table_name,
    overdue_permits.row_id,
    overdue_permits.status,
    overdue_permits.missing_table,
    overdue_permits.arbo_id,
    overdue_permits.arbo_key,
    overdue_permits.arbo_name,
    overdue_permits.region_name,
    overdue_permits.province_name,
    overdue_permits.office,
    overdue_permits.due_on,
    overdue_permits.message
   FROM public.overdue_permits
UNION ALL
 SELECT overdue_machines.queue,
    overdue_machines.table_name,
    overdue_machines.row_id,
    overdue_machines.status,
    overdue_machines.missing_table,
    overdue_machines.arbo_id,
    overdue_machines.arbo_key,
    overdue_machines.arbo_name,
    overdue_machines.region_name,
    overdue_machines.province_name,
    overdue_machines.office,
    overdue_machines.due_on,
    overdue_machines.message
   FROM public.overdue_machines
UNION ALL
 SELECT overdue_deeds.queue,
    overdue_deeds.table_name,
    overdue_deeds.row_id,
    overdue_deeds.status,
    overdue_deeds.missing_table,
    overdue_deeds.arbo_id,
    overdue_deeds.arbo_key,
    overdue_deeds.arbo_name,
    overdue_deeds.region_name,
    overdue_deeds.province_name,
    overdue_deeds.office,
    overdue_deeds.due_on,
    overdue_deeds.message
   FROM public.overdue_deeds
UNION ALL
 SELECT overdue_quarters.queue,
    overdue_quarters.table_name,
    overdue_quarters.row_id,
    overdue_quarters.status,
    overdue_quarters.missing_table,
    overdue_quarters.arbo_id,
    overdue_quarters.arbo_key,
    overdue_quarters.arbo_name,
    overdue_quarters.region_name,
    overdue_quarters.province_name,
    overdue_quarters.office,
    overdue_quarters.due_on,
    overdue_quarters.message
   FROM public.overdue_quarters;

CREATE OR REPLACE FUNCTION public.overdue_of (
  wanted_arbo bigint
)
  RETURNS SETOF public.overdue
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return query
    select * from public.overdue o where o.arbo_key = wanted_arbo
    order by due_on, table_name, row_id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."overdue_of"(bigint) FROM PUBLIC, "anon";

REVOKE ALL ON TABLE "public"."overdue" FROM "anon";

REVOKE ALL ON TABLE "public"."target_outcomes" FROM "anon";

CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.arb_marketing_assistance_monitoring
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.special_commodity, r.subpsp_abbreviation, r.subpsp_name, r.year_funded'
);

CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.arb_marketing_assistance_monitoring
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.special_commodity, r.subpsp_abbreviation, r.subpsp_name, r.year_funded'
);

CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.arb_marketing_assistance_monitoring
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.special_commodity, r.subpsp_abbreviation, r.subpsp_name, r.year_funded'
);

CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.arbo_marketing_targets REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.target_commodity, r.year_funded'
);

CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.arbo_marketing_targets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.target_commodity, r.year_funded'
);

CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.arbo_marketing_targets
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.target_commodity, r.year_funded'
);

CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.process_stage, r.registering_agency, r.current_arbo_status, r.it_easy_level_2024, r.no_arb_member_total'
);

CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.arbo_masterlist REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.process_stage, r.registering_agency, r.current_arbo_status, r.it_easy_level_2024, r.no_arb_member_total'
);

CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.arbo_masterlist
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.process_stage, r.registering_agency, r.current_arbo_status, r.it_easy_level_2024, r.no_arb_member_total'
);

CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.date_conducted, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.start_date, r.subpsp_abbreviation, r.subpsp_name, r.training_category, r.year_funded'
);

CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.arbo_trainings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.date_conducted, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.start_date, r.subpsp_abbreviation, r.subpsp_name, r.training_category, r.year_funded'
);

CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.arbo_trainings
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.date_conducted, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.start_date, r.subpsp_abbreviation, r.subpsp_name, r.training_category, r.year_funded'
);

CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.arc_masterlist REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r.id, r.office, r.region_name, r.province_name, r.muncity_name'
);

CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.arc_masterlist REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r.id, r.office, r.region_name, r.province_name, r.muncity_name'
);

CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.arc_masterlist
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r.id, r.office, r.region_name, r.province_name, r.muncity_name'
);

CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.quantity_hard, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.status, r.subpsp_abbreviation, r.subpsp_name, r.support_provided, r.year_funded'
);

CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.form11_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.quantity_hard, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.status, r.subpsp_abbreviation, r.subpsp_name, r.support_provided, r.year_funded'
);

CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.form11_accomps
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.quantity_hard, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.status, r.subpsp_abbreviation, r.subpsp_name, r.support_provided, r.year_funded'
);

CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.form11_farm_infos REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r.id, r.office, r.region_name, r.province_name, r.support_provided, r.reporting_year, r.year_funded'
);

CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.form11_farm_infos REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r.id, r.office, r.region_name, r.province_name, r.support_provided, r.reporting_year, r.year_funded'
);

CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.form11_farm_infos
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r.id, r.office, r.region_name, r.province_name, r.support_provided, r.reporting_year, r.year_funded'
);

CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.form7_accomps REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_product, r.year_funded'
);

CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.form7_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_product, r.year_funded'
);

CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.form7_accomps
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_product, r.year_funded'
);

CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.form7_proddevs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_product, r.year_funded'
);

CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.form7_proddevs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_product, r.year_funded'
);

CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.form7_proddevs
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_product, r.year_funded'
);

CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.form_10 REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_enterprise, r.year_funded'
);

CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.form_10 REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_enterprise, r.year_funded'
);

CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.form_10
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_enterprise, r.year_funded'
);

CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.form_5_accomps REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.year_funded'
);

CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.form_5_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.year_funded'
);

CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.form_5_accomps
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.year_funded'
);

CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.form_5_annualtargets REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.year_funded'
);

CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.form_5_annualtargets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.year_funded'
);

CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.form_5_annualtargets
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.year_funded'
);

CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.participants REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.process_stage, r.year_funded, r.fund_source, r.psp_category, r.subpsp_abbreviation, r.participant_category, r.sex, r.training_id'
);

CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.participants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.process_stage, r.year_funded, r.fund_source, r.psp_category, r.subpsp_abbreviation, r.participant_category, r.sex, r.training_id'
);

CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.participants
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.process_stage, r.year_funded, r.fund_source, r.psp_category, r.subpsp_abbreviation, r.participant_category, r.sex, r.training_id'
);

COMMENT ON COLUMN "private"."stale_rows"."office" IS 'Office of the row. A row that moved to another office is noted for both offices.';

COMMENT ON COLUMN "private"."stale_rows"."table_name" IS 'Null if all counts of the office are to be computed again.';

COMMENT ON COLUMN "public"."activities"."arbo" IS 'Id in the ARBO masterlist (the arboPrimaryKey of the row).';

COMMENT ON COLUMN "public"."activities"."organization" IS 'Identifies the organization when matching targets with accomplishments: its key in the masterlist; for an organization that is not in the masterlist, office and name.';

COMMENT ON FUNCTION "public"."overdue_of"(bigint) IS 'Rows overdue or due within 90 days for the ARBO with this masterlist id, in the caller''s scope.';

COMMENT ON TABLE "private"."figure_checks" IS 'Last comparison of each office''s stored figures with its rows, the number of stored rows that differed, and the last time that a comparison found differences.';

COMMENT ON TABLE "private"."stale_rows" IS 'Rows that were written since the stored figures were last computed.';

COMMENT ON TABLE "public"."activities" IS 'Rows of the forms in one common shape. side is target, accomplishment or training.';

COMMENT ON TABLE "public"."arbo_counts" IS 'Number of organizations in the masterlist by agency, status and level.';

COMMENT ON TABLE "public"."attendance" IS 'One row per participant who attended a training, with the columns by which participants are counted.';

COMMENT ON TABLE "public"."attendance_counts" IS 'Number of participants who attended trainings, by municipality.';

COMMENT ON TABLE "public"."attendance_funding_counts" IS 'Number of participants who attended trainings, by municipality and programme.';

COMMENT ON TABLE "public"."attendance_office_counts" IS 'Number of participants who attended trainings, by office.';

COMMENT ON TABLE "public"."farm_counts" IS 'Number of records of support at farms by kind and year.';

COMMENT ON TABLE "public"."mark_counts" IS 'Number of organizations or communities with the same marks on a dashboard (board), by office. The mark columns are the same bit masks of years.';

COMMENT ON TABLE "public"."outcome_counts" IS 'Number of activities, and sum of their quantities, by kind (of product or support), year and outcome.';

COMMENT ON TABLE "public"."participant_counts" IS 'Number of participants by office and programme.';

COMMENT ON TABLE "public"."participant_office_counts" IS 'Number of participants by office.';

COMMENT ON TABLE "public"."participant_town_counts" IS 'Number of participants by municipality.';

COMMENT ON TABLE "public"."participant_town_funding_counts" IS 'Number of participants by municipality and programme.';

COMMENT ON TABLE "public"."programme_mark_counts" IS 'Number of organizations or communities with an accomplishment of a sub-PSP, by office. accomplished is the same bit mask of years.';

COMMENT ON VIEW "public"."accomplishment_outcomes" IS 'Accomplishments, and whether the caller can see a matching target: same form, organization and year, and same programme if both name one.';

COMMENT ON VIEW "public"."overdue" IS 'All rows overdue or due within 90 days in the caller''s scope.';

COMMENT ON VIEW "public"."overdue_targets" IS 'Targets of a year without an accomplishment, due on the last day of the year.';

COMMENT ON VIEW "public"."target_outcomes" IS 'Targets, and whether the caller can see a matching accomplishment: same form, organization and year, and same programme if both name one.';

REVOKE ALL ON FUNCTION "private"."activities_of"(private.row_key[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."activities_of"(private.row_key[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."activities_of"(private.row_key[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."activity_query"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."activity_query"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."activity_query"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."counted_tables"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."counted_tables"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."counted_tables"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."figure_health"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."figure_health"() TO "api_gateway";

REVOKE ALL ON FUNCTION "private"."figure_health"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_health"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."figure_sources"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_sources"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_sources"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_office"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_office"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_office"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_stale_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_stale_rows"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_stale_rows"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_activities"(private.row_key[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_activities"(private.row_key[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_activities"(private.row_key[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_attendance"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_attendance"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_attendance"(bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_counts"(text[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_counts"(text[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_counts"(text[], text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_figures"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refresh_figures"(bigint) TO "api_gateway";

REVOKE ALL ON FUNCTION "private"."refresh_figures"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_figures"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_marks"(bigint[], bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_marks"(bigint[], bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_marks"(bigint[], bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rows_to_mark"(private.stale_rows[], text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rows_to_mark"(private.stale_rows[], text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rows_to_mark"(private.stale_rows[], text, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."overdue_of"(bigint) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "public"."overdue_of"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."overdue_of"(bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."overdue_of"(bigint) TO "provincial_reader", "service_role";

REVOKE ALL ON TABLE "public"."accomplishment_outcomes" FROM "authenticated";

GRANT SELECT ON TABLE "public"."accomplishment_outcomes" TO "authenticated";

GRANT SELECT ON TABLE "public"."accomplishment_outcomes" TO "central_reader";

REVOKE ALL ON TABLE "public"."accomplishment_outcomes" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."accomplishment_outcomes" TO "postgres";

GRANT SELECT ON TABLE "public"."accomplishment_outcomes" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."accomplishment_outcomes" TO "service_role";

REVOKE ALL ON TABLE "public"."overdue" FROM "authenticated";

GRANT SELECT ON TABLE "public"."overdue" TO "authenticated";

GRANT SELECT ON TABLE "public"."overdue" TO "central_reader";

REVOKE ALL ON TABLE "public"."overdue" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."overdue" TO "postgres";

GRANT SELECT ON TABLE "public"."overdue" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."overdue" TO "service_role";

REVOKE ALL ON TABLE "public"."overdue_targets" FROM "authenticated";

GRANT SELECT ON TABLE "public"."overdue_targets" TO "authenticated";

GRANT SELECT ON TABLE "public"."overdue_targets" TO "central_reader";

REVOKE ALL ON TABLE "public"."overdue_targets" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."overdue_targets" TO "postgres";

GRANT SELECT ON TABLE "public"."overdue_targets" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."overdue_targets" TO "service_role";

REVOKE ALL ON TABLE "public"."target_outcomes" FROM "authenticated";

GRANT SELECT ON TABLE "public"."target_outcomes" TO "authenticated";

GRANT SELECT ON TABLE "public"."target_outcomes" TO "central_reader";

REVOKE ALL ON TABLE "public"."target_outcomes" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."target_outcomes" TO "postgres";

GRANT SELECT ON TABLE "public"."target_outcomes" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."target_outcomes" TO "service_role";
