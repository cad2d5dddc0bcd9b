-- Sign-in by username, with limits that stop password guessing without locking out a whole office. Only the API's own
-- role calls these functions, before it assumes the caller's role. Responses for unknown, disabled and known usernames
-- have the same shape, so that they reveal nothing. The limits count wrong passwords and, for at most one minute,
-- passwords that are still being checked. If a limit is reached only because of passwords still being checked, a
-- further attempt waits instead of being refused. A browser that has signed in to the account before has its own limit,
-- so that guesses from other browsers do not lock it out. Attempts through the API and directly through Auth are
-- counted together.

create table private.sign_in_failures (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  username text not null,
  address text not null,
  judged boolean not null default false,
  browser text,
  claimed boolean not null default false
);
create index sign_in_failures_username on private.sign_in_failures (username, at);
create index sign_in_failures_address on private.sign_in_failures (address, at);
alter table private.sign_in_failures enable row level security;

comment on table private.sign_in_failures is
  'Sign-in attempts by account and address: failed ones, and those whose password is still being checked.';
comment on column private.sign_in_failures.judged is 'True if the password was wrong; false while it is being checked.';
comment on column private.sign_in_failures.browser is 'The known browser of the attempt; null for any other browser.';
comment on column private.sign_in_failures.claimed is
  'True once Auth''s password hook was called for this attempt, which the API started.';

create table private.known_browsers (
  user_id uuid not null references public.users (id) on delete cascade,
  browser text not null,
  last_used timestamptz not null default now(),
  primary key (user_id, browser)
);
alter table private.known_browsers enable row level security;
comment on table private.known_browsers is
  'Browsers in which a user has signed in, by the hash of a cookie. Deleted when the password changes.';

-- Returns how many seconds an account or an address must wait until the next attempt. The limits are 10 wrong passwords
-- per account and browser and 50 per address, each within ten minutes. `busy` is true if the number of wrong passwords
-- plus the number of attempts that are still being checked reaches a limit.
create function private.sign_in_wait(account text, origin text, known text, out seconds integer, out busy boolean)
  language sql stable security definer set search_path = ''
as $$
  with counted as (
    select 10 as most, f.at, f.judged
    from private.sign_in_failures f
    where f.username = account and f.browser is not distinct from known and f.at > now() - interval '10 minutes'
    union all
    select 50, f.at, f.judged
    from private.sign_in_failures f
    where known is null and f.browser is null and f.address = origin and f.at > now() - interval '10 minutes'),
  limits as (
    select
      (array_agg(c.at order by c.at desc) filter (where c.judged))[c.most] + interval '10 minutes' as until,
      count(*) filter (where c.judged or c.at > now() - interval '1 minute') >= c.most as is_full
    from counted c
    group by c.most)
  select greatest(0, ceil(extract(epoch from max(l.until) - now())))::integer, coalesce(bool_or(l.is_full), false)
  from limits l
$$;

-- Starts a sign-in attempt, and returns the id of the attempt. If the limits allow no attempt now, returns the number
-- of seconds to wait instead. Also returns the e-mail address of the account; null if there is no such account.
create function private.begin_sign_in(wanted_username text, wanted_address text, wanted_browser text default null)
  returns table (email text, wait_seconds integer, attempt bigint, busy boolean)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant text := lower(left(wanted_username, 200));
  origin constant text := left(wanted_address, 100);
  known constant text := (
    select k.browser from private.known_browsers k join public.users u on u.id = k.user_id
    where lower(u.username) = account and k.browser = wanted_browser);
begin
  -- Always lock the account before the address, to avoid deadlocks.
  perform pg_advisory_xact_lock(hashtext('sign_in account'), hashtext(account));
  perform pg_advisory_xact_lock(hashtext('sign_in address'), hashtext(origin));
  select w.seconds, w.busy into wait_seconds, busy from private.sign_in_wait(account, origin, known) w;
  if coalesce(wait_seconds, 0) > 0 then
    busy := false;
  elsif busy then
    wait_seconds := 1;
  else
    insert into private.sign_in_failures (username, address, browser) values (account, origin, known)
    returning id into attempt;
  end if;
  select u.email into email from public.users u where lower(u.username) = account and not u.disabled;
  return next;
