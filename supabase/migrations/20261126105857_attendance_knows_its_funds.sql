-- People who attended in some years are counted by fund source and programme as quickly as without these filters.

SET local check_function_bodies = off;

DROP TRIGGER "attendance_counts_delete" ON "public"."attendance";

DROP TRIGGER "attendance_counts_insert" ON "public"."attendance";

DROP TRIGGER "attendance_counts_update" ON "public"."attendance";

CREATE TABLE "public"."attendance_funding_counts" (
  "office"               text   NOT NULL,
  "region_name"          text,
  "province_name"        text,
  "muncity_name"         text,
  "participant_category" text,
  "sex"                  text,
  "trained_years"        bigint NOT NULL,
  "n"                    bigint NOT NULL,
  "quantity"             bigint NOT NULL,
  "fund_source"          text,
  "psp_category"         text,
  "subpsp_abbreviation"  text
);

ALTER TABLE "public"."attendance_funding_counts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."attendance_funding_counts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."attendance_funding_counts" FROM "anon";

ALTER TABLE "public"."attendance"
  ADD COLUMN "fund_source" text;

ALTER TABLE "public"."attendance"
  ADD COLUMN "psp_category" text;

ALTER TABLE "public"."attendance"
  ADD COLUMN "subpsp_abbreviation" text;

CREATE OR REPLACE FUNCTION private.attendance_of (
  ids bigint[]
)
  RETURNS SETOF public.attendance
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select p.id, p.office, p.region_name, p.province_name, p.muncity_name, p.participant_category, p.sex,
    bit_or(private.year_bit(a.year)), p.fund_source, p.psp_category, p.subpsp_abbreviation
  from public.participants p
  cross join lateral unnest(p.training_id) attended (training_id)
  join public.arbo_trainings t on t.training_id = attended.training_id
  join public.activities a on a.table_name = 'arbo_trainings' and a.row_id = t.id
  where p.id = any (ids)
  group by p.id
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
        and row(n.office, n.muncity_name, n.participant_category, n.sex, n.training_id, n.fund_source,
          n.psp_category, n.subpsp_abbreviation)
        is distinct from row(o.office, o.muncity_name, o.participant_category, o.sex, o.training_id, o.fund_source,
          o.psp_category, o.subpsp_abbreviation));
  end if;
  if cardinality(ids) = 0 then
    return null;
  end if;
  perform private.lock_each('attendance', array(
    select unnest(p.training_id) from public.participants p where p.id = any (ids)));
  perform private.write_attendance(ids);
  return null;
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
  fresh public.attendance[];
  kept public.attendance[];
  came public.attendance[];
  gone public.attendance[];
begin
  perform from (
    select a.participant_id from public.attendance a where a.participant_id = any (ids) order by a.participant_id
    for update) locked;
  fresh := array(select f from private.attendance_of(ids) f);
  kept := array(select a from public.attendance a where a.participant_id = any (ids));
  came := array(select f from unnest(fresh) f except select k from unnest(kept) k);
  gone := array(select k from unnest(kept) k except select f from unnest(fresh) f);
  if cardinality(came || gone) = 0 then
    return;
  end if;
  perform private.lock_each('attendance counts', array(select c.office from unnest(came || gone) c));
  delete from public.attendance a using unnest(gone) g
  where a.participant_id = g.participant_id
    and a.participant_id <> all (array(select f.participant_id from unnest(fresh) f));
  insert into public.attendance
  select c.* from unnest(came) c
  on conflict (participant_id) do update set
    (office, region_name, province_name, muncity_name, participant_category, sex, years, fund_source, psp_category,
      subpsp_abbreviation)
    = row(excluded.office, excluded.region_name, excluded.province_name, excluded.muncity_name,
      excluded.participant_category, excluded.sex, excluded.years, excluded.fund_source, excluded.psp_category,
      excluded.subpsp_abbreviation);
end
$function$;

CREATE UNIQUE INDEX attendance_funding_counts_office_region_name_province_name__idx ON public.attendance_funding_counts
  USING btree (office, region_name, province_name, muncity_name, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, trained_years) NULLS NOT DISTINCT;

