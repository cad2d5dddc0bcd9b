/**
 * Starts and stops the embedded stack: `npm start` runs a stack in DATA_DIR, and tests run stacks in temporary folders.
 */
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { tileOrigin } from "../../web/hosting/site.ts";
import { backUpBeforeUpgrade, completeUpgrade } from "./backup/before-upgrade.ts";
import { DiskSpace, diskLimits } from "./common/disk-space.ts";
import { openLog, type StackLog } from "./common/log.ts";
import { claimDataDir, type DataDirClaim } from "./common/processes.ts";
import { recordCluster, type Secrets } from "./common/secrets.ts";
import { loopback, type MailEnvironment, projectRoot, type SeedKind, type Tiles } from "./common/settings.ts";
import { explainError, FailedUpgradeError } from "./common/stack-error.ts";
import { type Gateway, startGateway } from "./gateway/gateway.ts";
import { buildWebIfNeeded, webDist } from "./gateway/web-build.ts";
import { serveWebFiles } from "./gateway/web-files.ts";
import { type ClusterPlace, findClusterPlace, takeClusterOwnership } from "./postgres/cluster-place.ts";
import { openCopiedCluster } from "./postgres/copied-cluster.ts";
import {
  clusterIdentifier,
  openDataDir,
  openSecrets,
  postgresLog,
  refuseLostFiles,
} from "./postgres/data-dir.ts";
import { cloneDatabase, databaseUrls, seededTemplate } from "./postgres/databases.ts";
import { compareMigrations, pushMigrations, refuseUnknown } from "./postgres/migrations.ts";
import { preparePlatform, setPasswords, waitUntilReady } from "./postgres/platform.ts";
import { createCluster, rotateLog } from "./postgres/postgres.ts";
import { type PostgresServer, startPostgres } from "./postgres/postgres-keeper.ts";
import { completeReplacement } from "./postgres/replace-cluster.ts";
import { scheduleDailyMails } from "./services/daily-mail.ts";
import { type EdgeFunctions, startEdgeFunctions } from "./services/edge-functions.ts";
import { createSupabaseServices, type SupabaseServices } from "./services/supabase-services.ts";

export interface StackOptions {
  dataDir: string;
  /** Port of the origin; 0 chooses a free port. */
  port: number;
  seed: SeedKind | "none";
  demoPassword: string;
  scale?: number;
  seedNumber?: number;
  /** Minutes after which an idle session ends. By default, the functions use their own setting. */
  idleMinutes?: number;
  tiles?: Tiles | null;
  /**
   * Number of trusted reverse proxies in front of the gateway. Each proxy adds its client's address to x-forwarded-for.
   */
  proxies?: number;
  /** Token that grants access to the metrics. Without a token, only administrators can read the metrics. */
  metricsToken?: string | undefined;
  /** URL that connects as the role api_gateway to a streaming replica on this machine. */
  readUrl?: string | undefined;
  /** Mail server, and the token that the endpoint for sending the daily mails requires. */
  mail?: MailEnvironment | null;
  /**
   * True for tests and other temporary stacks. The database is faster but not safe against power failure, and `stop`
   * deletes DATA_DIR. Sign-ins are not limited per address, because tests sign in many users from one address.
   */
  throwAway?: boolean;
  /** False to skip building and serving the web app. */
  web?: boolean;
  /** False to start no edge functions. */
  functions?: boolean;
  /** True to restart a function when a file that it imports changes. For development. */
  reload?: boolean;
  /** True to keep a copy of the seeded database, from which `freshDatabase` creates further databases. */
  template?: boolean;
  /** Folder that contains supabase/migrations; the project root by default. For tests. */
  migrationsFrom?: string;
  progress?: (line: string) => void;
  /** Aborts the start, and stops the parts that have already started. */
  signal?: AbortSignal;
}

