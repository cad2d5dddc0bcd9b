/**
 * Contracts of the user log, of "see as" (a preview of another user's access), and of the reporting schedules in the
 * page header.
 */
import { z } from "zod";
import { reportSchedules } from "../records/administration/report-schedules.ts";
import { roleLevels, roleRights } from "../records/administration/uac.ts";
import { recordByPath } from "../records/index.ts";
import { type SearchTerm, searchTerms } from "../rules/search-terms.ts";
import { call, centralAdministrators, fields } from "./base/call.ts";
import {
  countTo,
  optionalText,
  type Page,
  paging,
  type Reading,
  read,
  refused,
  right,
  rowId,
  userId,
} from "./base/values.ts";
import { isInstant, readFilter } from "./filters/filter-values.ts";
import { listBody } from "./record-lists.ts";
import { rowSchema } from "./record-schemas.ts";

const group = "Administration";
const users = "Administrators: roles with the route `users`.";

const row = rowSchema(reportSchedules);

export const listSchedules = call({
  method: "POST",
  path: "/api/report-schedules",
  group,
  summary:
    "Lists the schedules of the reporting windows; without a page, the response also lists the schedules per window.",
  body: listBody(reportSchedules),
  data: z.array(row),
  beside: { total: z.int(), target: z.array(row).optional(), accomp: z.array(row).optional() },
});

const placeName = (name: string) => optionalText(250, `${name} must be the name of a place.`);

const nullable = z.string().nullable();
const why = nullable;
const seenWindow = z.object({
  open: z.boolean(),
  start_date: nullable,
  end_date: nullable,
  days_left: z.int(),
  reason: why,
});
const seenScreen = z.object({
  path: z.string(),
  route: z.string(),
  label: z.string(),
  section: z.string(),
  tab: z.enum(["forms", "users"]).nullable(),
  shown: z.boolean(),
  why,
  columns: z.object({ hidden: z.array(z.object({ name: z.string(), label: z.string(), why })) }),
  rows: z.object({
    total: z.int(),
    offices: z.array(z.object({ office: z.string(), count: z.int() })),
  }),
  actions: z.array(
    z.object({ action: z.enum(["add", "edit", "delete", "approve"]), allowed: z.boolean(), why }),
  ),
});
const seen = z.object({
  user: z
    .object({
      username: z.string(),
      name: nullable,
      roles: nullable,
      region_name: nullable,
      province_name: nullable,
    })
    .nullable()
    .describe("Null if the request gives a draft role."),
  level: z.enum(roleLevels).nullable(),
  rights: z.array(z.enum(roleRights)),
  routes: z.array(z.string()),
  scope: z.string().describe("Which records the level lets the user see, as a sentence."),
  windows: z.object({ target: seenWindow, accomplishment: seenWindow }),
  tabs: z.array(z.object({ route: z.string(), shown: z.boolean(), why })),
  screens: z.array(seenScreen),
});

export const seeAs = call({
  method: "POST",
  path: "/api/uac/see-as",
  group,
  summary: "Shows which tabs, screens, columns, rows and actions a user or a draft role gets, and why.",
  who: users,
  body: fields({
    user_id: userId().optional(),
    role: z
      .looseObject({}, "role must be a role entry.")
      .optional()
      .describe("A draft entry of `uac`. The entry does not have to be saved."),
    region_name: placeName("region_name"),
    province_name: placeName("province_name"),
  }).refine(({ user_id: user, role }) => (user === undefined) !== (role === undefined), {
    error: "Give either user_id or role.",
    path: ["user_id"],
    // Run this check even if another field is invalid, so that the response reports all errors together. By default,
    // zod would skip the check.
    when: ({ value }) => typeof value === "object" && value !== null,
  }),
  data: seen,
  problems: ["refused", "not_found", "rule"],
});

const change = z.looseObject({
  id: z.int(),
  at: z.string().describe("Time of the change, as an instant."),
  user_name: nullable,
  user_role: nullable,
  api_token: nullable.describe("Name of the API token that made the change."),
  action: z.string(),
  changes: z
    .record(z.string(), z.tuple([z.unknown(), z.unknown()]))
    .nullable()
    .describe("Old value and new value per field."),
});
const logEntry = change.extend({
  user_id: nullable,
  form_name: z.string(),
  form_label: nullable,
  path: nullable.describe("Path of the record type, if the entry is about a record."),
  route: nullable.describe(
    "Route of the screen that lists the row. Screens that share a path have different routes.",
  ),
  row_id: z.int().nullable(),
  subject: nullable.describe("In entries about accounts: id of the person whose account changed."),
  subject_name: nullable.describe("Username of this person today; null if the account was deleted."),
  region_name: nullable,
  province_name: nullable,
  office: nullable,
  status: nullable,
  source: z.enum(["database", "client"]),
});

/** Columns by which a request can filter the user log. */
export const logFilters = [
  "id",
  "user_id",
  "subject",
  "user_name",
  "user_role",
  "form_name",
  "row_id",
  "action",
  "status",
  "source",
  "region_name",
  "province_name",
  "muncity_name",
  "office",
] as const;

/** A validated query of the user log. */
export interface LogQuery {
  filters: Record<string, string[]>;
  from: string | null;
  until: string | null;
  terms: readonly SearchTerm[];
  oldestFirst: boolean;
  /** Requested page; null for all matching entries. */
  page: Page | null;
}

