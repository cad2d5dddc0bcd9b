/**
 * The cache of answers. Client errors are final; a lost connection or a server error is tried once more. Without a
 * connection a call fails and says so, rather than leaving the answer before in its place; when it is back, what failed
 * is asked for again.
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

/** Where the inbox is kept, which what is saved anywhere may change. */
export const inboxKey = ["inbox"];

/** What failed is asked for again when our own watch finds the connection back. */
export const followConnection = (): void =>
  onlineManager.setEventListener((setOnline) => onConnection(() => setOnline(!connection().lost)));
