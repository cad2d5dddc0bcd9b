/**
 * Auth, REST and Storage: @supabase/lite in this process, on the embedded Postgres, with what it lacks put in front
 * of it (auth-admin.ts, auth-doors.ts, banned-users.ts, storage-*.ts). It is reached through `fetch`, like any web handler.
 */
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { App, InMemoryEmailDriver, setExperimental } from "@supabase/lite";
import { createPostgresConnection, type PostgresConnection } from "@supabase/lite/postgres";
import { verify } from "hono/jwt";
import postgres from "postgres";
import { callerAddress } from "../../edge-functions/_shared/rules/caller-address.ts";
import { AuthAdmin } from "./auth-admin.ts";
import { guardDoors } from "./auth-doors.ts";
import { refuseBannedUsers } from "./banned-users.ts";
import { quietServices } from "./quiet-services.ts";
import { carriesSecretKey } from "./secret-key.ts";
import type { Secrets } from "./secrets.ts";
import { mendRestAnswer, refuseInput, storageRefusal } from "./service-input.ts";
import { answerStorage } from "./storage-answers.ts";
import { FileStorage } from "./storage-files.ts";
import { sweepStoredFiles } from "./storage-sweep.ts";
import { unwrapUpload } from "./storage-uploads.ts";

/** Seconds for what is under way when the services close. */
const patience = 2;

/** Bytes of a body: of whoever has not signed in, of whoever has, and of the product's own functions, which store files. */
const bodies = { anybody: 64 * 1024, signedIn: 4 * 2 ** 20, functions: 52 * 2 ** 20 };

export interface SupabaseServices {
  /** Answers a request to /auth/v1, /rest/v1 or /storage/v1. */
  fetch(request: Request): Promise<Response>;
  /** Bytes that the body of a request with these headers may have. */
  largestBody(headers: Headers): Promise<number>;
  close(): Promise<void>;
}

/** Whether a path is one of these services'. The package behind them has rooms of its own, which are nobody's. */
export const serves = (path: string): boolean => /^\/(auth|rest|storage)\/v1(\/|$)/.test(path);

export interface SupabaseServicesOptions {
  /** Address of the database as the services' own role. */
  databaseUrl: string;
  dataDir: string;
  siteUrl: string;
  secrets: Secrets;
  /** Proxies in front of the gateway. */
  proxies: number;
}

/** Connections of each service: whoever reads much by REST keeps nobody from signing in, or a file from being stored. */
const pools = { auth: 5, rest: 10, storage: 5 };

/** Builds the services. They connect when first asked. */
export function createSupabaseServices(options: SupabaseServicesOptions): SupabaseServices {
  const { databaseUrl, secrets } = options;
  quietServices();
  setExperimental("storage", true);
  const connections = Object.values(pools).map((size) => connect(databaseUrl, size));
  const [auth, rest, storage] = connections.map((connection) => openApp(connection, options)) as [
    App,
    App,
    App,
  ];
  const files = path.join(options.dataDir, "storage");
  storage._storageAdapter = new FileStorage(files);

  const sql = postgres(databaseUrl, { max: 3, onnotice: () => undefined });
  // Beside all else: nobody waits for it, and what it cannot do now the next start will.
  sweepStoredFiles(files, sql).catch(() => undefined);
  const admin = new AuthAdmin(sql, secrets.secretKey);
  return {
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (!serves(pathname)) return Response.json({ message: "Not found" }, { status: 404 });
      const refused = await refuseInput(request, secrets.jwtSecret);
      if (refused) return refused;
      if (pathname.startsWith("/auth/v1/admin/")) return admin.fetch(request);
      const trusted = carriesSecretKey(request.headers, secrets.secretKey);
      if (pathname.startsWith("/auth/v1/")) {
        const address = callerAddress(request.headers.get("x-forwarded-for"), options.proxies);
        return guardDoors(sql, request, trusted ? null : address, (entered) =>
          refuseBannedUsers(sql, entered, (asked) => auth.fetch(asked)),
        );
      }
      if (pathname.startsWith("/storage/v1/")) {
        const asked = await unwrapUpload(request);
        if (!asked) return storageRefusal("InvalidRequest", "The form has no file, or is not complete");
        return answerStorage(asked, (understood) => storage.fetch(understood), trusted);
      }
      return mendRestAnswer(await rest.fetch(request));
    },
    async largestBody(headers) {
      if (carriesSecretKey(headers, secrets.secretKey)) return bodies.functions;
      const token = headers.get("authorization")?.replace(/^Bearer\s+/i, "") ?? "";
      const claims = await verify(token, secrets.jwtSecret, "HS256").catch(() => null);
      return claims?.role === "authenticated" ? bodies.signedIn : bodies.anybody;
    },
    async close() {
      const closed = Promise.all([...connections.map((one) => one.close()), sql.end({ timeout: patience })]);
      // A request whose sender is gone would hold its connection for ever; the end of the database cuts it off.
      await Promise.race([closed, pause(patience * 1000, undefined, { ref: false })]);
    },
  };
}

/** The package with all of its parts. */
function openApp(connection: PostgresConnection, { secrets, siteUrl }: SupabaseServicesOptions): App {
  return new App({
    connection,
    // One origin serves app and services; the keys below are required, and admin mode (keyless requests from this
    // machine count as service_role) stays off.
    options: { server: { admin: false, disableStudio: true }, drivers: { email: new InMemoryEmailDriver() } },
    api: { schemas: ["public"], max_rows: 1000, external_url: siteUrl },
    auth: {
      enabled: true,
      jwt_secret: secrets.jwtSecret,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
      site_url: siteUrl,
      additional_redirect_urls: [],
      // Accounts are made by administrators only.
      enable_signup: false,
    },
    storage: { enabled: true, file_size_limit: "50MiB" },
    studio: { enabled: false },
  });
}

function connect(url: string, size: number): PostgresConnection {
  const isoTime = (text: string) => text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
  const time = (oid: number) => ({
    to: oid,
    from: [oid],
    serialize: (value: string) => value,
    parse: isoTime,
  });
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      max: size,
      onnotice: () => undefined,
      // As PostgREST and Auth write times: 2026-11-21T02:38:53.06+00:00.
      types: { timestamp: time(1114), timestamptz: time(1184) },
    },
  });
  // Left at "unknown", its first request would grant everything in every schema with policies to the API's roles,
  // over the migrations' own grants. The services' role could not do that either; this keeps it from trying.
  Reflect.set(connection, "rlsState", "active");
  return connection;
}