const uuids = ["user_id", "subject"];
const logPage = { default: 20, largest: 1000 };
/**
 * Maximum number of entries in a response that is not paginated. If more entries match, the request must filter or
 * paginate.
 */
export const mostEntries = 20_000;

const logFilter = (name: string) => {
  const one = z.union([z.string(), z.number()]).nullable();
  return read(z.union([one, z.array(one)]), (input): Reading<string[]> => {
    const values: string[] = [];
    for (const value of [input].flat()) {
      if (value === null || value === undefined || value === "") continue;
      const reading = readFilter(name, uuids.includes(name) ? "uuid" : "text", value);
      if (!reading.ok) return reading;
      const text = String(reading.value);
      // The filter `form_name` accepts the path of a record type or the name of its table.
      values.push(name === "form_name" ? (recordByPath(text)?.table ?? text) : text);
    }
    return right(values);
  }).optional();
};

const logFilterShape = Object.fromEntries(logFilters.map((name) => [name, logFilter(name)])) as Record<
  (typeof logFilters)[number],
  ReturnType<typeof logFilter>
>;

/**
 * Reads the start or end of a time range: a day in Manila, or a date and time. Returns a text that Postgres reads as a
 * time.
 * @param time Time of day for an input without a time: 00:00 for a start, 24:00 for an end.
 */
const moment = (name: string, time: "00:00" | "24:00") =>
  read(z.string(), (input): Reading<string | null> => {
    if (input === "") return right(null);
    if (typeof input !== "string" || !isInstant(input))
      return refused(`${name} must be a date (YYYY-MM-DD) or an instant.`);
    return right(/^\d{4}-\d{2}-\d{2}$/.test(input) ? `${input}T${time}+08:00` : input);
  }).nullish();

const oneSort = z.strictObject({ field: z.enum(["at", "id"]), dir: z.enum(["asc", "desc"]).optional() });
const sortMessage = "The log can only be sorted by at or id.";
const searchMessage = "The search must be a text of at most 200 characters.";

export const readLog = call({
  method: "POST",
  path: "/api/user-log/read",
  group,
  summary: "Lists the user log of the caller's offices, newest first.",
  who: users,
  body: fields(
    {
      ...logFilterShape,
      page: countTo("page", 1_000_000).describe(paging.page.description ?? ""),
      page_size: countTo("page_size", logPage.largest).describe(`Default ${logPage.default}.`),
      // Accept only one sort column, because sorting by time and sorting by id give the same order.
      sort: z.union([oneSort, z.array(oneSort).max(1, sortMessage)], sortMessage).nullish(),
      q: z.string(searchMessage).max(200, searchMessage).nullish(),
      from: moment("from", "00:00").describe("A day in Manila (YYYY-MM-DD), or an instant."),
      to: moment("to", "24:00").describe("A day (inclusive), or an instant (exclusive)."),
    },
    "a filter of the log",
  ).transform(({ page, page_size, sort, q, from, to, ...filters }): LogQuery => {
    const set = Object.entries(filters as Record<string, string[]>).filter(([, values]) => values.length > 0);
    return {
      filters: Object.fromEntries(set),
      from: from ?? null,
      until: to ?? null,
      terms: q ? searchTerms(q) : [],
      oldestFirst: [sort ?? []].flat()[0]?.dir === "asc",
      page: page ? { number: page, size: page_size ?? logPage.default } : null,
    };
  }),
  data: z.array(logEntry),
  beside: { total: z.int(), total_capped: z.literal(true).optional() },
  problems: ["rule"],
});

const logText = (value: unknown) =>
  typeof value === "string" && value.trim() !== "" && value.length <= 100 && !/\p{Cc}/u.test(value);
const entryMessage =
  "Each entry needs form_name and action, texts of at most 100 characters; status is optional.";
const mostReported = 100;
const severalEntries = `Send 1 to ${mostReported} entries.`;

const reported = z
  .looseObject(
    {
      form_name: z.custom<string>(logText, entryMessage),
      action: z.custom<string>(logText, entryMessage),
      status: z
        .custom<string | null | undefined>(
          (value) => value === undefined || value === null || value === "" || logText(value),
          entryMessage,
        )
        .optional(),
    },
    entryMessage,
  )
  .transform(({ form_name, action, status }) => ({ form_name, action, status: status || null }));

export const registerEntries = call({
  method: "POST",
  path: "/api/user-log/register",
  group,
  summary:
    "Adds log entries that a client reports about its own user. User and office are taken from the session.",
  body: z.preprocess(
    (input) => (Array.isArray(input) ? input : [input]),
    z.array(reported).min(1, severalEntries).max(mostReported, severalEntries),
  ),
  data: z.array(logEntry),
  problems: ["too_many"],
});

export const verifyLog = call({
  method: "POST",
  path: "/api/user-log/verify",
  group,
  summary: "Compares the log with its seals, and lists entries that are missing, altered or added.",
  who: centralAdministrators,
  data: z.looseObject({}),
});

const recordPath = read(z.string(), (input) => {
  const record = typeof input === "string" ? recordByPath(input) : undefined;
  return record ? right(record) : refused("There is no such record type.", { kind: "not_found" });
});

export const history = call({
  method: "POST",
  path: "/api/history",
  group: "Records",
  summary: "Lists the changes of one row: who changed which fields, with old and new values, newest first.",
  body: fields({
    path: recordPath.describe("Path of a record type: arbo-masterlist."),
    id: rowId(),
  }).transform(({ path: record, id }) => ({ record, id })),
  data: z.array(change),
  problems: ["not_found"],
});
