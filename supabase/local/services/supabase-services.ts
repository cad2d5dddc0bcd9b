/**
 * Runs Supabase's services Auth, REST and Storage in this process, with @supabase/lite on the embedded Postgres.
 * Wrappers add what @supabase/lite lacks (auth-*.ts, banned-users.ts, storage-*.ts). The services are called through a
 * `fetch` function that takes a Request and returns a Response.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { App, type Connection, InMemoryEmailDriver, setExperimental } from "@supabase/lite";
import { verify } from "hono/jwt";
import { callerAddress } from "#shared/rules/caller-address.ts";
import { ConnectionLost, type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { diskLimits, readFreeSpace } from "../common/disk-space.ts";
import { hasSecretKey } from "../common/secret-key.ts";
import type { Secrets } from "../common/secrets.ts";
import { SignInRate } from "../common/sign-in-rate.ts";
import { AuthAdmin } from "./auth-admin.ts";
import { guardAuthEndpoints } from "./auth-endpoints.ts";
import { toRequestedFormat } from "./auth-errors.ts";
import { AuthSessions } from "./auth-sessions.ts";
import { refuseBannedUsers } from "./banned-users.ts";
import { fullDiskMessage, needsDiskSpace } from "./full-disk.ts";
import { detectConnectionLoss, lastDatabaseError, openServiceDatabase } from "./service-database.ts";
import { convertRestError, prepareRestRequest, refuseInput } from "./service-input.ts";
import { filterServiceOutput } from "./service-output.ts";
import { storageError } from "./storage-errors.ts";
import { FileStorage } from "./storage-files.ts";
import { handleStorage } from "./storage-responses.ts";
import { sweepStoredFiles } from "./storage-sweep.ts";
import { unwrapUpload } from "./storage-uploads.ts";

/** Time in seconds that requests in progress get to finish when the services close. */
const patience = 2;

/**
 * Maximum size of a request body in bytes, by sender: any client (anybody), a signed-in user (signedIn), or the edge
 * functions, which store files (functions).
 */
const bodyLimits = { anybody: 64 * 1024, signedIn: 4 * 2 ** 20, functions: 52 * 2 ** 20 };

export interface SupabaseServices {
  /** Handles a request to /auth/v1, /rest/v1 or /storage/v1. */
  fetch(request: Request): Promise<Response>;
  /**
   * Returns the maximum size in bytes of the body of a request, which depends on the headers and the query of the
   * request.
   */
  largestBody(headers: Headers, query: string): Promise<number>;
  close(): Promise<void>;
}

/** Checks whether a path belongs to Auth, REST or Storage. Other endpoints of @supabase/lite are not exposed. */
export const isServicePath = (path: string): boolean => /^\/(auth|rest|storage)\/v1(\/|$)/.test(path);

export interface SupabaseServicesOptions {
  /** URL that connects to the database with the login role of the services. */
  databaseUrl: string;
  dataDir: string;
  siteUrl: string;
  secrets: Secrets;
  /** Number of proxies in front of the gateway. */
  proxies: number;
  /** True to limit sign-ins per address as Supabase Auth does. */
  isRateLimited: boolean;
  /** Returns true while the disk is full. The services then refuse clients that write rows or store files. */
  isDiskFull: () => boolean;
  /** Receives the log lines of the services. */
  record: (line: string) => void;
}

/**
 * Number of database connections per service. Each service has its own, so that heavy reading through REST does not
 * block signing in or storing files.
 */
const pools = { auth: 5, rest: 10, storage: 5 };
/** Schema whose tables REST serves. */
const restSchema = "public";

/** Creates the services. They connect to the database on the first request. */
export function createSupabaseServices(options: SupabaseServicesOptions): SupabaseServices {
  const { databaseUrl, secrets } = options;
  const files = path.join(options.dataDir, "storage");
  // Create the folder only at the start. A new folder for a missing one would hide that files are lost.
  mkdirSync(files, { recursive: true });
  const endFilter = filterServiceOutput(options.record);
  setExperimental("storage", true);
  const databases = Object.entries(pools).map(([service, size]) =>
    openServiceDatabase(databaseUrl, size, service === "rest" ? restSchema : null),
  );
  const [auth, rest, storage] = databases.map(({ connection }) => openApp(connection, options)) as [
    App,
    App,
    App,
  ];
  storage._storageAdapter = new FileStorage(files);

  const sql = openDatabase(databaseUrl, { most: 3 });
  // Remove orphaned files in the background. Files that cannot be removed now are removed at the next start.
  sweepStoredFiles(files, sql, options.record).catch((error: unknown) =>
    options.record(`! storage: orphaned files were not removed: ${String(error)}`),
  );
  const services: Services = {
    ...{ options, files, sql, auth, rest, storage },
    admin: new AuthAdmin(sql, secrets),
    sessions: new AuthSessions(sql, secrets, options.proxies),
    rate: options.isRateLimited ? new SignInRate() : null,
  };
  return {
    async fetch(request) {
      try {
        const { result, lost } = await detectConnectionLoss(() => answerRequest(services, request));
        return lost && !result.ok ? databaseUnavailable() : result;
      } catch (error) {
        if (error instanceof ConnectionLost) return databaseUnavailable();
        throw error;
      }
    },
    largestBody: (headers, query) => largestBody(secrets, headers, query),
    async close() {
      const closed = Promise.all([...databases, { close: () => sql.end() }].map((one) => one.close()));
      // Wait only for a limited time: if a client has disconnected, its request may keep its database connection
      // forever. The shutdown of the database then ends the connection.
      await Promise.race([closed, pause(patience * 1000, undefined, { ref: false })]);
      endFilter();
    },
  };
}

