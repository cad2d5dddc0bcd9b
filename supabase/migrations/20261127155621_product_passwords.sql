-- Refuses a password that the product did not set, at every endpoint of Auth: only the product refuses easy passwords.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.require_product_password()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if exists (
    select from auth.users a
    where a.id = new.id and a.raw_app_meta_data ->> 'password_set_at'
      is not distinct from old.raw_app_meta_data ->> 'password_set_at')
  then
    raise exception 'Change the password in the product, which checks it.' using errcode = 'AG003';
  end if;
  return null;
end
$function$;

CREATE CONSTRAINT TRIGGER require_product_password
  AFTER UPDATE ON auth.users DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN ((((new.encrypted_password)::text IS DISTINCT FROM (old.encrypted_password)::text) AND ((new.encrypted_password)::text <> ''::text)))
  EXECUTE FUNCTION private.require_product_password();

REVOKE ALL ON FUNCTION "private"."require_product_password"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_product_password"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_product_password"() TO "postgres";
