/**
 * The user's inbox. It is loaded when a screen needs it, when the browser window gets the focus, and after every save.
 */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { BodyOf, DataOf } from "#shared/contracts/index.ts";
import { call } from "../../lib/http/http.ts";
import { inboxKey, queryClient } from "../../lib/http/query-client.ts";

export type InboxEntry = DataOf<"POST /api/inbox">[number];

export const pageSize = 20;

export const useInbox = (page: number) =>
  useQuery({
    queryKey: [...inboxKey, page],
    meta: { offline: "inbox", header: true },
    queryFn: ({ signal }) => call("POST /api/inbox", { page, page_size: pageSize }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
    refetchOnWindowFocus: true,
  });

export const inboxChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: inboxKey });

export async function markRead(which: BodyOf<"PUT /api/inbox/read">): Promise<void> {
  await call("PUT /api/inbox/read", which);
  await inboxChanged();
}
