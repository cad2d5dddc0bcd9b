-- What every request asks about its caller is plpgsql, which keeps its plans: three questions of a page in each transaction.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.caller_is_active()
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return exists (select from public.users u where u.id = auth.uid() and not u.disabled)
    and not private.session_has_ended();
end
$function$;

CREATE OR REPLACE FUNCTION private.offices_of (
  c private.caller
)
  RETURNS SETOF public.offices
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return query
    select o.*
    from public.offices o
    where c.scope is not null
      and ('region_name' <> all (c.scope) or o.region_name = c.region_name)
      and ('province_name' <> all (c.scope) or o.province_name = c.province_name);
end
$function$;

CREATE OR REPLACE FUNCTION private.reading_role()
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  c constant private.caller := private.current_caller();
begin
  return case
    when c.all_offices then 'central_reader'
    when 'province_name' = any (c.scope) then 'provincial_reader'
    else 'authenticated'
  end;
end
$function$;
