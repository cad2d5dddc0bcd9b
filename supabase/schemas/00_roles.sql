-- Creates the schemas private, template and personal, and the database roles of the API. Changes the default privileges
-- so that new tables and functions are granted to no role. REST serves only schema public.

create schema private;
create schema template;
create schema personal;
comment on schema private is
  'Helpers of policies and triggers, the user log, and functions that only the API calls. Never exposed over REST.';
comment on schema template is 'Groups of columns that record tables include with LIKE. No data.';
comment on schema personal is
  'Sensitive columns (RA 10173) and the views that include them. The API reads them; REST does not serve this schema.';

create extension if not exists pg_trgm with schema extensions;

-- No role can execute a new function until it is granted EXECUTE. By default, Postgres grants EXECUTE on new functions
-- to PUBLIC, and this default can be revoked only for all schemas at once.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;

-- Creates the database roles of the API that the cluster does not have yet. api_gateway is the login role of the API;
-- its password is set at deployment. It owns nothing and inherits no rights, so it can read nothing before it assumes a
-- caller's role. The API assumes central_reader or provincial_reader to read for a central or provincial caller
-- (private.reading_role).
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