/** The open services, and the other objects that handling a request needs. */
interface Services {
  options: SupabaseServicesOptions;
  /** Folder of the stored files. */
  files: string;
  sql: Database;
  auth: App;
  rest: App;
  storage: App;
  admin: AuthAdmin;
  sessions: AuthSessions;
  /** Limit of sign-ins per address; null if sign-ins are not limited. */
  rate: SignInRate | null;
}

async function answerRequest(services: Services, request: Request): Promise<Response> {
  const { options, files, admin, rest, storage } = services;
  const { jwtSecret, secretKey } = options.secrets;
  const { pathname } = new URL(request.url);
  if (!isServicePath(pathname)) return Response.json({ message: "Not found" }, { status: 404 });
  const refused = await refuseInput(request, jwtSecret);
  if (refused) return refused;
  if (pathname.startsWith("/auth/v1/admin/")) return admin.fetch(request);
  const trusted = hasSecretKey(request.headers, secretKey);
  if (!trusted && options.isDiskFull() && needsDiskSpace(request.method, pathname))
    return unavailable("disk_full", fullDiskMessage);
  if (pathname.startsWith("/auth/v1/")) return answerAuth(services, request, trusted);
  if (pathname === "/storage/v1/status") return storageStatus(options.dataDir, files);
  if (pathname.startsWith("/storage/v1/")) {
    const asked = await unwrapUpload(request);
    if (!asked) return storageError("InvalidRequest", "The form has no file, or is not complete");
    return handleStorage(asked, (understood) => storage.fetch(understood), trusted);
  }
  const prepared = prepareRestRequest(request);
  return prepared instanceof Response
    ? prepared
    : convertRestError(await rest.fetch(prepared), lastDatabaseError());
}

/**
 * @param trusted True if the request has the secret key. Only then can the header sb-forwarded-for give the user's
 * address.
 */
async function answerAuth(
  { options: { proxies }, sql, sessions, auth, rate }: Services,
  request: Request,
  trusted: boolean,
): Promise<Response> {
  const address = callerAddress(request.headers.get("x-forwarded-for"), proxies);
  const answer = await guardAuthEndpoints(
    sql,
    sessions,
    request,
    trusted ? null : address,
    (admitted) => refuseBannedUsers(sql, admitted, (asked) => auth.fetch(asked)),
    () => rate?.admit((trusted && request.headers.get("sb-forwarded-for")) || address) ?? true,
  );
  return toRequestedFormat(request, answer);
}

async function largestBody(
  { secretKey, jwtSecret }: Secrets,
  headers: Headers,
  query: string,
): Promise<number> {
  if (hasSecretKey(headers, secretKey)) return bodyLimits.functions;
  // The parameter `token` in the query is part of an upload URL that the edge functions have signed for a client.
  const signature = new URLSearchParams(query).get("token");
  const signed = signature && (await verify(signature, jwtSecret, "HS256").catch(() => null));
  if (signed && signed.intent === "upload") return bodyLimits.functions;
  const token = headers.get("authorization")?.replace(/^Bearer\s+/i, "") ?? "";
  const claims = await verify(token, jwtSecret, "HS256").catch(() => null);
  return claims?.role === "authenticated" ? bodyLimits.signedIn : bodyLimits.anybody;
}

/** Creates an app of @supabase/lite with its settings. Each service has its own app. */
function openApp(connection: Connection, { secrets, siteUrl }: SupabaseServicesOptions): App {
  return new App({
    connection,
    // Admin mode stays off: it would treat requests from this machine without a key as requests of service_role.
    // Requests must have one of the keys below.
    options: { server: { admin: false, disableStudio: true }, drivers: { email: new InMemoryEmailDriver() } },
    api: { schemas: [restSchema], max_rows: 1000, external_url: siteUrl },
    auth: {
      enabled: true,
      jwt_secret: secrets.jwtSecret,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
      site_url: siteUrl,
      additional_redirect_urls: [],
      // Users cannot sign up by themselves: only administrators create accounts.
      enable_signup: false,
      // The same session limits are in supabase/config.toml and in private.is_session_expired.
      sessions: { timebox: "168h", inactivity_timeout: "24h" },
    },
    storage: { enabled: true, file_size_limit: "50MiB" },
    studio: { enabled: false },
  });
}

/** Checks whether files can be stored: the folder exists, and the disks of DATA_DIR have space. */
async function storageStatus(dataDir: string, files: string): Promise<Response> {
  const tell = (message: string, status: number) => Response.json({ message }, { status });
  const folder = await stat(files).catch(() => null);
  if (!folder?.isDirectory()) return tell("The folder of the stored files is missing.", 503);
  const free = await readFreeSpace(dataDir);
  const inMegabytes = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MB`;
  return free < diskLimits.full
    ? tell(
        `The disk is full: ${inMegabytes(free)} left. Nothing can be saved until ${inMegabytes(diskLimits.full)} are free.`,
        503,
      )
    : tell(`${(free / 2 ** 30).toFixed(1)} GB free.`, 200);
}

const databaseUnavailable = (): Response =>
  unavailable("database_unavailable", "The database does not answer at the moment. Try again in a minute.");

/** Returns an error response that the clients of all three services can read. */
function unavailable(reason: string, message: string): Response {
  const id = randomUUID();
  const body = { code: "503", statusCode: "503", error_code: reason, message, msg: message };
  return Response.json(
    { ...body, request_id: id },
    { status: 503, headers: { "x-request-id": id, "retry-after": "5" } },
  );
}
