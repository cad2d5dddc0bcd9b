-- The stored figures are refreshed when they are read, instead of by every write.

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

DROP INDEX "public"."outcome_counts_below_zero";

DROP INDEX "public"."outcome_counts_office_region_name_province_name_form_side_k_idx";

DROP VIEW "public"."accomplishment_outcomes";

DROP FUNCTION "private"."activities_about"(private.activity_key[], private.activity_group[]);

DROP FUNCTION "private"."activity_query"(text, text, text);

DROP FUNCTION "private"."adding_query"(text, text, text);

DROP FUNCTION "private"."attendance_of"(bigint[]);

DROP FUNCTION "private"."board_marks"();

DROP FUNCTION "private"."counted_query"(text, text, text);

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

DROP TABLE "public"."arbo_counts";

DROP TABLE "public"."attendance_counts";

DROP TABLE "public"."attendance_funding_counts";

DROP TABLE "public"."attendance_office_counts";

DROP TABLE "public"."attendance";

DROP FUNCTION "private"."count_rows"();

DROP TABLE "public"."farm_counts";

DROP TABLE "public"."mark_counts";

DROP TABLE "public"."outcome_funding_counts";

DROP TABLE "public"."outcome_period_counts";

DROP TABLE "public"."participant_counts";

DROP TABLE "public"."participant_office_counts";

DROP TABLE "public"."participant_town_counts";

DROP TABLE "public"."participant_town_funding_counts";

DROP TABLE "public"."programme_mark_counts";

CREATE TABLE "private"."stale_rows" (
  "id"         bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  "table_name" text,
  "row_id"     bigint,
  "office"     text,
  CONSTRAINT "stale_rows_check" CHECK ((((table_name IS NULL) = (row_id IS NULL)) AND ((table_name IS NULL) <> (office IS NULL)))),
  CONSTRAINT "stale_rows_pkey" PRIMARY KEY (id)
);

ALTER TABLE "private"."stale_rows"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."outcome_programme_counts" (
  "office"              text     NOT NULL,
  "region_name"         text,
  "province_name"       text,
  "form"                text,
  "side"                text,
  "kind"                text,
  "year"                integer,
  "reporting_year"      integer,
  "fund_source"         text,
  "psp_category"        text,
  "subpsp_abbreviation" text,
  "matched_within"      smallint,
  "n"                   bigint   NOT NULL,
  "quantity"            bigint,
  CONSTRAINT "outcome_programme_counts_n_check" CHECK ((n > 0))
);

ALTER TABLE "public"."outcome_programme_counts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."outcome_programme_counts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."outcome_programme_counts" FROM "anon";

CREATE TABLE "public"."people_counts" (
  "office"               text    NOT NULL,
  "region_name"          text,
  "province_name"        text,
  "participant_category" text,
  "sex"                  text,
  "programmed"           boolean,
  "trained_years"        bigint,
  "n"                    bigint  NOT NULL,
  CONSTRAINT "people_counts_n_check" CHECK ((n > 0))
);

ALTER TABLE "public"."people_counts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."people_counts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."people_counts" FROM "anon";

CREATE TABLE "public"."people_detail_counts" (
  "office"               text    NOT NULL,
  "region_name"          text,
  "province_name"        text,
  "muncity_name"         text,
  "fund_source"          text,
  "psp_category"         text,
  "subpsp_abbreviation"  text,
  "participant_category" text,
  "sex"                  text,
  "programmed"           boolean,
  "trained_years"        bigint,
  "n"                    bigint  NOT NULL,
  CONSTRAINT "people_detail_counts_n_check" CHECK ((n > 0))
);

ALTER TABLE "public"."people_detail_counts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."people_detail_counts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."people_detail_counts" FROM "anon";

