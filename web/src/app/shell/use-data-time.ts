/** Time of the oldest data on the screen, if the screen shows stored data instead of current data. */
import type { Query } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { connection, onConnection } from "../../lib/http/connection.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import { isRestored } from "../../lib/http/stored-answers.ts";

const cache = queryClient.getQueryCache();

function follow(listener: () => void): () => void {
  const stops = [cache.subscribe(listener), onConnection(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

const isOld = (query: Query): boolean =>
  query.meta?.offline !== undefined &&
  query.state.data !== undefined &&
  query.isActive() &&
  (connection().lost || isRestored(query));

function oldest(): number | null {
  const old = cache.findAll({ predicate: isOld });
  const own = old.filter(({ meta }) => !meta?.header);
  // The header also loads data, such as the inbox. Use the age of this data only if the screen itself has no old data.
  const times = (own.length > 0 ? own : old).map(({ state }) => state.dataUpdatedAt);
  return times.length > 0 ? Math.min(...times) : null;
}

/** Returns the time (milliseconds since 1970) of the oldest data on the screen; null if all data is current. */
export const useDataTime = (): number | null => useSyncExternalStore(follow, oldest);
