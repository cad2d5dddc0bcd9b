-- Schemas besides public, the roles of the API, and default privileges: a new function or table grants nothing.
-- Everything that only the database itself uses is in schema private; REST serves schema public alone.

create schema private;
create schema template;
create schema personal;
comment on schema private is
  'Helpers of policies and triggers, the user log, and functions that only the API calls. Never exposed over REST.';
comment on schema template is 'Groups of columns that record tables include with LIKE. No data.';
comment on schema personal is
  'Sensitive columns (RA 10173) and the views that include them. The API reads them; REST does not serve this schema.';

create extension if not exists pg_trgm with schema extensions;

-- New functions have no EXECUTE grant until one is given explicitly. The default for PUBLIC can only be revoked
-- globally, not per schema.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;

-- Roles belong to the whole cluster, so another database of the cluster may have created them already. api_gateway is
-- the login role of the API. It owns nothing and inherits nothing, so it can read nothing before it assumes a caller's
-- role. Its password is set at deployment, never here. central_reader and provincial_reader are the roles that the API
-- assumes to read for a caller of that level (private.reading_role).
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
