-- An import asked for stored names under a policy, which cannot use the index of names: each batch read its whole office.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.named_rows (
  wanted_table text,
  name_column  text,
  offices      text[],
  names        text[]
)
  RETURNS SETOF bigint
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.check_record_table(wanted_table);
  if exists (select from private.sensitive_columns s where (s.table_name, s.column_name) = (wanted_table, name_column))
    and not private.caller_has_right('Sensitive') then
    return;
  end if;
  return query execute format(
    'select t.id from public.%I t where t.office = any ($1) and private.fold_name(t.%I) = any ($2)',
    wanted_table, name_column)
    using array(
        select r.office from unnest(private.offices_to_read()) r (office)
        where offices is null or r.office = any (offices)),
      array(select private.fold_name(n.name) from unnest(names) n (name));
end
$function$;

REVOKE ALL ON FUNCTION "private"."named_rows"(text, text, text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."named_rows"(text, text, text[], text[]) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."named_rows"(text, text, text[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."named_rows"(text, text, text[], text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."named_rows"(text, text, text[], text[]) TO "provincial_reader";
