-- A search that goes through rows one by one took most of its time for LIKE, which only an index needs.

SET local check_function_bodies = off;

DROP FUNCTION "private"."term_conditions"(jsonb, text[]);

CREATE OR REPLACE FUNCTION private.pattern_condition (
  one      text,
  pattern  text,
  by_index boolean
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when by_index or pattern !~ '^%([^\\%_]|\\.)+%$' then format('%s like %L', one, pattern)
    else format('strpos(%s, %L) > 0', one, regexp_replace(substr(pattern, 2, length(pattern) - 2), '\\(.)', '\1', 'g'))
  end
$function$;

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
begin
  return private.term_conditions(terms, private.searched_texts(table_name), by_index => false);
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
  conditions := private.term_conditions(terms, private.searched_texts(table_name));
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

CREATE OR REPLACE FUNCTION private.searched_texts (
  table_name text
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  texts text[] := array['search_text'];
begin
  if exists (select from private.sensitive_columns s where s.table_name = searched_texts.table_name)
    and private.caller_has_right('Sensitive') then
    texts := texts || private.search_expression(format('public.%I', table_name)::regclass, true);
  end if;
  return texts;
end
$function$;

CREATE OR REPLACE FUNCTION private.term_conditions (
  terms    jsonb,
  texts    text[],
  by_index boolean DEFAULT true
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select string_agg(format('(%s)', t.condition), ' and ')
  from (
    select string_agg(alternative.condition, ' or ') as condition
    from jsonb_array_elements(terms) with ordinality term (alternatives, place)
    cross join lateral (
      select string_agg(
        case jsonb_typeof(part.value)
          when 'string' then (
            select format('(%s)', string_agg(
              private.pattern_condition(one, private.fold(part.value #>> '{}'), by_index), ' or '))
            from unnest(texts) one)
          when 'number' then format('id = %L', part.value #>> '{}')
          when 'null' then 'process_stage is null'
        end, ' and ')
      from jsonb_array_elements(term.alternatives) with ordinality a (parts, place)
      cross join lateral jsonb_array_elements(a.parts) part
      group by a.place
    ) alternative (condition)
    group by term.place
  ) t
$function$;

REVOKE ALL ON FUNCTION "private"."pattern_condition"(text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pattern_condition"(text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pattern_condition"(text, text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."searched_texts"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."searched_texts"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."searched_texts"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."term_conditions"(jsonb, text[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."term_conditions"(jsonb, text[], boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."term_conditions"(jsonb, text[], boolean) TO "postgres";
