/** The real gateway in front of a small server that replaces an edge function. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type Gateway, type GatewayOptions, startGateway } from "../../../supabase/local/gateway/gateway.ts";

export interface TestGateway extends Gateway {
  /** Port of the server that replaces the function. */
  functionPort: number;
}

/** @param answer Handles the requests that the gateway forwards. */
export async function startGatewayBefore(
  answer: RequestListener,
  options: Partial<GatewayOptions> = {},
): Promise<TestGateway> {
  const behind = createServer(answer).listen(0, "127.0.0.1");
  await once(behind, "listening");
  const functionPort = (behind.address() as AddressInfo).port;
  const gateway = await startGateway({
    ...{ port: 0, publishableKey: "key", proxySecret: "secret", tiles: null },
    services: () => null,
    functionPort: () => functionPort,
    isDiskFull: () => false,
    files: async (asked, response) => void response.writeHead(asked.method === "GET" ? 200 : 405).end("file"),
    log: () => undefined,
    record: () => undefined,
    ...options,
  });
  const close = async () => {
    behind.closeAllConnections();
    behind.close();
    await gateway.close();
  };
  return { ...gateway, functionPort, close };
}
