-- Dashboards under fund sources, programmes and quarters read what is kept, as they do without filters.

SET local check_function_bodies = off;

DROP TRIGGER "participant_counts_delete" ON "public"."participants";

DROP TRIGGER "participant_counts_insert" ON "public"."participants";

DROP TRIGGER "participant_counts_update" ON "public"."participants";

DROP INDEX "public"."activities_form";

DROP INDEX "public"."outcome_counts_office_region_name_province_name_form_side_k_idx";

DROP INDEX "public"."participant_trainings_training";

DROP FUNCTION "private"."activity_marks"(text, text[], jsonb, boolean);

DROP FUNCTION "private"."marks_of"(bigint[], bigint[]);

CREATE TABLE "public"."funding_marks" (
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
  "subpsp_abbreviation"  text,
  "fund_source"          text,
  "psp_category"         text,
  "reported"             boolean  NOT NULL,
  CONSTRAINT "funding_marks_subject_marked_id_subpsp_abbreviation_fund_so_key" UNIQUE NULLS
    NOT DISTINCT (subject, marked_id, subpsp_abbreviation, fund_source, psp_category, reported),
  CONSTRAINT "marks_subject_check" CHECK ((subject = ANY (ARRAY['arbo'::text, 'arc'::text])))
);

ALTER TABLE "public"."funding_marks"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."funding_marks"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."funding_marks" FROM "anon";

CREATE TABLE "public"."outcome_funding_counts" (
  "office"              text     NOT NULL,
  "region_name"         text,
  "province_name"       text,
  "form"                text     NOT NULL,
  "side"                text     NOT NULL,
  "kind"                text,
  "year"                integer,
  "reporting_year"      integer,
  "matched_within"      smallint NOT NULL,
  "n"                   bigint   NOT NULL,
  "quantity"            bigint   NOT NULL,
  "fund_source"         text,
  "psp_category"        text,
  "subpsp_abbreviation" text
);

ALTER TABLE "public"."outcome_funding_counts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."outcome_funding_counts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."outcome_funding_counts" FROM "anon";

CREATE TABLE "public"."outcome_period_counts" (
  "office"            text     NOT NULL,
  "region_name"       text,
  "province_name"     text,
  "form"              text     NOT NULL,
  "side"              text     NOT NULL,
  "kind"              text,
  "year"              integer,
  "reporting_year"    integer,
  "matched_within"    smallint NOT NULL,
  "n"                 bigint   NOT NULL,
  "quantity"          bigint   NOT NULL,
  "reporting_quarter" text,
  "reporting_month"   text
);

ALTER TABLE "public"."outcome_period_counts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."outcome_period_counts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."outcome_period_counts" FROM "anon";

CREATE TABLE "public"."participant_town_funding_counts" (
  "office"               text    NOT NULL,
  "region_name"          text,
  "province_name"        text,
  "muncity_name"         text,
  "process_stage"        text,
  "participant_category" text,
  "sex"                  text,
  "trained"              boolean NOT NULL,
  "programmed"           boolean NOT NULL,
  "n"                    bigint  NOT NULL,
  "quantity"             bigint  NOT NULL,
  "fund_source"          text,
  "psp_category"         text,
  "subpsp_abbreviation"  text
);

ALTER TABLE "public"."participant_town_funding_counts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."participant_town_funding_counts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."participant_town_funding_counts" FROM "anon";

ALTER TABLE "public"."outcome_counts"
  ADD COLUMN "reporting_year" integer;

CREATE OR REPLACE FUNCTION private.activity_marks (
  subject      text,
  forms        text[],
  marks        text[],
  filters      jsonb,
  by_programme boolean DEFAULT false
)
  RETURNS TABLE (
    region_name   text,
    province_name text,
    muncity_name  text,
    marked_id     bigint,
    programme     text,
    targeted      boolean,
    accomplished  boolean,
    matched       boolean,
    trained       boolean,
    programmed    boolean
  )
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  ROWS 10000
  SET search_path TO ''
  AS $function$
