/**
 * The one origin of the product on this machine: web app, edge functions, and Supabase's services under the paths
 * that they have on hosted Supabase. It only routes. In a deployment an ordinary static host with rewrites does this.
 */
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { handleWith } from "./node-fetch.ts";
import { loopback, type Tiles } from "./settings.ts";
import { explainError, StackError } from "./stack-error.ts";

export interface GatewayOptions {
  port: number;
  publishableKey: string;
  /** For the maps; null where there is no tile server. */
  tiles: Tiles | null;
  /** Answers /auth/v1, /rest/v1 and /storage/v1; null while they are being started. */
  services: () => ((request: Request) => Promise<Response>) | null;
  /** The port of an edge function; null while it is down. */
  functionPort: (name: string) => number | null;
  /** Answers everything else: the web app and the location files. */
  files: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  log: (line: string) => void;
}

export interface Gateway {
  url: string;
  close(): Promise<void>;
}

const functionPath = /^(?:\/functions\/v1)?\/(api|charts|dropdown)(?=[/?]|$)/;
const servicePath = /^\/(auth|rest|storage)\/v1(?=[/?]|$)/;

/** @throws StackError when the port is taken. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    route(options, agent, request, response).catch((error: unknown) => {
      options.log(
        `! ${request.method} ${request.url}: ${error instanceof Error ? error.stack : String(error)}`,
      );
      if (response.headersSent) response.destroy();
      else
        sendJson(response, 500, {
          status: "error",
          message: "The request could not be answered.",
          details: [],
        });
    });
  });
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
  const url = request.url ?? "/";
  const toFunction = functionPath.exec(url);
  if (toFunction?.[1]) {
    const port = options.functionPort(toFunction[1]);
    // The function sees the path from its own name on, as it does on hosted Supabase.
    if (port !== null) return forward(agent, port, url.replace(/^\/functions\/v1/, ""), request, response);
    return sendJson(response, 503, {
      status: "error",
      message: `${toFunction[1]} is not running.`,
      details: [],
    });
  }
  if (servicePath.test(url)) {
    const services = options.services();
    if (services) return handleWith(services, request, response);
    return sendJson(response, 503, { code: "503", message: "Still starting." });
  }
  if (url === "/config.json") {
    response.setHeader("cache-control", "no-store");
    const host = request.headers.host ?? `${loopback}:${options.port}`;
    return sendJson(response, 200, {
      supabaseUrl: `http://${host}`,
      publishableKey: options.publishableKey,
      ...options.tiles,
    });
  }
  return options.files(request, response);
}

/** Passes a request through to a function, body and answer streamed. */
function forward(
  agent: Agent,
  port: number,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  return new Promise<void>((resolve) => {
    const headers = { ...request.headers, "x-forwarded-for": request.socket.remoteAddress ?? loopback };
    const onward = httpRequest({ host: loopback, port, path, method: request.method, headers, agent });
    onward.once("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.once("end", resolve);
      answer.once("error", () => {
        response.destroy();
        resolve();
      });
    });
    onward.once("error", () => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 502, { status: "error", message: "The function did not answer.", details: [] });
      resolve();
    });
    response.once("close", () => onward.destroy());
    request.pipe(onward);
  });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
  });
  response.end(JSON.stringify(body));
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
