/** Contracts of the inbox, and of requests to reopen a reporting window, which are answered in the inbox. */
import { z } from "zod";
import { call, fields } from "./base/call.ts";
import { countTo, defaultPageSize, fieldIssue, largestPage, optional, rowId, uuid } from "./base/values.ts";
import { inboxKinds } from "./inbox-kinds.ts";
import { remark } from "./record-acts.ts";

const group = "Inbox";

const windowName = z.enum(["target", "accomplishment"], "window must be target or accomplishment.");
const nullable = z.string().nullable();

const kind = z.enum(inboxKinds, "kind must be a kind of inbox entry.");

const entry = z.object({
  id: z.string().describe("Id of the entry. Sorting by id sorts the entries by time."),
  kind: kind.describe(
    "returned: rows returned to the caller's office. resubmitted: resubmitted rows, for users who may approve them. window: a reporting window that ends within 7 days. reopening_asked: a request to reopen a window. reopening_answered: the reply to the caller's request. permits: rows with a permit that expires within 90 days. import: an import of the caller's that finished or stopped early. job: an export or bulk action of the caller's that ended.",
  ),
  at: z.string().describe("Time of the event, as an instant."),
  by: nullable.describe("Username of the person who acted."),
  reason: nullable,
  read: z.boolean().describe("False again once a snooze has ended."),
  snoozed_until: nullable.describe("Day from which a snoozed entry is shown again, as unread."),
  record: z
    .object({ path: z.string(), route: z.string(), label: z.string() })
    .nullable()
    .describe("Record type of the rows."),
  rows: z
    .object({
      ids: z.array(z.int()).describe("Ids of the rows of one action or day that still need attention."),
      name: nullable.describe("Name of the row, if there is only one."),
    })
    .nullable(),
  window: windowName.nullable(),
  office: nullable.describe("Region / province."),
  end_date: nullable.describe(
    "First day on which the window is closed, or the day on which the permits expire.",
  ),
  permits: z
    .object({
      names: z.array(z.string()).describe('Kinds of permits, such as "FDA LTO".'),
      arbos: z.array(z.string()).describe("Names of the ARBOs of the rows."),
    })
    .nullable()
    .describe("The permits that expire on the day."),
  reopening: z
    .object({
      id: z.int(),
      state: z.enum(["asked", "granted", "declined", "opened"]),
      open: z.boolean().optional().describe("True if the window is still open after a granted request."),
    })
    .nullable()
    .describe("A request to reopen a window. opened: the window was opened without a reply to the request."),
  import: z
    .object({ id: uuid, file_name: z.string(), rows: z.int(), saved: z.int() })
    .nullable()
    .describe(
      "The import, with the number of rows to save and the number saved. Its receipt has the same id.",
    ),
  job: z
    .object({ kind: z.enum(["export", "act"]), state: z.enum(["finished", "failed", "interrupted"]) })
    .nullable()
    .describe("An export or bulk action of the caller's."),
});

export type InboxEntry = z.output<typeof entry>;

const unread = z.int();

const kindCount = z.object({
  kind,
  total: z.int(),
  unread: z.int(),
  newest: z.string().describe("Id of the newest entry of the kind."),
});

export const inbox = call({
  method: "POST",
  path: "/api/inbox",
  group,
  summary:
    "Lists the inbox entries of the caller, newest first. Entries about rows that the caller can no longer see or act on are left out.",
  body: fields({
    page: countTo("page", 1000).describe("Page number, from 1. Default 1."),
    page_size: countTo("page_size", largestPage).describe(`Default ${defaultPageSize}.`),
    kind: kind.nullish().describe("Lists only the entries of this kind."),
    per_kind: countTo("per_kind", largestPage).describe("Lists at most this number of entries per kind."),
    snoozed: z
      .boolean("snoozed must be true or false.")
      .default(false)
      .describe("true: lists the snoozed entries. false: lists all other entries."),
  }).transform(({ page, page_size, kind: wanted, per_kind: perKind, snoozed }) => ({
    page: { number: page ?? 1, size: page_size ?? defaultPageSize },
    kind: wanted ?? null,
    perKind: perKind ?? null,
    snoozed,
  })),
  data: z.array(entry),
  beside: {
    total: z.int().describe("Number of entries that the request selects, on all pages."),
    unread: z.int().describe("Number of unread entries of all kinds. Snoozed entries are not counted."),
    snoozed: z.int().describe("Number of snoozed entries of all kinds."),
    kinds: z
      .array(kindCount)
      .describe("Numbers per kind: of the snoozed entries if `snoozed` is true, else of all other entries."),
  },
});

export type InboxKindCount = z.output<typeof kindCount>;

const entryMessage = "id must be the id of an entry, or a list of at most 1000.";
const entryId = z.string(entryMessage).max(200, entryMessage);

