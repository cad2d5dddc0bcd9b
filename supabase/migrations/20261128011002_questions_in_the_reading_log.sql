-- Names the sensitive fields of questions in the log of reading personal data: filters on related people, and explorations.

SET local check_function_bodies = off;

ALTER TABLE "private"."readings"
  ADD COLUMN "fields_asked" text[] NOT NULL DEFAULT '{}'::text[];

CREATE OR REPLACE FUNCTION private.log_people_asked (
  wanted_table text,
  ids          bigint[],
  fields       text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.log_rows_returned(wanted_table, ids);
  update private.readings r
  set fields_asked = array(
    select distinct f from unnest(r.fields_asked || fields) f
    join private.sensitive_columns c on c.table_name = wanted_table and c.column_name = f
    order by 1)
  where (r.user_id, r.table_name) = (auth.uid(), wanted_table)
    and r.api_token = coalesce(private.current_api_token(), '')
    and r.hour >= date_trunc('hour', statement_timestamp())
    and not r.fields_asked @> fields;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_log (
  wanted       jsonb,
  from_at      timestamp with time zone,
  until_at     timestamp with time zone,
  terms        jsonb,
  oldest_first boolean,
  page_size    integer,
  skipped      integer,
  count_limit  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  conditions text;
  direction constant text := case when oldest_first then 'asc' else 'desc' end;
  -- Changes that the caller may see; search uses the same expression.
  shown constant text := case when private.caller_has_right('Sensitive') then 'l.changes'
    else 'private.remove_sensitive(l.form_name, l.changes)' end;
  searched constant text := 'private.fold(concat_ws(e''\n'', private.format_search_time(l.at), l.user_name, l.user_role,
    '
    || 'l.form_name, l.action, l.status, l.region_name, l.province_name, l.muncity_name, l.row_id, ' || shown || '))';
  total bigint;
  rows jsonb;
  form text;
  ids bigint[];
begin
  if not private.caller_has_route('users') then
    raise exception 'Only administrators with the route "users" can read the log.' using errcode = 'AG003';
  end if;
  conditions := concat_ws(' and ',
    case when private.central_caller_id() is not null then 'true'
      else format('l.office = any (%L::text[])', private.offices_to_read()) end,
    (select string_agg(
        format('l.%I::text = any (%L::text[])', w.key, (select array_agg(v) from jsonb_array_elements_text(w.value) v)),
          ' and ')
      from jsonb_each(wanted) w
      where w.key in ('id', 'user_id', 'subject', 'user_name', 'user_role', 'form_name', 'row_id', 'action', 'status',
        'source', 'region_name', 'province_name', 'muncity_name', 'office')),
    case when from_at is not null then format('l.at >= %L', from_at) end,
    case when until_at is not null then format('l.at < %L', until_at) end,
    private.build_term_conditions(terms, array[searched]));
  execute format('select count(*) from (select from private.user_log l where %s limit %s) c', conditions,
    count_limit + 1) into total;
  execute format($query$
    select coalesce(jsonb_agg(to_jsonb(l) - 'tx' || jsonb_build_object('changes', case
      when l.action = 'Read' and l.source = 'database' then (
        select jsonb_strip_nulls(jsonb_build_object('rows', jsonb_build_array(null, r.row_count),
          'fields', case when r.fields_asked <> '{}' then jsonb_build_array(null, r.fields_asked) end))
        from private.readings r where r.entry = l.id)
      else %s end) order by l.id %s), '[]')
    from (select l.* from private.user_log l where %s order by l.id %s limit %s offset %s) l
    $query$, shown, direction, conditions, direction, page_size, skipped) into rows;
  for form, ids in
    select r ->> 'form_name', array_agg((r ->> 'row_id')::bigint)
    from jsonb_array_elements(rows) r
    where r ->> 'row_id' is not null and private.has_sensitive_value(r ->> 'form_name', r -> 'changes')
    group by 1
  loop
    perform private.log_reading(form, ids);
  end loop;
  return jsonb_build_object('rows', rows, 'total', total);
end
$function$;

COMMENT ON COLUMN "private"."readings"."fields_asked" IS 'Sensitive fields by which the user filtered or grouped people, or which an exploration measured, in the hour.';

REVOKE ALL ON FUNCTION "private"."log_people_asked"(text, bigint[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."log_people_asked"(text, bigint[], text[]) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."log_people_asked"(text, bigint[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_people_asked"(text, bigint[], text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_people_asked"(text, bigint[], text[]) TO "provincial_reader";
