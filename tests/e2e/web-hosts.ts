/**
 * Web hosts that serve the built app on another origin than Supabase (the test's stack): the local stack's file server
 * and, if installed, nginx and Caddy. nginx and Caddy use the configuration of `npm run hosting`.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmod, cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort, waitForPort } from "../../supabase/local/common/ports.ts";
import { loopback } from "../../supabase/local/common/settings.ts";
import { forwardTo } from "../../supabase/local/gateway/gateway-forward.ts";
import { webDist } from "../../supabase/local/gateway/web-build.ts";
import { serveWebFiles } from "../../supabase/local/gateway/web-files.ts";
import { everywhere, proxiedFunctions } from "../../web/hosting/site.ts";
import { hostingFiles } from "../../web/hosting/write.ts";
import { testStack } from "../test-stack.ts";

export interface WebHost {
  url: string;
  stop(): Promise<void>;
}

export const webHosts: Record<string, { missing: string | null; start(supabase: string): Promise<WebHost> }> =
  {
    "the local server's files": { missing: null, start: startOwn },
    nginx: { missing: absent("nginx", "-v"), start: (supabase) => startProgram(nginx, supabase) },
    caddy: { missing: absent("caddy", "version"), start: (supabase) => startProgram(caddy, supabase) },
  };

/**
 * Starts a proxy in front of the stack, which itself allows only its own origin. Like hosted Supabase, the proxy allows
 * every origin (CORS). This is safe, because requests carry tokens and no cookies.
 */
export async function startSupabase(): Promise<WebHost> {
  const port = Number(new URL(testStack().url).port);
  const agent = new Agent({ keepAlive: true });
  return serving(agent, (request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    if (request.method !== "OPTIONS")
      return void forwardTo(agent, port, request.url ?? "/", request, response);
    const asked = request.headers["access-control-request-headers"] ?? "";
    response
      .writeHead(204, { "access-control-allow-headers": asked, "access-control-allow-methods": "*" })
      .end();
  });
}

async function serving(agent: Agent, listener: RequestListener): Promise<WebHost> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, loopback, resolve));
  return {
    url: `http://${loopback}:${(server.address() as AddressInfo).port}`,
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the reason why a web host is skipped; null if its program is installed. */
function absent(program: string, question: string): string | null {
  return spawnSync(program, [question]).status === 0 ? null : `${program} is not installed here`;
}

interface Site {
  folder: string;
  /** Folder that the host serves: the built app and its config.json. */
  root: string;
}

async function makeSite(supabaseUrl: string): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), "web-host-"));
  // If root starts nginx, its workers run as another user, who must be able to enter this folder.
  await chmod(folder, 0o711);
  const root = path.join(folder, "site");
  await cp(webDist, root, { recursive: true });
  const made = hostingFiles(
    { supabaseUrl, publishableKey: testStack().publishableKey, proxySecret: "proven" },
    root,
  );
  for (const name of ["nginx.conf", "Caddyfile"]) await writeFile(path.join(folder, name), made[name] ?? "");
  await writeFile(path.join(root, "config.json"), made["config.json"] ?? "");
  return { folder, root };
}

async function startOwn(url: string): Promise<WebHost> {
  const { folder, root } = await makeSite(url);
  const serve = serveWebFiles(root, { supabaseUrl: url });
  const agent = new Agent({ keepAlive: true });
  const host = await serving(agent, (request, response) => {
    for (const [name, value] of everywhere) response.setHeader(name, value);
    const asked = request.url ?? "/";
    if (proxiedFunctions.some((name) => asked.startsWith(`/${name}/`)))
      void forwardTo(agent, Number(new URL(url).port), `/functions/v1${asked}`, request, response);
    else void serve(request, response);
  });
  return { url: host.url, stop: () => host.stop().then(() => rm(folder, { recursive: true, force: true })) };
}

type Program = (folder: string, port: number) => { file: string; text: string; run: string[] };

const nginx: Program = (folder, port) => ({
  file: "whole.conf",
  text: `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `  ${kind}_temp_path ${folder}/${kind};\n`).join("")}
  server { listen ${loopback}:${port}; include ${folder}/nginx.conf; }
}`,
  run: ["nginx", "-p", folder, "-c", `${folder}/whole.conf`],
});

const caddy: Program = (folder, port) => ({
  file: "whole.caddy",
  text: `
{
	admin off
	auto_https off
	storage file_system ${folder}/storage
}
http://${loopback}:${port} {
	import ${folder}/Caddyfile
}`,
  run: ["caddy", "run", "--adapter", "caddyfile", "--config", `${folder}/whole.caddy`],
});

async function startProgram(program: Program, url: string): Promise<WebHost> {
  const { folder } = await makeSite(url);
  const port = await findFreePort();
  const { file, text, run } = program(folder, port);
  await writeFile(path.join(folder, file), text);
  const [name = "", ...args] = run;
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  const child = spawn(name, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (words) => (said += words));
  if (!(await waitForPort(port, 20_000, () => child.exitCode !== null))) {
    await end(child);
    throw new Error(`${name} did not start:\n${said}`);
  }
  return {
    url: `http://${loopback}:${port}`,
    async stop() {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
