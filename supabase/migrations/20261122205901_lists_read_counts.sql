-- Lists read their totals from counts, which tell stages apart for that; what is kept for figures is protected, counted and
-- matched in one place each. The counts that have a new key are made anew from the rows.

SET local check_function_bodies = off;

DROP TRIGGER "arbo_counts_delete" ON "public"."arbo_masterlist";

DROP TRIGGER "arbo_counts_insert" ON "public"."arbo_masterlist";

DROP TRIGGER "arbo_counts_update" ON "public"."arbo_masterlist";

DROP TRIGGER "participant_counts_delete" ON "public"."participants";

DROP TRIGGER "participant_counts_insert" ON "public"."participants";

DROP TRIGGER "participant_counts_update" ON "public"."participants";

DROP TRIGGER "participant_town_counts_delete" ON "public"."participants";

DROP TRIGGER "participant_town_counts_insert" ON "public"."participants";

DROP TRIGGER "participant_town_counts_update" ON "public"."participants";

DROP INDEX "public"."arbo_counts_office_region_name_province_name_registering_ag_idx";

DROP INDEX "public"."participant_counts_office_region_name_province_name_year_fu_idx";

DROP INDEX "public"."participant_town_counts_office_region_name_province_name_mu_idx";

DROP FUNCTION "private"."counted_tables"();

DROP FUNCTION "private"."search_record_ids"(text, jsonb);

DROP PROCEDURE "private"."count_all"(text, text, text, text);

DROP PROCEDURE "private"."keep_counts"(regclass, text, text, text);

DROP PROCEDURE "private"."protect_counts"(regclass, text);

ALTER TABLE "public"."arbo_counts"
  ADD COLUMN "process_stage" text;

ALTER TABLE "public"."participant_counts"
  ADD COLUMN "process_stage" text;

ALTER TABLE "public"."participant_town_counts"
  ADD COLUMN "process_stage" text;

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
      'office, region_name, province_name, muncity_name, process_stage, participant_category, sex, trained, programmed',
      null),
    ('participants', 'participant_counts',
      'office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, '
      'subpsp_abbreviation, participant_category, sex, trained, programmed', null),
    ('attendance', 'attendance_counts',
      'office, region_name, province_name, muncity_name, participant_category, sex, trained_years', null),
    ('arbo_masterlist', 'arbo_counts',
      'office, region_name, province_name, process_stage, registering_agency, current_arbo_status, it_easy_level_2024',
      'no_arb_member_total'),
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
        array(select id from public.arc_masterlist)) f where f.programme is %s null', condition),
      format('select * %s from public.%I', columns, table_name)
    from (values ('marks', '', ', null::text'), ('programme_marks', 'not', '')) m (table_name, condition, columns)
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

