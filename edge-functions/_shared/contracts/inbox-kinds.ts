/** Kinds of inbox entries with their labels, most urgent first, as on the screen. */

const kinds = {
  returned: "Returned to you",
  resubmitted: "Resubmitted for approval",
  reopening_asked: "Requests to reopen a window",
  reopening_answered: "Replies to your requests",
  window: "Windows that end soon",
  permits: "Permits that expire soon",
  import: "Your imports",
  job: "Your exports and bulk changes",
} as const;

export type InboxKind = keyof typeof kinds;

export const inboxKinds = Object.keys(kinds) as [InboxKind, ...InboxKind[]];

export const inboxKindLabel = (kind: InboxKind): string => kinds[kind];