declare
  kept constant text := private.kept_marks_query(subject, forms, marks, filters);
  own constant text := format($q$
    select m.region_name, m.province_name, m.muncity_name, m.marked_id, a.programme, a.targeted, a.accomplished,
      a.matched, a.trained, a.programmed
    from (
      select %1$I as marked_id, subpsp_abbreviation as programme, bool_or(side = 'target') as targeted,
        bool_or(side = 'accomplishment') as accomplished,
        bool_or(side = 'target' and matched_within >= (select private.caller_reach())) as matched,
        bool_or(side = 'training') as trained,
        bool_or(side = 'accomplishment' and coalesce(subpsp_abbreviation, 'No Project') <> 'No Project') as programmed
      from public.activities
      where %1$I is not null and form = any (%2$L::text[]) and side = any (%3$L::text[]) and %4$s
      group by 1, 2) a
    join public.marks m on m.subject = %1$L and m.marked_id = a.marked_id$q$,
    subject, forms,
    case when kept is null then '{target,accomplishment,training}' else '{accomplishment,training}' end,
    private.activity_conditions(filters));
begin
  return query execute format($q$
    select region_name, province_name, muncity_name, marked_id, %1$s, bool_or(targeted), bool_or(accomplished),
      bool_or(matched), bool_or(trained), bool_or(programmed)
    from (%2$s) m (region_name, province_name, muncity_name, marked_id, programme, targeted, accomplished, matched,
      trained, programmed)
    where %3$s
    group by 1, 2, 3, 4, 5$q$,
    case when by_programme then 'programme' else 'null::text' end,
    case
      when kept is null then own
      when not filters ?| array['reporting_quarter', 'reporting_month'] then kept
      when marks && array['targeted', 'matched'] then kept || ' union all ' || own
      else own end,
    array_to_string(marks, ' or '));
end
$function$;

CREATE OR REPLACE FUNCTION private.adding_query (
  counts  text,
  keys    text,
  changes text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select format($q$
    insert into public.%1$I as kept (%2$s, n, quantity)
    select %2$s, sum(delta), sum(delta * quantity) from (%3$s) c
    group by %2$s having sum(delta) <> 0 or sum(delta * quantity) <> 0 order by %2$s
    on conflict (%2$s) do update set n = kept.n + excluded.n, quantity = kept.quantity + excluded.quantity$q$,
    counts, keys, changes)
$function$;

CREATE OR REPLACE FUNCTION private.count_rows()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changed boolean := true;
begin
  -- Most updates change nothing that is counted.
  if tg_op = 'UPDATE' then
    execute format('select exists (%s except all %s)', replace(tg_argv[0], '{rows}', 'new_rows'),
      replace(tg_argv[0], '{rows}', 'old_rows')) into changed;
  end if;
  if not changed then
    return null;
  end if;
  for place in 1 .. tg_nargs - 3 by 3 loop
    execute private.adding_query(tg_argv[place], tg_argv[place + 1], format(
      'select * from (%s) d (%s, quantity, delta)', concat_ws(' union all ',
        case when tg_op <> 'DELETE' then format('select k.*, 1 from (%s) k',
          replace(tg_argv[place + 2], '{rows}', 'new_rows')) end,
        case when tg_op <> 'INSERT' then format('select k.*, -1 from (%s) k',
          replace(tg_argv[place + 2], '{rows}', 'old_rows')) end),
      tg_argv[place + 1]));
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
    select table_name, format('select f.* from private.marks_of(array(select id from public.arbo_masterlist),
        array(select id from public.arc_masterlist)) f where %s', condition),
      format('select k.* %s from public.%I k', more, table_name)
    from (values
      ('marks', 'f.reported is null and f.subpsp_abbreviation is null', ', null, null, null, null::boolean'),
      ('programme_marks', 'f.reported is null and f.subpsp_abbreviation is not null', ', null, null, null::boolean'),
      ('funding_marks', 'f.reported is not null', '')) m (table_name, condition, more)
    union all
    select 'attendance',
      'select a.* from private.attendance_of(array(
         select id from public.participants where cardinality(training_id) > 0)) a',
      'select * from public.attendance'
    union all
    select c.counts, c.counts_query,
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

