-- Sessions and signing in. A token counts while its session lives: signing out, a new password and signing somebody out
-- everywhere end it with the next request. Guesses are counted when they begin, so that parallel ones cannot slip by.

-- Whether the session of the caller's token has been ended. Tokens of sign-ins name their session.
create function private.session_has_ended() returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  session_id constant text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id';
begin
  return session_id is not null and not exists (select from auth.sessions s where s.id::text = session_id and s.user_id = auth.uid());
end
$$;

create or replace function private.current_caller() returns private.caller
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  found_caller private.caller;
begin
  select u.id, r.status, u.region_name, u.province_name, r.access_controls, r.route, r.id into found_caller
  from public.users u
  join public.uac r on r.id = u.uac_id and u.roles = any (r.rolename)
  where u.id = auth.uid() and not u.disabled and not private.session_has_ended();
  return found_caller;
end
$$;

create or replace function private.caller_is_active() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.users u where u.id = auth.uid() and not u.disabled) and not private.session_has_ended()
$$;

-- An entry of the log about a person that no table shows: signing in and out, passwords, sessions.
create function private.log_event(about uuid, wanted_action text, wanted_status text default null, tried_name text default null) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.user_log (user_id, user_name, user_role, form_name, subject, region_name, province_name, muncity_name, action, status)
  select author.id, coalesce(author.username, tried_name), author.roles, 'users', about, person.region_name, person.province_name, person.muncity_name, wanted_action, wanted_status
  from (values (1)) one
  left join public.users author on author.id = auth.uid()
  left join public.users person on person.id = about
$$;

-- Begins an attempt to sign in: counts it as a failure until end_sign_in says otherwise. Answers the address under which
-- Supabase Auth knows the username (null when unknown or disabled), the seconds that this account or address must wait
-- (after 10 failures of an account or 50 of an address within 10 minutes), and the attempt, null when it must wait.
drop function private.begin_sign_in(text, text);
create function private.begin_sign_in(wanted_username text, wanted_address text)
  returns table (email text, wait_seconds integer, attempt bigint)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant text := lower(left(wanted_username, 200));
  origin constant text := left(wanted_address, 100);
begin
  -- Account before address, always in this order; attempts of others go on.
  perform pg_advisory_xact_lock(hashtext('sign_in account'), hashtext(account));
  perform pg_advisory_xact_lock(hashtext('sign_in address'), hashtext(origin));
  select greatest(0, ceil(extract(epoch from greatest(
      (select min(f.at) from (
        select f.at from private.sign_in_failures f
        where f.username = account and f.at > now() - interval '10 minutes'
        order by f.at desc limit 10) f having count(*) = 10),
      (select min(f.at) from (
        select f.at from private.sign_in_failures f
        where f.address = origin and f.at > now() - interval '10 minutes'
        order by f.at desc limit 50) f having count(*) = 50)
    ) + interval '10 minutes' - now())))::integer
  into wait_seconds;
  if coalesce(wait_seconds, 0) = 0 then
    insert into private.sign_in_failures (username, address) values (account, origin) returning id into attempt;
  end if;
  select u.email into email from public.users u where lower(u.username) = lower(wanted_username) and not u.disabled;
  return next;
end
$$;

-- Ends an attempt. Success takes back what was counted for the account, and for this attempt; both are logged, a
-- failure under the name that was tried where somebody has it.
drop function private.end_sign_in(text, text, boolean);
create function private.end_sign_in(ended bigint, success boolean) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  tried private.sign_in_failures;
  account public.users;
begin
  select f.* into tried from private.sign_in_failures f where f.id = ended;
  if not found then
    return;
  end if;
  select u.* into account from public.users u where lower(u.username) = tried.username;
  perform private.log_event(account.id, case when success then 'Sign in' else 'Failed sign-in' end, null, coalesce(account.username, 'unknown'));
  delete from private.sign_in_failures f
  where f.at < now() - interval '1 day' or (success and f.username = tried.username);
end
$$;

grant execute on function private.begin_sign_in(text, text), private.end_sign_in(bigint, boolean) to api_gateway;

-- Notes that the caller signs out. Somebody without profile leaves no trace.
create function private.note_sign_out() returns void
  language sql volatile security definer set search_path = ''
as $$ select private.log_event(u.id, 'Sign out') from public.users u where u.id = auth.uid() $$;

grant execute on function private.note_sign_out() to authenticated;
