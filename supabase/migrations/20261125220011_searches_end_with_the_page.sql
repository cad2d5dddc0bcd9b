-- A search looks at the rows of a list where they stand, and ends with the row that fills its page: rows are visited once
-- and no more of them than are shown, where the keys of up to 25,000 were looked up before. So it needs the condition alone,
-- over columns that the caller reads, and the view of reporting windows shows what is searched.

SET local check_function_bodies = off;

DROP FUNCTION "private"."search_record_ids"(text, jsonb, bigint[]);

CREATE OR REPLACE FUNCTION private.search_condition (
  table_name text,
  terms      jsonb
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  texts text[] := array['search_text'];
begin
  if exists (select from private.sensitive_columns s where s.table_name = search_condition.table_name)
    and private.caller_has_right('Sensitive') then
    texts := texts || private.search_expression(format('public.%I', table_name)::regclass, true);
  end if;
  return private.term_conditions(terms, texts);
end
$function$;

CREATE OR REPLACE FUNCTION private.search_record_ids (
  table_name text,
  terms      jsonb
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
begin
  select r.* into reference from private.reference_tables r
  where r.table_name = search_record_ids.table_name and r.table_name <> 'users';
  if reference.table_name is null then
    perform private.check_record_table(search_record_ids.table_name);
  end if;
  conditions := private.search_condition(table_name, terms);
  if reference.table_name is not null then
    conditions := concat_ws(' and ', conditions, format('%L', private.caller_level() is not null
      and (not reference.read_by_route or private.caller_has_route(reference.route))));
  elsif private.caller_of_central() is null then
    conditions := concat_ws(' and ', format('office = any (%L::text[])', private.offices_to_read()), conditions);
  end if;
  return query execute format('select id from public.%I where %s', table_name,
    coalesce(nullif(conditions, ''), 'true'));
end
$function$;

REVOKE ALL ON FUNCTION "private"."search_condition"(text, jsonb), "private"."search_record_ids"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_condition"(text, jsonb), "private"."search_record_ids"(text, jsonb)
  TO "authenticated", "central_reader", "provincial_reader";

CREATE OR REPLACE VIEW "public"."report_schedules_in_full" WITH (security_invoker=true) AS  SELECT id,
    user_id,
    form,
    start_date,
    end_date,
    region_name,
    province_name,
    status,
    duration_days,
    time_stamp,
    row_version,
    coverage,
    GREATEST(COALESCE((end_date - private.today()), 0), 0) AS remaining_days,
    private.is_under_way(status, start_date, end_date) AS open,
    search_text
   FROM public.report_schedules s;
