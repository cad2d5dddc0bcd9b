-- Personal API tokens: with one, another program uses the API as somebody, under the same policies. Only its hash is
-- stored. A token reads, or reads and writes. It ends on a day, when its owner revokes it, with a new password, when
-- the account is disabled or removed, and when its owner is signed out of all devices.

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
  'Hashes of personal API tokens, with whose they are, what they may do and until when. last_used_at is true to '
  'the hour.';

-- The name of the token by which the API acts for the caller; null where somebody is signed in themselves.
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

-- The caller's tokens, oldest first, as a list of {id, name, may_write, created_at, expires_at, last_used_at}.
create function private.own_api_tokens() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(t) - array['user_id', 'hash'] order by t.id), '[]')
  from private.api_tokens t
  where t.user_id = auth.uid()
$$;

-- Refuses programs: accounts, their sessions and their API tokens are kept by people. Raises AG003.
create function private.refuse_api_token() returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if private.is_api_token() then
    raise exception 'An API token does not reach accounts: sign in for that.' using errcode = 'AG003';
  end if;
end
$$;

-- Creates a token of the caller that lasts `days` days; returns it as a list does. The caller's session must have been
-- opened with the password within the last two minutes: the API opens one when it asks for the password again. Raises
-- AG003 otherwise, and AG002 beyond 20 tokens.
create function private.create_api_token(wanted_name text, writes boolean, days integer, token_hash text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
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
$$;

-- Ends a token of the caller; it is refused with the next request. Raises AG004 where the caller has no such token.
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

-- Whose token has the hash, while it counts; nobody's else. Asked by the API before it becomes the caller.
create function private.use_api_token(token_hash text) returns table (id bigint, user_id uuid, may_write boolean)
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
grant execute on function private.use_api_token(text) to api_gateway;
