/** Reads the user log, adds entries that clients report, and verifies its seals (spec section 7, user log). */

import * as contracts from "../../contracts/administration.ts";
import type { BodyOf } from "../../contracts/base/call.ts";
import { Problem } from "../../contracts/base/problems.ts";
import { loggedTables } from "../../records/administration/logged-tables.ts";
import { records, screenOf } from "../../records/index.ts";
import { fullLabel } from "../../records/vocabulary/full-label.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { formatNumber } from "../../rules/numbers.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { JsonObject } from "../http/body.ts";

/** One page of the user log, or all matching entries. */
export interface LogPage {
  rows: JsonObject[];
  total: number;
  /** True if there are more entries than `total`. */
  capped: boolean;
}

/** Maximum number of entries to count for a page. */
const countLimit = 10_000;

/**
 * Maximum number of entries to count if all entries are requested. The error message for too many entries has this
 * count.
 */
const refusalLimit = 1_000_000;

const tooManyEntries = (total: number): string =>
  `${total > refusalLimit ? `More than ${formatNumber(refusalLimit)}` : formatNumber(total)} entries match, but a file has at most ${formatNumber(contracts.mostEntries)}. Choose a shorter period, or read the log in pages.`;

/** Returns the label of a screen, with its section if several screens have the same label. */
const nameOf = (screen: AnyRecord): string =>
  records.some(({ label, route }) => label === screen.label && route !== screen.route)
    ? fullLabel(screen)
    : screen.label;

/**
 * Adds label, path and route of the screen to an entry. If several screens share a table, the row's status determines
 * the screen.
 */
const named = (entry: JsonObject): JsonObject => {
  const form = String(entry.form_name);
  const screen = screenOf(form, typeof entry.status === "string" ? entry.status : null);
  return {
    ...entry,
    form_label: loggedTables[form] ?? (screen ? nameOf(screen) : form),
    path: screen?.path ?? null,
    route: screen?.route ?? null,
  };
};

/**
 * Reads one page of the entries that the caller may see, or all of them.
 * @throws Problem of kind `refused`; of kind `rule` when a request without a page matches more than `mostEntries`
 * entries.
 */
export async function readLog(caller: Caller, query: contracts.LogQuery): Promise<LogPage> {
  const { page } = query;
  const size = page?.size ?? contracts.mostEntries;
  const skipped = page ? String((page.number - 1) * size) : null;
  const limit = page ? countLimit : refusalLimit;
  const { rows, total } = await asCaller(
    caller,
    async (tx) => {
      const [row] = await tx<{ page: { rows: JsonObject[]; total: number } }[]>`
        select private.read_log(${JSON.stringify(query.filters)}::text::jsonb, ${query.from}::text::timestamptz,
          ${query.until}::text::timestamptz, ${JSON.stringify(query.terms)}::text::jsonb, ${String(query.oldestFirst)}::text::boolean,
          ${String(size)}::text::integer, ${skipped}::text::integer, ${String(limit)}::text::integer) as page`;
      const read = row?.page ?? { rows: [], total: 0 };
      // Throw inside the transaction. The caller receives no data, so the rollback must also remove the log entry for
      // this read.
      if (!page && read.total > contracts.mostEntries) throw new Problem("rule", tooManyEntries(read.total));
      return read;
    },
    { timeout: 30_000, write: "log" },
  );
  return { rows: rows.map(named), total: Math.min(total, limit), capped: total > limit };
}

/**
 * Adds entries that a client reports about its own user. A client can only set the action; the server sets everything
 * else.
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
  return (row?.entries ?? []).map((entry) => named({ ...entry, subject_name: entry.user_name ?? null }));
}

/** Checks the entries of the log against their seals. Only administrators of the central office may do this. */
export async function verifyLog(caller: Caller): Promise<JsonObject> {
  const [row] = await asCaller(
    caller,
    (tx) => tx<{ result: JsonObject }[]>`select private.verify_log() as result`,
    { timeout: 120_000 },
  );
  return row?.result ?? {};
}
