-- The board of Form 11 went through all records of support at farms, for half of its time; they are counted where they are
-- written now.

SET local check_function_bodies = off;

CREATE TABLE "public"."farm_counts" (
  "office"           text    NOT NULL,
  "region_name"      text,
  "province_name"    text,
  "support_provided" text,
  "of_year"          integer,
  "n"                bigint  NOT NULL,
  "quantity"         bigint  NOT NULL
);

ALTER TABLE "public"."farm_counts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."farm_counts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."farm_counts" FROM "anon";

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
    ('form11_farm_infos', 'farm_counts', 'office, region_name, province_name, support_provided, of_year', null),
    ('activities', 'outcome_counts',
      'office, region_name, province_name, form, side, kind, year, matched_within', 'quantity')
  ) c (table_name, counts, keys, quantity)
  cross join lateral (
    select format('select %s, %s from {rows}',
      replace(replace(replace(replace(c.keys,
        'of_year', 'coalesce(reporting_year, year_funded)'),
        'trained_years', 'years'),
        'trained', 'coalesce(cardinality(training_id) > 0, false)'),
        'programmed', 'coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'''),
      case when c.quantity is null then '0' else format('coalesce(%I, 0)', c.quantity) end)) r (rows_query)
$function$;

CREATE UNIQUE INDEX farm_counts_office_region_name_province_name_support_provid_idx ON public.farm_counts
  USING btree (office, region_name, province_name, support_provided, of_year) NULLS NOT DISTINCT;

CREATE TRIGGER farm_counts_delete AFTER DELETE ON public.form11_farm_infos REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'farm_counts',
  'office, region_name, province_name, support_provided, of_year',
  'select office, region_name, province_name, support_provided, coalesce(reporting_year, year_funded), 0 from {rows}'
);

CREATE TRIGGER farm_counts_insert AFTER INSERT ON public.form11_farm_infos REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'farm_counts',
  'office, region_name, province_name, support_provided, of_year',
  'select office, region_name, province_name, support_provided, coalesce(reporting_year, year_funded), 0 from {rows}'
);

CREATE TRIGGER farm_counts_update AFTER UPDATE ON public.form11_farm_infos
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'farm_counts',
  'office, region_name, province_name, support_provided, of_year',
  'select office, region_name, province_name, support_provided, coalesce(reporting_year, year_funded), 0 from {rows}'
);

CREATE POLICY "select_in_scope_for_central" ON "public"."farm_counts"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."farm_counts"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.caller_of_province() AS caller_of_province)));

CREATE POLICY "select_in_scope" ON "public"."farm_counts"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

COMMENT ON COLUMN "public"."farm_counts"."of_year" IS 'Year reported, else year funded.';

COMMENT ON TABLE "public"."farm_counts" IS 'How many records of support at farms there are by kind and year: kept by triggers on form11_farm_infos.';

REVOKE ALL ON TABLE "public"."farm_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."farm_counts" TO "authenticated";

GRANT SELECT ON TABLE "public"."farm_counts" TO "central_reader";

REVOKE ALL ON TABLE "public"."farm_counts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."farm_counts" TO "postgres";

GRANT SELECT ON TABLE "public"."farm_counts" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."farm_counts" TO "service_role";

-- Those that stand already.
insert into public.farm_counts (office, region_name, province_name, support_provided, of_year, n, quantity)
select office, region_name, province_name, support_provided, coalesce(reporting_year, year_funded), count(*), 0
from public.form11_farm_infos
group by 1, 2, 3, 4, 5;
