-- A page of participants went through the counts by town for its total, and so did the main board: those by office answer both.

SET local check_function_bodies = off;

CREATE TABLE "public"."participant_office_counts" (
  "office"               text    NOT NULL,
  "region_name"          text,
  "province_name"        text,
  "process_stage"        text,
  "participant_category" text,
  "sex"                  text,
  "trained"              boolean NOT NULL,
  "programmed"           boolean NOT NULL,
  "n"                    bigint  NOT NULL,
  "quantity"             bigint  NOT NULL
);

ALTER TABLE "public"."participant_office_counts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."participant_office_counts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."participant_office_counts" FROM "anon";

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

CREATE UNIQUE INDEX participant_office_counts_office_region_name_province_name__idx ON public.participant_office_counts
  USING btree (office, region_name, province_name, process_stage, participant_category, sex, trained, programmed) NULLS NOT DISTINCT;

CREATE TRIGGER participant_office_counts_delete AFTER DELETE ON public.participants REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'participant_office_counts',
  'office, region_name, province_name, process_stage, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, process_stage, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}'
);

CREATE TRIGGER participant_office_counts_insert AFTER INSERT ON public.participants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'participant_office_counts',
  'office, region_name, province_name, process_stage, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, process_stage, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}'
);

CREATE TRIGGER participant_office_counts_update AFTER UPDATE ON public.participants
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'participant_office_counts',
  'office, region_name, province_name, process_stage, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, process_stage, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}'
);

CREATE POLICY "select_in_scope_for_central" ON "public"."participant_office_counts"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."participant_office_counts"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.caller_of_province() AS caller_of_province)));

CREATE POLICY "select_in_scope" ON "public"."participant_office_counts"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

COMMENT ON TABLE "public"."participant_office_counts" IS 'How many participants there are by office: kept by triggers on participants.';

REVOKE ALL ON TABLE "public"."participant_office_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."participant_office_counts" TO "authenticated";

GRANT SELECT ON TABLE "public"."participant_office_counts" TO "central_reader";

REVOKE ALL ON TABLE "public"."participant_office_counts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."participant_office_counts" TO "postgres";

GRANT SELECT ON TABLE "public"."participant_office_counts" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."participant_office_counts" TO "service_role";

-- Those that stand already.
do $do$
declare
  source record;
begin
  for source in select * from private.counted_tables() where counts = 'participant_office_counts' loop
    execute format('insert into public.%I (%s, n, quantity) %s', source.counts, source.keys, source.counts_query);
  end loop;
end
$do$;
