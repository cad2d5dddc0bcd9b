/**
 * The user's outbox in React. Every change in any tab reloads the entries. The code that reads the entries loads later,
 * so that it doesn't delay the first screen.
 */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryClient } from "../http/query-client.ts";
import { keyPlace, offlineKeyEvent } from "../secrets/remove-key.ts";
import { type Entry, isUnsent } from "./entry.ts";
import { holdEntries } from "./held-entries.ts";
import { onOutbox } from "./outbox-news.ts";

const outboxKey = (userId: string) => ["outbox", userId];

async function read(userId: string): Promise<Entry[]> {
  try {
    return await (await import("./store.ts")).readEntries(userId);
  } catch (problem) {
    console.error("This browser's outbox can't be read.", problem);
    return [];
  }
}

/** Returns the user's entries, oldest first; undefined while they load. */
export function useOutbox(userId: string): readonly Entry[] | undefined {
  const { data } = useQuery({
    queryKey: outboxKey(userId),
    queryFn: () => read(userId),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  useEffect(() => {
    const reread = () => void queryClient.invalidateQueries({ queryKey: outboxKey(userId) });
    const followKey = () => {
      const known = queryClient.getQueryData<Entry[]>(outboxKey(userId))?.filter(isUnsent) ?? [];
      // If the key was removed, the stored entries can't be decrypted. Keep the loaded entries in memory
      // (held-entries.ts).
      if (known.length > 0 && !localStorage.getItem(keyPlace)) holdEntries(known);
      reread();
    };
    window.addEventListener(offlineKeyEvent, followKey);
    const stop = onOutbox(reread);
    return () => {
      window.removeEventListener(offlineKeyEvent, followKey);
      stop();
    };
  }, [userId]);
  return data;
}

/** Returns the entries that the server has not stored yet. */
export const useUnsent = (userId: string): readonly Entry[] => (useOutbox(userId) ?? []).filter(isUnsent);