CREATE TABLE "public"."people_programme_counts" (
  "office"               text    NOT NULL,
  "region_name"          text,
  "province_name"        text,
  "fund_source"          text,
  "psp_category"         text,
  "subpsp_abbreviation"  text,
  "participant_category" text,
  "sex"                  text,
  "programmed"           boolean,
  "trained_years"        bigint,
  "n"                    bigint  NOT NULL,
  CONSTRAINT "people_programme_counts_n_check" CHECK ((n > 0))
);

ALTER TABLE "public"."people_programme_counts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."people_programme_counts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."people_programme_counts" FROM "anon";

CREATE TABLE "public"."people_town_counts" (
  "office"               text    NOT NULL,
  "region_name"          text,
  "province_name"        text,
  "muncity_name"         text,
  "participant_category" text,
  "sex"                  text,
  "programmed"           boolean,
  "trained_years"        bigint,
  "n"                    bigint  NOT NULL,
  CONSTRAINT "people_town_counts_n_check" CHECK ((n > 0))
);

ALTER TABLE "public"."people_town_counts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."people_town_counts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."people_town_counts" FROM "anon";

CREATE TABLE "public"."people" (
  "participant_id"       bigint  NOT NULL,
  "office"               text    NOT NULL,
  "region_name"          text,
  "province_name"        text,
  "muncity_name"         text,
  "arbo_id"              text,
  "year_funded"          integer,
  "fund_source"          text,
  "psp_category"         text,
  "subpsp_abbreviation"  text,
  "participant_category" text,
  "sex"                  text,
  "programmed"           boolean NOT NULL,
  "trained_years"        bigint  NOT NULL,
  CONSTRAINT "people_pkey" PRIMARY KEY (participant_id)
);

ALTER TABLE "public"."people"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."people"
  FORCE ROW LEVEL SECURITY;

ALTER TABLE "public"."people"
  SET (fillfactor=80);

REVOKE ALL ON TABLE "public"."people" FROM "anon";

ALTER TABLE "private"."figure_checks"
  ADD COLUMN "repaired_at" timestamp WITH time zone;

ALTER TABLE "public"."outcome_counts"
  ALTER COLUMN "form" DROP NOT NULL;

ALTER TABLE "public"."outcome_counts"
  ALTER COLUMN "matched_within" DROP NOT NULL;

ALTER TABLE "public"."outcome_counts"
  ALTER COLUMN "quantity" DROP NOT NULL;