CREATE OR REPLACE FUNCTION private.kept_marks_query (
  subject text,
  forms   text[],
  marks   text[],
  filters jsonb
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
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
  years := private.year_bits((filters ->> 'year_from')::integer, (filters ->> 'year_to')::integer);
  if filters ? 'reporting_year' then
    years := years & (
      select coalesce(bit_or(private.year_bit(given::integer)), 0)
      from jsonb_array_elements_text(filters -> 'reporting_year') given);
  end if;
  return (
    select format('select region_name, province_name, muncity_name, marked_id, subpsp_abbreviation, %s
      from public.funding_marks where subject = %L and %s and %s',
      string_agg(case when m.mark <> all (marks) or filters ?| periods and not m.of_targets then 'false'
        else format('%s & %s <> 0', private.mark_years(forms, m.mark), years) end || ' as ' || m.mark, ', '
        order by m.place),
      subject,
      case when filters ? 'reporting_year' then 'reported' else 'true' end,
      private.activity_conditions(filters - (spans || periods)))
    from (values (1, 'targeted', true), (2, 'accomplished', false), (3, 'matched', true), (4, 'trained', false),
      (5, 'programmed', false)) m (place, mark, of_targets)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.mark_years (
  forms text[],
  mark  text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select coalesce('(' || string_agg(
      quote_ident(a.attname) || case mark when 'matched' then '[(select private.caller_reach())]' else '' end,
      ' | ' order by a.attnum) || ')', '0::bigint')
  from unnest(forms) f (form)
  join pg_catalog.pg_attribute a on a.attrelid = 'public.marks'::regclass
    and a.attname = replace(f.form, '-', '_') || '_' || mark
$function$;

CREATE OR REPLACE FUNCTION private.marks_of (
  arbos bigint[],
  arcs  bigint[]
)
  RETURNS SETOF public.funding_marks
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
          coalesce(bit_or(a.years) filter (where a.form = 'training' and true), 0),
          a.programme, a.fund_source, a.psp_category, a.reported
        from (
          select * from private.marked_rows where subject = 'arbo' and marked_id = any (arbos)
          union all
          select * from private.marked_rows where subject = 'arc' and marked_id = any (arcs)
        ) m
        left join (
          select k.subject, k.marked_id, k.form, k.side, k.matched_within, p.*, private.year_bit(k.year) as years,
            k.side = 'accomplishment' and k.subpsp_abbreviation <> 'No Project' as programmed
          from (
            select 'arbo' as subject, arbo as marked_id, activities.* from public.activities where arbo = any (arbos)
            union all
            select 'arc', arc, activities.* from public.activities where arc = any (arcs)
          ) k
          cross join lateral (
            select null::text as programme, null::text as fund_source, null::text as psp_category,
              null::boolean as reported
            union all select k.subpsp_abbreviation, null, null, null where k.subpsp_abbreviation is not null
            union all select k.subpsp_abbreviation, k.fund_source, k.psp_category, k.reporting_year is not null) p
        ) a using (subject, marked_id)
        group by m.subject, m.marked_id, m.office, m.region_name, m.province_name, m.muncity_name,
          a.programme, a.fund_source, a.psp_category, a.reported;
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
  delete from public.marks;
  delete from public.programme_marks;
  delete from public.funding_marks;
  for source in select f.table_name from private.activity_forms() f order by f.place loop
    execute 'insert into public.activities '
      || private.activity_query(source.table_name, format('public.%I', source.table_name));
  end loop;
  analyze public.activities;
  perform private.match_activities(null);
  perform private.renew_marks(array(select id from public.arbo_masterlist),
    array(select id from public.arc_masterlist));
  delete from public.attendance;
  insert into public.attendance
  select a.* from private.attendance_of(array(select id from public.participants where cardinality(training_id) > 0)) a;
  for source in select * from private.counted_tables() loop
    execute format('delete from public.%I', source.counts);
    execute format('insert into public.%I (%s, n, quantity) %s', source.counts, source.keys, source.counts_query);
  end loop;
  perform private.renew_personal_counts(anew => true);
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
      fresh public.funding_marks[];
      kept public.funding_marks[];
      came public.funding_marks[];
      gone public.funding_marks[];
    begin
      if cardinality(arbos) + cardinality(arcs) = 0 then
        return;
      end if;
      perform from (
        select m.subject, m.marked_id from public.marks m
        where m.subject = 'arbo' and m.marked_id = any (arbos)
          or m.subject = 'arc' and m.marked_id = any (arcs)
        order by m.subject, m.marked_id
        for update) locked;
      -- What a statement renews is compared with each other: few at a time, or the time grows with the square of them.
      if greatest(cardinality(arbos), cardinality(arcs)) > 500 then
        perform private.lock_each('marks', array(
          select m.office from public.marks m
          where m.subject = 'arbo' and m.marked_id = any (arbos)
          or m.subject = 'arc' and m.marked_id = any (arcs)
          union
          select m.office from private.marked_rows m
          where m.subject = 'arbo' and m.marked_id = any (arbos)
          or m.subject = 'arc' and m.marked_id = any (arcs)));
        for part in 0 .. greatest(cardinality(arbos), cardinality(arcs)) / 500 loop
          perform private.renew_marks(arbos[part * 500 + 1 : (part + 1) * 500],
            arcs[part * 500 + 1 : (part + 1) * 500]);
        end loop;
        return;
      end if;
      fresh := array(select f from private.marks_of(arbos, arcs) f);
      kept := array(
        select row(m.*, null, null, null, null)::public.funding_marks from public.marks m
        where m.subject = 'arbo' and m.marked_id = any (arbos)
          or m.subject = 'arc' and m.marked_id = any (arcs)
        union all
        select row(m.*, null, null, null)::public.funding_marks from public.programme_marks m
        where m.subject = 'arbo' and m.marked_id = any (arbos)
          or m.subject = 'arc' and m.marked_id = any (arcs)
        union all
        select m from public.funding_marks m
        where m.subject = 'arbo' and m.marked_id = any (arbos)
          or m.subject = 'arc' and m.marked_id = any (arcs));
      came := array(select f from unnest(fresh) f except select k from unnest(kept) k);
      gone := array(select k from unnest(kept) k except select f from unnest(fresh) f);
      if cardinality(came) + cardinality(gone) = 0 then
        return;
      end if;
      perform private.lock_each('marks', array(
        select c.office from unnest(came) c union select g.office from unnest(gone) g));
      delete from public.funding_marks m using unnest(gone) g
      where (m.subject, m.marked_id, m.reported) = (g.subject, g.marked_id, g.reported)
        and (m.fund_source, m.psp_category, m.subpsp_abbreviation)
          is not distinct from (g.fund_source, g.psp_category, g.subpsp_abbreviation);
      delete from public.programme_marks m using unnest(gone) g
      where g.reported is null
        and (m.subject, m.marked_id, m.programme) = (g.subject, g.marked_id, g.subpsp_abbreviation);
      delete from public.marks m using unnest(gone) g
      where m.subject = g.subject and m.marked_id = g.marked_id
        and not exists (select from unnest(fresh) f where f.subject = m.subject and f.marked_id = m.marked_id);
      insert into public.marks
      select f.subject,
        f.marked_id,
        f.office,
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
        f.training_trained from unnest(came) f where f.reported is null and f.subpsp_abbreviation is null
      on conflict (subject, marked_id) do update set (subject,
        marked_id,
        office,
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
        training_trained) = row(excluded.subject,
        excluded.marked_id,
        excluded.office,
        excluded.region_name,
        excluded.province_name,
        excluded.muncity_name,
        excluded.form_5_targeted,
        excluded.form_5_accomplished,
        excluded.form_5_programmed,
        excluded.form_5_matched,
        excluded.form_7_targeted,
        excluded.form_7_accomplished,
        excluded.form_7_programmed,
        excluded.form_7_matched,
        excluded.form_10_accomplished,
        excluded.form_10_programmed,
        excluded.form_11_targeted,
        excluded.form_11_accomplished,
        excluded.form_11_programmed,
        excluded.form_11_matched,
        excluded.training_trained);
      insert into public.programme_marks
      select f.subject,
        f.marked_id,
        f.office,
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
        f.training_trained, f.subpsp_abbreviation from unnest(came) f
      where f.reported is null and f.subpsp_abbreviation is not null;
      insert into public.funding_marks select f.* from unnest(came) f where f.reported is not null;
    end
    $function$;

CREATE OR REPLACE FUNCTION private.write_activities (
  keys   private.activity_key[],
  states public.activities[],
  arbos  bigint[]               DEFAULT '{}'::bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  came public.activities[] := array(
    select s from unnest(states) s
    except
    select a from unnest(keys) k join public.activities a using (table_name, row_id));
  written private.activity_key[] := array(
    select row(c.table_name, c.row_id)::private.activity_key from unnest(came) c
    union
    (select row(a.table_name, a.row_id)::private.activity_key
      from unnest(keys) k join public.activities a using (table_name, row_id)
      except
      select row(s.table_name, s.row_id)::private.activity_key from unnest(states) s));
  groups private.activity_group[];
  was public.activities[];
  now public.activities[];
  source record;
begin
  if cardinality(written) = 0 then
    perform private.renew_marks(arbos, '{}');
    return;
  end if;
  groups := array(
    select row(a.form, a.organization, a.year)::private.activity_group
    from (
      select * from unnest(came)
      union all
      select a.* from unnest(written) w join public.activities a using (table_name, row_id)) a
    where a.organization is not null and a.year is not null
    group by a.form, a.organization, a.year);
  perform private.lock_each('figures', array(select g.organization from unnest(groups) g));
  was := array(select a from private.activities_about(written, groups) a);
  delete from public.activities a using unnest(written) w
  where a.table_name = w.table_name and a.row_id = w.row_id;
  insert into public.activities select c.* from unnest(came) c;
  perform private.match_activities(groups);
  now := array(select a from private.activities_about(written, groups) a);
  perform private.renew_marks(
    array(select a.arbo from unnest(was || now) a where a.arbo is not null union select unnest(arbos)),
    array(select a.arc from unnest(was || now) a where a.arc is not null group by a.arc));
  for source in
    select c.counts, c.keys from private.counted_tables() c where c.table_name = 'activities' order by 1
  loop
    execute private.adding_query(source.counts, source.keys,
      'select n.*, 1 as delta from unnest($1) n union all select w.*, -1 from unnest($2) w') using now, was;
  end loop;
end
$function$;

CREATE INDEX activities_form ON public.activities USING btree (form, side, year, reporting_quarter, reporting_month);

CREATE UNIQUE INDEX outcome_counts_office_region_name_province_name_form_side_k_idx ON public.outcome_counts
  USING btree (office, region_name, province_name, form, side, kind, year, reporting_year, matched_within) NULLS NOT DISTINCT;

CREATE UNIQUE INDEX outcome_funding_counts_office_region_name_province_name_for_idx ON public.outcome_funding_counts
  USING btree (office, region_name, province_name, form, side, kind, year, reporting_year, fund_source, psp_category, subpsp_abbreviation, matched_within) NULLS NOT DISTINCT;

CREATE UNIQUE INDEX outcome_period_counts_office_region_name_province_name_form_idx ON public.outcome_period_counts
  USING btree (office, region_name, province_name, form, side, kind, year, reporting_year, reporting_quarter, reporting_month, matched_within) NULLS NOT DISTINCT;

CREATE UNIQUE INDEX participant_town_funding_coun_office_region_name_province_n_idx ON public.participant_town_funding_counts
  USING btree (office, region_name, province_name, muncity_name, process_stage, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, trained, programmed)
  NULLS NOT DISTINCT;

CREATE INDEX participant_trainings_training ON public.participant_trainings USING btree (training_id, attended) INCLUDE (participant_id);

CREATE TRIGGER participant_counts_delete AFTER DELETE ON public.participants REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'select fund_source, muncity_name, office, participant_category, process_stage, coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', province_name, psp_category, region_name, sex, subpsp_abbreviation, coalesce(cardinality(training_id) > 0, false), year_funded, 0 from {rows}',
  'participant_counts',
  'office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}',
  'participant_office_counts',
  'office, region_name, province_name, process_stage, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, process_stage, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}',
  'participant_town_counts',
  'office, region_name, province_name, muncity_name, process_stage, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, muncity_name, process_stage, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}',
  'participant_town_funding_counts',
  'office, region_name, province_name, muncity_name, process_stage, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, muncity_name, process_stage, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}'
);

CREATE TRIGGER participant_counts_insert AFTER INSERT ON public.participants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'select fund_source, muncity_name, office, participant_category, process_stage, coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', province_name, psp_category, region_name, sex, subpsp_abbreviation, coalesce(cardinality(training_id) > 0, false), year_funded, 0 from {rows}',
  'participant_counts',
  'office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}',
  'participant_office_counts',
  'office, region_name, province_name, process_stage, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, process_stage, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}',
  'participant_town_counts',
  'office, region_name, province_name, muncity_name, process_stage, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, muncity_name, process_stage, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}',
  'participant_town_funding_counts',
  'office, region_name, province_name, muncity_name, process_stage, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, muncity_name, process_stage, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}'
);

CREATE TRIGGER participant_counts_update AFTER UPDATE ON public.participants
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'select fund_source, muncity_name, office, participant_category, process_stage, coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', province_name, psp_category, region_name, sex, subpsp_abbreviation, coalesce(cardinality(training_id) > 0, false), year_funded, 0 from {rows}',
  'participant_counts',
  'office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}',
  'participant_office_counts',
  'office, region_name, province_name, process_stage, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, process_stage, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}',
  'participant_town_counts',
  'office, region_name, province_name, muncity_name, process_stage, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, muncity_name, process_stage, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}',
  'participant_town_funding_counts',
  'office, region_name, province_name, muncity_name, process_stage, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, muncity_name, process_stage, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}'
);

CREATE POLICY "select_in_scope_for_central" ON "public"."funding_marks"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."funding_marks"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.caller_of_province() AS caller_of_province)));

