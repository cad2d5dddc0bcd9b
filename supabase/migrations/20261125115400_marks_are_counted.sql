-- Boards went through the marks of all organizations and communities, and through all that people attended by town, for
-- most of their time at ten times national size; both are counted by office where they are written now. Organizations are
-- held before counts are, so that a new ARBO and its forms do not wait for each other.

SET local check_function_bodies = off;

DROP TRIGGER "written_organizations_delete" ON "public"."arbo_masterlist";

DROP TRIGGER "written_organizations_insert" ON "public"."arbo_masterlist";

DROP TRIGGER "written_organizations_update" ON "public"."arbo_masterlist";

DROP FUNCTION "private"."activities_about"(text, bigint[], private.activity_group[]);

DROP FUNCTION "private"."renew_activities"(text, bigint[]);

DROP FUNCTION "private"."write_activities"(text, bigint[], public.activities[]);

CREATE TABLE "public"."attendance_office_counts" (
  "office"               text   NOT NULL,
  "region_name"          text,
  "province_name"        text,
  "participant_category" text,
  "sex"                  text,
  "trained_years"        bigint NOT NULL,
  "n"                    bigint NOT NULL,
  "quantity"             bigint NOT NULL
);

ALTER TABLE "public"."attendance_office_counts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."attendance_office_counts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."attendance_office_counts" FROM "anon";

CREATE TABLE "public"."mark_counts" (
  "subject"       text     NOT NULL,
  "board"         text     NOT NULL,
  "office"        text     NOT NULL,
  "region_name"   text,
  "province_name" text,
  "targeted"      bigint   NOT NULL,
  "accomplished"  bigint   NOT NULL,
  "programmed"    bigint   NOT NULL,
  "matched"       bigint[] NOT NULL,
  "trained"       bigint   NOT NULL,
  "n"             bigint   NOT NULL,
  "quantity"      bigint   NOT NULL
);

ALTER TABLE "public"."mark_counts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."mark_counts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."mark_counts" FROM "anon";

CREATE TABLE "public"."programme_mark_counts" (
  "subject"       text   NOT NULL,
  "board"         text   NOT NULL,
  "programme"     text   NOT NULL,
  "office"        text   NOT NULL,
  "region_name"   text,
  "province_name" text,
  "accomplished"  bigint NOT NULL,
  "n"             bigint NOT NULL,
  "quantity"      bigint NOT NULL
);

ALTER TABLE "public"."programme_mark_counts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."programme_mark_counts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."programme_mark_counts" FROM "anon";

CREATE TYPE "private"."activity_key" AS (
  "table_name" text,
  "row_id"     bigint
);

CREATE OR REPLACE FUNCTION private.activities_about (
  keys   private.activity_key[],
  groups private.activity_group[]
)
  RETURNS SETOF public.activities
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select a.* from unnest(keys) k join public.activities a using (table_name, row_id)
  union
  select a.* from unnest(groups) g join public.activities a using (form, organization, year)
$function$;

CREATE OR REPLACE FUNCTION private.board_marks()
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select format('cross join lateral (values %s) b (board, targeted, accomplished, programmed, matched, trained)',
    string_agg(format('(%L, %s)', b.board, b.marks), ', '))
  from (values
    ('main-dashboard', '0::bigint, '
      'form_5_accomplished | form_7_accomplished | form_10_accomplished | form_11_accomplished, '
      'form_5_programmed | form_7_programmed | form_10_programmed | form_11_programmed, '
      '''{0,0,0}''::bigint[], 0::bigint'),
    ('form-5', 'form_5_targeted, form_5_accomplished, form_5_programmed, form_5_matched, training_trained'),
    ('form-7', 'form_7_targeted, form_7_accomplished, form_7_programmed, form_7_matched, 0'),
    ('form-11', 'form_11_targeted, form_11_accomplished, form_11_programmed, form_11_matched, 0')
  ) b (board, marks)
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
    ('participants', 'participant_town_counts',
      'office, region_name, province_name, muncity_name, process_stage, participant_category, sex, trained, '
      'programmed', null),
    ('participants', 'participant_counts',
      'office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, '
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
      'office, region_name, province_name, form, side, kind, year, matched_within', 'quantity')
  ) c (table_name, counts, keys, quantity)
  cross join lateral (
    -- Marks are named by dashboard; elsewhere a name that is no column stands for an expression.
    select case
      when c.table_name like '%marks' then format('select %s, 0 from {rows} %s', c.keys, private.board_marks())
      else format('select %s, %s from {rows}',
        replace(replace(replace(replace(c.keys,
          'of_year', 'coalesce(reporting_year, year_funded)'),
          'trained_years', 'years'),
          'trained', 'coalesce(cardinality(training_id) > 0, false)'),
          'programmed', 'coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'''),
        case when c.quantity is null then '0' else format('coalesce(%I, 0)', c.quantity) end) end) r (rows_query)
