/** Contracts of the inbox, and of asking to reopen a window, which is answered there. */
import { z } from "zod";
import { call, fields } from "./call.ts";
import { remark } from "./record-acts.ts";
import { countTo, defaultPageSize, largestPage, optional, rowId, uuid, wrongField } from "./values.ts";

const group = "Inbox";

const windowName = z.enum(["target", "accomplishment"], "window is target or accomplishment.");
const nullable = z.string().nullable();

const entry = z.object({
  id: z.string().describe("Ids sort as their entries do, in time."),
  kind: z
    .enum([
      "returned",
      "resubmitted",
      "window",
      "reopening_asked",
      "reopening_answered",
      "permits",
      "import",
      "job",
    ])
    .describe(
      "Rows returned to one's office, or resubmitted to whoever may approve them; a window that ends within 7 days; a request to reopen one, and its answer; rows with a permit that expires on a day within 90; one's own import that is finished, or stopped half-way; an export or an act on many rows that has ended.",
    ),
  at: z.string().describe("When, as an instant."),
  by: nullable.describe("Whose act it was, as a username."),
  reason: nullable,
  read: z.boolean(),
  record: z
    .object({ path: z.string(), route: z.string(), label: z.string() })
    .nullable()
    .describe("What the rows are."),
  rows: z
    .object({
      ids: z.array(z.int()).describe("Those that still wait, of one act or day."),
      name: nullable.describe("What a sole row is called."),
    })
    .nullable(),
  window: windowName.nullable(),
  office: nullable.describe("Region / province."),
  end_date: nullable.describe("The day from which the window is closed, or on which the permits expire."),
  reopening: z
    .object({ id: z.int(), state: z.enum(["asked", "granted", "declined", "opened"]) })
    .nullable()
    .describe("A request; opened: the window was opened without an answer."),
  import: z
    .object({ id: uuid, file_name: z.string(), rows: z.int(), saved: z.int() })
    .nullable()
    .describe("How many rows of the file were to be saved, and how many were. Its receipt has the same id."),
  job: z
    .object({ kind: z.enum(["export", "act"]), state: z.enum(["finished", "failed", "interrupted"]) })
    .nullable()
    .describe("An export or an act on many rows of the caller's own."),
});

export type InboxEntry = z.output<typeof entry>;

const unread = z.int();

export const inbox = call({
  method: "POST",
  path: "/api/inbox",
  group,
  summary: "Lists what waits for the caller, newest first, as far as they read and may do it now.",
  body: fields({
    page: countTo("page", 1000).describe("From 1, which is the default."),
    page_size: countTo("page_size", largestPage).describe(`Default ${defaultPageSize}.`),
  }).transform(({ page, page_size }) => ({ number: page ?? 1, size: page_size ?? defaultPageSize })),
  data: z.array(entry),
  beside: { total: z.int(), unread },
});

const entryMessage = "id must be the id of an entry, or a list of at most 1000.";
const entryId = z.string(entryMessage).max(200, entryMessage);

export const markRead = call({
  method: "PUT",
  path: "/api/inbox/read",
  group,
  summary: "Marks entries of one's own inbox as read; those that have left it are passed over.",
  body: fields({
    id: z
      .union([entryId, z.array(entryId).min(1).max(1000)], entryMessage)
      .optional()
      .transform((id) => (id === undefined ? null : [id].flat())),
    up_to: entryId.optional().describe("In place of `id`: this entry and all before it."),
  }).transform(({ id: ids, up_to: upTo }, context) => {
    if ((ids === null) === (upTo === undefined))
      context.issues.push(
        wrongField(undefined, "id", "Choose the entries by id or by up_to, one of the two."),
      );
    return { ids: ids ?? [], upTo: upTo ?? null };
  }),
  data: z.object({ unread }),
});

const mailing = z.object({
  possible: z.boolean().describe("Whether this system sends mail at all."),
  wanted: z.boolean(),
});

export const ownMailing = call({
  method: "GET",
  path: "/api/inbox/mail",
  group,
  people: true,
  summary: "Tells whether the caller wants a mail a day with what is new in their inbox.",
  data: mailing,
});

export const chooseMailing = call({
  method: "PUT",
  path: "/api/inbox/mail",
  group,
  people: true,
  summary: "Asks for that mail, or for no more of them.",
  body: fields({ wanted: z.boolean("wanted must be true or false.") }),
  data: mailing,
});

export const sendDigests = call({
  method: "POST",
  path: "/api/inbox/digests",
  group,
  summary:
    "Sends the mails of the day to some of those who want one and have not had it. Called again until nobody is left, and again later for what was refused.",
  who: "Whoever has the token DIGEST_TOKEN of the deployment.",
  // That token is nobody's.
  open: true,
  data: z.object({
    sent: z.int(),
    refused: z
      .int()
      .describe("Mails that the server did not take; they are tried again after an hour or more."),
    left: z.boolean().describe("Whether there may be more to send now: call again."),
  }),
  problems: ["unavailable"],
});

export const askReopening = call({
  method: "PUT",
  path: "/api/reopening/ask",
  group,
  summary: "Asks to reopen a closed window for an office, of whoever keeps its schedules.",
  who: "Whoever may enter data in that window: roles with Edit or Delete.",
  body: fields({
    office: z
      .string("office must be a text.")
      .max(500, "office must be a text.")
      .describe("Region / province."),
    window: windowName,
    reason: remark("reason").describe("Why, for whoever answers."),
  }),
  data: z.object({ id: z.int() }),
  problems: ["refused", "rule"],
});

const dayMessage = "end_date must be a date, YYYY-MM-DD.";

export const answerReopening = call({
  method: "PUT",
  path: "/api/reopening/answer",
  group,
  summary: "Grants a request, by a schedule of that office and window alone, or declines it.",
  who: "Whoever keeps the schedules of the office: administrators of the central office, and of its region.",
  body: fields({
    id: rowId(),
    end_date: optional(z.iso.date(dayMessage), dayMessage).describe(
      "Grants it: the window is open from today, and closed from this day on.",
    ),
    reason: remark("reason")
      .optional()
      .describe("Declines it where there is no end date, and is needed then."),
  }).transform(({ id, end_date: endDate, reason = null }, context) => {
    if (endDate === null && reason === null)
      context.issues.push(
        wrongField(
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
