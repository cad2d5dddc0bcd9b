-- Schemas beside public, the roles of the API, and what a new function or table may be used for by default: nothing.
-- Everything that only the database itself uses lives in private; REST serves public alone.

create schema private;
create schema template;
create schema personal;
comment on schema private is
  'Helpers of policies and triggers, the user log, and what only the API calls. Never exposed over REST.';
comment on schema template is 'Column groups that record tables take in with LIKE. No data.';
comment on schema personal is
  'Sensitive columns (RA 10173) and the views that have them. The API reads them; REST does not serve the schema.';

create extension if not exists pg_trgm with schema extensions;

-- A new function is nobody's until it is granted. PUBLIC's default cannot be revoked a schema at a time.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;

-- Roles are the cluster's: another database of it may have made them. api_gateway is the login of the API: it owns
-- nothing and inherits nothing, so that before it becomes a caller it reads nothing. Its password is set at deployment,
-- never here. The two readers are what it becomes to read for a caller of their level (private.reading_role).
do $$
declare
  wanted record;
begin
  for wanted in
    select *
    from (values
      ('api_gateway', 'login noinherit'),
      ('central_reader', 'nologin noinherit'),
      ('provincial_reader', 'nologin noinherit')
    ) r (name, attributes)
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.attributes);
    end if;
  end loop;
end
$$;
grant authenticated, anon to api_gateway;
grant central_reader, provincial_reader to api_gateway;

grant usage on schema private to authenticated, api_gateway, service_role, supabase_auth_admin;
grant usage on schema personal to authenticated, service_role;
