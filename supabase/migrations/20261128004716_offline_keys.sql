-- Keys with which browsers encrypt what they store of a user (schemas/34_offline_keys.sql).

SET local check_function_bodies = off;

CREATE TABLE "private"."offline_secret" (
  "only_row" boolean NOT NULL DEFAULT true,
  "secret"   text    NOT NULL DEFAULT ((gen_random_uuid() || '.'::text) || gen_random_uuid()),
  CONSTRAINT "offline_secret_only_row_check" CHECK (only_row),
  CONSTRAINT "offline_secret_pkey" PRIMARY KEY (only_row)
);

ALTER TABLE "private"."offline_secret"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.offline_key()
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select encode(sha256(convert_to(s.secret || auth.uid(), 'UTF8')), 'base64')
  from private.offline_secret s
  where private.caller_is_active() and not private.is_api_token()
$function$;

COMMENT ON TABLE "private"."offline_secret" IS 'Secret of this database from which the offline keys of its users are derived.';

REVOKE ALL ON FUNCTION "private"."offline_key"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."offline_key"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."offline_key"() TO "postgres";

insert into private.offline_secret default values;

GRANT EXECUTE ON FUNCTION private.offline_key() TO authenticated, central_reader, provincial_reader;