export interface Stack {
  /** URL of the gateway, for example http://127.0.0.1:3000. It serves the product and Supabase's services. */
  url: string;
  /**
   * URL that connects as `postgres`, the owner of the product's tables. This role bypasses policies but is not a
   * superuser.
   */
  databaseUrl: string;
  superuserUrl: string;
  /** URL that connects as `api_gateway`, the login role of the edge functions. */
  apiGatewayUrl: string;
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
  dataDir: string;
  /** Seed kind with which the database was created, regardless of the current setting. */
  seed: SeedKind | "none";
  stop(): Promise<void>;
}

/**
 * Starts everything and returns when the stack accepts requests.
 * @throws StackError with a message for the user at the terminal. The parts that had already started are stopped first.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const cleanups: (() => Promise<unknown>)[] = [];
  let stopping = Promise.resolve();
  const onAbort = () => void stop();
  const stop = () => {
    options.signal?.removeEventListener("abort", onAbort);
    // The start may add parts after `stop` was called. A second call of `stop` stops these parts.
    stopping = stopping.then(async () => {
      for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop())
        await cleanup().catch(() => undefined);
    });
    return stopping;
  };
  options.signal?.addEventListener("abort", onAbort);
  try {
    return await start(options, cleanups, stop);
  } catch (error) {
    await stop();
    throw explainError(error, options.dataDir);
  }
}

interface Starting {
  options: StackOptions;
  claim: DataDirClaim;
  secrets: Secrets;
  log: StackLog;
  disk: DiskSpace;
  progress: (line: string) => void;
  /** Secret by which the functions recognize requests from the gateway. */
  proxySecret: string;
}

/** Parts of the stack to which the gateway forwards requests; null until a part has started. */
interface Parts {
  services: SupabaseServices | null;
  functions: EdgeFunctions | null;
}