/** Body fields that choose entries of the inbox. */
const choice = {
  id: z
    .union([entryId, z.array(entryId).min(1).max(1000)], entryMessage)
    .optional()
    .transform((id) => (id === undefined ? null : [id].flat())),
  up_to: entryId
    .optional()
    .describe("Instead of `id`: chooses this entry and all older entries that are not snoozed."),
  kind: kind.optional().describe("With `up_to`: chooses only entries of this kind."),
};

interface Choice {
  id: string[] | null;
  up_to?: string | undefined;
  kind?: InboxEntry["kind"] | undefined;
}

export interface ChosenEntries {
  ids: readonly string[];
  upTo: string | null;
  kind: InboxEntry["kind"] | null;
}

function chosenIn({ id: ids, up_to: upTo, kind: only }: Choice, context: z.RefinementCtx): ChosenEntries {
  if ((ids === null) === (upTo === undefined))
    context.issues.push(fieldIssue(undefined, "id", "Give either id or up_to."));
  else if (only !== undefined && upTo === undefined)
    context.issues.push(fieldIssue(only, "kind", "kind can only be used with up_to."));
  return { ids: ids ?? [], upTo: upTo ?? null, kind: only ?? null };
}

const changedEntries = z.object({
  unread,
  ids: z.array(z.string()).describe("Ids of the entries that the request changed."),
});

export const markRead = call({
  method: "PUT",
  path: "/api/inbox/read",
  group,
  summary:
    "Marks entries of the caller's inbox as read or unread. Ids of entries that are no longer in the inbox are ignored.",
  body: fields({
    ...choice,
    read: z.boolean("read must be true or false.").default(true),
  }).transform(({ read, ...chosen }, context) => ({ ...chosenIn(chosen, context), read })),
  data: changedEntries,
});

export const snoozeEntries = call({
  method: "PUT",
  path: "/api/inbox/snooze",
  group,
  summary:
    "Snoozes entries of the caller's inbox for 7 days, or shows snoozed entries again. Ids of entries that are no longer in the inbox are ignored.",
  body: fields({
    ...choice,
    snoozed: z.boolean("snoozed must be true or false."),
  }).transform(({ snoozed, ...chosen }, context) => ({ ...chosenIn(chosen, context), snoozed })),
  data: changedEntries,
});

const mailing = z.object({
  possible: z.boolean().describe("True if this system can send e-mail."),
  wanted: z.boolean(),
});

export const ownMailing = call({
  method: "GET",
  path: "/api/inbox/mail",
  group,
  people: true,
  summary: "Returns whether the caller gets a daily e-mail about new inbox entries.",
  data: mailing,
});

export const chooseMailing = call({
  method: "PUT",
  path: "/api/inbox/mail",
  group,
  people: true,
  summary: "Turns the daily e-mail about new inbox entries on or off.",
  body: fields({ wanted: z.boolean("wanted must be true or false.") }),
  data: mailing,
});

export const sendDigests = call({
  method: "POST",
  path: "/api/inbox/digests",
  group,
  summary:
    "Sends the daily e-mails to a batch of users who want one and have not got it today. Call again while `left` is true, and later again for refused e-mails.",
  who: "Programs that send the deployment's DIGEST_TOKEN.",
  // The caller sends DIGEST_TOKEN instead of a user's token. The endpoint checks DIGEST_TOKEN itself.
  open: true,
  data: z.object({
    sent: z.int(),
    refused: z
      .int()
      .describe("E-mails that the mail server refused. They can be sent again after an hour or more."),
    left: z.boolean().describe("True if there may be more e-mails to send now: call again."),
  }),
  problems: ["unavailable"],
});

export const requestReopening = call({
  method: "PUT",
  path: "/api/reopening/ask",
  group,
  summary:
    "Requests that a closed window be reopened for an office. The administrators of the office's schedules get the request.",
  who: "Users who may enter data in that window: roles with Edit or Delete.",
  body: fields({
    office: z
      .string("office must be a text.")
      .max(500, "office must be a text.")
      .describe("Region / province."),
    window: windowName,
    reason: remark("reason").describe("Reason for the request, shown to the administrator who replies."),
  }),
  data: z.object({ id: z.int() }),
  problems: ["refused", "rule"],
});

const dayMessage = "end_date must be a date, YYYY-MM-DD.";

export const answerReopening = call({
  method: "PUT",
  path: "/api/reopening/answer",
  group,
  summary: "Grants a request by adding a schedule for only that office and window, or declines it.",
  who: "Administrators of the central office, and of the office's region.",
  body: fields({
    id: rowId(),
    end_date: optional(z.iso.date(dayMessage), dayMessage).describe(
      "Grants the request. The window is open from today, and closed from this day on.",
    ),
    reason: remark("reason").optional().describe("Reason for declining. Required if there is no end_date."),
  }).transform(({ id, end_date: endDate, reason = null }, context) => {
    if (endDate === null && reason === null)
      context.issues.push(
        fieldIssue(
          undefined,
          "end_date",
          "Give an end_date to grant the request, or a reason to decline it.",
        ),
      );
    return { id, endDate, reason };
  }),
  data: z.null(),
  problems: ["refused", "not_found", "rule"],
});