CREATE OR REPLACE FUNCTION private.match_activities (
  groups private.activity_group[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  update public.activities a
  set matched_within = n.matched_within
  from private.nearest_counterparts(groups) n
  where a.table_name = n.table_name and a.row_id = n.row_id and a.matched_within <> n.matched_within
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
  for source in select f.table_name from private.activity_forms() f order by f.place loop
    execute 'insert into public.activities '
      || private.activity_query(source.table_name, format('public.%I', source.table_name));
  end loop;
  analyze public.activities;
  perform private.match_activities(null);
  insert into public.marks (subject, marked_id, office, region_name, province_name, muncity_name)
  select subject, marked_id, office, region_name, province_name, muncity_name from private.marked_rows;
  perform private.renew_marks(array(select id from public.arbo_masterlist),
    array(select id from public.arc_masterlist));
  delete from public.attendance;
  insert into public.attendance
  select a.* from private.attendance_of(array(select id from public.participants where cardinality(training_id) > 0)) a;
  for source in select * from private.counted_tables() loop
    execute format('delete from public.%I', source.counts);
    execute format('insert into public.%I (%s, n, quantity) %s', source.counts, source.keys, source.counts_query);
  end loop;
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
          perform private.renew_marks(arbos[part * 500 + 1 : part * 500 + 500], arcs[part * 500 + 1 : part * 500 + 500]);
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

CREATE OR REPLACE FUNCTION private.search_record_ids (
  table_name text,
  terms      jsonb,
  among      bigint[] DEFAULT NULL::bigint[]
)
  RETURNS SETOF bigint
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  conditions text;
  reference private.reference_tables;
  -- What is searched: the sensitive columns too for whoever may read them.
  texts text[] := array['search_text'];
begin
  select r.* into reference from private.reference_tables r
  where r.table_name = search_record_ids.table_name and r.table_name <> 'users';
  if reference.table_name is null
    and not exists (select from private.record_tables t where t.table_name = search_record_ids.table_name) then
    raise exception 'no such record table: %', table_name using errcode = '42P01';
  end if;
  if exists (select from private.sensitive_columns s where s.table_name = search_record_ids.table_name)
    and private.caller_has_right('Sensitive') then
    texts := texts || private.search_expression(format('public.%I', table_name)::regclass, true);
  end if;
  conditions := private.term_conditions(terms, texts);
  if reference.table_name is not null then
    conditions := concat_ws(' and ', conditions, format('%L', private.caller_level() is not null
      and (not reference.read_by_route or private.caller_has_route(reference.route))));
  elsif private.caller_of_central() is null then
    conditions := concat_ws(' and ', format('office = any (%L::text[])', private.offices_to_read()), conditions);
  end if;
  conditions := concat_ws(' and ', case when among is not null then 'id = any ($1)' end, conditions);
  return query execute format('select id from public.%I where %s', table_name, coalesce(nullif(conditions, ''), 'true'))
    using among;
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
  perform private.match_activities(groups);
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

CREATE OR REPLACE PROCEDURE private.log_table (
  IN target regclass
)
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $procedure$
declare
  argument constant text := (
    select case when a.atttypid = 'uuid'::regtype then quote_literal('subject') else '' end
    from pg_catalog.pg_attribute a
    where a.attrelid = target and a.attname = 'id');
begin
  call private.on_each_write(target, 'log', format('private.log_statement(%s)', argument));
end
$procedure$;

CREATE OR REPLACE PROCEDURE private.on_each_write (
  IN target regclass,
  IN name text,
  IN call_text text
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
    execute format('create or replace trigger %I after %s on %s referencing %s for each statement execute function %s',
      name || '_' || event.verb, event.verb, target, event.transition, call_text);
  end loop;
end
$procedure$;

CREATE OR REPLACE PROCEDURE private.read_only_in_scope (
  IN target regclass
)
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $procedure$
begin
  execute format('alter table %s enable row level security, force row level security', target);
  execute format('revoke all on %s from anon, authenticated', target);
  execute format('grant select on %s to authenticated', target);
  call private.read_in_scope(target);
end
$procedure$;

CREATE UNIQUE INDEX arbo_counts_office_region_name_province_name_process_stage__idx ON public.arbo_counts
  USING btree (office, region_name, province_name, process_stage, registering_agency, current_arbo_status, it_easy_level_2024) NULLS NOT DISTINCT;

CREATE UNIQUE INDEX participant_counts_office_region_name_province_name_process_idx ON public.participant_counts
  USING btree (office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, trained, programmed) NULLS
  NOT DISTINCT;

CREATE UNIQUE INDEX participant_town_counts_office_region_name_province_name_mu_idx ON public.participant_town_counts
  USING btree (office, region_name, province_name, muncity_name, process_stage, participant_category, sex, trained, programmed) NULLS NOT DISTINCT;

CREATE TRIGGER arbo_counts_delete AFTER DELETE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'arbo_counts',
  'office, region_name, province_name, process_stage, registering_agency, current_arbo_status, it_easy_level_2024',
  'select office, region_name, province_name, process_stage, registering_agency, current_arbo_status, it_easy_level_2024, coalesce(no_arb_member_total, 0) from {rows}'
);

CREATE TRIGGER arbo_counts_insert AFTER INSERT ON public.arbo_masterlist REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'arbo_counts',
  'office, region_name, province_name, process_stage, registering_agency, current_arbo_status, it_easy_level_2024',
  'select office, region_name, province_name, process_stage, registering_agency, current_arbo_status, it_easy_level_2024, coalesce(no_arb_member_total, 0) from {rows}'
);

CREATE TRIGGER arbo_counts_update AFTER UPDATE ON public.arbo_masterlist
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'arbo_counts',
  'office, region_name, province_name, process_stage, registering_agency, current_arbo_status, it_easy_level_2024',
  'select office, region_name, province_name, process_stage, registering_agency, current_arbo_status, it_easy_level_2024, coalesce(no_arb_member_total, 0) from {rows}'
);

CREATE TRIGGER participant_counts_delete AFTER DELETE ON public.participants REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'participant_counts',
  'office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}'
);

CREATE TRIGGER participant_counts_insert AFTER INSERT ON public.participants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'participant_counts',
  'office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}'
);

CREATE TRIGGER participant_counts_update AFTER UPDATE ON public.participants
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'participant_counts',
  'office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}'
);

CREATE TRIGGER participant_town_counts_delete AFTER DELETE ON public.participants REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'participant_town_counts',
  'office, region_name, province_name, muncity_name, process_stage, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, muncity_name, process_stage, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}'
);

CREATE TRIGGER participant_town_counts_insert AFTER INSERT ON public.participants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'participant_town_counts',
  'office, region_name, province_name, muncity_name, process_stage, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, muncity_name, process_stage, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}'
);

CREATE TRIGGER participant_town_counts_update AFTER UPDATE ON public.participants
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'participant_town_counts',
  'office, region_name, province_name, muncity_name, process_stage, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, muncity_name, process_stage, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}'
);

REVOKE ALL ON FUNCTION "private"."counted_tables"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."counted_tables"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."counted_tables"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."match_activities"(private.activity_group[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."match_activities"(private.activity_group[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."match_activities"(private.activity_group[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_record_ids"(text, jsonb, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_record_ids"(text, jsonb, bigint[]) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."search_record_ids"(text, jsonb, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_record_ids"(text, jsonb, bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_record_ids"(text, jsonb, bigint[]) TO "provincial_reader";

REVOKE ALL ON PROCEDURE "private"."on_each_write"(regclass, text, text) FROM PUBLIC;

REVOKE ALL ON PROCEDURE "private"."on_each_write"(regclass, text, text) FROM "postgres";

GRANT EXECUTE ON PROCEDURE "private"."on_each_write"(regclass, text, text) TO "postgres";

REVOKE ALL ON PROCEDURE "private"."read_only_in_scope"(regclass) FROM PUBLIC;

REVOKE ALL ON PROCEDURE "private"."read_only_in_scope"(regclass) FROM "postgres";

GRANT EXECUTE ON PROCEDURE "private"."read_only_in_scope"(regclass) TO "postgres";

do $do$
declare
  source record;
begin
  for source in
    select * from private.counted_tables()
    where counts in ('participant_counts', 'participant_town_counts', 'arbo_counts')
  loop
    execute format('delete from public.%I', source.counts);
    execute format('insert into public.%I (%s, n, quantity) %s', source.counts, source.keys, source.counts_query);
  end loop;
end
$do$;
