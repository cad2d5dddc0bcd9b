-- Whoever has the right Sensitive waited ten times as long for a search: its words were looked for in columns that have
-- none of them.

SET local check_function_bodies = off;

DROP FUNCTION "private"."search_condition"(text, jsonb);

DROP FUNCTION "private"."term_conditions"(jsonb, text[], boolean);

CREATE OR REPLACE FUNCTION private.patterns_nowhere (
  table_name text,
  indexed    text,
  terms      jsonb
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
declare
  pattern text;
  held boolean;
  nowhere text[] := '{}';
begin
  for pattern in select p from private.patterns_of(terms) p where p ~ '[[:alnum:]]{3}' loop
    execute format('select exists (select from public.%I where %s like %L)', table_name, indexed, pattern) into held;
    if not held then
      nowhere := nowhere || pattern;
    end if;
  end loop;
  return nowhere;
end
$function$;

CREATE OR REPLACE FUNCTION private.patterns_of (
  terms jsonb
)
  RETURNS SETOF text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select distinct private.fold(part #>> '{}')
  from jsonb_path_query(terms, '$[*][*][*]') part
  where jsonb_typeof(part) = 'string'
$function$;

CREATE OR REPLACE FUNCTION private.search_condition (
  table_name text,
  terms      jsonb,
  by_index   boolean              DEFAULT false,
  OUT        condition text,
  OUT        by_sensitive boolean
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  texts constant text[] := private.searched_texts(table_name);
  nowhere text[] := '{}';
begin
  if texts[2] is not null then
    nowhere := private.patterns_nowhere(table_name, texts[2], terms);
  end if;
  condition := private.term_conditions(terms, texts, by_index, nowhere);
  by_sensitive := texts[2] is not null and exists (
    select from private.patterns_of(terms) pattern where pattern <> all (nowhere));
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
  conditions := (private.search_condition(table_name, terms, by_index => true)).condition;
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

CREATE OR REPLACE FUNCTION private.term_conditions (
  terms    jsonb,
  texts    text[],
  by_index boolean DEFAULT true,
  nowhere  text[]  DEFAULT '{}'::text[]
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
            select format('(%s)', string_agg(private.pattern_condition(one, pattern, by_index), ' or '))
            from private.fold(part.value #>> '{}') pattern,
              unnest(case when pattern = any (nowhere) then texts[:1] else texts end) one)
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

REVOKE ALL ON FUNCTION "private"."patterns_nowhere"(text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."patterns_nowhere"(text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."patterns_nowhere"(text, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."patterns_of"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."patterns_of"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."patterns_of"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_condition"(text, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_condition"(text, jsonb, boolean) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."search_condition"(text, jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_condition"(text, jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_condition"(text, jsonb, boolean) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."term_conditions"(jsonb, text[], boolean, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."term_conditions"(jsonb, text[], boolean, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."term_conditions"(jsonb, text[], boolean, text[]) TO "postgres";
