-- Personal API tokens: another program can use the API on behalf of a user, under the same policies. Only a hash of the
-- token is stored. A token allows either only reading, or reading and writing. A token ends at its expiry date, or when
-- its owner revokes it, gets a new password, signs out of all devices, or is disabled or removed.

create table private.api_tokens (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.users on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  may_write boolean not null,
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at <= created_at + interval '366 days'),
  last_used_at timestamptz
);
create index api_tokens_user on private.api_tokens (user_id);
alter table private.api_tokens enable row level security;
comment on table private.api_tokens is
  'Personal API tokens: hash, owner, permission to write and expiry. last_used_at is accurate to the hour.';

-- Returns the name of the API token used by the request; null if the user signed in directly.
create function private.current_api_token() returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  token constant bigint :=
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'api_token')::bigint;
begin
  if token is null then
    return null;
  end if;
  return (select t.name from private.api_tokens t where t.id = token and t.user_id = auth.uid());
end
$$;

-- Returns the caller's tokens, oldest first, as a list of {id, name, may_write, created_at, expires_at, last_used_at}.
create function private.own_api_tokens() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(t) - array['user_id', 'hash'] order by t.id), '[]')
  from private.api_tokens t
  where t.user_id = auth.uid()
$$;

-- Refuses requests with an API token (AG003): only signed-in users can administer accounts, sessions and API tokens.
create function private.refuse_api_token() returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if private.is_api_token() then
    raise exception 'API tokens cannot change accounts. Sign in instead.' using errcode = 'AG003';
  end if;
end
$$;

-- Creates a token of the caller that expires after `days` days, and returns it in the form of private.own_api_tokens.
-- The caller's session must have been opened with the password within the last two minutes. (The API asks the user for
-- the password again and opens a new session.) Raises AG003 if the session is older, and AG002 if the caller already
-- has 20 tokens.
create function private.create_api_token(wanted_name text, writes boolean, days integer, token_hash text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  added private.api_tokens;
begin
  perform private.refuse_api_token();
  -- Lock the session: a concurrent transaction that ends it and then deletes the user's tokens also deletes this one.
  perform from auth.sessions s
  where s.id::text = nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id'
    and s.user_id = auth.uid() and s.created_at > now() - interval '2 minutes' and private.is_session_valid()
  for key share;
  if not found then
    raise exception 'Enter your password again to create an API token.' using errcode = 'AG003';
  end if;
  -- Lock the user's row, so that concurrent calls cannot exceed the limit.
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
$$;

-- Deletes a token of the caller. From then on, requests with the token are refused. Raises AG004 if the caller has no
-- token with this id.
create function private.revoke_api_token(wanted bigint) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
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
$$;

-- Returns the token with the given hash, and its user. Returns no row if no token has this hash, or if the token is
-- expired. The API calls this before it assumes the caller's role.
create function private.authenticate_api_token(token_hash text) returns table (id bigint, user_id uuid,
  may_write boolean)
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.api_tokens t set last_used_at = now()
    where t.hash = token_hash and t.expires_at > now()
      and (t.last_used_at is null or t.last_used_at < now() - interval '1 hour');
  return query
    select t.id, t.user_id, t.may_write from private.api_tokens t where t.hash = token_hash and t.expires_at > now();
end
$$;

grant execute on function
  private.own_api_tokens(), private.create_api_token(text, boolean, integer, text), private.revoke_api_token(bigint)
to authenticated;
grant execute on function private.authenticate_api_token(text) to api_gateway;
