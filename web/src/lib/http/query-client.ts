/**
 * Cache of server responses. Client errors (4xx) are not retried; a lost connection or a server error is retried once.
 * Failed queries run again when the connection is back. Answers of queries with `meta.offline` are also stored in this
 * browser. While the server can't be reached, such queries show their stored answers, and the connection bar shows the
 * time.
 */
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  onlineManager,
  type Query,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { connection, onConnection } from "./connection.ts";
import { ApiProblem, isUnreachable } from "./problem.ts";
import { sessionUserId } from "./session.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /**
       * Set if this browser's storage answers the query while the server can't be reached. The value names the content:
       * "list", "record", "board", …
       */
      offline?: string;
      /**
       * True if the query has no stored answer of its own. Without a connection, the stored rows of the user's offices
       * answer the query (api.ts).
       */
      fromRows?: boolean;
      /** True if the query belongs to the header of all screens. */
      header?: boolean;
    };
  }
}

/** Asks the server. If the server can't be reached and the query has `meta.offline`, returns the stored answer. */
async function answerOrStored<Answer, Context extends { signal: AbortSignal }>(
  ask: (context: Context) => Answer | Promise<Answer>,
  context: Context,
  query: Query,
): Promise<Answer> {
  if (!query.meta?.offline) return ask(context);
  // Load the module only when needed, so that it doesn't delay the first screen.
  const stored = () => import("./stored-answers.ts");
  const askAndStore = async () => {
    const userId = sessionUserId();
    const data = await ask(context);
    void stored().then(({ storeLater }) => storeLater(query, data, context.signal, userId));
    return data;
  };
  let problem: unknown;
  try {
    if (!connection().lost) return await askAndStore();
  } catch (thrown) {
    if (!isUnreachable(thrown)) throw thrown;
    problem = thrown;
  }
  return (await stored()).answerInstead(query, askAndStore, problem);
}

/**
 * Query client that repeats the first load of a query if a change invalidates the query during the load. TanStack Query
 * alone would keep the answer, which may be older than the change.
 */
class ReloadingClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: "fetching" })
      .filter(({ state }) => state.data === undefined);
    await super.invalidateQueries(filters, options);
    if (first.length === 0) return;
    await Promise.allSettled(first.map(({ promise }) => promise));
    const wasFirst = ({ queryHash }: { queryHash: string }) =>
      first.some((query) => query.queryHash === queryHash);
    await super.invalidateQueries({ ...filters, predicate: wasFirst }, options);
  }
}

export const queryClient = new ReloadingClient({
  defaultOptions: {
    queries: {
      networkMode: "always",
      persister: answerOrStored,
      refetchOnReconnect: "always",
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (failures, problem) =>
        failures < 1 && !(problem instanceof ApiProblem && problem.status >= 400 && problem.status < 500),
    },
  },
});

export const inboxKey = ["inbox"];

/**
 * True if a change of any record type's rows may change the response. This is the case for the inbox, the boards with
 * charts, the reports, and Explore.
 */
const isSummary = ({ queryKey: [first, , third] }: Query): boolean =>
  first === inboxKey[0] ||
  first === "charts" ||
  first === "reports" ||
  (first === "records" && third === "explore");

/**
 * Marks the inbox, boards, reports and Explore answers as outdated. Queries on the screen reload now; others reload
 * when a screen next shows them.
 */
export const invalidateSummaries = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: isSummary });

/**
 * Marks all responses as outdated that may change with the rows of a record type. Call this after each write. Resolves
 * when the rows on the screen are current. Boards and reports may still be loading then.
 * @param record Record type; if missing, all record types.
 */
export async function invalidateRows(record?: { path: string }): Promise<void> {
  void invalidateSummaries();
  await queryClient.invalidateQueries({
    queryKey: record ? ["records", record.path] : ["records"],
    predicate: (query) => !isSummary(query),
  });
}

/** Makes failed queries run again when the app's connection check (connection.ts) reaches the server again. */
export const refetchOnReconnection = (): void =>
  onlineManager.setEventListener((setOnline) => onConnection(() => setOnline(!connection().lost)));