ALTER TABLE "public"."outcome_counts"
  ALTER COLUMN "side" DROP NOT NULL;

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
    place   integer,
    counts  text,
    source  text,
    keys    text,
    sums    text,
    meaning text
  )
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  values
    (1, 'outcome_programme_counts', 'activities', 'office, region_name, province_name, form, side, kind, year, '
      'reporting_year, fund_source, psp_category, subpsp_abbreviation, matched_within',
      'count(*) as n, sum(quantity)::bigint as quantity',
      'Number of activities, and sum of their quantities, by kind, year, programme and outcome.'),
    (2, 'outcome_counts', 'outcome_programme_counts', 'office, region_name, province_name, form, side, kind, year, '
      'reporting_year, matched_within', 'sum(n)::bigint as n, sum(quantity)::bigint as quantity',
      'Number of activities, and sum of their quantities, by kind (of product or support), year and outcome.'),
    (3, 'people_detail_counts', 'people', 'office, region_name, province_name, muncity_name, fund_source, '
      'psp_category, subpsp_abbreviation, participant_category, sex, programmed, trained_years', 'count(*) as n',
      'Number of people by town, programme, category, sex and years of training.'),
    (4, 'people_town_counts', 'people_detail_counts', 'office, region_name, province_name, muncity_name, '
      'participant_category, sex, programmed, trained_years', 'sum(n)::bigint as n',
      'Number of people by town, category, sex and years of training.'),
    (5, 'people_programme_counts', 'people_detail_counts', 'office, region_name, province_name, fund_source, '
      'psp_category, subpsp_abbreviation, participant_category, sex, programmed, trained_years',
      'sum(n)::bigint as n', 'Number of people by programme, category, sex and years of training.'),
    (6, 'people_counts', 'people_town_counts', 'office, region_name, province_name, participant_category, sex, '
      'programmed, trained_years', 'sum(n)::bigint as n',
      'Number of people by category, sex and years of training.')
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
    select 'people', format('select p.* from private.people_of(array(select id from public.participants where %s)) p',
        of_offices),
      'select * from public.people where ' || of_offices
    union all
    select c.counts,
      format('select %s, %s from public.%I where %s group by %1$s', c.keys, c.sums, c.source, of_offices),
      format('select * from public.%I where %s', c.counts, of_offices)
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
    ('arbo_masterlist', 'r.id, r.office, r.region_name, r.province_name, r.muncity_name'),
    ('arc_masterlist', 'r.id, r.office, r.region_name, r.province_name, r.muncity_name'),
    ('participants', 'r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.arbo_id, r.year_funded, '
      'r.fund_source, r.psp_category, r.subpsp_abbreviation, r.participant_category, r.sex, r.training_id')
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
    execute format('insert into private.stale_rows (table_name, row_id)
      select %1$L, id from public.%1$I where office = $1', source.table_name) using wanted_office;
  end loop;
  insert into private.stale_rows (table_name, row_id)
  select a.table_name, a.row_id from public.activities a where a.office = wanted_office
  union all
  select m.subject || '_masterlist', m.marked_id from public.marks m where m.office = wanted_office
  union all
  select 'participants', p.participant_id from public.people p where p.office = wanted_office;
  insert into private.stale_rows (office) values (wanted_office);
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
    insert into private.stale_rows (table_name, row_id) select tg_table_name, n.id from new_rows n;
  elsif tg_op = 'DELETE' then
    insert into private.stale_rows (table_name, row_id) select tg_table_name, o.id from old_rows o;
  else
    execute format($q$
      insert into private.stale_rows (table_name, row_id)
      select %1$L, c.id from (select %2$s from new_rows r except select %2$s from old_rows r) c$q$,
      tg_table_name, tg_argv[0]);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.people_of (
  ids bigint[]
)
  RETURNS SETOF public.people
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
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

CREATE OR REPLACE FUNCTION private.refresh_counts (
  offices    text[],
  from_place integer,
  to_place   integer
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  c record;
begin
  for c in
    select * from private.counted_tables() t
    where t.place between from_place and to_place and cardinality(offices) > 0
    order by t.place
  loop
    execute format('delete from public.%I where office = any ($1)', c.counts) using offices;
    execute format('insert into public.%I select %s, %s from public.%I where office = any ($1) group by %2$s',
      c.counts, c.keys, c.sums, c.source) using offices;
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
  if cardinality(noted) = 0 then
    return null;
  end if;
  keys := array(
    select distinct row(n.table_name, n.row_id)::private.row_key from unnest(noted) n where n.table_name is not null);
  whole := array(select distinct n.office from unnest(noted) n where n.office is not null);
  changed := private.refresh_activities(keys);
  perform private.refresh_marks(
    array(
      select c.arbo from unnest(changed) c where c.arbo is not null
      union select k.row_id from unnest(keys) k where k.table_name = 'arbo_masterlist'),
    array(
      select c.arc from unnest(changed) c where c.arc is not null
      union select k.row_id from unnest(keys) k where k.table_name = 'arc_masterlist'));
  perform private.refresh_counts(whole || array(select distinct c.office from unnest(changed) c), 1, 2);
  perform private.refresh_counts(whole || private.refresh_people(array(
    select k.row_id from unnest(keys) k where k.table_name = 'participants'
    union
    select l.participant_id
    from unnest(changed) c
    join public.arbo_trainings t on c.table_name = 'arbo_trainings' and t.id = c.row_id
    join public.participant_trainings l on l.training_id = t.training_id and l.attended)), 3, 6);
  delete from private.stale_rows s using unnest(noted) n where s.id = n.id;
  return (select until from private.stale_rows s where s.id <= until limit 1);
end
$function$;

CREATE OR REPLACE FUNCTION private.refresh_marks (
  arbos bigint[],
  arcs  bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  about constant text := 'subject = ''arbo'' and marked_id = any ($1) or subject = ''arc'' and marked_id = any ($2)';
  names constant text := (
    select string_agg(quote_ident(attname), ', ' order by attnum)
    from pg_catalog.pg_attribute
    where attrelid = 'public.marks'::regclass and attnum > 0 and not attisdropped);
begin
  execute 'delete from public.marks where ' || about using arbos, arcs;
  execute 'delete from public.programme_marks where ' || about using arbos, arcs;
  execute 'delete from public.funding_marks where ' || about using arbos, arcs;
  execute format('
    with fresh as materialized (select * from private.marks_of($1, $2)),
    of_rows as (
      insert into public.marks select %1$s from fresh where reported is null and subpsp_abbreviation is null),
    of_programmes as (
      insert into public.programme_marks select %1$s, subpsp_abbreviation from fresh
      where reported is null and subpsp_abbreviation is not null)
    insert into public.funding_marks select * from fresh where reported is not null', names) using arbos, arcs;
end
$function$;

CREATE OR REPLACE FUNCTION private.refresh_people (
  ids bigint[]
)
  RETURNS text[]
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  offices text[];
begin
  with gone as (delete from public.people p where p.participant_id = any (ids) returning p.office)
  select array_agg(distinct g.office) into offices from gone g;
  with came as (insert into public.people select * from private.people_of(ids) returning office)
  select offices || array_agg(distinct c.office) into offices from came c;
  return offices;
end
$function$;

CREATE OR REPLACE FUNCTION private.reporting_offices (
  wanted_side    text,
  wanted_year    integer,
  wanted_quarter text,
  regions        text[],
  provinces      text[]
)
  RETURNS TABLE (
    office        text,
    region_name   text,
    province_name text,
    last_year     integer,
    reported      boolean
  )
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  ROWS 100
  SET search_path TO ''
  AS $function$
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
$function$;

ALTER TABLE "public"."outcome_counts"
  ADD CONSTRAINT "outcome_counts_n_check" CHECK ((n > 0));

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

CREATE INDEX marks_office ON public.marks USING btree (office);

CREATE INDEX outcome_counts_form ON public.outcome_counts USING btree (form, side);

CREATE INDEX outcome_counts_office_idx ON public.outcome_counts USING btree (office);

CREATE INDEX outcome_programme_counts_form ON public.outcome_programme_counts USING btree (form, side);

CREATE INDEX outcome_programme_counts_office_idx ON public.outcome_programme_counts USING btree (office);

CREATE INDEX participants_by_province ON public.participants USING btree (province_name COLLATE private.natural_order, id);

CREATE INDEX participants_by_region ON public.participants USING btree (region_name COLLATE private.natural_order, id);

CREATE INDEX participants_by_town ON public.participants USING btree (muncity_name COLLATE private.natural_order, id);

CREATE INDEX people_counts_office_idx ON public.people_counts USING btree (office);

CREATE INDEX people_detail_counts_office_idx ON public.people_detail_counts USING btree (office);

CREATE INDEX people_office ON public.people USING btree (office);

CREATE INDEX people_programme_counts_office_idx ON public.people_programme_counts USING btree (office);

CREATE INDEX people_town_counts_office_idx ON public.people_town_counts USING btree (office);

CREATE INDEX programme_marks_office ON public.programme_marks USING btree (office);

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
  'r.id, r.office, r.region_name, r.province_name, r.muncity_name'
);

CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.arbo_masterlist REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r.id, r.office, r.region_name, r.province_name, r.muncity_name'
);

CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.arbo_masterlist
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r.id, r.office, r.region_name, r.province_name, r.muncity_name'
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
  'r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.arbo_id, r.year_funded, r.fund_source, r.psp_category, r.subpsp_abbreviation, r.participant_category, r.sex, r.training_id'
);

CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.participants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.arbo_id, r.year_funded, r.fund_source, r.psp_category, r.subpsp_abbreviation, r.participant_category, r.sex, r.training_id'
);

CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.participants
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows (
  'r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.arbo_id, r.year_funded, r.fund_source, r.psp_category, r.subpsp_abbreviation, r.participant_category, r.sex, r.training_id'
);

CREATE POLICY "select_in_scope_for_central" ON "public"."outcome_programme_counts"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."outcome_programme_counts"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.provincial_caller_office() AS provincial_caller_office)));

CREATE POLICY "select_in_scope" ON "public"."outcome_programme_counts"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

CREATE POLICY "select_in_scope_for_central" ON "public"."people"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."people"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.provincial_caller_office() AS provincial_caller_office)));

CREATE POLICY "select_in_scope" ON "public"."people"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

CREATE POLICY "select_in_scope_for_central" ON "public"."people_counts"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."people_counts"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.provincial_caller_office() AS provincial_caller_office)));

CREATE POLICY "select_in_scope" ON "public"."people_counts"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

CREATE POLICY "select_in_scope_for_central" ON "public"."people_detail_counts"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."people_detail_counts"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.provincial_caller_office() AS provincial_caller_office)));

CREATE POLICY "select_in_scope" ON "public"."people_detail_counts"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

CREATE POLICY "select_in_scope_for_central" ON "public"."people_programme_counts"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."people_programme_counts"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.provincial_caller_office() AS provincial_caller_office)));

