/** URL parameters of the inbox: the kind of entries, and whether snoozed entries are listed. */
import { type InboxKind, inboxKinds } from "#shared/contracts/inbox-kinds.ts";

export interface InboxSearch {
  /** Kind of the listed entries. If missing, entries of all kinds are listed. */
  kind?: InboxKind | undefined;
  snoozed?: "true" | undefined;
}

export const readInboxSearch = (raw: Record<string, unknown>): InboxSearch => ({
  kind: inboxKinds.find((kind) => kind === raw.kind),
  snoozed: raw.snoozed === "true" ? "true" : undefined,
});
