/**
 * What Supabase itself provides in a new project, before any of our migrations: roles, schemas, default privileges,
 * the auth and storage tables and the helper functions that policies call. Only what this product relies on.
 * Where plain Postgres cannot do as hosted Supabase does, the comment says how it differs.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from "@supabase/lite";
import { ConnectionLost, type Database, isDatabaseError, type Statements } from "#shared/server/sql/sql.ts";
import type { Secrets } from "../common/secrets.ts";

/** The login of the local Auth, REST and Storage services. Hosted Supabase has one for each. */
export const servicesRole = "local_services";

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

/** As on hosted Supabase, new tables in public are granted to the API's roles, whoever makes them; policies guard them. */
const defaultPrivileges = ["postgres", "supabase_admin"]
  .flatMap((owner) =>
    ["tables", "functions", "sequences"].map(
      (kind) =>
        `alter default privileges for role ${owner} in schema public ` +
        `grant all on ${kind} to postgres, anon, authenticated, service_role;`,
    ),
  )
  .join("\n");

/** auth.uid() and its like read either form of the claims: PostgREST sets the first on old, the second on new versions. */
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

/**
 * Run at every start, since earlier versions of this stack lacked it. Statements by REST end after the 8 seconds that
 * authenticated has on hosted Supabase: the services' login becomes that role without its settings. Hosted Supabase lets
 * postgres enter rows without their triggers, as a restore does, by an extension of the server. And the embedded
 * Storage writes what it knows of a file as text inside JSON; hosted Supabase writes an object, of which policies and
 * functions read the size and the type. Files are deleted by Storage alone, as there.
 */
const mends = `
alter role ${servicesRole} set statement_timeout = '8s';
grant set on parameter session_replication_role to postgres;
create or replace function storage.unwrap_metadata() returns trigger language plpgsql set search_path = '' as $$
begin
  if jsonb_typeof(new.metadata) = 'string' then new.metadata := (new.metadata #>> '{}')::jsonb; end if;
  if jsonb_typeof(new.user_metadata) = 'string' then new.user_metadata := (new.user_metadata #>> '{}')::jsonb; end if;
  return new;
end
$$;
create or replace trigger unwrap_metadata before insert or update on storage.objects
  for each row execute function storage.unwrap_metadata();
update storage.objects set metadata = metadata where jsonb_typeof(metadata) = 'string';

create or replace function storage.protect_delete() returns trigger language plpgsql set search_path = '' as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501', hint = 'A row that is deleted here leaves its file behind.';
  end if;
  return null;
end
$$;
create or replace trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
create or replace trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
-- Supabase's Storage says so in each transaction of its own that deletes.
alter role ${servicesRole} set storage.allow_delete_query = 'true';`;

/** Hands the tables of a schema to the role that owns them on hosted Supabase. */
function ownedBy(schema: string, owner: string): string {
  return `
do $$
declare item record;
begin
  for item in select c.oid::regclass as name from pg_class c where c.relnamespace = '${schema}'::regnamespace and c.relkind = 'r'
  loop execute format('alter table %s owner to ${owner}', item.name); end loop;
end $$;`;
}

/** All of it, to run once, in one transaction, as the superuser. */
const platformSql = [
  roles,
  schemas,
  defaultPrivileges,
  authSchema,
  storageSchema,
  ownedBy("auth", "supabase_auth_admin"),
  ownedBy("storage", "supabase_storage_admin"),
].join("\n");

/** Waits while the server, which listens already, still recovers from an unclean stop. At most a minute. */
export async function untilReady(sql: Statements): Promise<void> {
  for (const end = Date.now() + 60_000; ; ) {
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      const { cause } = error as ConnectionLost;
      const starting = error instanceof ConnectionLost && isDatabaseError(cause) && cause.code === "57P03";
      if (!starting || Date.now() > end) throw error;
      await sleep(100);
    }
  }
}

/** Makes the cluster what a new Supabase project is, unless it already is. */
export async function preparePlatform(superuserSql: Database): Promise<void> {
  const [done] = await superuserSql`select 1 from pg_roles where rolname = ${servicesRole}`;
  await superuserSql.begin((tx) => tx.unsafe(done ? mends : platformSql + mends));
}

/**
 * Gives the logins their passwords. Run at every start: api_gateway is made by a migration, without one, and a
 * database that was restored from a backup carries none of ours.
 */
export async function setPasswords(superuserSql: Database, secrets: Secrets): Promise<void> {
  const passwords: [string, string][] = [
    ["postgres", secrets.postgresPassword],
    [servicesRole, secrets.servicesPassword],
    ["api_gateway", secrets.apiGatewayPassword],
  ];
  for (const [role, password] of passwords) {
    const [found] = await superuserSql`select 1 from pg_roles where rolname = ${role}`;
    // The secrets are base64url, so they need no escaping.
    if (found) await superuserSql.unsafe(`alter role ${role} password '${password}'`);
  }
}
