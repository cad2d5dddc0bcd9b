/** The user's inbox. It loads when a screen needs it, when the browser window gets the focus, and after every save. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AnswerOf, DataOf } from "#shared/contracts/index.ts";
import { refreshHeader } from "../../lib/http/events.ts";
import { call } from "../../lib/http/http.ts";
import { inboxKey, queryClient } from "../../lib/http/query-client.ts";
import type { InboxSearch } from "./inbox-search.ts";

export type InboxEntry = DataOf<"POST /api/inbox">[number];
export type KindCount = AnswerOf<"POST /api/inbox">["kinds"][number];

/** Maximum number of entries per page in the list of one kind. */
export const pageSize = 20;
/**
 * Maximum number of entries per kind in the list of all kinds. If a kind has only one more entry, this entry is
 * listed too.
 */
export const perKind = 5;

let lastUnread = Number.POSITIVE_INFINITY;

/** Reads the newest entries of each kind, or a page of the entries of one kind. */
export function useInbox({ kind, snoozed }: InboxSearch = {}, page = 1) {
  const body = {
    ...(kind ? { kind, page, page_size: pageSize } : { per_kind: perKind + 1, page_size: 200 }),
    ...(snoozed && { snoozed: true }),
  };
  return useQuery({
    queryKey: [...inboxKey, body],
    meta: { offline: "inbox", header: true },
    queryFn: async ({ signal }) => {
      const answer = await call("POST /api/inbox", body, { signal });
      // A new entry can be the reply to a request to reopen a reporting window.
      if (answer.unread > lastUnread) refreshHeader();
      lastUnread = answer.unread;
      return answer;
    },
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
    refetchOnWindowFocus: true,
  });
}

export const inboxChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: inboxKey });
