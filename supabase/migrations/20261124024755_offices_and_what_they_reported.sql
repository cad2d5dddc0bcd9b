-- Boards ask which offices have reported, not only which have not, and read it from what is counted already.

SET local check_function_bodies = off;

DROP FUNCTION "private"."offices_not_reported"(text, integer, text, text[], text[]);

CREATE OR REPLACE FUNCTION private.reporting_offices (
  wanted_side    text,
  wanted_year    integer,
  wanted_quarter text,
  regions        text[],
  provinces      text[]
)
  RETURNS TABLE (
    office        text,
    region_name   text,
    province_name text,
    last_year     integer,
    reported      boolean
  )
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  ROWS 100
  SET search_path TO ''
  AS $function$
  select o.office, o.region_name, o.province_name, c.last_year,
    case when wanted_quarter is null then coalesce(c.reported, false) else exists (
      select from public.activities a
      where a.office = o.office and (a.side = 'target') = (wanted_side = 'target') and a.year = wanted_year
        and a.reporting_quarter = wanted_quarter) end
  from public.offices o
  left join (
    select office, max(year) as last_year, bool_or(year = wanted_year) as reported
    from public.outcome_counts
    where (side = 'target') = (wanted_side = 'target') and n > 0
    group by office) c using (office)
  where o.office = any (private.offices_to_read()) and o.province_name is not null
    and (regions is null or o.region_name = any (regions)) and (provinces is null or o.province_name = any (provinces))
$function$;

REVOKE ALL ON FUNCTION "private"."reporting_offices"(text, integer, text, text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reporting_offices"(text, integer, text, text[], text[]) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."reporting_offices"(text, integer, text, text[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reporting_offices"(text, integer, text, text[], text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."reporting_offices"(text, integer, text, text[], text[]) TO "provincial_reader";