$function$;

CREATE OR REPLACE FUNCTION private.keep_activities()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  was constant text := case when tg_op <> 'INSERT' then private.own_activity_query(
    tg_table_name, 'old_rows', case tg_op when 'UPDATE' then 'new_rows' end) end;
  now constant text := case when tg_op <> 'DELETE' then private.own_activity_query(
    tg_table_name, 'new_rows', case tg_op when 'UPDATE' then 'old_rows' end) end;
  ids bigint[] := '{}';
  names text[];
  states public.activities[] := '{}';
begin
  if was is not null then
    execute format('select array(select r.id from (%s) r)', was) into ids;
    if cardinality(ids) = 0 then
      return null;
    end if;
  end if;
  -- The names that rows leave, too: whoever renames such an organization writes their activities.
  execute format(
    'select array(select distinct private.name_lock(r.office, r.arbo_name) from (%s) r where r.arbo_id is null)',
    concat_ws(' union all ', '(' || was || ')', '(' || now || ')')) into names;
  perform private.lock_each('figures', names);
  if now is not null then
    execute format('select array(select row(s.*)::public.activities from (%s) s)', private.activity_query(
      tg_table_name, 'new_rows', case tg_op when 'UPDATE' then 'old_rows' end)) into states;
  end if;
  perform private.write_activities(
    array(select row(tg_table_name, id)::private.activity_key from unnest(ids) id), states);
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
  stale bigint[] := '{}';
