/**
 * `npm run hosting` writes nginx and Caddy configurations that publish a self-hosted Supabase under its own host name.
 * If nginx and Caddy are installed, the tests check that they forward the product's requests, and refuse other paths
 * and other endpoints of Auth.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFreePort, waitForPort } from "../../supabase/local/common/ports.ts";
import { loopback } from "../../supabase/local/common/settings.ts";
import { hostingFiles } from "../../web/hosting/write.ts";

const host = "supabase.office.example";
const files = hostingFiles(
  { supabaseUrl: `https://${host}`, publishableKey: "key", proxySecret: "secret" },
  "/srv/arbo",
);

/** Requests that the web server has forwarded to the gateway. The test's gateway answers each request with 200. */
const passed: { url: string; headers: IncomingHttpHeaders }[] = [];
let gateway: Server;
let folder: string;
let gatewayUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "supabase-name-"));
  // If root starts nginx, its workers run as another user, who must be able to enter this folder.
  await chmod(folder, 0o711);
  gateway = createServer(({ url = "", headers }, response) => {
    passed.push({ url, headers });
    // Storage sends the header `expires` with a file that it serves by a signed link.
    response.setHeader("expires", new Date(Date.now() + 300_000).toUTCString());
    response.end("{}");
  });
  await new Promise<void>((resolve) => gateway.listen(0, loopback, resolve));
  gatewayUrl = `http://${loopback}:${(gateway.address() as AddressInfo).port}`;
  const { cert, private: key } = await generate([{ name: "commonName", value: host }]);
  await writeFile(path.join(folder, `${host}.crt`), cert);
  await writeFile(path.join(folder, `${host}.key`), key);
});

afterAll(async () => {
  gateway.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns a generated file with its paths and ports replaced by those of this test. */
const adapted = (name: string, replaced: Record<string, string>): string =>
  Object.entries(replaced).reduce((text, [from, to]) => text.replaceAll(from, to), files[name] ?? "");

async function nginx(port: number): Promise<string[]> {
  const settings = adapted("supabase-nginx.conf", { "http://127.0.0.1:8000": gatewayUrl });
  const server = adapted("supabase-server.conf", {
    "/etc/nginx/arbo-supabase.conf": `${folder}/arbo-supabase.conf`,
    "/etc/ssl/private/": `${folder}/`,
    "/etc/ssl/": `${folder}/`,
    "listen 80;": `listen ${loopback}:${await findFreePort()};`,
    "listen 443 ssl;": `listen ${loopback}:${port} ssl;`,
  });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const whole = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
    http { access_log off; ${temporary.join(" ")} ${server} }`;
  await writeFile(path.join(folder, "arbo-supabase.conf"), settings);
  await writeFile(path.join(folder, "whole.conf"), whole);
  return ["nginx", "-p", folder, "-c", `${folder}/whole.conf`];
}

async function caddy(port: number): Promise<string[]> {
  const settings = adapted("supabase.Caddyfile", { "http://127.0.0.1:8000": gatewayUrl });
  const site = adapted("supabase-site.Caddyfile", {
    "/etc/caddy/arbo-supabase": `${folder}/arbo-supabase`,
    [`${host} {`]: `https://${host}:${port} {\n\tbind ${loopback}\n\ttls ${folder}/${host}.crt ${folder}/${host}.key`,
  });
  const options = `{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system ${folder}/storage\n}\n`;
  await writeFile(path.join(folder, "arbo-supabase"), settings);
  await writeFile(path.join(folder, "whole.caddy"), options + site);
  return ["caddy", "run", "--adapter", "caddyfile", "--config", `${folder}/whole.caddy`];
}

/** Sends a request with the published host name to the web server on this machine. */
const send = (
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const options = { host: loopback, port, method, path, servername: host, rejectUnauthorized: false };
    request({ ...options, headers: { ...headers, host } }, (response) => {
      response.resume();
      resolve(response);
    })
      .on("error", reject)
      .end();
  });

const statusOf = (...request: Parameters<typeof send>): Promise<number | undefined> =>
  send(...request).then(({ statusCode }) => statusCode);

describe.each([
  ["nginx", "-v", nginx],
  ["caddy", "version", caddy],
] as const)("Self-hosted web server %s", (program, question, prepare) => {
  const isMissing = spawnSync(program, [question]).status !== 0;
  let port: number;
  let child: ChildProcess;

  beforeAll(async () => {
    if (isMissing) return;
    port = await findFreePort();
    const [name = "", ...args] = await prepare(port);
    child = spawn(name, args, { env: { ...process.env, HOME: folder }, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (said += text));
    if (!(await waitForPort(port, 20_000, () => child.exitCode !== null))) throw new Error(said);
  }, 30_000);
  afterAll(async () => {
    if (isMissing) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  });

  it.skipIf(isMissing)(
    "The self-hosted web server forwards only the Supabase endpoints that this system uses.",
    async () => {
      const open = [
        ["POST", "/auth/v1/token?grant_type=password"],
        ["POST", "/auth/v1/token?grant_type=refresh_token"],
        ["POST", "/auth/v1/logout"],
        ["GET", "/auth/v1/user"],
        ["GET", "/auth/v1/health"],
        ["GET", "/auth/v1/.well-known/jwks.json"],
        ["GET", "/rest/v1/arbo_masterlist"],
        ["POST", "/storage/v1/object/evidence/a.jpg"],
        ["POST", "/functions/v1/api/auth/login"],
      ] as const;
      const shut = ["otp", "recover", "factors", "signup", "magiclink", "verify", "admin/users", "authorize"];
      const refused = [
        ...shut.map((name) => ["POST", `/auth/v1/${name}`] as const),
        ["PUT", "/auth/v1/user"],
        ["POST", "/auth/v1/token?grant_type=id_token"],
        ["POST", "/auth/v1/token"],
      ] as const;
      const missing = ["/", "/project/default", "/pg/query", "/realtime/v1/websocket"];
      const check = (calls: readonly (readonly [string, string])[]) =>
        Promise.all(
          calls.map(async ([method, where]) => `${method} ${where} ${await statusOf(port, method, where)}`),
        );
      expect(await check(open)).toEqual(open.map(([method, where]) => `${method} ${where} 200`));
      expect(await check(refused)).toEqual(refused.map(([method, where]) => `${method} ${where} 403`));
      expect(await check(missing.map((where) => ["GET", where]))).toEqual(
        missing.map((where) => `GET ${where} 404`),
      );
    },
  );

  it.skipIf(isMissing)(
    "The self-hosted web server removes the header `sb-forwarded-for` from a client's request.",
    async () => {
      for (const where of ["/auth/v1/token?grant_type=password", "/functions/v1/api/health", "/rest/v1/x"]) {
        passed.length = 0;
        expect(await statusOf(port, "POST", where, { "sb-forwarded-for": "10.9.8.7" })).toBe(200);
        expect(passed.map(({ url }) => url)).toEqual([where]);
        expect(passed[0]?.headers["sb-forwarded-for"] ?? "").toBe("");
      }
    },
  );

  it.skipIf(isMissing)(
    "The self-hosted web server forbids browsers to cache rows, account data and signed files.",
    async () => {
      const paths = ["rest/v1/users", "auth/v1/user", "storage/v1/object/sign/evidence/a.jpg?token=x"];
      for (const name of paths) {
        const { headers } = await send(port, "GET", `/${name}`);
        expect([name, headers["cache-control"], headers.expires]).toEqual([name, "no-store", undefined]);
      }
      // The functions set the cache headers of their own responses.
      expect((await send(port, "GET", "/functions/v1/api/health")).headers.expires).toBeDefined();
    },
  );
});
