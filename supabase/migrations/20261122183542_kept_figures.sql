-- Figures are kept beside the rows they count: activities with their outcomes, marks of organizations
-- and communities by year, attendance. A number is defined once, and answers at once at any size.

SET local check_function_bodies = off;

DROP TRIGGER "activity_counts_delete" ON "public"."arbo_trainings";

DROP TRIGGER "activity_counts_insert" ON "public"."arbo_trainings";

DROP TRIGGER "activity_counts_update" ON "public"."arbo_trainings";

DROP TRIGGER "form_counts_delete" ON "public"."arbo_trainings";

DROP TRIGGER "form_counts_insert" ON "public"."arbo_trainings";

DROP TRIGGER "form_counts_update" ON "public"."arbo_trainings";

DROP TRIGGER "activity_counts_delete" ON "public"."form11_accomps";

DROP TRIGGER "activity_counts_insert" ON "public"."form11_accomps";

DROP TRIGGER "activity_counts_update" ON "public"."form11_accomps";

DROP TRIGGER "form_counts_delete" ON "public"."form11_accomps";

DROP TRIGGER "form_counts_insert" ON "public"."form11_accomps";

DROP TRIGGER "form_counts_update" ON "public"."form11_accomps";

DROP TRIGGER "activity_counts_delete" ON "public"."form7_accomps";

DROP TRIGGER "activity_counts_insert" ON "public"."form7_accomps";

DROP TRIGGER "activity_counts_update" ON "public"."form7_accomps";

DROP TRIGGER "form_counts_delete" ON "public"."form7_accomps";

DROP TRIGGER "form_counts_insert" ON "public"."form7_accomps";

DROP TRIGGER "form_counts_update" ON "public"."form7_accomps";

DROP TRIGGER "activity_counts_delete" ON "public"."form7_proddevs";

DROP TRIGGER "activity_counts_insert" ON "public"."form7_proddevs";

DROP TRIGGER "activity_counts_update" ON "public"."form7_proddevs";

DROP TRIGGER "form_counts_delete" ON "public"."form7_proddevs";

DROP TRIGGER "form_counts_insert" ON "public"."form7_proddevs";

DROP TRIGGER "form_counts_update" ON "public"."form7_proddevs";

DROP TRIGGER "activity_counts_delete" ON "public"."form_10";

DROP TRIGGER "activity_counts_insert" ON "public"."form_10";

DROP TRIGGER "activity_counts_update" ON "public"."form_10";

DROP TRIGGER "form_counts_delete" ON "public"."form_10";

DROP TRIGGER "form_counts_insert" ON "public"."form_10";

DROP TRIGGER "form_counts_update" ON "public"."form_10";

DROP TRIGGER "activity_counts_delete" ON "public"."form_5_accomps";

DROP TRIGGER "activity_counts_insert" ON "public"."form_5_accomps";

DROP TRIGGER "activity_counts_update" ON "public"."form_5_accomps";

DROP TRIGGER "form_counts_delete" ON "public"."form_5_accomps";

DROP TRIGGER "form_counts_insert" ON "public"."form_5_accomps";

DROP TRIGGER "form_counts_update" ON "public"."form_5_accomps";

DROP TRIGGER "activity_counts_delete" ON "public"."form_5_annualtargets";

DROP TRIGGER "activity_counts_insert" ON "public"."form_5_annualtargets";

DROP TRIGGER "activity_counts_update" ON "public"."form_5_annualtargets";

DROP TRIGGER "form_counts_delete" ON "public"."form_5_annualtargets";

DROP TRIGGER "form_counts_insert" ON "public"."form_5_annualtargets";

DROP TRIGGER "form_counts_update" ON "public"."form_5_annualtargets";

DROP VIEW "public"."accomplishment_outcomes";

DROP VIEW "public"."target_outcomes";

DROP VIEW "public"."activities";

DROP FUNCTION "private"."activity_marks"(text, text[], text[], jsonb, boolean);

DROP FUNCTION "public"."overdue_of"(bigint);

DROP VIEW "public"."overdue";

DROP VIEW "public"."overdue_targets";

DROP TABLE "public"."activity_counts";

DROP TABLE "public"."form_counts";

CREATE TABLE "public"."activities" (
  "table_name"          text     NOT NULL,
  "row_id"              bigint   NOT NULL,
  "form"                text     NOT NULL,
  "side"                text     NOT NULL,
  "office"              text     NOT NULL,
  "region_name"         text,
  "province_name"       text,
  "muncity_name"        text,
  "arbo_id"             text,
  "arbo_name"           text,
  "arc_id"              text,
  "year"                integer,
  "reporting_year"      integer,
  "reporting_quarter"   text,
  "reporting_month"     text,
  "year_funded"         integer,
  "fund_source"         text,
  "psp_category"        text,
  "subpsp_name"         text,
  "subpsp_abbreviation" text,
  "kind"                text,
  "quantity"            bigint   NOT NULL,
  "organization"        text,
  "arbo"                bigint,
  "arc"                 bigint,
  "matched_within"      smallint NOT NULL,
  CONSTRAINT "activities_pkey" PRIMARY KEY (table_name, row_id),
  CONSTRAINT "activities_side_check" CHECK ((side = ANY (ARRAY['target'::text, 'accomplishment'::text, 'training'::text])))
);

ALTER TABLE "public"."activities"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."activities"
  FORCE ROW LEVEL SECURITY;

ALTER TABLE "public"."activities"
  SET (fillfactor=80);

REVOKE ALL ON TABLE "public"."activities" FROM "anon";

CREATE TABLE "public"."arbo_counts" (
  "office"              text   NOT NULL,
  "region_name"         text,
  "province_name"       text,
  "registering_agency"  text,
  "current_arbo_status" text,
  "it_easy_level_2024"  text,
  "n"                   bigint NOT NULL,
  "quantity"            bigint NOT NULL
);

ALTER TABLE "public"."arbo_counts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."arbo_counts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."arbo_counts" FROM "anon";

CREATE TABLE "public"."attendance_counts" (
  "office"               text   NOT NULL,
  "region_name"          text,
  "province_name"        text,
  "muncity_name"         text,
  "participant_category" text,
  "sex"                  text,
  "trained_years"        bigint NOT NULL,
  "n"                    bigint NOT NULL,
  "quantity"             bigint NOT NULL
);

ALTER TABLE "public"."attendance_counts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."attendance_counts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."attendance_counts" FROM "anon";

CREATE TABLE "public"."attendance" (
  "participant_id"       bigint NOT NULL,
  "office"               text   NOT NULL,
  "region_name"          text,
  "province_name"        text,
  "muncity_name"         text,
  "participant_category" text,
  "sex"                  text,
  "years"                bigint NOT NULL,
  CONSTRAINT "attendance_pkey" PRIMARY KEY (participant_id)
);

ALTER TABLE "public"."attendance"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."attendance"
  FORCE ROW LEVEL SECURITY;

ALTER TABLE "public"."attendance"
  SET (fillfactor=80);

REVOKE ALL ON TABLE "public"."attendance" FROM "anon";