CREATE TRIGGER attendance_counts_delete AFTER DELETE ON public.attendance REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'select fund_source, muncity_name, office, participant_category, province_name, psp_category, region_name, sex, subpsp_abbreviation, years, 0 from {rows}',
  'attendance_counts',
  'office, region_name, province_name, muncity_name, participant_category, sex, trained_years',
  'select office, region_name, province_name, muncity_name, participant_category, sex, years, 0 from {rows}',
  'attendance_funding_counts',
  'office, region_name, province_name, muncity_name, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, trained_years',
  'select office, region_name, province_name, muncity_name, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, years, 0 from {rows}',
  'attendance_office_counts',
  'office, region_name, province_name, participant_category, sex, trained_years',
  'select office, region_name, province_name, participant_category, sex, years, 0 from {rows}'
);

CREATE TRIGGER attendance_counts_insert AFTER INSERT ON public.attendance REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'select fund_source, muncity_name, office, participant_category, province_name, psp_category, region_name, sex, subpsp_abbreviation, years, 0 from {rows}',
  'attendance_counts',
  'office, region_name, province_name, muncity_name, participant_category, sex, trained_years',
  'select office, region_name, province_name, muncity_name, participant_category, sex, years, 0 from {rows}',
  'attendance_funding_counts',
  'office, region_name, province_name, muncity_name, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, trained_years',
  'select office, region_name, province_name, muncity_name, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, years, 0 from {rows}',
  'attendance_office_counts',
  'office, region_name, province_name, participant_category, sex, trained_years',
  'select office, region_name, province_name, participant_category, sex, years, 0 from {rows}'
);

CREATE TRIGGER attendance_counts_update AFTER UPDATE ON public.attendance
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_rows (
  'select fund_source, muncity_name, office, participant_category, province_name, psp_category, region_name, sex, subpsp_abbreviation, years, 0 from {rows}',
  'attendance_counts',
  'office, region_name, province_name, muncity_name, participant_category, sex, trained_years',
  'select office, region_name, province_name, muncity_name, participant_category, sex, years, 0 from {rows}',
  'attendance_funding_counts',
  'office, region_name, province_name, muncity_name, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, trained_years',
  'select office, region_name, province_name, muncity_name, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, years, 0 from {rows}',
  'attendance_office_counts',
  'office, region_name, province_name, participant_category, sex, trained_years',
  'select office, region_name, province_name, participant_category, sex, years, 0 from {rows}'
);

CREATE POLICY "select_in_scope_for_central" ON "public"."attendance_funding_counts"
  FOR SELECT
  TO "central_reader"
  USING ((( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL));

CREATE POLICY "select_in_scope_for_province" ON "public"."attendance_funding_counts"
  FOR SELECT
  TO "provincial_reader"
  USING ((office = ( SELECT private.caller_of_province() AS caller_of_province)));

CREATE POLICY "select_in_scope" ON "public"."attendance_funding_counts"
  FOR SELECT
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));

COMMENT ON TABLE "public"."attendance_funding_counts" IS 'How many participants attended trainings, by municipality and programme: kept by triggers on public.attendance.';

REVOKE ALL ON TABLE "public"."attendance_funding_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."attendance_funding_counts" TO "authenticated";

GRANT SELECT ON TABLE "public"."attendance_funding_counts" TO "central_reader";

REVOKE ALL ON TABLE "public"."attendance_funding_counts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."attendance_funding_counts" TO "postgres";

GRANT SELECT ON TABLE "public"."attendance_funding_counts" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."attendance_funding_counts" TO "service_role";

-- What came is filled, while nobody writes what it comes from; counts of attendance as a whole, not by its triggers.
do $$
declare
  source record;
begin
  lock table public.participants, public.attendance in share row exclusive mode;
  alter table public.attendance disable trigger user;
  update public.attendance a
  set fund_source = p.fund_source, psp_category = p.psp_category, subpsp_abbreviation = p.subpsp_abbreviation
  from public.participants p
  where p.id = a.participant_id;
  alter table public.attendance enable trigger user;
  for source in select * from private.counted_tables() where counts = 'attendance_funding_counts' loop
    execute format('insert into public.%I (%s, n, quantity) %s', source.counts, source.keys, source.counts_query);
  end loop;
end
$$;