begin
  if tg_op = 'INSERT' then
    insert into public.marks (subject, marked_id, office, region_name, province_name, muncity_name)
    select tg_argv[0], n.id, n.office, n.region_name, n.province_name, n.muncity_name from new_rows n;
    -- Rows of the forms may have named the organization before it was entered.
    stale := array(
      select n.id from new_rows n
      where tg_argv[0] = 'arbo' and exists (select from public.activities a where a.arbo = n.id));
  elsif tg_op = 'DELETE' then
    delete from public.programme_marks p using old_rows o where p.subject = tg_argv[0] and p.marked_id = o.id;
    delete from public.marks m using old_rows o where m.subject = tg_argv[0] and m.marked_id = o.id;
  else
    stale := array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.office, n.muncity_name) is distinct from (o.office, o.muncity_name));
  end if;
  if cardinality(stale) > 0 then
    perform private.renew_marks(case tg_argv[0] when 'arbo' then stale else '{}' end,
      case tg_argv[0] when 'arc' then stale else '{}' end);
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
  arbo_ids text[] := '{}';
  keys private.activity_key[];
  states public.activities[] := '{}';
  of_form record;
  of_table public.activities[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n.office), array_agg(n.arbo_name), array_agg(n.arbo_id) into offices, names, arbo_ids
    from new_rows n where n.arbo_id is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(o.office), array_agg(o.arbo_name), array_agg(o.arbo_id) into offices, names, arbo_ids
    from old_rows o where o.arbo_id is not null;
  else
    select array_agg(c.office), array_agg(c.arbo_name), array_agg(c.arbo_id) into offices, names, arbo_ids
    from (
      select id, office, arbo_name, arbo_id from new_rows except select id, office, arbo_name, arbo_id from old_rows
      union all
      (select id, office, arbo_name, arbo_id from old_rows
        except select id, office, arbo_name, arbo_id from new_rows)) c;
  end if;
  if cardinality(names) > 0 then
    perform private.lock_each('figures', array(
      select distinct private.name_lock(c.office, c.arbo_name) from unnest(offices, names) c (office, arbo_name)));
    perform private.lock_each('figures', array(
      select a.organization
      from unnest(offices, names) c (office, arbo_name) join public.activities a using (office, arbo_name)
      where a.arbo_id is null
      union
      select unnest(arbo_ids)));
    -- They are read when nobody else who writes them is under way any more.
    keys := array(
      select distinct row(a.table_name, a.row_id)::private.activity_key
      from unnest(offices, names) c (office, arbo_name) join public.activities a using (office, arbo_name)
      where a.arbo_id is null);
    for of_form in
      select k.table_name, array_agg(k.row_id) as ids from unnest(keys) k group by k.table_name
    loop
      execute format('select array(select row(s.*)::public.activities from (%s) s)', private.activity_query(
        of_form.table_name, format('(select * from public.%I where id = any ($1))', of_form.table_name)))
        into of_table using of_form.ids;
      states := states || of_table;
    end loop;
    perform private.write_activities(keys, states);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.write_activities (
  keys   private.activity_key[],
  states public.activities[]
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
begin
  if cardinality(written) = 0 then
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

CREATE UNIQUE INDEX attendance_office_counts_office_region_name_province_name_p_idx ON public.attendance_office_counts
  USING btree (office, region_name, province_name, participant_category, sex, trained_years) NULLS NOT DISTINCT;

CREATE UNIQUE INDEX mark_counts_subject_board_office_region_name_province_name__idx ON public.mark_counts
  USING btree (subject, board, office, region_name, province_name, targeted, accomplished, programmed, matched, trained) NULLS NOT DISTINCT;

CREATE UNIQUE INDEX programme_mark_counts_subject_board_programme_office_region_idx ON public.programme_mark_counts
  USING btree (subject, board, programme, office, region_name, province_name, accomplished) NULLS NOT DISTINCT;

CREATE TRIGGER written_activities_delete
  AFTER DELETE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_organizations();

CREATE TRIGGER written_activities_insert
  AFTER INSERT ON public.arbo_masterlist REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_organizations();

CREATE TRIGGER written_activities_update
  AFTER UPDATE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_organizations();

CREATE TRIGGER attendance_office_counts_delete AFTER DELETE ON public.attendance REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'attendance_office_counts',
  'office, region_name, province_name, participant_category, sex, trained_years',
  'select office, region_name, province_name, participant_category, sex, years, 0 from {rows}'
);

CREATE TRIGGER attendance_office_counts_insert AFTER INSERT ON public.attendance REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'attendance_office_counts',
  'office, region_name, province_name, participant_category, sex, trained_years',
  'select office, region_name, province_name, participant_category, sex, years, 0 from {rows}'
);

CREATE TRIGGER attendance_office_counts_update AFTER UPDATE ON public.attendance
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'attendance_office_counts',
  'office, region_name, province_name, participant_category, sex, trained_years',
  'select office, region_name, province_name, participant_category, sex, years, 0 from {rows}'
);

CREATE TRIGGER mark_counts_delete AFTER DELETE ON public.marks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'mark_counts',
  'subject, board, office, region_name, province_name, targeted, accomplished, programmed, matched, trained',
  'select subject, board, office, region_name, province_name, targeted, accomplished, programmed, matched, trained, 0 from {rows} cross join lateral (values (''main-dashboard'', 0::bigint, form_5_accomplished | form_7_accomplished | form_10_accomplished | form_11_accomplished, form_5_programmed | form_7_programmed | form_10_programmed | form_11_programmed, ''{0,0,0}''::bigint[], 0::bigint), (''form-5'', form_5_targeted, form_5_accomplished, form_5_programmed, form_5_matched, training_trained), (''form-7'', form_7_targeted, form_7_accomplished, form_7_programmed, form_7_matched, 0), (''form-11'', form_11_targeted, form_11_accomplished, form_11_programmed, form_11_matched, 0)) b (board, targeted, accomplished, programmed, matched, trained)'
);