CREATE POLICY "select_in_scope" ON "public"."people_programme_counts"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

CREATE POLICY "select_in_scope_for_central" ON "public"."people_town_counts"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."people_town_counts"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.provincial_caller_office() AS provincial_caller_office)));

CREATE POLICY "select_in_scope" ON "public"."people_town_counts"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

COMMENT ON COLUMN "private"."stale_rows"."office" IS 'Set if the counts of an office are to be computed again, whichever rows were written.';

COMMENT ON COLUMN "public"."activities"."arbo" IS 'Id in the ARBO masterlist (the arboPrimaryKey of the row).';

COMMENT ON COLUMN "public"."activities"."organization" IS 'Identifies the organization when matching targets with accomplishments: its key in the masterlist; for an organization that is not in the masterlist, office and name.';

COMMENT ON COLUMN "public"."people"."programmed" IS 'True if the participant''s record names a sub-PSP. "No Project", a choice of the dropdown list, does not count.';

COMMENT ON COLUMN "public"."people"."trained_years" IS 'Years of the trainings that the participant attended, as a bit mask of private.year_mask; 0 without a training.';

COMMENT ON FUNCTION "public"."overdue_of"(bigint) IS 'Rows overdue or due within 90 days for the ARBO with this masterlist id, in the caller''s scope.';

COMMENT ON TABLE "private"."figure_checks" IS 'Last comparison of each office''s stored figures with its rows, the number of stored rows that differed, and the last time that a comparison found differences.';

COMMENT ON TABLE "private"."stale_rows" IS 'Rows that were written since the stored figures were last computed.';

COMMENT ON TABLE "public"."activities" IS 'Rows of the forms in one common shape. side is target, accomplishment or training.';

COMMENT ON TABLE "public"."outcome_counts" IS 'Number of activities, and sum of their quantities, by kind (of product or support), year and outcome.';

COMMENT ON TABLE "public"."outcome_programme_counts" IS 'Number of activities, and sum of their quantities, by kind, year, programme and outcome.';

COMMENT ON TABLE "public"."people" IS 'One row per participant, with the columns by which figures count people.';

COMMENT ON TABLE "public"."people_counts" IS 'Number of people by category, sex and years of training.';

COMMENT ON TABLE "public"."people_detail_counts" IS 'Number of people by town, programme, category, sex and years of training.';

COMMENT ON TABLE "public"."people_programme_counts" IS 'Number of people by programme, category, sex and years of training.';