CREATE POLICY "select_in_scope" ON "public"."funding_marks"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

CREATE POLICY "select_in_scope_for_central" ON "public"."outcome_funding_counts"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."outcome_funding_counts"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.caller_of_province() AS caller_of_province)));

CREATE POLICY "select_in_scope" ON "public"."outcome_funding_counts"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

CREATE POLICY "select_in_scope_for_central" ON "public"."outcome_period_counts"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."outcome_period_counts"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.caller_of_province() AS caller_of_province)));

CREATE POLICY "select_in_scope" ON "public"."outcome_period_counts"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

CREATE POLICY "select_in_scope_for_central" ON "public"."participant_town_funding_counts"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."participant_town_funding_counts"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.caller_of_province() AS caller_of_province)));

CREATE POLICY "select_in_scope" ON "public"."participant_town_funding_counts"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

COMMENT ON COLUMN "public"."funding_marks"."reported" IS 'The activities name the year that they report on.';

COMMENT ON TABLE "public"."funding_marks" IS 'The same by how activities are funded, a row for each way that an organization or community has: what dashboards read under filters of fund sources and programmes.';

COMMENT ON TABLE "public"."outcome_funding_counts" IS 'The same by fund source and programme.';

COMMENT ON TABLE "public"."outcome_period_counts" IS 'The same by quarter and month.';

