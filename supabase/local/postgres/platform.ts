/**
 * Sets up a database cluster like a project of hosted Supabase. At each start, sets the passwords of the database roles
 * and corrects databases that an earlier release created.
 */
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionLost, type Database, isDatabaseError, type Statements } from "#shared/server/sql/sql.ts";
import type { Secrets } from "../common/secrets.ts";
import { servicesRole, startFailure } from "./postgres.ts";

/**
 * Corrections that run at every start, because databases of earlier releases lack them:
 * - REST statements time out after 8 seconds, as on hosted Supabase. The limit is set on the login role, because
 *   Postgres applies the settings of a role only at login.
 * - The role postgres may disable triggers for a restore, as on hosted Supabase.
 * - File metadata in Storage becomes a JSON object. The embedded Storage writes a text inside JSON.
 * - Only Storage can delete files, as on hosted Supabase.
 * - The table auth.mfa_amr_claims, which the embedded Auth lacks, stores the sign-in methods of sessions.
 */
const startCorrections = `
alter role ${servicesRole} set statement_timeout = '8s';
grant set on parameter session_replication_role to postgres;
create table if not exists auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  id uuid primary key,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);
alter table auth.mfa_amr_claims owner to supabase_auth_admin;
grant all on auth.mfa_amr_claims to postgres;
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

/** Interval in milliseconds at which `waitUntilReady` reports that it is still waiting. */
const reportEvery = 10_000;

/**
 * Number of crashes during one start after which the server is considered unable to start. A server whose files are
 * damaged may restart its processes again and again.
 */
const maxCrashes = 2;

/** Counts how often the server has restarted its processes after a crash. */
function countCrashes(logFile: string): number {
  if (!existsSync(logFile)) return 0;
  return readFileSync(logFile, "utf8").split("all server processes terminated; reinitializing").length - 1;
}

/**
 * Waits until the server accepts queries. After an unclean stop, the server accepts connections but refuses queries
 * until it has recovered. The wait has no time limit, because a restart of the server would begin the recovery again.
 * @throws StackError with the end of the server's log when the server exits, crashes again and again, or stops
 * responding.
 */
export async function waitUntilReady(
  sql: Statements,
  report: (line: string) => void,
  logFile: string,
): Promise<void> {
  const since = Date.now();
  const crashesBefore = countCrashes(logFile);
  for (let reported = since; ; ) {
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (error instanceof ConnectionLost && !isDatabaseError(error.cause)) throw startFailure(logFile);
      if (!isStarting(error)) throw error;
      const now = Date.now();
      if (now - reported >= reportEvery) {
        if (countCrashes(logFile) - crashesBefore >= maxCrashes) throw startFailure(logFile);
        reported = now;
        report(
          `· database: Postgres is recovering after an unclean stop (for ${Math.round((now - since) / 1000)} s)`,
        );
      }
      // The server logs each refused query, so send fewer queries during a long recovery.
      await sleep(now - since < reportEvery ? 100 : 1000);
    }
  }
}

/** Checks whether a query failed because the server is still starting or recovering (SQLSTATE 57P03). */
function isStarting(error: unknown): boolean {
  if (!(error instanceof ConnectionLost)) return false;
  return isDatabaseError(error.cause) && error.cause.code === "57P03";
}

/** Sets up the cluster like a new Supabase project, unless this was already done. */
export async function preparePlatform(superuserSql: Database): Promise<void> {
  const [done] = await superuserSql`select 1 from pg_roles where rolname = ${servicesRole}`;
  // Import the SQL only for a new cluster: loading its package takes longer than most commands take to run.
  const made = done ? "" : (await import("./platform-sql.ts")).platformSql;
  await superuserSql.begin((tx) => tx.unsafe(made + startCorrections));
}

/**
 * Sets the passwords of the login roles to those in the secrets. Runs at every start, because a migration creates
 * api_gateway without a password, and because a restored database may have different passwords.
 */
export async function setPasswords(superuserSql: Statements, secrets: Secrets): Promise<void> {
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
