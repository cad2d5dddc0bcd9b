/**
 * A web host for tests. A test can change its files, its API version and its connection. The host serves copies of the
 * built app and forwards all other requests to the test's stack.
 */
import { createHash, randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "playwright/test";
import { versionHeader } from "#shared/version.ts";
import { loopback } from "../../supabase/local/common/settings.ts";
import { webDist } from "../../supabase/local/gateway/web-build.ts";
import { serveWebFiles } from "../../supabase/local/gateway/web-files.ts";
import { serverPaths } from "../../web/hosting/site.ts";
import { testStack } from "../test-stack.ts";

export interface VersionsHost {
  url: string;
  /** Folder that the host serves. */
  files: string;
  /** Version in the header of API responses; null keeps the version that the stack sends. */
  apiVersion: string | null;
  /** Origin of map tiles in the content security policy of the host's files. */
  tileServer: string | null;
  /** If true, the host closes every connection without a response. */
  isDown: boolean;
  stop(): Promise<void>;
}

export async function startVersionsHost(): Promise<VersionsHost> {
  const folder = await mkdtemp(path.join(tmpdir(), "versions-host-"));
  await cp(webDist, folder, { recursive: true });
  const server = createServer((request, response) => {
    if (host.isDown) request.socket.destroy();
    else if (isForStack(request.url ?? "")) forward(request, response, host.apiVersion);
    else
      void serveWebFiles(host.files, { supabaseUrl: null, tileServer: host.tileServer })(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, loopback, resolve));
  const host: VersionsHost = {
    url: `http://${loopback}:${(server.address() as AddressInfo).port}`,
    files: folder,
    apiVersion: null,
    tileServer: null,
    isDown: false,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
  return host;
}

const isForStack = (url: string): boolean =>
  url === "/config.json" || serverPaths.includes(url.split(/[/?]/)[1] ?? "");

function forward(request: IncomingMessage, response: ServerResponse, version: string | null): void {
  const { port } = new URL(testStack().url);
  const { url: at, method, headers } = request;
  const onward = httpRequest({ host: loopback, port, path: at, method, headers }, (answer) => {
    const own = version === null ? {} : { [versionHeader]: version };
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...own });
    answer.pipe(response);
  });
  onward.once("error", () => response.destroy());
  request.pipe(onward);
}

/** Style sheet that only the next version has. */
export const nextStyles = "/assets/next-version.css";

/**
 * Writes the next version of the app into a new folder: with one more style sheet, and without the scripts whose names
 * begin with `removed`.
 * @returns The folder.
 */
export async function makeNextVersion(former: string, removed: string): Promise<string> {
  const folder = test.info().outputPath(`next-version-${randomUUID()}`);
  await cp(former, folder, { recursive: true });
  const page = await readFile(path.join(folder, "index.html"), "utf8");
  const nextPage = page.replace("</head>", `<link rel="stylesheet" href="${nextStyles}"></head>`);
  await writeFile(path.join(folder, "index.html"), nextPage);
  await writeFile(path.join(folder, nextStyles), "");
  let worker = await readFile(path.join(folder, "sw.js"), "utf8");
  worker = worker
    .replace(hashOf(page), hashOf(nextPage))
    .replace("{url:`/index.html`", `{url:"${nextStyles}",revision:null},{url:"/index.html"`);
  if (!worker.includes(nextStyles)) throw new Error("The service worker has no list of files.");
  for (const name of await readdir(path.join(folder, "assets"))) {
    if (!name.startsWith(removed)) continue;
    await rm(path.join(folder, "assets", name));
    worker = worker.replace(new RegExp(`\\{[^{}]*${name.replaceAll(".", "\\.")}[^{}]*\\},?`), "");
    if (worker.includes(name)) throw new Error(`The list of the service worker still names ${name}.`);
  }
  await writeFile(path.join(folder, "sw.js"), worker);
  return folder;
}

/** Computes the revision of a file as the build does (web/service-worker/shell-files.ts). */
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);
