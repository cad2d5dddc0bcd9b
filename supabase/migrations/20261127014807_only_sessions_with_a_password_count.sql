-- A session counts where it was signed in with a password and within its limits, and nothing else does: on Supabase,
-- Auth also opens sessions by magic link, recovery or invitation. API tokens end with the password, and reach no
-- administration. Users see and end their own sessions.

SET local check_function_bodies = off;

DROP FUNCTION "private"."session_has_ended"();

CREATE OR REPLACE FUNCTION private.act_for (
  administrator uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select set_config('request.jwt.claims', jsonb_build_object('sub', administrator, 'role', 'authenticated',
    'acts_for', 'account')::text, true),
    set_config('request.jwt.claim.sub', administrator::text, true)
$function$;

CREATE OR REPLACE FUNCTION private.begin_preview (
  wanted   uuid,
  entry    jsonb DEFAULT NULL::jsonb,
  region   text  DEFAULT NULL::text,
  province text  DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  person public.users;
begin
  if not private.caller_has_route('users') then
    raise exception 'Only administrators with the route "users" see the product as somebody else.'
      using errcode = 'AG003';
  end if;
  if entry is not null then
    wanted := private.draft_person(entry, region, province);
  else
    person := private.person_in_sight(wanted);
    if person.id <> auth.uid() and not private.may_administer_user(person.id, person.office, person.uac_id) then
      raise exception 'You see the product only as people whom you may administer.' using errcode = 'AG003';
    end if;
  end if;
  perform set_config('transaction_read_only', 'on', true),
    set_config('request.jwt.claims', jsonb_build_object('sub', wanted, 'role', 'authenticated',
      'acts_for', 'preview')::text, true),
    set_config('request.jwt.claim.sub', wanted::text, true);
end
$function$;

CREATE OR REPLACE FUNCTION private.caller_is_active()
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return exists (select from public.users u where u.id = auth.uid() and not u.disabled)
    and private.session_counts();
end
$function$;

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
  perform private.refuse_api_token();
  if not exists (
    select from auth.sessions s
    where s.id::text = nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id'
      and s.user_id = auth.uid() and s.created_at > now() - interval '2 minutes' and private.session_counts())
  then
    raise exception 'Enter your password again to create an API token.' using errcode = 'AG003';
  end if;
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

CREATE OR REPLACE FUNCTION private.current_caller()
  RETURNS private.caller
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found_caller private.caller;
begin
  select u.id, l.level, u.region_name, u.province_name, r.access_controls,
    case when private.is_api_token() then array_remove(array_remove(r.route, 'users'), 'dropdowns') else r.route end,
    r.id, l.scope, l.all_offices
    into found_caller
  from public.users u
  join public.uac r on r.id = u.uac_id and u.roles = any (r.rolename)
  join private.levels l on l.level = r.status
  where u.id = auth.uid() and not u.disabled and private.session_counts();
  return found_caller;
end
$function$;

CREATE OR REPLACE FUNCTION private.drop_auth_mail (
  event jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when event #>> '{email_data,email_action_type}' = 'recovery' then '{}'::jsonb
    else jsonb_build_object('error', jsonb_build_object('http_code', 403,
      'message', 'Links are not sent by e-mail. Ask an administrator for a new password.')) end
$function$;

CREATE OR REPLACE FUNCTION private.end_own_session (
  wanted uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.refuse_api_token();
  delete from auth.sessions s where s.id = wanted and s.user_id = auth.uid();
  if not found then
    raise exception 'This session has ended already.' using errcode = 'AG004';
  end if;
  perform private.log_event(auth.uid(), 'Ended session');
end
$function$;

CREATE OR REPLACE FUNCTION private.end_own_sessions()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.refuse_api_token();
  delete from auth.sessions s where s.user_id = auth.uid();
  delete from private.api_tokens t where t.user_id = auth.uid();
  perform private.log_event(auth.uid(), 'Signed out everywhere');
end
$function$;

CREATE OR REPLACE FUNCTION private.end_with_account()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.api_tokens t where t.user_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_with_password()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.api_tokens t where t.user_id = new.id;
  delete from private.known_browsers k where k.user_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_api_token()
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'api_token' is not null;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_password (
  wanted uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.refuse_api_token();
  if wanted <> auth.uid() then
    perform private.check_account_change(wanted);
  end if;
  delete from auth.sessions s
  where s.user_id = wanted
    and s.id::text is distinct from nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id';
  perform private.log_event(wanted, case when wanted = auth.uid() then 'New password' else 'Reset password' end);
end
$function$;

CREATE OR REPLACE FUNCTION private.own_sessions()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(o) order by o.current desc, o.last_used_at desc), '[]')
  from (
    select s.id, s.user_agent, host(s.ip) as address, s.created_at as signed_in_at,
      coalesce(s.refreshed_at at time zone 'UTC', s.created_at) as last_used_at,
      s.id::text is not distinct from nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id'
        as current
    from auth.sessions s
    where s.user_id = auth.uid() and not private.session_is_over(s.created_at, s.refreshed_at, s.not_after)
      and private.session_has_password(s.id)) o
$function$;

CREATE OR REPLACE FUNCTION private.refuse_api_token()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  if private.is_api_token() then
    raise exception 'An API token does not reach accounts: sign in for that.' using errcode = 'AG003';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_profile (
  verb   text,
  before public.users,
  after  public.users
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  c private.caller := private.current_caller();
  one public.users := case when verb = 'insert' then after else before end;
  entry public.uac;
  problem text;
  lacking text;
begin
  perform private.refuse_api_token();
  if one.id = auth.uid() then
    if verb = 'delete' then
      raise exception 'Nobody removes their own account.' using errcode = 'AG003';
    end if;
    if (after.roles, after.uac_id, after.region_name, after.province_name, after.muncity_name, after.username,
      after.email, after.disabled)
      is distinct from (before.roles, before.uac_id, before.region_name, before.province_name, before.muncity_name,
        before.username, before.email, before.disabled)
    then
      raise exception 'Nobody changes their own role, office, name of sign-in or state: ask another administrator.'
        using errcode = 'AG003';
    end if;
    return;
  end if;
  if not private.may_keep_people(verb) then
    raise exception 'Only administrators with the route "users" and the right for it may % people.',
      case verb when 'insert' then 'add' when 'update' then 'change' else 'remove' end using errcode = 'AG003';
  end if;
  if verb <> 'insert' then
    if not before.office = any (private.offices_to_read()) then
      raise exception 'This person does not exist or belongs to an office that you do not see.' using errcode = 'AG004';
    end if;
    select r.* into entry from public.uac r where r.id = before.uac_id;
    problem := private.reach_problem(c, entry);
    if problem is not null then
      raise exception 'This person has %.', problem using errcode = 'AG003';
    end if;
  end if;
  if verb <> 'delete' then
    if not after.office = any (private.offices_to_read()) then
      if not exists (select from public.offices o where o.office = after.office) then
        raise exception 'Choose a region and one of its provinces.' using errcode = 'AG002', column = 'province_name';
      end if;
      raise exception 'You keep people of your own office only.' using errcode = 'AG003', column = 'region_name';
    end if;
    entry := null;
    select r.* into entry from public.uac r where r.id = after.uac_id;
    problem := private.reach_problem(c, entry);
    if problem is not null then
      raise exception 'You cannot give %.', problem using errcode = 'AG003', column = 'uac_id';
    end if;
    if after.uac_id is not null and entry.id is null then
      raise exception 'There is no such role.' using errcode = 'AG002', column = 'uac_id';
    end if;
    if not coalesce(after.roles = any (entry.rolename), true) then
      raise exception 'The role name must be one of: %.', array_to_string(entry.rolename, ', ')
        using errcode = 'AG002', column = 'roles';
    end if;
    lacking := private.lacks_of_office(entry.status, after);
    if lacking is not null then
      raise exception 'A person of the level % needs a %.', entry.status, replace(lacking, '_name', '')
        using errcode = 'AG002', column = lacking;
    end if;
  end if;
end
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
  perform private.refuse_api_token();
  delete from private.api_tokens t where t.id = wanted and t.user_id = auth.uid() returning t.name into revoked;
  if not found then
    raise exception 'You have no such API token.' using errcode = 'AG004';
  end if;
  perform private.log_event(auth.uid(), 'Revoked API token', revoked);
end
$function$;

CREATE OR REPLACE FUNCTION private.session_counts()
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if claims ->> 'session_id' is not null then
    return exists (
      select from auth.sessions s
      where s.id = (claims ->> 'session_id')::uuid and s.user_id = auth.uid()
        and not private.session_is_over(s.created_at, s.refreshed_at, s.not_after)
        and private.session_has_password(s.id));
  end if;
  if claims ->> 'api_token' is not null then
    return exists (
      select from private.api_tokens t
      where t.id = (claims ->> 'api_token')::bigint and t.user_id = auth.uid() and t.expires_at > now());
  end if;
  return claims ->> 'acts_for' is not null or pg_catalog.pg_has_role(session_user, 'postgres', 'member');
end
$function$;

CREATE OR REPLACE FUNCTION private.session_has_password (
  session uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return (
    select coalesce(bool_or(m.authentication_method = 'password')
      and bool_and(m.authentication_method in ('password', 'totp')), false)
    from auth.mfa_amr_claims m
    where m.session_id = session);
end
$function$;

CREATE OR REPLACE FUNCTION private.session_is_over (
  created_at   timestamp with time zone,
  refreshed_at timestamp without time zone,
  not_after    timestamp with time zone
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select coalesce(not_after <= now(), false)
    or created_at <= now() - interval '7 days'
    or coalesce(refreshed_at at time zone 'UTC', created_at) <= now() - interval '24 hours'
$function$;

CREATE OR REPLACE FUNCTION private.skip_renewal()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return case when private.session_is_over(old.created_at, old.refreshed_at, old.not_after) then null else new end;
end
$function$;

CREATE TRIGGER skip_renewal
  BEFORE UPDATE OF refreshed_at ON auth.sessions
  FOR EACH ROW
  EXECUTE FUNCTION private.skip_renewal();

CREATE TRIGGER end_with_password
  AFTER UPDATE OF encrypted_password ON auth.users
  FOR EACH ROW
  WHEN (((old.encrypted_password)::text IS DISTINCT FROM (new.encrypted_password)::text))
  EXECUTE FUNCTION private.end_with_password();

CREATE TRIGGER end_with_account
  AFTER UPDATE OF disabled ON public.users
  FOR EACH ROW
  WHEN ((new.disabled AND (NOT old.disabled)))
  EXECUTE FUNCTION private.end_with_account();

REVOKE ALL ON FUNCTION "private"."drop_auth_mail"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_auth_mail"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."drop_auth_mail"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."drop_auth_mail"(jsonb) TO "supabase_auth_admin";

REVOKE ALL ON FUNCTION "private"."end_own_session"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_own_session"(uuid) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."end_own_session"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_own_session"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_own_session"(uuid) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."end_own_sessions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_own_sessions"() TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."end_own_sessions"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_own_sessions"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_own_sessions"() TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."end_with_account"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_with_account"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_with_account"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_with_password"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_with_password"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_with_password"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_api_token"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_api_token"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_api_token"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."own_sessions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_sessions"() TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."own_sessions"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_sessions"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_sessions"() TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."refuse_api_token"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_api_token"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_api_token"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."session_counts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."session_counts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."session_counts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."session_has_password"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."session_has_password"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."session_has_password"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."session_is_over"(timestamp WITH time zone, timestamp WITHOUT time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."session_is_over"(timestamp WITH time zone, timestamp WITHOUT time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."session_is_over"(timestamp WITH time zone, timestamp WITHOUT time zone, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skip_renewal"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."skip_renewal"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skip_renewal"() TO "postgres";

-- Notes which browser a session was opened with. Auth does not see it: the API signs in with the secret key, which
-- Supabase refuses to the User-Agent of a browser. For the API's own login.
create function private.note_browser(session uuid, agent text) returns void
  language sql volatile security definer set search_path = ''
as $$ update auth.sessions s set user_agent = agent where s.id = session $$;
revoke execute on function private.note_browser(uuid, text) from public;
grant execute on function private.note_browser(uuid, text) to api_gateway;