COMMENT ON TABLE "public"."participant_town_funding_counts" IS 'How many participants there are by municipality and programme: kept by triggers on participants.';

REVOKE ALL ON FUNCTION "private"."activity_marks"(text, text[], text[], jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."activity_marks"(text, text[], text[], jsonb, boolean) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."activity_marks"(text, text[], text[], jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."activity_marks"(text, text[], text[], jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."activity_marks"(text, text[], text[], jsonb, boolean) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."adding_query"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."adding_query"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."adding_query"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."kept_marks_query"(text, text[], text[], jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."kept_marks_query"(text, text[], text[], jsonb) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."kept_marks_query"(text, text[], text[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_marks_query"(text, text[], text[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_marks_query"(text, text[], text[], jsonb) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."mark_years"(text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_years"(text[], text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."mark_years"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_years"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_years"(text[], text) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."marks_of"(bigint[], bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."marks_of"(bigint[], bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."marks_of"(bigint[], bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."year_bit"(integer) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."year_bit"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."year_bit"(integer) FROM "central_reader";

GRANT EXECUTE ON FUNCTION "private"."year_bit"(integer) TO "central_reader";

REVOKE ALL ON FUNCTION "private"."year_bit"(integer) FROM "provincial_reader";

GRANT EXECUTE ON FUNCTION "private"."year_bit"(integer) TO "provincial_reader";

REVOKE ALL ON TABLE "public"."funding_marks" FROM "authenticated";

GRANT SELECT ON TABLE "public"."funding_marks" TO "authenticated";

GRANT SELECT ON TABLE "public"."funding_marks" TO "central_reader";

REVOKE ALL ON TABLE "public"."funding_marks" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."funding_marks" TO "postgres";

GRANT SELECT ON TABLE "public"."funding_marks" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."funding_marks" TO "service_role";

REVOKE ALL ON TABLE "public"."outcome_funding_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."outcome_funding_counts" TO "authenticated";

GRANT SELECT ON TABLE "public"."outcome_funding_counts" TO "central_reader";

REVOKE ALL ON TABLE "public"."outcome_funding_counts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."outcome_funding_counts" TO "postgres";

GRANT SELECT ON TABLE "public"."outcome_funding_counts" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."outcome_funding_counts" TO "service_role";

REVOKE ALL ON TABLE "public"."outcome_period_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."outcome_period_counts" TO "authenticated";

GRANT SELECT ON TABLE "public"."outcome_period_counts" TO "central_reader";

REVOKE ALL ON TABLE "public"."outcome_period_counts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."outcome_period_counts" TO "postgres";

GRANT SELECT ON TABLE "public"."outcome_period_counts" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."outcome_period_counts" TO "service_role";

REVOKE ALL ON TABLE "public"."participant_town_funding_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."participant_town_funding_counts" TO "authenticated";

GRANT SELECT ON TABLE "public"."participant_town_funding_counts" TO "central_reader";

REVOKE ALL ON TABLE "public"."participant_town_funding_counts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."participant_town_funding_counts" TO "postgres";

GRANT SELECT ON TABLE "public"."participant_town_funding_counts" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."participant_town_funding_counts" TO "service_role";

-- What came is filled, while nobody writes what it comes from.
do $$
declare
  source record;
begin
  lock table public.participants, public.activities, public.marks in share row exclusive mode;
  perform private.renew_marks(array(select id from public.arbo_masterlist), array(select id from public.arc_masterlist));
  for source in
    select * from private.counted_tables()
    where table_name = 'activities' or counts = 'participant_town_funding_counts'
  loop
    execute format('delete from public.%I', source.counts);
    execute format('insert into public.%I (%s, n, quantity) %s', source.counts, source.keys, source.counts_query);
  end loop;
end
$$;
