-- Keys with which browsers encrypt the data that they store for a user: entries that wait to be sent, drafts, and lists
-- that can be read without a connection. A browser has the key only while the user is signed in. So the stored data
-- cannot be read between a sign-out and the next sign-in.

create table private.offline_secret (
  only_row boolean primary key default true check (only_row),
  secret text not null default gen_random_uuid() || '.' || gen_random_uuid()
);
alter table private.offline_secret enable row level security;
comment on table private.offline_secret is
  'Secret of this database from which the offline keys of its users are derived.';

insert into private.offline_secret default values;

-- Returns the caller's offline key: 32 bytes as base64. Null for an API token or a session that is not valid.
create function private.offline_key() returns text
  language sql stable security definer set search_path = ''
as $$
  select encode(sha256(convert_to(s.secret || auth.uid(), 'UTF8')), 'base64')
  from private.offline_secret s
  where private.caller_is_active() and not private.is_api_token()
$$;

grant execute on function private.offline_key() to authenticated;
