/**
 * The single origin of the product on this machine: web app, edge functions, and Supabase's services under the same
 * paths as on hosted Supabase. The gateway only routes requests. In a deployment, a normal static host with rewrites
 * does the same.
 */
import { randomUUID } from "node:crypto";
import { Agent, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { longestUpload } from "#shared/calls/upload-time.ts";
import { proxyHeader } from "#shared/rules/caller-address.ts";
import { everywhere } from "../../../web/hosting/site.ts";
import { loopback, type Tiles } from "../common/settings.ts";
import { explainError, StackError } from "../common/stack-error.ts";
import { fullDiskMessage, needsDiskSpace } from "../services/full-disk.ts";
import { isServicePath, type SupabaseServices } from "../services/supabase-services.ts";
import { forwardTo } from "./gateway-forward.ts";
import { ownRequestId, sendJson, sendProblem } from "./gateway-responses.ts";
import { serveWebHandler } from "./node-fetch.ts";
import { watchBody } from "./request-body.ts";
import { isHost, type RequestTarget, readTarget } from "./request-target.ts";

export interface GatewayOptions {
  port: number;
  publishableKey: string;
  /** Secret by which the functions recognize requests from this gateway. */
  proxySecret: string;
  /** Tile server for the maps; null if there is none. */
  tiles: Tiles | null;
  /** Services that handle /auth/v1, /rest/v1 and /storage/v1; null while they are starting. */
  services: () => SupabaseServices | null;
  /** Returns the port of an edge function; null while the function is not running. */
  functionPort: (name: string) => number | null;
  /** Returns true while the disk is full. The gateway then refuses calls of functions that save something. */
  isDiskFull: () => boolean;
  /** Serves all other paths: the web app and the location files. */
  files: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  log: (line: string) => void;
  /**
   * Logs a request to one of Supabase's services, or an error that the gateway itself has sent. Functions log their own
   * requests.
   */
  record: (line: object) => void;
}

export interface Gateway {
  url: string;
  close(): Promise<void>;
}

const servicePath = /^\/(auth|rest|storage)\/v1(?=\/|\?|$)/;
const functionPath = /^(?:\/functions\/v1)?\/(api|charts|dropdown)(?=\/|$)/;

/**
 * Time limit in milliseconds for receiving the headers of a request. For the whole request, the limit is
 * `longestUpload`.
 */
const headTimeout = 20_000;
/** Maximum number of client connections. A hundred users of an office open fewer connections than this. */
const maxConnectionCount = 4000;

/**
 * Starts the gateway.
 * @throws StackError when the port is taken.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  // The number of connections to the functions is not limited. A request whose body arrives slowly occupies its
  // connection. If the number were limited, slow requests could block all others.
  const agent = new Agent({ keepAlive: true });
  const limits = { headersTimeout: headTimeout, requestTimeout: longestUpload, keepAliveTimeout: 65_000 };
  const server = createServer(limits, (request, response) => {
    watchBody(request, response);
    recordAnswer(options, request, response);
    route(options, agent, request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return response.destroy();
      const requestId = sendProblem(response, 500, "The request failed.");
      options.log(
        `! ${requestId} ${request.method} ${request.url?.split("?")[0]}: ${error instanceof Error ? error.stack : String(error)}`,
      );
    });
  });
  server.maxConnections = maxConnectionCount;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(portError(error, options.port)));
    server.listen(options.port, loopback, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${loopback}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        agent.destroy();
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 1000).unref();
      }),
  };
}

async function route(
  options: GatewayOptions,
  agent: Agent,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  for (const [name, value] of everywhere) response.setHeader(name, value);
  const target = readTarget(request.url ?? "/");
  if (!target) return refuse(response, 404, "This address does not exist.");
  if (!isHost(request.headers.host ?? ""))
    return refuse(response, 400, "The request has no valid Host header.");
  const toFunction = functionPath.exec(target.path)?.[1];
  if (toFunction) return askFunction(options, agent, toFunction, target, request, response);
  if (isServicePath(target.path)) {
    const services = options.services();
    if (services) return serveWebHandler(services, target, request, response);
    return refuse(response, 503, "Still starting. Try again in a moment.");
  }
  if (target.path === "/config.json") {
    return sendJson(response, 200, {
      // A relative URL works under any host name and behind any proxy.
      supabaseUrl: "/",
      publishableKey: options.publishableKey,
      ...options.tiles,
    });
  }
  return options.files(request, response);
}

const refuse = (response: ServerResponse, status: number, message: string): void =>
  void sendProblem(response, status, message);

async function askFunction(
  options: GatewayOptions,
  agent: Agent,
  name: string,
  { path, query }: RequestTarget,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const port = options.functionPort(name);
  // The path that the function receives starts with the function's name, as on hosted Supabase.
  const functionsPath = path.replace(/^\/functions\/v1/, "");
  if (options.isDiskFull() && needsDiskSpace(request.method ?? "GET", functionsPath))
    return void sendProblem(response, 503, fullDiskMessage, "nothing");
  // Set the header with the secret by which the function recognizes the gateway. A client's own value of this header is
  // overwritten.
  request.headers[proxyHeader] = options.proxySecret;
  if (port !== null) return forwardTo(agent, port, functionsPath + query, request, response);
  return refuse(response, 503, "This part of the system is restarting. Try again in a moment.");
}

/**
 * Logs each request to one of Supabase's services, and each error response of the gateway itself. Logs only the first
 * parts of the path, because the rest may contain personal data. Functions log their own requests. Other requests, such
 * as for files of the web app, are not logged.
 */
function recordAnswer({ record }: GatewayOptions, request: IncomingMessage, response: ServerResponse): void {
  const began = performance.now();
  const service = servicePath.exec(request.url ?? "")?.[0];
  if (service) response.setHeader("x-request-id", randomUUID());
  response.once("close", () => {
    const problem = ownRequestId(response);
    if (!service && problem === undefined) return;
    record({
      request_id: problem ?? response.getHeader("x-request-id"),
      call: `${request.method} ${service ?? functionPath.exec(request.url ?? "")?.[0] ?? "another path"}`,
      status: response.statusCode,
      milliseconds: Math.round(performance.now() - began),
    });
  });
}

function portError(error: NodeJS.ErrnoException, port: number): unknown {
  if (error.code === "EADDRINUSE") {
    return new StackError(
      `Port ${port} is taken by another program. Choose another one, for example: PORT=${port + 1} npm start`,
    );
  }
  if (error.code === "EACCES") {
    return new StackError(
      `Port ${port} may not be used by this account. Choose one above 1023: PORT=3000 npm start`,
    );
  }
  return explainError(error, `port ${port}`);
}
