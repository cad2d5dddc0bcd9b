-- Signing in by username, with limited attempts per account and address. Only the API's own role asks, before it has a
-- caller; the answers for unknown, disabled and known usernames have the same shape, so that nothing is told.

create table private.sign_in_failures (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  username text not null,
  address text not null
);
create index sign_in_failures_username on private.sign_in_failures (username, at);
create index sign_in_failures_address on private.sign_in_failures (address, at);
alter table private.sign_in_failures enable row level security;

-- The address under which Supabase Auth knows the username (null when unknown or disabled), and how many seconds this
-- account or address must wait: after 10 failures of an account or 50 of an address within 10 minutes.
create function private.begin_sign_in(wanted_username text, wanted_address text)
  returns table (email text, wait_seconds integer)
  language sql stable security definer set search_path = ''
as $$
  select
    (select u.email from public.users u where lower(u.username) = lower(wanted_username) and not u.disabled),
    greatest(0, ceil(extract(epoch from greatest(
      (select min(f.at) from (
        select f.at from private.sign_in_failures f
        where f.username = lower(left(wanted_username, 200)) and f.at > now() - interval '10 minutes'
        order by f.at desc limit 10) f having count(*) = 10),
      (select min(f.at) from (
        select f.at from private.sign_in_failures f
        where f.address = left(wanted_address, 100) and f.at > now() - interval '10 minutes'
        order by f.at desc limit 50) f having count(*) = 50)
    ) + interval '10 minutes' - now())))::integer
$$;

-- Notes how an attempt ended. Success clears the account's failures, not those of the address.
create function private.end_sign_in(tried_username text, tried_address text, success boolean) returns void
  language sql volatile security definer set search_path = ''
as $$
  delete from private.sign_in_failures
  where at < now() - interval '1 day' or (success and username = lower(left(tried_username, 200)));
  insert into private.sign_in_failures (username, address)
  select lower(left(tried_username, 200)), left(tried_address, 100)
  where not success
$$;

grant execute on function private.begin_sign_in(text, text), private.end_sign_in(text, text, boolean) to api_gateway;