end
$$;

-- Logs a sign-in or a wrong password, under the name "unknown" if no account has the username.
create function private.log_sign_in(account text, success boolean) returns void
  language sql volatile security definer set search_path = ''
as $$
  select private.log_event(u.id, case when success then 'Sign in' else 'Failed sign-in' end, null,
    coalesce(u.username, 'unknown'))
  from (values (1)) one left join public.users u on lower(u.username) = account
$$;

-- Ends a sign-in attempt. If `success` is true (right password), deletes the counted failures of the account in this
-- browser, and remembers the browser. For an unknown browser, deletes the failures in all unknown browsers. If
-- `success` is null (no password was checked), deletes the attempt and logs nothing. Logs all other attempts, unless
-- Auth's password hook has already logged them (private.judge_password).
create function private.end_sign_in(ended bigint, success boolean, used_browser text default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  tried private.sign_in_failures;
  account_id uuid;
  is_logged boolean;
begin
  perform pg_advisory_xact_lock(hashtext('sign_in account'), hashtext(f.username))
  from private.sign_in_failures f where f.id = ended;
  select f.* into tried from private.sign_in_failures f where f.id = ended;
  if not found then
    return;
  end if;
  -- Auth does not report to which attempt a call of its password hook belongs. If the call for this attempt was
  -- assigned to a different attempt, undo the assignment, because the call for the different attempt is still to come.
  is_logged := tried.claimed;
  if not tried.claimed and success is not null then
    update private.sign_in_failures f set claimed = false
    where f.id = (
      select o.id from private.sign_in_failures o
      where o.username = tried.username and o.claimed and not o.judged and o.at > now() - interval '1 minute'
      order by o.id limit 1);
    is_logged := found;
  end if;
  delete from private.sign_in_failures f
  where f.at < now() - interval '1 day' or (f.id = ended and success is distinct from false)
    or (success and f.judged and f.username = tried.username and f.browser is not distinct from tried.browser);
  if success is null then
    return;
  end if;
  update private.sign_in_failures f set judged = true where f.id = ended;
  if not is_logged then
    perform private.log_sign_in(tried.username, success);
  end if;
  select u.id into account_id from public.users u where lower(u.username) = tried.username;
  if success and used_browser is not null and account_id is not null then
    delete from private.known_browsers k
    where k.user_id = account_id and (k.last_used < now() - interval '400 days' or k.browser in (
      select o.browser from private.known_browsers o where o.user_id = account_id order by o.last_used desc offset 19));
    insert into private.known_browsers (user_id, browser) values (account_id, used_browser)
    on conflict (user_id, browser) do update set last_used = now();
  end if;
end
$$;

-- Called by the API after a user has changed their own password: logs the change, and records the user's browser as
-- known again. The change has deleted all known browsers (private.revoke_on_password_change).
create function private.record_own_password_change(changed_by uuid, used_browser text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.act_as(changed_by);
  perform private.log_event(changed_by, 'New password');
  insert into private.known_browsers (user_id, browser)
  select changed_by, used_browser where used_browser is not null
  on conflict (user_id, browser) do nothing;
end
$$;

-- Returns the id of the decoy account. The API checks its password if a username is unknown or disabled, so that the
-- refusal takes as long as for a wrong password. The decoy account has no profile, and its password is not stored.
create function private.decoy_account() returns uuid
  language sql immutable parallel safe set search_path = ''
as $$ select '00000000-0000-4000-8000-0000000dec0f'::uuid $$;

-- Password hook of Supabase Auth ("password verification attempt", config.toml), called after each password check. Also
-- limits password guessing that bypasses the API. `event` is {user_id, valid}; the embedded Auth adds email and
-- address. The first call for an attempt of the API is not counted, because the API has already counted the attempt.
-- All other calls are counted, except for the decoy account, whose password no one knows. Logs the attempts that it
-- accepts, so the limits also apply to the number of log entries. Returns {decision: "continue"} or {decision:
-- "reject", message}.
create function private.judge_password(event jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant text := coalesce(
    (select lower(u.username) from public.users u where u.id = (event ->> 'user_id')::uuid),
    'auth ' || coalesce(event ->> 'user_id', lower(left(event ->> 'email', 190)), ''));
  origin constant text := left(coalesce(event ->> 'address', 'auth'), 100);
  is_valid constant boolean := (event ->> 'valid')::boolean;
  wait record;
begin
  if (event ->> 'user_id')::uuid = private.decoy_account() then
    return jsonb_build_object('decision', 'continue');
  end if;
  -- Serialize concurrent guesses, so that together they cannot exceed the limit.
  perform pg_advisory_xact_lock(hashtext('sign_in account'), hashtext(account));
  perform pg_advisory_xact_lock(hashtext('sign_in address'), hashtext(origin));
  update private.sign_in_failures f set claimed = true
  where f.id = (
    select a.id from private.sign_in_failures a
    where a.username = account and not a.judged and not a.claimed and a.at > now() - interval '1 minute'
    order by a.id limit 1);
  if not found then
    -- If Auth does not report the address, count only per account.
    select * into wait from private.sign_in_wait(account, nullif(origin, 'auth'), null);
    if wait.seconds > 0 then
      return jsonb_build_object('decision', 'reject', 'message',
        'Too many attempts to sign in. Try again in ten minutes.');
    end if;
    if is_valid then
      delete from private.sign_in_failures f where f.username = account and f.judged and f.browser is null;
    else
      insert into private.sign_in_failures (username, address, judged) values (account, origin, true);
    end if;
  end if;
  perform private.log_sign_in(account, is_valid);
  return jsonb_build_object('decision', 'continue');
end
$$;

-- Access token hook of Supabase Auth ("custom access token", config.toml), called when Auth has opened or renewed a
-- session, before it commits. Refuses a session whose password was changed during the sign-in: Auth reads the account,
-- checks the password, which takes long, and then opens the session. `event` is {user_id, claims,
-- authentication_method}, where claims.app_metadata is from the account as Auth has read it. The lock waits for a
-- change in progress; a later change ends the session itself (private.revoke_on_password_change). Returns {claims},
-- unchanged, or {error}.
create function private.refuse_former_password(event jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  set_at text;
begin
  if event ->> 'authentication_method' = 'password' then
    select a.raw_app_meta_data ->> 'password_set_at' into set_at
    from auth.users a where a.id = (event ->> 'user_id')::uuid for no key update;
    if set_at is distinct from event #>> '{claims,app_metadata,password_set_at}' then
      return jsonb_build_object('error', jsonb_build_object('http_code', 400,
        'message', 'The password was changed. Sign in with the new password.'));
    end if;
  end if;
  return jsonb_build_object('claims', event -> 'claims');
end
$$;

-- E-mail hook of Supabase Auth ("send email", config.toml): sends nothing, because the product issues no magic links,
-- invitations, recovery or confirmation mails. `event` is {user, email_data: {email_action_type, …}}. A recovery
-- request is dropped without an error, because an error would reveal which addresses exist.
create function private.drop_auth_mail(event jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select case when event #>> '{email_data,email_action_type}' = 'recovery' then '{}'::jsonb
    else jsonb_build_object('error', jsonb_build_object('http_code', 403,
      'message', 'Links are not sent by e-mail. Ask an administrator for a new password.')) end
$$;

grant execute on function
  private.begin_sign_in(text, text, text), private.end_sign_in(bigint, boolean, text),
  private.record_own_password_change(uuid, text)
to api_gateway;
grant execute on function
  private.judge_password(jsonb), private.refuse_former_password(jsonb), private.drop_auth_mail(jsonb)
to supabase_auth_admin;
