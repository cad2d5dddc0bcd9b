-- Foundation: the schemas beside public, the login role of the API, and what functions may be called by default.
-- Everything that only the database itself uses lives in private; REST exposes public alone.

create schema private;
create schema template;

comment on schema private is 'Helpers of policies and triggers, the user log, and what only the API calls. Never exposed over REST.';
comment on schema template is 'Column groups that record tables take in with LIKE. No data.';

create extension if not exists pg_trgm with schema extensions;

-- A new function is nobody's until it is granted. PUBLIC's default cannot be revoked a schema at a time.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;

-- The API signs in as this role, which owns nothing and inherits nothing: before it becomes a caller it reads nothing.
-- The password is set at deployment, never here.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'api_gateway') then
    create role api_gateway login noinherit;
  end if;
end
$$;
grant authenticated, anon to api_gateway;

grant usage on schema private to authenticated, api_gateway, service_role;

-- The date in the offices' time zone: reporting windows open and close at midnight in Manila.
create function private.today() returns date
  language sql stable parallel safe set search_path = ''
as $$ select (pg_catalog.now() at time zone 'Asia/Manila')::date $$;

grant execute on function private.today() to authenticated, service_role;

-- A date as people type it, and as it sorts, for search. to_char is only stable, and generated columns want immutable.
create function private.date_words(day date) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select pg_catalog.lpad(extract(month from day)::text, 2, '0') || '-' || pg_catalog.lpad(extract(day from day)::text, 2, '0')
    || '-' || extract(year from day)::text
$$;

grant execute on function private.date_words(date) to authenticated, service_role;