CREATE TABLE "public"."marks" (
  "subject"              text     NOT NULL,
  "marked_id"            bigint   NOT NULL,
  "office"               text     NOT NULL,
  "region_name"          text,
  "province_name"        text,
  "muncity_name"         text,
  "form_5_targeted"      bigint   NOT NULL DEFAULT 0,
  "form_5_accomplished"  bigint   NOT NULL DEFAULT 0,
  "form_5_programmed"    bigint   NOT NULL DEFAULT 0,
  "form_5_matched"       bigint[] NOT NULL DEFAULT '{0,0,0}'::bigint[],
  "form_7_targeted"      bigint   NOT NULL DEFAULT 0,
  "form_7_accomplished"  bigint   NOT NULL DEFAULT 0,
  "form_7_programmed"    bigint   NOT NULL DEFAULT 0,
  "form_7_matched"       bigint[] NOT NULL DEFAULT '{0,0,0}'::bigint[],
  "form_10_accomplished" bigint   NOT NULL DEFAULT 0,
  "form_10_programmed"   bigint   NOT NULL DEFAULT 0,
  "form_11_targeted"     bigint   NOT NULL DEFAULT 0,
  "form_11_accomplished" bigint   NOT NULL DEFAULT 0,
  "form_11_programmed"   bigint   NOT NULL DEFAULT 0,
  "form_11_matched"      bigint[] NOT NULL DEFAULT '{0,0,0}'::bigint[],
  "training_trained"     bigint   NOT NULL DEFAULT 0,
  CONSTRAINT "marks_pkey" PRIMARY KEY (subject, marked_id),
  CONSTRAINT "marks_subject_check" CHECK ((subject = ANY (ARRAY['arbo'::text, 'arc'::text])))
);

ALTER TABLE "public"."marks"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."marks"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."marks" FROM "anon";

CREATE TABLE "public"."outcome_counts" (
  "office"         text     NOT NULL,
  "region_name"    text,
  "province_name"  text,
  "form"           text     NOT NULL,
  "side"           text     NOT NULL,
  "kind"           text,
  "year"           integer,
  "matched_within" smallint NOT NULL,
  "n"              bigint   NOT NULL,
  "quantity"       bigint   NOT NULL
);

ALTER TABLE "public"."outcome_counts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."outcome_counts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."outcome_counts" FROM "anon";

CREATE TABLE "public"."programme_marks" (
  "subject"              text     NOT NULL,
  "marked_id"            bigint   NOT NULL,
  "office"               text     NOT NULL,
  "region_name"          text,
  "province_name"        text,
  "muncity_name"         text,
  "form_5_targeted"      bigint   NOT NULL DEFAULT 0,
  "form_5_accomplished"  bigint   NOT NULL DEFAULT 0,
  "form_5_programmed"    bigint   NOT NULL DEFAULT 0,
  "form_5_matched"       bigint[] NOT NULL DEFAULT '{0,0,0}'::bigint[],
  "form_7_targeted"      bigint   NOT NULL DEFAULT 0,
  "form_7_accomplished"  bigint   NOT NULL DEFAULT 0,
  "form_7_programmed"    bigint   NOT NULL DEFAULT 0,
  "form_7_matched"       bigint[] NOT NULL DEFAULT '{0,0,0}'::bigint[],
  "form_10_accomplished" bigint   NOT NULL DEFAULT 0,
  "form_10_programmed"   bigint   NOT NULL DEFAULT 0,
  "form_11_targeted"     bigint   NOT NULL DEFAULT 0,
  "form_11_accomplished" bigint   NOT NULL DEFAULT 0,
  "form_11_programmed"   bigint   NOT NULL DEFAULT 0,
  "form_11_matched"      bigint[] NOT NULL DEFAULT '{0,0,0}'::bigint[],
  "training_trained"     bigint   NOT NULL DEFAULT 0,
  "programme"            text     NOT NULL,
  CONSTRAINT "marks_subject_check" CHECK ((subject = ANY (ARRAY['arbo'::text, 'arc'::text]))),
  CONSTRAINT "programme_marks_pkey" PRIMARY KEY (subject, marked_id, programme)
);

ALTER TABLE "public"."programme_marks"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."programme_marks"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."programme_marks" FROM "anon";

CREATE TYPE "private"."activity_group" AS (
  "form"         text,
  "organization" text,
  "year"         integer
);

CREATE OR REPLACE FUNCTION private.activities_about (
  wanted_table text,
  ids          bigint[],
  groups       private.activity_group[]
)
  RETURNS SETOF public.activities
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select a.* from public.activities a where a.table_name = wanted_table and a.row_id = any (ids)
  union
  select a.* from unnest(groups) g join public.activities a using (form, organization, year)
$function$;