CREATE TRIGGER mark_counts_insert AFTER INSERT ON public.marks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'mark_counts',
  'subject, board, office, region_name, province_name, targeted, accomplished, programmed, matched, trained',
  'select subject, board, office, region_name, province_name, targeted, accomplished, programmed, matched, trained, 0 from {rows} cross join lateral (values (''main-dashboard'', 0::bigint, form_5_accomplished | form_7_accomplished | form_10_accomplished | form_11_accomplished, form_5_programmed | form_7_programmed | form_10_programmed | form_11_programmed, ''{0,0,0}''::bigint[], 0::bigint), (''form-5'', form_5_targeted, form_5_accomplished, form_5_programmed, form_5_matched, training_trained), (''form-7'', form_7_targeted, form_7_accomplished, form_7_programmed, form_7_matched, 0), (''form-11'', form_11_targeted, form_11_accomplished, form_11_programmed, form_11_matched, 0)) b (board, targeted, accomplished, programmed, matched, trained)'
);

CREATE TRIGGER mark_counts_update AFTER UPDATE ON public.marks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'mark_counts',
  'subject, board, office, region_name, province_name, targeted, accomplished, programmed, matched, trained',
  'select subject, board, office, region_name, province_name, targeted, accomplished, programmed, matched, trained, 0 from {rows} cross join lateral (values (''main-dashboard'', 0::bigint, form_5_accomplished | form_7_accomplished | form_10_accomplished | form_11_accomplished, form_5_programmed | form_7_programmed | form_10_programmed | form_11_programmed, ''{0,0,0}''::bigint[], 0::bigint), (''form-5'', form_5_targeted, form_5_accomplished, form_5_programmed, form_5_matched, training_trained), (''form-7'', form_7_targeted, form_7_accomplished, form_7_programmed, form_7_matched, 0), (''form-11'', form_11_targeted, form_11_accomplished, form_11_programmed, form_11_matched, 0)) b (board, targeted, accomplished, programmed, matched, trained)'
);

CREATE TRIGGER programme_mark_counts_delete AFTER DELETE ON public.programme_marks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'programme_mark_counts',
  'subject, board, programme, office, region_name, province_name, accomplished',
  'select subject, board, programme, office, region_name, province_name, accomplished, 0 from {rows} cross join lateral (values (''main-dashboard'', 0::bigint, form_5_accomplished | form_7_accomplished | form_10_accomplished | form_11_accomplished, form_5_programmed | form_7_programmed | form_10_programmed | form_11_programmed, ''{0,0,0}''::bigint[], 0::bigint), (''form-5'', form_5_targeted, form_5_accomplished, form_5_programmed, form_5_matched, training_trained), (''form-7'', form_7_targeted, form_7_accomplished, form_7_programmed, form_7_matched, 0), (''form-11'', form_11_targeted, form_11_accomplished, form_11_programmed, form_11_matched, 0)) b (board, targeted, accomplished, programmed, matched, trained)'
);

CREATE TRIGGER programme_mark_counts_insert AFTER INSERT ON public.programme_marks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'programme_mark_counts',
  'subject, board, programme, office, region_name, province_name, accomplished',
  'select subject, board, programme, office, region_name, province_name, accomplished, 0 from {rows} cross join lateral (values (''main-dashboard'', 0::bigint, form_5_accomplished | form_7_accomplished | form_10_accomplished | form_11_accomplished, form_5_programmed | form_7_programmed | form_10_programmed | form_11_programmed, ''{0,0,0}''::bigint[], 0::bigint), (''form-5'', form_5_targeted, form_5_accomplished, form_5_programmed, form_5_matched, training_trained), (''form-7'', form_7_targeted, form_7_accomplished, form_7_programmed, form_7_matched, 0), (''form-11'', form_11_targeted, form_11_accomplished, form_11_programmed, form_11_matched, 0)) b (board, targeted, accomplished, programmed, matched, trained)'
);

