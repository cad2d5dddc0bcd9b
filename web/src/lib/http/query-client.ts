/**
 * Cache of server responses. Client errors (4xx) are not retried; a lost connection or a server error is retried
 * once. While offline, a query fails with an error instead of showing old data. Failed queries run again when the
 * connection is back.
 */
import { onlineManager, QueryClient } from "@tanstack/react-query";
import { connection, onConnection } from "./connection.ts";
import { ApiProblem } from "./problem.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always",
      refetchOnReconnect: "always",
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (failures, problem) =>
        failures < 1 && !(problem instanceof ApiProblem && problem.status >= 400 && problem.status < 500),
    },
  },
});

/** Query key of the inbox. Any save may change the inbox. */
export const inboxKey = ["inbox"];

/** Makes failed queries run again when the app's connection check (connection.ts) reaches the server again. */
export const refetchOnReconnection = (): void =>
  onlineManager.setEventListener((setOnline) => onConnection(() => setOnline(!connection().lost)));