CREATE OR REPLACE FUNCTION private.activity_forms()
  RETURNS TABLE (
    place      integer,
    table_name text,
    form       text,
    side       text,
    arbo_key   text,
    year       text,
    quarter    text,
    month      text,
    kind       text,
    quantity   text
  )
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select f.place, f.table_name, f.form, f.side, coalesce(f.arbo_key, 'null::bigint'),
    coalesce(f.year, 'r.reporting_year'), coalesce(f.quarter, 'r.reporting_quarter'),
    coalesce(f.month, 'r.reporting_month'), coalesce(f.kind, 'null::text'), coalesce(f.quantity, '0')
  from (values
    (1, 'form_5_annualtargets', 'form-5', '''target''', null, null, 'null::text', 'null::text', null, null),
    (2, 'form_5_accomps', 'form-5', '''accomplishment''', 'r."arboPrimaryKey"', null, null, null, null, null),
    (3, 'form7_proddevs', 'form-7', '''target''', null, null, null, null, 'r.type_product', null),
    (4, 'form7_accomps', 'form-7', '''accomplishment''', null, null, null, null, 'r.type_product', null),
    (5, 'form_10', 'form-10', '''accomplishment''', null, null, null, null, 'r.type_enterprise', null),
    (6, 'form11_accomps', 'form-11', 'case when r.status = ''Target'' then ''target'' else ''accomplishment'' end',
      null, null, null, null, 'r.support_provided', 'coalesce(r.quantity_hard, 0)'),
    (7, 'arbo_marketing_targets', 'marketing', '''target''', null, null, 'null::text', 'null::text',
      'r.target_commodity', null),
    (8, 'arb_marketing_assistance_monitoring', 'marketing', '''accomplishment''', null, null, null, null,
      'r.special_commodity', null),
    (9, 'arbo_trainings', 'training', '''training''', 'r."arboPrimaryKey"',
      'extract(year from coalesce(r.date_conducted, r.start_date))::integer',
      '''Q'' || extract(quarter from coalesce(r.date_conducted, r.start_date))',
      'to_char(coalesce(r.date_conducted, r.start_date), ''FMMonth'')', 'r.training_category', null)
  ) f (place, table_name, form, side, arbo_key, year, quarter, month, kind, quantity)
$function$;

CREATE OR REPLACE FUNCTION private.activity_marks (
  subject      text,
  forms        text[],
  filters      jsonb,
  by_programme boolean DEFAULT false
)
  RETURNS TABLE (
    marked_id    bigint,
    programme    text,
    targeted     boolean,
    accomplished boolean,
    matched      boolean,
    trained      boolean,
    programmed   boolean
  )
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  ROWS 10000
  SET search_path TO ''
  AS $function$
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
$function$;

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
    select %1$L::text, r.id, %3$L::text, %4$s, r.office, r.region_name, r.province_name, r.muncity_name, r.arbo_id,
      case when r.arbo_id is null then r.arbo_name end, r.arc_id, coalesce(%6$s, r.year_funded), %6$s, %7$s, %8$s,
      r.year_funded, r.fund_source, r.psp_category, r.subpsp_name, r.subpsp_abbreviation, %9$s, %10$s::bigint,
      o.organization, coalesce(m.id, case when r.arbo_id is null then %5$s end), c.id,
      case when o.organization is null or coalesce(%6$s, r.year_funded) is null then 0
        else coalesce(k.matched_within, 0) end::smallint
    from %2$s r
    left join public.arbo_masterlist m on m.arbo_id = r.arbo_id
    left join public.arc_masterlist c on c.arc_id = r.arc_id
    left join public.activities k on k.table_name = %1$L and k.row_id = r.id
    cross join lateral (select coalesce(r.arbo_id, (
        select min(n.arbo_id) from public.arbo_masterlist n where n.office = r.office and n.arbo_name = r.arbo_name
      ), r.office || ' ' || r.arbo_name) as organization) o$q$,
    f.table_name, rows_name, f.form, f.side, f.arbo_key, f.year, f.quarter, f.month, f.kind, f.quantity)
  from private.activity_forms() f
  where f.table_name = wanted_table
$function$;

CREATE OR REPLACE FUNCTION private.attendance_of (
  ids bigint[]
)
  RETURNS SETOF public.attendance
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select p.id, p.office, p.region_name, p.province_name, p.muncity_name, p.participant_category, p.sex,
    bit_or(private.year_bit(a.year))
  from public.participants p
  cross join lateral unnest(p.training_id) attended (training_id)
  join public.arbo_trainings t on t.training_id = attended.training_id
  join public.activities a on a.table_name = 'arbo_trainings' and a.row_id = t.id
  where p.id = any (ids)
  group by p.id
$function$;

CREATE OR REPLACE FUNCTION private.caller_reach()
  RETURNS smallint
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select (1 + coalesce((select cardinality(l.scope) from private.levels l where l.level = private.caller_level()), 0)
    )::smallint
$function$;

CREATE OR REPLACE FUNCTION private.counted_tables()
  RETURNS TABLE (
    table_name text,
    counts     text,
    keys       text,
    rows_query text
  )
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  values
    ('participants', 'participant_counts',
      'office, region_name, province_name, year_funded, fund_source, psp_category, subpsp_abbreviation, '
      'participant_category, sex, trained, programmed',
      'select office, region_name, province_name, year_funded, fund_source, psp_category, subpsp_abbreviation, '
      'participant_category, sex, coalesce(cardinality(training_id) > 0, false), '
      'coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}'),
    ('participants', 'participant_town_counts',
      'office, region_name, province_name, muncity_name, participant_category, sex, trained, programmed',
      'select office, region_name, province_name, muncity_name, participant_category, sex, '
      'coalesce(cardinality(training_id) > 0, false), '
      'coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}'),
    ('attendance', 'attendance_counts',
      'office, region_name, province_name, muncity_name, participant_category, sex, trained_years',
      'select office, region_name, province_name, muncity_name, participant_category, sex, years, 0 from {rows}'),
    ('arbo_masterlist', 'arbo_counts',
      'office, region_name, province_name, registering_agency, current_arbo_status, it_easy_level_2024',
      'select office, region_name, province_name, registering_agency, current_arbo_status, it_easy_level_2024, '
      'coalesce(no_arb_member_total, 0) from {rows}')
$function$;

CREATE OR REPLACE FUNCTION private.figure_differences()
  RETURNS TABLE (
    kept text,
    what text
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  source record;
begin
  for source in
    select f.table_name as name, private.activity_query(f.table_name, format('public.%I', f.table_name)) as expected,
      format('select * from public.activities where table_name = %L', f.table_name) as actual
    from private.activity_forms() f
    union all
    select 'matched activities', 'select * from private.nearest_counterparts(null)',
      'select table_name, row_id, matched_within from public.activities
       where organization is not null and year is not null'
    union all
    select 'outcome_counts',
      'select office, region_name, province_name, form, side, kind, year, matched_within, count(*)::bigint,
         sum(quantity)::bigint
       from public.activities group by 1, 2, 3, 4, 5, 6, 7, 8',
      'select * from public.outcome_counts where n <> 0 or quantity <> 0'
    union all
    select table_name, format('select f.* from private.marks_of(array(select id from public.arbo_masterlist),
        array(select id from public.arc_masterlist)) f where f.programme is %s null', condition),
      format('select * %s from public.%I', columns, table_name)
    from (values ('marks', '', ', null::text'), ('programme_marks', 'not', '')) m (table_name, condition, columns)
    union all
    select 'attendance',
      'select a.* from private.attendance_of(array(
         select id from public.participants where cardinality(training_id) > 0)) a',
      'select * from public.attendance'
    union all
    select c.counts, format('select %1$s, count(*)::bigint, sum(quantity)::bigint from (%2$s) k (%1$s, quantity)
        group by %1$s', c.keys, replace(c.rows_query, '{rows}', format('public.%I', c.table_name))),
      format('select %s, n, quantity from public.%I where n <> 0 or quantity <> 0', c.keys, c.counts)
    from private.counted_tables() c
  loop
    return query execute format(
      'select %1$L, ''missing: '' || e::text from (%2$s except %3$s) e
       union all
       select %1$L, ''too much: '' || a::text from (%3$s except %2$s) a', source.name, source.expected, source.actual);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_activities()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ids bigint[] := '{}';
  names text[] := '{}';
  states public.activities[] := '{}';
begin
  if tg_op <> 'INSERT' then
    ids := array(select o.id from old_rows o);
    names := array(select distinct private.name_lock(o.office, o.arbo_name) from old_rows o where o.arbo_id is null);
  end if;
  if tg_op <> 'DELETE' then
    names := names || array(
      select distinct private.name_lock(n.office, n.arbo_name) from new_rows n where n.arbo_id is null);
  end if;
  -- The names that rows leave, too: whoever renames such an organization writes their activities.
  perform private.lock_figures(names);
  if tg_op <> 'DELETE' then
    execute format('select array(select row(s.*)::public.activities from (%s) s)',
      private.activity_query(tg_table_name, 'new_rows')) into states;
  end if;
  perform private.write_activities(tg_table_name, ids, states);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_attendance()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ids bigint[] := '{}';
begin
  if tg_op = 'DELETE' then
    ids := array(select o.id from old_rows o where cardinality(o.training_id) > 0);
  elsif tg_op = 'INSERT' then
    ids := array(select n.id from new_rows n where cardinality(n.training_id) > 0);
  else
    ids := array(
      select n.id
      from new_rows n join old_rows o using (id)
      where cardinality(n.training_id || o.training_id) > 0
        and row(n.office, n.muncity_name, n.participant_category, n.sex, n.training_id)
        is distinct from row(o.office, o.muncity_name, o.participant_category, o.sex, o.training_id));
  end if;
  if cardinality(ids) = 0 then
    return null;
  end if;
  perform from (
    select t.id from public.arbo_trainings t
    where t.training_id in (select unnest(p.training_id) from public.participants p where p.id = any (ids))
    order by t.id
    for share) locked;
  perform private.write_attendance(ids);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_attendance_of_trainings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ids constant bigint[] := array(
    select distinct l.participant_id
    from new_rows n
    join old_rows o using (id)
    join public.participant_trainings l on l.training_id = n.training_id and l.attended
    where (n.date_conducted, n.start_date, n.year_funded)
      is distinct from (o.date_conducted, o.start_date, o.year_funded));
begin
  if cardinality(ids) > 0 then
    perform from (select p.id from public.participants p where p.id = any (ids) order by p.id for share) locked;
    perform private.write_attendance(ids);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_marks()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  moved bigint[];
begin
  if tg_op = 'INSERT' then
    insert into public.marks (subject, marked_id, office, region_name, province_name, muncity_name)
    select tg_argv[0], n.id, n.office, n.region_name, n.province_name, n.muncity_name from new_rows n;
  elsif tg_op = 'DELETE' then
    delete from public.programme_marks p using old_rows o where p.subject = tg_argv[0] and p.marked_id = o.id;
    delete from public.marks m using old_rows o where m.subject = tg_argv[0] and m.marked_id = o.id;
  else
    moved := array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.office, n.muncity_name) is distinct from (o.office, o.muncity_name));
    if cardinality(moved) > 0 then
      perform private.renew_marks(case tg_argv[0] when 'arbo' then moved else '{}' end,
        case tg_argv[0] when 'arc' then moved else '{}' end);
    end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_organizations()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  offices text[] := '{}';
  names text[] := '{}';
  found_rows record;
begin
  if tg_op = 'INSERT' then
    select array_agg(n.office), array_agg(n.arbo_name) into offices, names from new_rows n where n.arbo_id is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(o.office), array_agg(o.arbo_name) into offices, names from old_rows o where o.arbo_id is not null;
  else
    select array_agg(c.office), array_agg(c.arbo_name) into offices, names
    from (
      select id, office, arbo_name, arbo_id from new_rows except select id, office, arbo_name, arbo_id from old_rows
      union all
      (select id, office, arbo_name, arbo_id from old_rows
        except select id, office, arbo_name, arbo_id from new_rows)) c;
  end if;
  if cardinality(names) > 0 then
    perform private.lock_figures(array(
      select distinct private.name_lock(c.office, c.arbo_name) from unnest(offices, names) c (office, arbo_name)));
    for found_rows in
      select a.table_name, array_agg(distinct a.row_id) as ids
      from unnest(offices, names) c (office, arbo_name) join public.activities a using (office, arbo_name)
      where a.arbo_id is null
      group by a.table_name
      order by a.table_name
    loop
      perform private.renew_activities(found_rows.table_name, found_rows.ids);
    end loop;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_figures (
  keys text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  everything constant bigint := 6000000000000000000;
  hashes constant bigint[] := array(
    select distinct hashtextextended(k, 0) from unnest(keys) k where k is not null order by 1);
  hash bigint;
begin
  if cardinality(hashes) > 200 then
    perform pg_advisory_xact_lock(everything);
  else
    perform pg_advisory_xact_lock_shared(everything) where cardinality(hashes) > 0;
    foreach hash in array hashes loop
      perform pg_advisory_xact_lock(hash);
    end loop;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.marks_of (
  arbos bigint[],
  arcs  bigint[]
)
  RETURNS SETOF public.programme_marks
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
    begin
      return query
        select m.subject, m.marked_id, m.office, m.region_name, m.province_name, m.muncity_name, coalesce(bit_or(a.years) filter (where a.form = 'form-5' and a.side = 'target'), 0),
          coalesce(bit_or(a.years) filter (where a.form = 'form-5' and a.side = 'accomplishment'), 0),
          coalesce(bit_or(a.years) filter (where a.form = 'form-5' and a.programmed), 0),
          array[coalesce(bit_or(a.years) filter (where a.form = 'form-5' and a.side = 'target' and a.matched_within >= 1), 0),
            coalesce(bit_or(a.years) filter (where a.form = 'form-5' and a.side = 'target' and a.matched_within >= 2), 0),
            coalesce(bit_or(a.years) filter (where a.form = 'form-5' and a.side = 'target' and a.matched_within >= 3), 0)],
          coalesce(bit_or(a.years) filter (where a.form = 'form-7' and a.side = 'target'), 0),
          coalesce(bit_or(a.years) filter (where a.form = 'form-7' and a.side = 'accomplishment'), 0),
          coalesce(bit_or(a.years) filter (where a.form = 'form-7' and a.programmed), 0),
          array[coalesce(bit_or(a.years) filter (where a.form = 'form-7' and a.side = 'target' and a.matched_within >= 1), 0),
            coalesce(bit_or(a.years) filter (where a.form = 'form-7' and a.side = 'target' and a.matched_within >= 2), 0),
            coalesce(bit_or(a.years) filter (where a.form = 'form-7' and a.side = 'target' and a.matched_within >= 3), 0)],
          coalesce(bit_or(a.years) filter (where a.form = 'form-10' and a.side = 'accomplishment'), 0),
          coalesce(bit_or(a.years) filter (where a.form = 'form-10' and a.programmed), 0),
          coalesce(bit_or(a.years) filter (where a.form = 'form-11' and a.side = 'target'), 0),
          coalesce(bit_or(a.years) filter (where a.form = 'form-11' and a.side = 'accomplishment'), 0),
          coalesce(bit_or(a.years) filter (where a.form = 'form-11' and a.programmed), 0),
          array[coalesce(bit_or(a.years) filter (where a.form = 'form-11' and a.side = 'target' and a.matched_within >= 1), 0),
            coalesce(bit_or(a.years) filter (where a.form = 'form-11' and a.side = 'target' and a.matched_within >= 2), 0),
            coalesce(bit_or(a.years) filter (where a.form = 'form-11' and a.side = 'target' and a.matched_within >= 3), 0)],
          coalesce(bit_or(a.years) filter (where a.form = 'training' and true), 0), a.programme
        from (
          select * from private.marked_rows where subject = 'arbo' and marked_id = any (arbos)
          union all
          select * from private.marked_rows where subject = 'arc' and marked_id = any (arcs)
        ) m
        left join (
          select k.*, p.programme, private.year_bit(k.year) as years,
            k.side = 'accomplishment' and k.subpsp_abbreviation <> 'No Project' as programmed
          from (
            select 'arbo' as subject, arbo as marked_id, form, side, year, matched_within, subpsp_abbreviation
            from public.activities where arbo = any (arbos)
            union all
            select 'arc', arc, form, side, year, matched_within, subpsp_abbreviation
            from public.activities where arc = any (arcs)
          ) k
          cross join lateral (
            select null::text as programme
            union all select k.subpsp_abbreviation where k.subpsp_abbreviation is not null) p
        ) a using (subject, marked_id)
        group by m.subject, m.marked_id, m.office, m.region_name, m.province_name, m.muncity_name, a.programme;
    end
    $function$;

CREATE OR REPLACE FUNCTION private.name_lock (
  office    text,
  arbo_name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select 'name ' || office || ' ' || arbo_name $function$;

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
    ), counterparts as (
      select distinct a.form, a.organization, a.year, a.side, a.office, a.region_name, a.subpsp_name
      from touched join public.activities a using (form, organization, year)
    )
    select a.table_name, a.row_id,
      coalesce(max(case when c.office = a.office then 3 when c.region_name = a.region_name then 2
        when c.office is not null then 1 end), 0)::smallint
    from touched
    join public.activities a using (form, organization, year)
    left join counterparts c on c.form = a.form and c.organization = a.organization and c.year = a.year
      and c.side <> a.side and (c.subpsp_name = a.subpsp_name or c.subpsp_name is null or a.subpsp_name is null)
    group by a.table_name, a.row_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.rebuild_figures()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  source record;
begin
  for source in
    select table_name from private.activity_forms() union select 'arbo_masterlist' union select 'arc_masterlist'
      union select 'participants'
    order by 1
  loop
    execute format('lock table public.%I in share row exclusive mode', source.table_name);
  end loop;
  delete from public.activities;
  delete from public.outcome_counts;
  delete from public.marks;
  delete from public.programme_marks;
  for source in select f.table_name from private.activity_forms() f order by f.place loop
    execute 'insert into public.activities '
      || private.activity_query(source.table_name, format('public.%I', source.table_name));
  end loop;
  analyze public.activities;
  update public.activities a
  set matched_within = n.matched_within
  from private.nearest_counterparts(null) n
  where a.table_name = n.table_name and a.row_id = n.row_id and a.matched_within <> n.matched_within;
  insert into public.outcome_counts
    (office, region_name, province_name, form, side, kind, year, matched_within, n, quantity)
  select office, region_name, province_name, form, side, kind, year, matched_within, count(*), sum(quantity)
  from public.activities
  group by office, region_name, province_name, form, side, kind, year, matched_within;
  insert into public.marks (subject, marked_id, office, region_name, province_name, muncity_name)
  select subject, marked_id, office, region_name, province_name, muncity_name from private.marked_rows;
  perform private.renew_marks(array(select id from public.arbo_masterlist),
    array(select id from public.arc_masterlist));
  delete from public.attendance;
  insert into public.attendance
  select a.* from private.attendance_of(array(select id from public.participants where cardinality(training_id) > 0)) a;
  for source in select * from private.counted_tables() loop
    execute format('delete from public.%I', source.counts);
    call private.count_all(source.table_name, source.counts, source.keys, source.rows_query);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.renew_activities (
  wanted_table text,
  ids          bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  states public.activities[];
begin
  perform private.lock_figures(array(
    select distinct a.organization from public.activities a
    where a.table_name = wanted_table and a.row_id = any (ids)));
  execute format('select array(select row(s.*)::public.activities from (%s) s)', private.activity_query(wanted_table,
    format('(select * from public.%I where id = any ($1))', wanted_table))) into states using ids;
  perform private.write_activities(wanted_table, ids, states);
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

CREATE OR REPLACE FUNCTION private.write_activities (
  wanted_table text,
  ids          bigint[],
  states       public.activities[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  came public.activities[] := array(
    select s from unnest(states) s
    except
    select a from public.activities a where a.table_name = wanted_table and a.row_id = any (ids));
  gone bigint[] := array(
    select a.row_id from public.activities a where a.table_name = wanted_table and a.row_id = any (ids)
    except
    select s.row_id from unnest(states) s);
  written bigint[] := gone || array(select c.row_id from unnest(came) c);
  groups private.activity_group[];
  was public.activities[];
  now public.activities[];
begin
  if cardinality(written) = 0 then
    return;
  end if;
  groups := array(
    select row(a.form, a.organization, a.year)::private.activity_group
    from (
      select * from unnest(came)
      union all
      select * from public.activities where table_name = wanted_table and row_id = any (written)) a
    where a.organization is not null and a.year is not null
    group by a.form, a.organization, a.year);
  perform private.lock_figures(array(select g.organization from unnest(groups) g));
  was := array(select a from private.activities_about(wanted_table, written, groups) a);
  delete from public.activities a where a.table_name = wanted_table and a.row_id = any (written);
  insert into public.activities select c.* from unnest(came) c;
  update public.activities a
  set matched_within = n.matched_within
  from private.nearest_counterparts(groups) n
  where a.table_name = n.table_name and a.row_id = n.row_id and a.matched_within <> n.matched_within;
  now := array(select a from private.activities_about(wanted_table, written, groups) a);
  perform private.renew_marks(
    array(select a.arbo from unnest(was || now) a where a.arbo is not null group by a.arbo),
    array(select a.arc from unnest(was || now) a where a.arc is not null group by a.arc));
  insert into public.outcome_counts as kept
    (office, region_name, province_name, form, side, kind, year, matched_within, n, quantity)
  select a.office, a.region_name, a.province_name, a.form, a.side, a.kind, a.year, a.matched_within,
    sum(a.delta), sum(a.delta * a.quantity)
  from (
    select n.*, 1 as delta from unnest(now) n
    union all
    select w.*, -1 from unnest(was) w) a
  group by a.office, a.region_name, a.province_name, a.form, a.side, a.kind, a.year, a.matched_within
  having sum(a.delta) <> 0 or sum(a.delta * a.quantity) <> 0
  order by a.office, a.region_name, a.province_name, a.form, a.side, a.kind, a.year, a.matched_within
  on conflict (office, region_name, province_name, form, side, kind, year, matched_within)
  do update set n = kept.n + excluded.n, quantity = kept.quantity + excluded.quantity;
end
$function$;

CREATE OR REPLACE FUNCTION private.write_attendance (
  ids bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  states constant public.attendance[] := array(select s from private.attendance_of(ids) s);
begin
  delete from public.attendance a
  where a.participant_id = any (ids) and a.participant_id <> all (array(select s.participant_id from unnest(states) s));
  insert into public.attendance as kept
  select c.*
  from (
    select (s).* from unnest(states) s
    except
    select a.* from public.attendance a where a.participant_id = any (ids)) c
  order by c.participant_id
  on conflict (participant_id) do update set
    (office, region_name, province_name, muncity_name, participant_category, sex, years)
    = row(excluded.office, excluded.region_name, excluded.province_name, excluded.muncity_name,
      excluded.participant_category, excluded.sex, excluded.years);
end
$function$;

CREATE OR REPLACE FUNCTION private.year_bit (
  year integer
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
 
  AS $function$ select case when year is null then 1 else 1::bigint << (least(greatest(year, 1990), 2051) - 1989) end $function$;

CREATE OR REPLACE FUNCTION private.year_bits (
  year_from integer,
  year_to   integer
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select case
    when year_from is null and year_to is null then 9223372036854775807
    when coalesce(year_from, 1990) > coalesce(year_to, 2051) then 0
    else ((1::bigint << (coalesce(year_to, 2051) - 1990 + 1)) - 1 << 1)
      & ~((1::bigint << (coalesce(year_from, 1990) - 1989)) - 1)
      & 9223372036854775807
  end
$function$;

CREATE OR REPLACE PROCEDURE private.count_all (
  IN source text,
  IN counts text,
  IN keys text,
  IN rows_query text
)
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $procedure$
begin
  execute format($sql$
    insert into public.%1$I (%2$s, n, quantity)
    select %2$s, count(*), sum(quantity) from (%3$s) k (%2$s, quantity)
    group by %2$s$sql$,
    counts, keys, replace(rows_query, '{rows}', format('public.%I', source)));
end
$procedure$;

CREATE OR REPLACE PROCEDURE private.keep_counts (
  IN source regclass,
  IN counts text,
  IN keys text,
  IN rows_query text
)
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $procedure$
declare
  event record;
begin
  for event in
    select *
    from (values
      ('insert', 'new table as new_rows'),
      ('update', 'old table as old_rows new table as new_rows'),
      ('delete', 'old table as old_rows')
    ) e (verb, transition)
  loop
    execute format($sql$
      create trigger %I after %s on %s referencing %s
        for each statement execute function private.count_rows(%L, %L, %L)$sql$,
      counts || '_' || event.verb, event.verb, source, event.transition, counts, keys, rows_query);
  end loop;
end
$procedure$;

CREATE VIEW "private"."marked_rows" AS  SELECT 'arbo'::text AS subject,
    m.id AS marked_id,
    m.office,
    m.region_name,
    m.province_name,
    m.muncity_name
   FROM public.arbo_masterlist m
UNION ALL
 SELECT 'arc'::text AS subject,
    m.id AS marked_id,
    m.office,
    m.region_name,
    m.province_name,
    m.muncity_name
   FROM public.arc_masterlist m;

CREATE VIEW "public"."accomplishment_outcomes" WITH (security_invoker=true) AS  SELECT table_name,
    row_id,
    form,
    side,
    office,
    region_name,
    province_name,
    muncity_name,
    arbo_id,
    arbo_name,
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
    arbo_name,
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
    NULL::bigint AS arbo_key,
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
    NULL::bigint AS arbo_key,
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
    NULL::bigint AS arbo_key,
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
    NULL::bigint AS arbo_key,
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
declare
  wanted_id text := (select m.arbo_id from public.arbo_masterlist m where m.id = wanted_arbo);
begin
  -- Two questions instead of one with "or": either finds its rows by an index.
  return query
    select * from public.overdue o where o.arbo_id = wanted_id
    union
    select * from public.overdue o where o.arbo_key = wanted_arbo
    order by due_on, table_name, row_id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."overdue_of"(bigint) FROM PUBLIC, "anon";

REVOKE ALL ON TABLE "public"."overdue" FROM "anon";

REVOKE ALL ON TABLE "public"."target_outcomes" FROM "anon";

CREATE INDEX activities_arbo ON public.activities USING btree (arbo);

CREATE INDEX activities_arc ON public.activities USING btree (arc);

CREATE INDEX activities_form ON public.activities USING btree (form, side, year);

CREATE INDEX activities_matching ON public.activities USING btree (form, organization, year);

CREATE INDEX activities_named ON public.activities USING btree (office, arbo_name)
  WHERE (arbo_id IS NULL);

CREATE INDEX activities_office ON public.activities USING btree (office, form, side, year);

CREATE UNIQUE INDEX arbo_counts_office_region_name_province_name_registering_ag_idx ON public.arbo_counts
 
  USING btree (office, region_name, province_name, registering_agency, current_arbo_status, it_easy_level_2024) NULLS NOT DISTINCT;

CREATE UNIQUE INDEX attendance_counts_office_region_name_province_name_muncity__idx ON public.attendance_counts
 
  USING btree (office, region_name, province_name, muncity_name, participant_category, sex, trained_years) NULLS NOT DISTINCT;

CREATE UNIQUE INDEX outcome_counts_office_region_name_province_name_form_side_k_idx ON public.outcome_counts
  USING btree (office, region_name, province_name, form, side, kind, year, matched_within) NULLS NOT DISTINCT;

CREATE TRIGGER written_activities_delete
  AFTER DELETE ON public.arb_marketing_assistance_monitoring REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_insert
  AFTER INSERT ON public.arb_marketing_assistance_monitoring REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_update
  AFTER UPDATE ON public.arb_marketing_assistance_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_delete
  AFTER DELETE ON public.arbo_marketing_targets REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_insert
  AFTER INSERT ON public.arbo_marketing_targets REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_update
  AFTER UPDATE ON public.arbo_marketing_targets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER arbo_counts_delete AFTER DELETE ON public.arbo_masterlist
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'arbo_counts',
  'office, region_name, province_name, registering_agency, current_arbo_status, it_easy_level_2024',
  'select office, region_name, province_name, registering_agency, current_arbo_status, it_easy_level_2024, coalesce(no_arb_member_total, 0) from {rows}'
);

CREATE TRIGGER arbo_counts_insert AFTER INSERT ON public.arbo_masterlist
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'arbo_counts',
  'office, region_name, province_name, registering_agency, current_arbo_status, it_easy_level_2024',
  'select office, region_name, province_name, registering_agency, current_arbo_status, it_easy_level_2024, coalesce(no_arb_member_total, 0) from {rows}'
);

CREATE TRIGGER arbo_counts_update AFTER UPDATE ON public.arbo_masterlist
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'arbo_counts',
  'office, region_name, province_name, registering_agency, current_arbo_status, it_easy_level_2024',
  'select office, region_name, province_name, registering_agency, current_arbo_status, it_easy_level_2024, coalesce(no_arb_member_total, 0) from {rows}'
);

CREATE TRIGGER written_marks_delete AFTER DELETE ON public.arbo_masterlist
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_marks (
  'arbo'
);

CREATE TRIGGER written_marks_insert AFTER INSERT ON public.arbo_masterlist
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_marks (
  'arbo'
);

CREATE TRIGGER written_marks_update AFTER UPDATE ON public.arbo_masterlist
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_marks (
  'arbo'
);

CREATE TRIGGER written_organizations_delete
  AFTER DELETE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_organizations();

CREATE TRIGGER written_organizations_insert
  AFTER INSERT ON public.arbo_masterlist REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_organizations();

CREATE TRIGGER written_organizations_update
  AFTER UPDATE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_organizations();

CREATE TRIGGER written_activities_delete
  AFTER DELETE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_insert
  AFTER INSERT ON public.arbo_trainings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_update
  AFTER UPDATE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_attendance_update
  AFTER UPDATE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_attendance_of_trainings();

CREATE TRIGGER written_marks_delete AFTER DELETE ON public.arc_masterlist
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_marks (
  'arc'
);

CREATE TRIGGER written_marks_insert AFTER INSERT ON public.arc_masterlist
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_marks (
  'arc'
);

CREATE TRIGGER written_marks_update AFTER UPDATE ON public.arc_masterlist
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_marks (
  'arc'
);

CREATE TRIGGER attendance_counts_delete AFTER DELETE ON public.attendance
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'attendance_counts',
  'office, region_name, province_name, muncity_name, participant_category, sex, trained_years',
  'select office, region_name, province_name, muncity_name, participant_category, sex, years, 0 from {rows}'
);

CREATE TRIGGER attendance_counts_insert AFTER INSERT ON public.attendance
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'attendance_counts',
  'office, region_name, province_name, muncity_name, participant_category, sex, trained_years',
  'select office, region_name, province_name, muncity_name, participant_category, sex, years, 0 from {rows}'
);

CREATE TRIGGER attendance_counts_update AFTER UPDATE ON public.attendance
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'attendance_counts',
  'office, region_name, province_name, muncity_name, participant_category, sex, trained_years',
  'select office, region_name, province_name, muncity_name, participant_category, sex, years, 0 from {rows}'
);

CREATE TRIGGER written_activities_delete
  AFTER DELETE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_insert
  AFTER INSERT ON public.form11_accomps REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_update
  AFTER UPDATE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_delete
  AFTER DELETE ON public.form7_accomps REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_insert
  AFTER INSERT ON public.form7_accomps REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_update
  AFTER UPDATE ON public.form7_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_delete
  AFTER DELETE ON public.form7_proddevs REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_insert
  AFTER INSERT ON public.form7_proddevs REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_update
  AFTER UPDATE ON public.form7_proddevs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_delete
  AFTER DELETE ON public.form_10 REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_insert
  AFTER INSERT ON public.form_10 REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_update
  AFTER UPDATE ON public.form_10 REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_delete
  AFTER DELETE ON public.form_5_accomps REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_insert
  AFTER INSERT ON public.form_5_accomps REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_update
  AFTER UPDATE ON public.form_5_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_delete
  AFTER DELETE ON public.form_5_annualtargets REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_insert
  AFTER INSERT ON public.form_5_annualtargets REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_activities_update
  AFTER UPDATE ON public.form_5_annualtargets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_activities();

CREATE TRIGGER written_attendance_delete
  AFTER DELETE ON public.participants REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_attendance();

CREATE TRIGGER written_attendance_insert
  AFTER INSERT ON public.participants REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_attendance();

CREATE TRIGGER written_attendance_update
  AFTER UPDATE ON public.participants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_attendance();

CREATE POLICY "select_in_scope_for_central" ON "public"."activities"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."activities"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.caller_of_province() AS caller_of_province)));

CREATE POLICY "select_in_scope" ON "public"."activities"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

CREATE POLICY "select_in_scope_for_central" ON "public"."arbo_counts"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."arbo_counts"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.caller_of_province() AS caller_of_province)));

CREATE POLICY "select_in_scope" ON "public"."arbo_counts"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

CREATE POLICY "select_in_scope_for_central" ON "public"."attendance"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."attendance"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.caller_of_province() AS caller_of_province)));

CREATE POLICY "select_in_scope" ON "public"."attendance"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

CREATE POLICY "select_in_scope_for_central" ON "public"."attendance_counts"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."attendance_counts"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.caller_of_province() AS caller_of_province)));

CREATE POLICY "select_in_scope" ON "public"."attendance_counts"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

CREATE POLICY "select_in_scope_for_central" ON "public"."marks"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."marks"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.caller_of_province() AS caller_of_province)));

CREATE POLICY "select_in_scope" ON "public"."marks"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

CREATE POLICY "select_in_scope_for_central" ON "public"."outcome_counts"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."outcome_counts"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.caller_of_province() AS caller_of_province)));

CREATE POLICY "select_in_scope" ON "public"."outcome_counts"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

CREATE POLICY "select_in_scope_for_central" ON "public"."programme_marks"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."programme_marks"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.caller_of_province() AS caller_of_province)));

CREATE POLICY "select_in_scope" ON "public"."programme_marks"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

COMMENT ON COLUMN "public"."activities"."arbo" IS
  'Row of the ARBO masterlist: of the ARBO ID, or where there is none the arboPrimaryKey.';

COMMENT ON COLUMN "public"."activities"."arbo_name" IS 'Where the row has no ARBO ID.';

COMMENT ON COLUMN "public"."activities"."arc" IS 'Row of the ARC masterlist.';

COMMENT ON COLUMN "public"."activities"."matched_within" IS
  'Where the nearest counterpart is that a target or accomplishment meets: 3 its office, 2 its region, 1 the '
  'country, 0 nowhere. Whoever sees less has less matched.';

COMMENT ON COLUMN "public"."activities"."organization" IS
  'Tells organizations apart where targets meet accomplishments: the ARBO ID; where the row has none, that of the '
  'masterlist''s ARBO of its name and office, else office and name.';

COMMENT ON COLUMN "public"."activities"."year" IS
  'Year reported, else year funded; of a training the year in which it was held.';

COMMENT ON COLUMN "public"."arbo_counts"."quantity" IS 'Their ARB members.';

COMMENT ON COLUMN "public"."attendance"."years" IS 'Years of the trainings attended, as private.year_bits has them.';

COMMENT ON COLUMN "public"."attendance_counts"."trained_years" IS
  'Years of the trainings that they attended, as private.year_bits has them.';

COMMENT ON COLUMN "public"."marks"."form_5_matched" IS
  'Years with a matched target, by private.caller_reach(): in the country, the region, the office.';

COMMENT ON COLUMN "public"."marks"."form_5_programmed" IS
  'Years with an accomplishment that names a sub-PSP; "No Project", a choice of the lists, is none.';

COMMENT ON COLUMN "public"."marks"."marked_id" IS 'Row of the ARBO or ARC masterlist.';

COMMENT ON COLUMN "public"."marks"."office" IS 'Office of the masterlist''s row, which decides who reads this one.';

COMMENT ON FUNCTION "public"."overdue_of"(bigint) IS
  'What the caller sees overdue or due within 90 days at the ARBO of this masterlist row.';

COMMENT ON TABLE "public"."activities" IS
  'Rows of the forms under one shape, kept by triggers on them. side is target, accomplishment or training.';

COMMENT ON TABLE "public"."arbo_counts" IS
  'How many organizations the masterlist has, by agency, status and level: kept by triggers on it.';

COMMENT ON TABLE "public"."attendance" IS
  'A row for each participant who attended a training, with what they are counted by: kept by triggers.';

COMMENT ON TABLE "public"."attendance_counts" IS
  'How many participants attended trainings, by municipality: kept by triggers on public.attendance.';

COMMENT ON TABLE "public"."marks" IS
  'A row for each row of the two masterlists: the years (private.year_bits) in which its activities had a mark.';

COMMENT ON TABLE "public"."outcome_counts" IS
  'How many activities there are by kind (of product, of support), year and outcome, and their quantities: kept '
  'with public.activities.';

COMMENT ON TABLE "public"."programme_marks" IS
  'The same by the sub-PSP (abbreviation) that activities name, a row for each that an organization or community '
  'has.';

COMMENT ON VIEW "public"."accomplishment_outcomes" IS
  'Accomplishments, and whether a target of the same form, organization, year and programme (where both name one) '
  'exists that the caller sees.';

COMMENT ON VIEW "public"."overdue" IS 'Everything overdue or due within 90 days that the caller sees.';

COMMENT ON VIEW "public"."overdue_targets" IS 'Targets of a year without an accomplishment, due on its last day.';

COMMENT ON VIEW "public"."target_outcomes" IS
  'Targets, and whether an accomplishment of the same form, organization, year and programme (where both name one) '
  'exists that the caller sees.';

REVOKE ALL ON FUNCTION "private"."activities_about"(text, bigint[], private.activity_group[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."activities_about"(text, bigint[], private.activity_group[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."activities_about"(text, bigint[], private.activity_group[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."activity_forms"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."activity_forms"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."activity_forms"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."activity_marks"(text, text[], jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."activity_marks"(text, text[], jsonb, boolean) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."activity_marks"(text, text[], jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."activity_marks"(text, text[], jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."activity_marks"(text, text[], jsonb, boolean) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."activity_query"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."activity_query"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."activity_query"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."attendance_of"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."attendance_of"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."attendance_of"(bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."caller_reach"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."caller_reach"() TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."caller_reach"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."caller_reach"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."caller_reach"() TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."counted_tables"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."counted_tables"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."counted_tables"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."figure_differences"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_differences"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_differences"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_activities"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_activities"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_activities"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_attendance"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_attendance"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_attendance"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_attendance_of_trainings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_attendance_of_trainings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_attendance_of_trainings"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_marks"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_marks"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_marks"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_organizations"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_organizations"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_organizations"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_figures"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_figures"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_figures"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."marks_of"(bigint[], bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."marks_of"(bigint[], bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."marks_of"(bigint[], bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."name_lock"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_lock"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_lock"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nearest_counterparts"(private.activity_group[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nearest_counterparts"(private.activity_group[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nearest_counterparts"(private.activity_group[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rebuild_figures"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rebuild_figures"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rebuild_figures"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."renew_activities"(text, bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."renew_activities"(text, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."renew_activities"(text, bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."renew_marks"(bigint[], bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."renew_marks"(bigint[], bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."renew_marks"(bigint[], bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_activities"(text, bigint[], public.activities[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_activities"(text, bigint[], public.activities[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_activities"(text, bigint[], public.activities[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_attendance"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_attendance"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_attendance"(bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."year_bit"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."year_bit"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."year_bit"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."year_bits"(integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."year_bits"(integer, integer) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."year_bits"(integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."year_bits"(integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."year_bits"(integer, integer) TO "provincial_reader";

GRANT EXECUTE ON FUNCTION "public"."overdue_of"(bigint) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "public"."overdue_of"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."overdue_of"(bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."overdue_of"(bigint) TO "provincial_reader", "service_role";

REVOKE ALL ON PROCEDURE "private"."count_all"(text, text, text, text) FROM PUBLIC;

REVOKE ALL ON PROCEDURE "private"."count_all"(text, text, text, text) FROM "postgres";

GRANT EXECUTE ON PROCEDURE "private"."count_all"(text, text, text, text) TO "postgres";

REVOKE ALL ON TABLE "public"."activities" FROM "authenticated";

GRANT SELECT ON TABLE "public"."activities" TO "authenticated";

GRANT SELECT ON TABLE "public"."activities" TO "central_reader";

REVOKE ALL ON TABLE "public"."activities" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."activities"
  TO "postgres";

GRANT SELECT ON TABLE "public"."activities" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."activities"
  TO "service_role";

REVOKE ALL ON TABLE "public"."arbo_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."arbo_counts" TO "authenticated";

GRANT SELECT ON TABLE "public"."arbo_counts" TO "central_reader";

REVOKE ALL ON TABLE "public"."arbo_counts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."arbo_counts"
  TO "postgres";

GRANT SELECT ON TABLE "public"."arbo_counts" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."arbo_counts"
  TO "service_role";

REVOKE ALL ON TABLE "public"."attendance" FROM "authenticated";

GRANT SELECT ON TABLE "public"."attendance" TO "authenticated";

GRANT SELECT ON TABLE "public"."attendance" TO "central_reader";

REVOKE ALL ON TABLE "public"."attendance" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."attendance"
  TO "postgres";

GRANT SELECT ON TABLE "public"."attendance" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."attendance"
  TO "service_role";

REVOKE ALL ON TABLE "public"."attendance_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."attendance_counts" TO "authenticated";

GRANT SELECT ON TABLE "public"."attendance_counts" TO "central_reader";

REVOKE ALL ON TABLE "public"."attendance_counts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."attendance_counts"
  TO "postgres";

GRANT SELECT ON TABLE "public"."attendance_counts" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."attendance_counts"
  TO "service_role";

REVOKE ALL ON TABLE "public"."marks" FROM "authenticated";

GRANT SELECT ON TABLE "public"."marks" TO "authenticated";

GRANT SELECT ON TABLE "public"."marks" TO "central_reader";

REVOKE ALL ON TABLE "public"."marks" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."marks" TO "postgres";

GRANT SELECT ON TABLE "public"."marks" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."marks"
  TO "service_role";

REVOKE ALL ON TABLE "public"."outcome_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."outcome_counts" TO "authenticated";

GRANT SELECT ON TABLE "public"."outcome_counts" TO "central_reader";

REVOKE ALL ON TABLE "public"."outcome_counts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."outcome_counts"
  TO "postgres";

GRANT SELECT ON TABLE "public"."outcome_counts" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."outcome_counts"
  TO "service_role";

REVOKE ALL ON TABLE "public"."programme_marks" FROM "authenticated";

GRANT SELECT ON TABLE "public"."programme_marks" TO "authenticated";

GRANT SELECT ON TABLE "public"."programme_marks" TO "central_reader";

REVOKE ALL ON TABLE "public"."programme_marks" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."programme_marks"
  TO "postgres";

GRANT SELECT ON TABLE "public"."programme_marks" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."programme_marks"
  TO "service_role";

REVOKE ALL ON TABLE "public"."accomplishment_outcomes" FROM "authenticated";

GRANT SELECT ON TABLE "public"."accomplishment_outcomes" TO "authenticated";

GRANT SELECT ON TABLE "public"."accomplishment_outcomes" TO "central_reader";

REVOKE ALL ON TABLE "public"."accomplishment_outcomes" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."accomplishment_outcomes"
  TO "postgres";

GRANT SELECT ON TABLE "public"."accomplishment_outcomes" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."accomplishment_outcomes"
  TO "service_role";

REVOKE ALL ON TABLE "public"."overdue" FROM "authenticated";

GRANT SELECT ON TABLE "public"."overdue" TO "authenticated";

GRANT SELECT ON TABLE "public"."overdue" TO "central_reader";

REVOKE ALL ON TABLE "public"."overdue" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."overdue" TO "postgres";

GRANT SELECT ON TABLE "public"."overdue" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."overdue"
  TO "service_role";

REVOKE ALL ON TABLE "public"."overdue_targets" FROM "authenticated";

GRANT SELECT ON TABLE "public"."overdue_targets" TO "authenticated";

GRANT SELECT ON TABLE "public"."overdue_targets" TO "central_reader";

REVOKE ALL ON TABLE "public"."overdue_targets" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."overdue_targets"
  TO "postgres";

GRANT SELECT ON TABLE "public"."overdue_targets" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."overdue_targets"
  TO "service_role";

REVOKE ALL ON TABLE "public"."target_outcomes" FROM "authenticated";

GRANT SELECT ON TABLE "public"."target_outcomes" TO "authenticated";

GRANT SELECT ON TABLE "public"."target_outcomes" TO "central_reader";

REVOKE ALL ON TABLE "public"."target_outcomes" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."target_outcomes"
  TO "postgres";

GRANT SELECT ON TABLE "public"."target_outcomes" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."target_outcomes"
  TO "service_role";

comment on column public.overdue.table_name is
  'Table of the row that says so; row_id is its id, and status tells screens over one table apart.';
comment on column public.overdue.missing_table is
  'Table in which an entry is missing; null where the row itself waits.';
comment on column public.overdue.arbo_key is 'Row of the masterlist, where the row names it.';
comment on column public.overdue.due_on is 'Day from which it is overdue, at most 90 days ahead.';

call private.let_levels_read();

select private.rebuild_figures();
