-- Functions for the sessions of the caller. Each sign-in creates a session, which Auth stores. The maximum age of
-- sessions is defined in 30_access.sql.

-- Returns the caller's valid sessions, as a list of {id, user_agent, address, signed_in_at, last_used_at, current}.
-- `current` is true for the session that makes the request. This session is first in the list; the other sessions
-- follow, last used first. `last_used_at` is the time of the last renewal and so may be up to an hour too early.
create function private.own_sessions() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(o) order by o.current desc, o.last_used_at desc), '[]')
  from (
    select s.id, s.user_agent, host(s.ip) as address, s.created_at as signed_in_at,
      coalesce(s.refreshed_at at time zone 'UTC', s.created_at) as last_used_at,
      s.id::text is not distinct from nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id'
        as current
    from auth.sessions s
    where s.user_id = auth.uid() and not private.is_session_expired(s.created_at, s.refreshed_at, s.not_after)
      and private.is_password_session(s.id)) o
$$;

-- Ends one session of the caller. The next request with this session is refused. Raises AG004 if the caller has no such
-- session.
create function private.end_own_session(wanted uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_api_token();
  delete from auth.sessions s where s.id = wanted and s.user_id = auth.uid();
  if not found then
    raise exception 'This session has already ended.' using errcode = 'AG004';
  end if;
  perform private.log_event(auth.uid(), 'Ended session');
end
$$;

-- Ends all sessions and API tokens of the caller, including the session that makes the request.
create function private.end_own_sessions() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_api_token();
  delete from auth.sessions s where s.user_id = auth.uid();
  delete from private.api_tokens t where t.user_id = auth.uid();
  perform private.log_event(auth.uid(), 'Signed out everywhere');
end
$$;

-- BEFORE trigger on the sessions of Auth: prevents the renewal of an expired session, even if Auth itself has no
-- limits. The trigger skips the update that sets the time of the renewal. So the session stays expired, and requests
-- with its tokens are refused.
create function private.skip_renewal() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  return case when private.is_session_expired(old.created_at, old.refreshed_at, old.not_after) then null else new end;
end
$$;

create trigger skip_renewal before update of refreshed_at on auth.sessions
  for each row execute function private.skip_renewal();

grant execute on function private.own_sessions(), private.end_own_session(uuid), private.end_own_sessions()
to authenticated;

-- Records the browser of a session. The API cannot pass the browser's User-Agent to Auth at a sign-in: the API uses the
-- secret key, which Supabase refuses from browsers. Called with the API's own login role.
create function private.record_browser(session uuid, agent text) returns void
  language sql volatile security definer set search_path = ''
as $$ update auth.sessions s set user_agent = agent where s.id = session $$;
revoke execute on function private.record_browser(uuid, text) from public;
grant execute on function private.record_browser(uuid, text) to api_gateway;
