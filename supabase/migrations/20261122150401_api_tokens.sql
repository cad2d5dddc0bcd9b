-- Personal API tokens, by which another program uses the API as somebody; the log says by which token something was
-- done. Written by npm run db:diff.

SET local check_function_bodies = off;

DROP FUNCTION "private"."read_history"(text, bigint);

CREATE TABLE "private"."api_tokens" (
  "id"           bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "user_id"      uuid                     NOT NULL,
  "name"         text                     NOT NULL,
  "may_write"    boolean                  NOT NULL,
  "hash"         text                     NOT NULL,
  "created_at"   timestamp with time zone NOT NULL DEFAULT now(),
  "expires_at"   timestamp with time zone NOT NULL,
  "last_used_at" timestamp with time zone,
  CONSTRAINT "api_tokens_check" CHECK ((expires_at <= (created_at + '366 days'::interval))),
  CONSTRAINT "api_tokens_hash_check" CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "api_tokens_hash_key" UNIQUE (hash),
  CONSTRAINT "api_tokens_name_check" CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  CONSTRAINT "api_tokens_pkey" PRIMARY KEY (id)
);

ALTER TABLE "private"."api_tokens"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.create_api_token (
  wanted_name text,
  writes      boolean,
  days        integer,
  token_hash  text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  added private.api_tokens;
begin
  -- Calls at once are counted like calls in turn.
  perform from public.users u where u.id = auth.uid() for no key update;
  if (select count(*) from private.api_tokens t where t.user_id = auth.uid()) >= 20 then
    raise exception 'You have 20 API tokens. Revoke one that is no longer used.' using errcode = 'AG002';
  end if;
  insert into private.api_tokens (user_id, name, may_write, hash, expires_at)
    values (auth.uid(), wanted_name, writes, token_hash, now() + make_interval(days => days))
    returning * into added;
  perform private.log_event(auth.uid(), 'New API token', wanted_name);
  return to_jsonb(added) - array['user_id', 'hash'];
end
$function$;

CREATE OR REPLACE FUNCTION private.current_api_token()
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  token constant bigint :=
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'api_token')::bigint;
begin
  if token is null then
    return null;
  end if;
  return (select t.name from private.api_tokens t where t.id = token and t.user_id = auth.uid());
end
$function$;

CREATE OR REPLACE FUNCTION private.end_sessions (
  wanted uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.check_account_change(wanted);
  delete from auth.sessions s where s.user_id = wanted;
  delete from private.api_tokens t where t.user_id = wanted;
  perform private.log_event(wanted, 'Signed out everywhere');
end
$function$;

CREATE OR REPLACE FUNCTION private.entry_digest (
  e private.user_log
)
  RETURNS bytea
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select sha256(convert_to((jsonb_build_array(e.id, extract(epoch from e.at), e.user_id, e.user_name, e.user_role,
    e.form_name, e.row_id, e.subject,
    e.region_name, e.province_name, e.muncity_name, e.action, e.status, e.source, e.changes)
    || case when e.api_token is null then '[]' else jsonb_build_array(e.api_token) end)::text, 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION private.own_api_tokens()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(t) - array['user_id', 'hash'] order by t.id), '[]')
  from private.api_tokens t
  where t.user_id = auth.uid()
$function$;

CREATE OR REPLACE FUNCTION private.read_history (
  table_name text,
  wanted_row bigint
)
  RETURNS TABLE (
    at        timestamp with time zone,
    user_name text,
    user_role text,
    action    text,
    changes   jsonb,
    api_token text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select l.at, l.user_name, l.user_role, l.action,
    case when private.caller_has_right('Sensitive') then l.changes
      else private.without_sensitive(l.form_name, l.changes) end,
    l.api_token
  from private.user_log l
  left join private.reference_tables r on r.table_name = l.form_name
  where l.form_name = read_history.table_name and l.row_id = wanted_row and l.source = 'database'
    and case when r.table_name is null then l.office = any (private.offices_to_read())
      else private.caller_level() is not null and (not r.read_by_route or private.caller_has_route(r.route)) end
  order by l.id desc
$function$;

CREATE OR REPLACE FUNCTION private.revoke_api_token (
  wanted bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  revoked text;
begin
  delete from private.api_tokens t where t.id = wanted and t.user_id = auth.uid() returning t.name into revoked;
  if not found then
    raise exception 'You have no such API token.' using errcode = 'AG004';
  end if;
  perform private.log_event(auth.uid(), 'Revoked API token', revoked);
end
$function$;

CREATE OR REPLACE FUNCTION private.use_api_token (
  token_hash text
)
  RETURNS TABLE (
    id        bigint,
    user_id   uuid,
    may_write boolean
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update private.api_tokens t set last_used_at = now()
    where t.hash = token_hash and t.expires_at > now()
      and (t.last_used_at is null or t.last_used_at < now() - interval '1 hour');
  return query
    select t.id, t.user_id, t.may_write from private.api_tokens t where t.hash = token_hash and t.expires_at > now();
end
$function$;

ALTER TABLE "private"."api_tokens"
  ADD CONSTRAINT "api_tokens_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

CREATE INDEX api_tokens_user ON private.api_tokens USING btree (user_id);

COMMENT ON TABLE "private"."api_tokens" IS 'Hashes of personal API tokens, with whose they are, what they may do and until when. last_used_at is true to the hour.';

REVOKE ALL ON FUNCTION "private"."create_api_token"(text, boolean, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."create_api_token"(text, boolean, integer, text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."create_api_token"(text, boolean, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_api_token"(text, boolean, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_api_token"(text, boolean, integer, text) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."current_api_token"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."current_api_token"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."current_api_token"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."own_api_tokens"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_api_tokens"() TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."own_api_tokens"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_api_tokens"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_api_tokens"() TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."read_history"(text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_history"(text, bigint) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."read_history"(text, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_history"(text, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_history"(text, bigint) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."revoke_api_token"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."revoke_api_token"(bigint) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."revoke_api_token"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."revoke_api_token"(bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."revoke_api_token"(bigint) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."use_api_token"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."use_api_token"(text) TO "api_gateway";

REVOKE ALL ON FUNCTION "private"."use_api_token"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."use_api_token"(text) TO "postgres";

ALTER TABLE "private"."user_log"
  ADD COLUMN "api_token" text DEFAULT private.current_api_token();

COMMENT ON COLUMN "private"."user_log"."api_token" IS 'The name of the API token by which it was done; null where the person was signed in.';