async function start(
  options: StackOptions,
  cleanups: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<Stack> {
  const { dataDir } = options;
  const goOnUnlessInterrupted = () => options.signal?.throwIfAborted();
  await openDataDir(dataDir);
  // A temporary stack needs no reserve, because stopping the stack deletes its DATA_DIR and thus frees the disk.
  const disk = new DiskSpace(dataDir, options.throwAway ? { ...diskLimits, reserve: 0 } : diskLimits);
  await disk.check(options.progress);
  const claim = await claimDataDir(dataDir);
  cleanups.push(() => claim.release());
  await completeReplacement(dataDir);
  const place = await findClusterPlace(dataDir);
  const secrets = await openSecrets(dataDir, place);
  const log = openLog(path.join(dataDir, "logs/system.log"));
  cleanups.push(() => log.close());
  const progress = (line: string) => {
    options.progress?.(line);
    log.write("stack", line);
  };

  disk.watch(progress);
  cleanups.push(async () => disk.stop());

  const parts: Parts = { services: null, functions: null };
  const proxySecret = randomBytes(32).toString("hex");
  const starting: Starting = { options, claim, secrets, log, disk, progress, proxySecret };
  const gateway = await openGateway(starting, parts);
  cleanups.push(() => gateway.close());

  const webBuilt =
    options.web === false ? Promise.resolve() : buildWebIfNeeded((line) => progress(`· ${line}`));
  // The build is awaited below. Without this handler, Node would end the process if the build fails before that.
  webBuilt.catch(() => undefined);

  if (options.throwAway) cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  const urls = await openPostgres(starting, place, cleanups);
  goOnUnlessInterrupted();

  const openServices = () => {
    parts.services = createSupabaseServices({
      databaseUrl: urls.services,
      dataDir,
      siteUrl: gateway.url,
      secrets,
      proxies: options.proxies ?? 0,
      isRateLimited: !options.throwAway,
      isDiskFull: () => disk.isFull,
      record: (line) => log.write("services", line),
    });
  };
  cleanups.push(async () => parts.services?.close());
  openServices();
  const seed = await fill(options, urls, gateway.url, secrets, progress);
  if (options.template) {
    // Close the services first: Postgres can copy a database only while nothing is connected to it.
    await parts.services?.close();
    await cloneDatabase(urls.superuser, "postgres", seededTemplate);
    openServices();
  }
  goOnUnlessInterrupted();
  if (options.functions !== false)
    parts.functions = await openFunctions(starting, gateway.url, urls.apiGateway, cleanups);
  await webBuilt;
  goOnUnlessInterrupted();
  return {
    url: gateway.url,
    databaseUrl: urls.postgres,
    superuserUrl: urls.superuser,
    apiGatewayUrl: urls.apiGateway,
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    jwtSecret: secrets.jwtSecret,
    dataDir,
    seed,
    stop,
  };
}

/** Starts the edge functions. If a mail server is configured, also starts the schedule of the daily mails. */
async function openFunctions(
  starting: Starting,
  url: string,
  apiGatewayUrl: string,
  cleanups: (() => Promise<unknown>)[],
): Promise<Parts["functions"]> {
  const functions = await startFunctions(starting, url, apiGatewayUrl);
  cleanups.push(() => functions.stop());
  const { mail } = starting.options;
  if (mail) {
    const stopMail = scheduleDailyMails({ url, token: mail.DIGEST_TOKEN, log: starting.progress });
    cleanups.push(async () => stopMail());
  }
  return functions;
}

/** Starts Postgres and applies pending migrations. Returns the URLs of the database. */
async function openPostgres(
  { options, secrets, progress }: Starting,
  place: ClusterPlace,
  cleanups: (() => Promise<unknown>)[],
): Promise<ReturnType<typeof databaseUrls>> {
  const settle = await openCopiedCluster(place, path.join(options.dataDir, "logs"));
  const server = await startDatabase(options, place, secrets, progress);
  cleanups.push(() => server.stop());
  await settle();
  options.signal?.throwIfAborted();
  const urls = databaseUrls(server.port, secrets, "postgres");
  await migrate(options, server, urls, secrets, progress);
  return urls;
}

function openGateway(starting: Starting, parts: Parts): Promise<Gateway> {
  const { options, secrets, log, disk, progress, proxySecret } = starting;
  return startGateway({
    port: options.port,
    publishableKey: secrets.publishableKey,
    proxySecret,
    tiles: options.tiles ?? null,
    services: () => parts.services,
    functionPort: (name) => parts.functions?.port(name) ?? null,
    isDiskFull: () => disk.isFull,
    files: serveWebFiles(webDist, { supabaseUrl: null, tileServer: tileOrigin(options.tiles?.tileUrl) }),
    log: progress,
    record: (line) => log.write("gateway", line),
  });
}

function startFunctions(starting: Starting, url: string, apiGatewayUrl: string): Promise<EdgeFunctions> {
  const { options, claim, secrets, log, progress, proxySecret } = starting;
  return startEdgeFunctions({
    env: {
      ...functionEnvironment(url, apiGatewayUrl, secrets),
      TRUSTED_PROXIES: String(options.proxies ?? 0),
      PROXY_SECRET: proxySecret,
      ...(options.idleMinutes === undefined ? {} : { SESSION_IDLE_MINUTES: String(options.idleMinutes) }),
      ...(options.metricsToken ? { METRICS_TOKEN: options.metricsToken } : {}),
      ...(options.readUrl ? { API_DB_READ_URL: options.readUrl } : {}),
      ...(options.mail ? { ...options.mail, WEB_URL: options.mail.WEB_URL || url } : {}),
    },
    dataDir: options.dataDir,
    reload: options.reload ?? false,
    log: progress,
    record: log.write,
    print: options.progress ?? (() => undefined),
    onProcess: (name, pid) => claim.addChild(name, pid),
  });
}

async function startDatabase(
  options: StackOptions,
  place: ClusterPlace,
  secrets: Secrets,
  progress: (line: string) => void,
): Promise<PostgresServer> {
  progress("· database: starting Postgres 17");
  if (await createCluster(place, secrets.superuserPassword)) {
    await recordCluster(options.dataDir, secrets, clusterIdentifier(place.data));
    progress("· database: created");
  }
  await takeClusterOwnership(place);
  options.signal?.throwIfAborted();
  const logFile = postgresLog(options.dataDir);
  await rotateLog(logFile);
  const server = await startPostgres({ place, logFile, durable: !options.throwAway, log: progress });
  const rotation = setInterval(() => rotateLog(logFile).catch(() => undefined), 10 * 60_000).unref();
  return {
    port: server.port,
    stop: () => {
      clearInterval(rotation);
      return server.stop();
    },
  };
}

async function migrate(
  options: StackOptions,
  server: PostgresServer,
  urls: ReturnType<typeof databaseUrls>,
  secrets: Secrets,
  progress: (line: string) => void,
): Promise<void> {
  const superuserSql = openDatabase(urls.superuser, { most: 1, patience: Number.POSITIVE_INFINITY });
  try {
    await waitUntilReady(superuserSql, progress, postgresLog(options.dataDir));
    await refuseLostFiles(options.dataDir, superuserSql);
    const project = options.migrationsFrom ?? projectRoot;
    const { applied, pending, unknown, changed } = await compareMigrations(superuserSql, project);
    await refuseUnknown(options.dataDir, unknown, project);
    for (const { name } of changed)
      progress(`! database: it was created from a different text of the migration ${name}`);
    if (changed.length > 0) progress("! npm run db:guards lists what differs");
    const target = pending.at(-1)?.version;
    const upgrade =
      applied.length > 0 && target !== undefined
        ? await backUpBeforeUpgrade(options.dataDir, urls.superuser, applied, target)
        : null;
    if (upgrade) progress(`· database: a backup from before the upgrade is in ${upgrade.backup}`);
    await preparePlatform(superuserSql);
    await setPasswords(superuserSql, secrets);
    if (pending.length === 0) return await completeUpgrade(options.dataDir);
    progress(`· database: applying ${pending.length} migrations (a few seconds)`);
    await pushMigrations(urls.postgres, path.join(options.dataDir, "home"), project).catch(
      async (error: unknown) => {
        if (!upgrade) throw error;
        await server.stop();
        await upgrade.restore();
        throw new FailedUpgradeError(
          `${error instanceof Error ? error.message : error}\nThe upgrade failed, and the database was restored to its state ` +
            `before it, from ${upgrade.backup}. The previous release, whose last migration is ` +
            `${upgrade.from}, can be started again.`,
        );
      },
    );
    await completeUpgrade(options.dataDir);
    await setPasswords(superuserSql, secrets);
  } finally {
    await superuserSql.end();
  }
}

async function fill(
  options: StackOptions,
  urls: ReturnType<typeof databaseUrls>,
  supabaseUrl: string,
  secrets: Secrets,
  progress: (line: string) => void,
): Promise<SeedKind | "none"> {
  if (options.seed === "none") return "none";
  const { seed } = await import("../../seed/index.ts");
  return seed({
    databaseUrl: urls.postgres,
    supabaseUrl,
    serviceKey: secrets.secretKey,
    kind: options.seed,
    demoPassword: options.demoPassword,
    scale: options.scale ?? 1,
    seedNumber: options.seedNumber ?? 1,
    progress: (line) => progress(`· seed: ${line}`),
  });
}

/** Returns the environment variables that hosted Supabase gives to every function, and the database URL of the API. */
function functionEnvironment(url: string, apiGatewayUrl: string, secrets: Secrets): Record<string, string> {
  return {
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: secrets.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secrets.secretKey }),
    // The embedded Auth signs tokens with this shared secret. Hosted Supabase signs with a private key and publishes
    // the public key instead.
    SUPABASE_JWT_SECRET: secrets.jwtSecret,
    API_DB_URL: apiGatewayUrl,
    SB_REGION: loopback,
  };
}
