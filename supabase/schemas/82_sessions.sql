-- A user's own sessions: one per sign-in. They are Auth's; the limits on their age are in 30_access.sql.

-- The caller's sessions that count, the last used first: {id, user_agent, address, signed_in_at, last_used_at,
-- current}. last_used_at is when the session was last renewed, true to the hour; current marks the session that asks.
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
    where s.user_id = auth.uid() and not private.session_is_over(s.created_at, s.refreshed_at, s.not_after)
      and private.session_has_password(s.id)) o
$$;

-- Ends one session of the caller: it is refused with the next request. Raises AG004 where the caller has no such
-- session.
create function private.end_own_session(wanted uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_api_token();
  delete from auth.sessions s where s.id = wanted and s.user_id = auth.uid();
  if not found then
    raise exception 'This session has ended already.' using errcode = 'AG004';
  end if;
  perform private.log_event(auth.uid(), 'Ended session');
end
$$;

-- Ends all sessions and API tokens of the caller, the session that asks included.
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

-- A session past its limits is not renewed, also where Auth itself has no limits: its last renewal stays what it was,
-- so that no token of it counts.
create function private.skip_renewal() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  return case when private.session_is_over(old.created_at, old.refreshed_at, old.not_after) then null else new end;
end
$$;

create trigger skip_renewal before update of refreshed_at on auth.sessions
  for each row execute function private.skip_renewal();

grant execute on function private.own_sessions(), private.end_own_session(uuid), private.end_own_sessions()
to authenticated;

-- Notes which browser a session was opened with. Auth does not see it: the API signs in with the secret key, which
-- Supabase refuses to the User-Agent of a browser. For the API's own login.
create function private.note_browser(session uuid, agent text) returns void
  language sql volatile security definer set search_path = ''
as $$ update auth.sessions s set user_agent = agent where s.id = session $$;
revoke execute on function private.note_browser(uuid, text) from public;
grant execute on function private.note_browser(uuid, text) to api_gateway;
