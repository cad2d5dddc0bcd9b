-- Saved views and questions accept filters with nine levels, like the lists and Explore in the API.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.is_filter (
  filter jsonb,
  levels integer DEFAULT 9
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(jsonb_typeof(filter) = 'object' and levels > 0 and not exists (
    select from jsonb_path_query(filter, '$.keyvalue()') e,
      lateral (select e ->> 'key' as name, e -> 'value' as part) c
    where not coalesce(
      case
        when name in ('any', 'all') then jsonb_typeof(part) = 'array' and not exists (
          select from jsonb_path_query(part, 'lax $[*]') one where not private.is_filter(one, levels - 1))
        when name in ('has', 'has_no') then jsonb_typeof(part) = 'array' and not exists (
          select from jsonb_path_query(part, 'lax $[*]') one
          where jsonb_typeof(one) <> 'object' or jsonb_typeof(one -> 'record') is distinct from 'string'
            or one - '{record,where}'::text[] <> '{}'
            or not private.is_filter(coalesce(one -> 'where', '{}'), levels - 1))
        else name ~ '^[A-Za-z0-9_]{1,80}$' and private.is_field_condition(part)
      end, false)), false);
end
$function$;
