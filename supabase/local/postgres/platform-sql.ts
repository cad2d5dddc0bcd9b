/**
 * SQL that creates what a new project of hosted Supabase has before any migration: roles, schemas, default privileges,
 * the tables of Auth and Storage, and the helper functions that policies call. Includes only what this product relies
 * on. Comments mark where plain Postgres differs from hosted Supabase.
 */
import { getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from "@supabase/lite";
import { servicesRole } from "./postgres.ts";

const roles = `
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
grant anon, authenticated, service_role to authenticator;
create role supabase_auth_admin login noinherit createrole;
create role supabase_storage_admin login noinherit createrole;

-- The owner of the product's tables: powerful, but no superuser. Migrations run as it.
create role postgres login createdb createrole replication bypassrls;
grant anon, authenticated, service_role to postgres with admin option;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;
alter role postgres set search_path = "$user", public, extensions;
alter role supabase_admin set search_path = "$user", public, auth, extensions;
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';

-- Inherits what the callers may do, so that the services can look up the tables they serve; it bypasses no policy.
create role ${servicesRole} login inherit;
grant anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin to ${servicesRole};
`;

const schemas = `
alter database postgres owner to postgres;
alter schema public owner to postgres;
grant usage on schema public to postgres, anon, authenticated, service_role;

create schema extensions;
grant all on schema extensions to postgres with grant option;
grant usage on schema extensions to anon, authenticated, service_role;
create extension "uuid-ossp" with schema extensions;
create extension pgcrypto with schema extensions;

create publication supabase_realtime;
alter publication supabase_realtime owner to postgres;
`;

/**
 * As on hosted Supabase, new tables, functions and sequences in public are granted to the API's roles, whether
 * `postgres` or `supabase_admin` creates them. Policies then protect the rows.
 */
const defaultPrivileges = ["postgres", "supabase_admin"]
  .flatMap((owner) =>
    ["tables", "functions", "sequences"].map(
      (kind) =>
        `alter default privileges for role ${owner} in schema public ` +
        `grant all on ${kind} to postgres, anon, authenticated, service_role;`,
    ),
  )
  .join("\n");

/**
 * auth.uid(), auth.role() and auth.email() read a claim from two settings. Old versions of PostgREST set one setting
 * per claim; new versions set one setting with all claims as JSON.
 */
const claimFunctions = [
  ["uid", "uuid", "sub"],
  ["role", "text", "role"],
  ["email", "text", "email"],
]
  .map(
    ([name, type, claim]) => `
create or replace function auth.${name}() returns ${type} language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.${claim}', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> '${claim}')
  )::${type}
$$;`,
  )
  .join("\n");

const authSchema = `
${SUPABASE_AUTH_HELPERS_SQL}
${getAuthSchemaSql()}
${claimFunctions}
-- Hosted Supabase answers null without claims; policies are written against that.
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;
grant usage on schema auth to anon, authenticated, service_role, postgres;
grant all on schema auth to supabase_auth_admin;
grant all on all tables in schema auth to postgres;
grant execute on all functions in schema auth to anon, authenticated, service_role, postgres;
`;

const storageSchema = `
${getStorageSchemaSql()}
grant usage on schema storage to anon, authenticated, service_role;
grant usage on schema storage to postgres with grant option;
grant all on schema storage to supabase_storage_admin;
grant all on all tables in schema storage to anon, authenticated, service_role;
grant all on all tables in schema storage to postgres with grant option;
grant execute on all functions in schema storage to anon, authenticated, service_role, postgres;
-- Hosted Supabase lets postgres write policies on tables that it does not own, by an extension of the server.
-- Plain Postgres allows that to the owner only.
grant supabase_storage_admin to postgres;
`;

/** Returns SQL that makes a role the owner of all tables of a schema, as on hosted Supabase. */
function ownedBy(schema: string, owner: string): string {
  return `
do $$
declare item record;
begin
  for item in select c.oid::regclass as name from pg_class c where c.relnamespace = '${schema}'::regnamespace and c.relkind = 'r'
  loop execute format('alter table %s owner to ${owner}', item.name); end loop;
end $$;`;
}

/** All of the SQL, in order. Run it once, in one transaction, as the superuser. */
export const platformSql = [
  roles,
  schemas,
  defaultPrivileges,
  authSchema,
  storageSchema,
  ownedBy("auth", "supabase_auth_admin"),
  ownedBy("storage", "supabase_storage_admin"),
].join("\n");
