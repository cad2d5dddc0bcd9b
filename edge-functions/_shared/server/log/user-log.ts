/** Reads the user log, adds entries that clients report, and verifies its seals (spec section 7, user log). */

import type * as contracts from "../../contracts/administration.ts";
import type { BodyOf } from "../../contracts/base/call.ts";
import { records, screenOf } from "../../records/index.ts";
import { fullLabel } from "../../records/vocabulary/full-label.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { JsonObject } from "../http/body.ts";

/** One page of the user log. */
export interface LogPage {
  rows: JsonObject[];
  total: number;
  /** True if there are more entries than `total`. */
  capped: boolean;
}

const countLimit = 10_000;

/** Labels of logged tables that are not record types. */
const otherLabels = new Map([
  ["users", "Users"],
  ["dropdown_values", "Dropdown lists"],
  ["saved_views", "Saved views"],
]);

/** Returns the label of a screen, with its section if several screens have the same label. */
const nameOf = (screen: AnyRecord): string =>
  records.some(({ label, route }) => label === screen.label && route !== screen.route)
    ? fullLabel(screen)
    : screen.label;

/**
 * Adds label, path and route of the screen to an entry. If several screens share a table, the row's status decides
 * which screen is meant.
 */
const named = (entry: JsonObject): JsonObject => {
  const form = String(entry.form_name);
  const screen = screenOf(form, typeof entry.status === "string" ? entry.status : null);
  return {
    ...entry,
    form_label: otherLabels.get(form) ?? (screen ? nameOf(screen) : form),
    path: screen?.path ?? null,
    route: screen?.route ?? null,
  };
};

/** Reads one page of the entries that the caller may see. @throws Problem of kind `refused`. */
export async function readLog(caller: Caller, query: contracts.LogQuery): Promise<LogPage> {
  const [row] = await asCaller(
    caller,
    (tx) => tx<{ page: { rows: JsonObject[]; total: number } }[]>`
      select private.read_log(${JSON.stringify(query.filters)}::text::jsonb, ${query.from}::text::timestamptz,
        ${query.until}::text::timestamptz, ${JSON.stringify(query.terms)}::text::jsonb, ${String(query.oldestFirst)}::text::boolean,
        ${String(query.size)}::text::integer, ${String(query.skipped)}::text::integer, ${String(countLimit)}::text::integer) as page`,
    { timeout: 30_000, write: "log" },
  );
  const { rows = [], total = 0 } = row?.page ?? {};
  return { rows: rows.map(named), total: Math.min(total, countLimit), capped: total > countLimit };
}

/**
 * Adds entries that a client reports about its own user. Only the action is taken from the client; the server fills in
 * the rest.
 */
export async function registerEntries(
  caller: Caller,
  entries: BodyOf<typeof contracts.registerEntries>,
): Promise<JsonObject[]> {
  const [row] = await asCaller(
    caller,
    (tx) =>
      tx<
        { entries: JsonObject[] }[]
      >`select private.register_entries(${JSON.stringify(entries)}::text::jsonb) as entries`,
    { write: true },
  );
  return (row?.entries ?? []).map(named);
}

/** Compares the log with its seals. For administrators of the central office. */
export async function verifyLog(caller: Caller): Promise<JsonObject> {
  const [row] = await asCaller(
    caller,
    (tx) => tx<{ result: JsonObject }[]>`select private.verify_log() as result`,
    { timeout: 120_000 },
  );
  return row?.result ?? {};
}