CREATE TRIGGER programme_mark_counts_update AFTER UPDATE ON public.programme_marks
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'programme_mark_counts',
  'subject, board, programme, office, region_name, province_name, accomplished',
  'select subject, board, programme, office, region_name, province_name, accomplished, 0 from {rows} cross join lateral (values (''main-dashboard'', 0::bigint, form_5_accomplished | form_7_accomplished | form_10_accomplished | form_11_accomplished, form_5_programmed | form_7_programmed | form_10_programmed | form_11_programmed, ''{0,0,0}''::bigint[], 0::bigint), (''form-5'', form_5_targeted, form_5_accomplished, form_5_programmed, form_5_matched, training_trained), (''form-7'', form_7_targeted, form_7_accomplished, form_7_programmed, form_7_matched, 0), (''form-11'', form_11_targeted, form_11_accomplished, form_11_programmed, form_11_matched, 0)) b (board, targeted, accomplished, programmed, matched, trained)'
);

CREATE POLICY "select_in_scope_for_central" ON "public"."attendance_office_counts"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."attendance_office_counts"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.caller_of_province() AS caller_of_province)));

CREATE POLICY "select_in_scope" ON "public"."attendance_office_counts"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

CREATE POLICY "select_in_scope_for_central" ON "public"."mark_counts"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."mark_counts"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.caller_of_province() AS caller_of_province)));

CREATE POLICY "select_in_scope" ON "public"."mark_counts"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

CREATE POLICY "select_in_scope_for_central" ON "public"."programme_mark_counts"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."programme_mark_counts"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.caller_of_province() AS caller_of_province)));

CREATE POLICY "select_in_scope" ON "public"."programme_mark_counts"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

COMMENT ON TABLE "public"."attendance_office_counts" IS 'How many participants attended trainings, by office: kept by triggers on public.attendance.';

COMMENT ON TABLE "public"."mark_counts" IS 'How many organizations or communities have the same marks on a dashboard (board), by office: kept by triggers on public.marks, whose years they have.';

COMMENT ON TABLE "public"."programme_mark_counts" IS 'How many organizations or communities have an accomplishment of a sub-PSP, by office: kept by triggers on public.programme_marks, whose years they have.';

REVOKE ALL ON FUNCTION "private"."activities_about"(private.activity_key[], private.activity_group[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."activities_about"(private.activity_key[], private.activity_group[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."activities_about"(private.activity_key[], private.activity_group[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."board_marks"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."board_marks"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."board_marks"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_activities"(private.activity_key[], public.activities[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_activities"(private.activity_key[], public.activities[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_activities"(private.activity_key[], public.activities[]) TO "postgres";

REVOKE ALL ON TABLE "public"."attendance_office_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."attendance_office_counts" TO "authenticated";

GRANT SELECT ON TABLE "public"."attendance_office_counts" TO "central_reader";

REVOKE ALL ON TABLE "public"."attendance_office_counts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."attendance_office_counts" TO "postgres";

GRANT SELECT ON TABLE "public"."attendance_office_counts" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."attendance_office_counts" TO "service_role";

REVOKE ALL ON TABLE "public"."mark_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."mark_counts" TO "authenticated";

GRANT SELECT ON TABLE "public"."mark_counts" TO "central_reader";

REVOKE ALL ON TABLE "public"."mark_counts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."mark_counts" TO "postgres";

GRANT SELECT ON TABLE "public"."mark_counts" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."mark_counts" TO "service_role";

REVOKE ALL ON TABLE "public"."programme_mark_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."programme_mark_counts" TO "authenticated";

GRANT SELECT ON TABLE "public"."programme_mark_counts" TO "central_reader";

REVOKE ALL ON TABLE "public"."programme_mark_counts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."programme_mark_counts" TO "postgres";

GRANT SELECT ON TABLE "public"."programme_mark_counts" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."programme_mark_counts" TO "service_role";

-- Those that stand already.
do $do$
declare
  source record;
begin
  for source in
    select * from private.counted_tables()
    where counts in ('attendance_office_counts', 'mark_counts', 'programme_mark_counts')
  loop
    execute format('insert into public.%I (%s, n, quantity) %s', source.counts, source.keys, source.counts_query);
  end loop;
end
$do$;
