-- A town that was looked up in a transaction is kept by its region, province and town as three names: joined without what
-- is null, a province that is named as a town was taken for the province itself. Written by npm run db:diff.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.place_is_known (
  region   text,
  province text,
  muncity  text,
  barangay text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept constant text := 'known_town.t'
    || to_hex(hashtextextended(format('%L %L %L', region, province, muncity), 0));
  town text := nullif(current_setting(kept, true), '');
begin
  if town is null then
    town := private.town_code(region, province, muncity);
    perform set_config(kept, town, true);
  end if;
  return town is not null and (muncity is null or barangay is null
    or exists (select from public.psgc_places p where p.parent_code = town and p.name = barangay));
end
$function$;