COMMENT ON TABLE "public"."people_town_counts" IS 'Number of people by town, category, sex and years of training.';

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

REVOKE ALL ON FUNCTION "private"."people_of"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."people_of"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."people_of"(bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_activities"(private.row_key[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_activities"(private.row_key[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_activities"(private.row_key[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_counts"(text[], integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_counts"(text[], integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_counts"(text[], integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_figures"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refresh_figures"(bigint) TO "api_gateway";

REVOKE ALL ON FUNCTION "private"."refresh_figures"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_figures"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_marks"(bigint[], bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_marks"(bigint[], bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_marks"(bigint[], bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_people"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_people"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_people"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."overdue_of"(bigint) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "public"."overdue_of"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."overdue_of"(bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."overdue_of"(bigint) TO "provincial_reader", "service_role";

REVOKE ALL ON TABLE "public"."outcome_programme_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."outcome_programme_counts" TO "authenticated";

GRANT SELECT ON TABLE "public"."outcome_programme_counts" TO "central_reader";

REVOKE ALL ON TABLE "public"."outcome_programme_counts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."outcome_programme_counts" TO "postgres";

GRANT SELECT ON TABLE "public"."outcome_programme_counts" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."outcome_programme_counts" TO "service_role";

REVOKE ALL ON TABLE "public"."people" FROM "authenticated";

GRANT SELECT ON TABLE "public"."people" TO "authenticated";

GRANT SELECT ON TABLE "public"."people" TO "central_reader";

REVOKE ALL ON TABLE "public"."people" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."people" TO "postgres";

GRANT SELECT ON TABLE "public"."people" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."people" TO "service_role";

REVOKE ALL ON TABLE "public"."people_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."people_counts" TO "authenticated";

GRANT SELECT ON TABLE "public"."people_counts" TO "central_reader";

REVOKE ALL ON TABLE "public"."people_counts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."people_counts" TO "postgres";

GRANT SELECT ON TABLE "public"."people_counts" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."people_counts" TO "service_role";

REVOKE ALL ON TABLE "public"."people_detail_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."people_detail_counts" TO "authenticated";

GRANT SELECT ON TABLE "public"."people_detail_counts" TO "central_reader";

REVOKE ALL ON TABLE "public"."people_detail_counts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."people_detail_counts" TO "postgres";

GRANT SELECT ON TABLE "public"."people_detail_counts" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."people_detail_counts" TO "service_role";

REVOKE ALL ON TABLE "public"."people_programme_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."people_programme_counts" TO "authenticated";

GRANT SELECT ON TABLE "public"."people_programme_counts" TO "central_reader";

REVOKE ALL ON TABLE "public"."people_programme_counts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."people_programme_counts" TO "postgres";

GRANT SELECT ON TABLE "public"."people_programme_counts" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."people_programme_counts" TO "service_role";

REVOKE ALL ON TABLE "public"."people_town_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."people_town_counts" TO "authenticated";

GRANT SELECT ON TABLE "public"."people_town_counts" TO "central_reader";

REVOKE ALL ON TABLE "public"."people_town_counts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."people_town_counts" TO "postgres";

GRANT SELECT ON TABLE "public"."people_town_counts" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."people_town_counts" TO "service_role";

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

COMMENT ON COLUMN public.overdue.table_name IS 'Table of the overdue row. row_id is its id; status selects the screen if several screens show the table.';
COMMENT ON COLUMN public.overdue.missing_table IS 'Table in which an entry is missing; null if the row itself is overdue.';
COMMENT ON COLUMN public.overdue.arbo_key IS 'Id of the ARBO in the masterlist; null if the row names none.';
COMMENT ON COLUMN public.overdue.due_on IS 'Day on which the row becomes overdue, at most 90 days ahead.';

-- The new tables are empty, and the organization of an activity is now its key in the masterlist. Therefore all figures
-- are computed again. With 300,000 participants this takes a minute or two.
select private.rebuild_figures();
