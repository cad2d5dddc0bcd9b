/**
 * `PUT /api/<path>/update`: creates and changes up to 500 records in one transaction, all or nothing.
 * Rows to change are locked first, in the order of their ids, so that two concurrent saves can't deadlock and a stale
 * row_version is always detected. The rows are then written with a few set-based statements, one per set of columns.
 */

import { officeOf } from "../../access/scope.ts";
import { Problem, type ProblemDetail } from "../../contracts/base/problems.ts";
import { isUnset } from "../../contracts/base/values.ts";
import type { Item } from "../../contracts/record-entries.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { reasonField } from "../../validate/soft-checks.ts";
import { fieldsOf, validateRecord } from "../../validate/validate.ts";
import { type Attempt, refusal } from "../access/refusals.ts";
import { columnList, listedTable, type Table, tableNamed } from "../db/columns.ts";
import { arrayLiteral, type Transaction } from "../db/database.ts";
import { lockListValues, presentValues } from "../dropdown-lists/list-usage.ts";
import type { JsonObject } from "../http/body.ts";
import { readRowsForUse } from "../lists/list.ts";
import { type Candidate, refuseLikelySame } from "./likely-same.ts";
import { findWarnings, resolveReasons } from "./soft-checks.ts";
import { lockRecordKeys, refuseStored } from "./stored-already.ts";
import { groupByFreedKeys } from "./write-order.ts";
import { insertRows, updateRows } from "./write-rows.ts";

function fail(problems: readonly ProblemDetail[], kind: "malformed" | "rule"): void {
  if (problems.length > 0) throw new Problem(kind, problems[0]?.message ?? "", problems);
}

export interface SaveOptions {
  /**
   * Table or view in which the keys of new rows are looked up, to refuse a new row whose key is already stored. Null
   * skips this check.
   */
  listed?: Table | null;
  /** Values that the server computes from uploaded files, per item (record of the request) with a file. */
  beside?: ReadonlyMap<Item, JsonObject>;
}

/**
 * Saves the items and returns their ids in the order of the request.
 * @throws Problem of kind `malformed`, `rule`, `not_found`, `refused`, `conflict`; or the database's error, which
 * `withReadableError` converts.
 */
export async function saveItems(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  items: readonly Item[],
  { listed = null, beside }: SaveOptions = {},
): Promise<number[]> {
  const changed = items.filter((item) => item.id !== null);
  const fresh = items.filter((item) => item.id === null);
  const asked = listed !== null && fresh.length > 0 && record.keys.length > 0;
  const locked = new Set<string>();
  await lockListValues(
    tx,
    record,
    items.map(({ fields }) => fields),
    locked,
  );
  const places = asked
    ? await lockRecordKeys(
        tx,
        record,
        fresh.map(({ index, fields }) => ({ index, values: fields })),
      )
    : [];
  const current = await lockRows(tx, record, changed);
  const missing = changed.filter((item) => !current.has(Number(item.id)));
  if (missing.length > 0) throw await refusal(tx, record, "update", missing.map(attemptOf(current)));
  refuseStale(record, changed, current);
  const values = validateItems(record, table, items, current);
  // The validated texts can differ from the given ones, for example by a space.
  await lockListValues(tx, record, [...values.values()], locked);
  await replaceFormerValues(tx, record, items, values, current);
  if (asked) {
    const rows = fresh.map((item) => ({
      index: item.index,
      values: values.get(item) ?? {},
      anyway: item.anyway,
    }));
    await refuseStored(tx, record, listed, rows, places);
  }
  await refuseLikelySame(tx, record, table, candidatesOf(record, items, values, current));
  await keepReasons(tx, record, table, items, values, current);
  // A row that was returned and not resubmitted can be approved only in a separate save. For a save of several rows,
  // this call makes the database refuse the approval (private.end_review).
  if (items.length > 1 && changed.some((item) => values.get(item)?.process_stage === "Approved"))
    await tx.unsafe("select private.confirm_returned_rows('{}')");
  const rowOf = (item: Item) => ({ ...values.get(item), ...beside?.get(item) });
  const ids = await insertRows(tx, table, fresh.map(rowOf));
  for (const group of groupByFreedKeys(record, changed, values, current)) {
    await updateRows(
      tx,
      table,
      group.map((item) => ({ ...rowOf(item), id: Number(item.id) })),
    );
  }
  const created = new Map(fresh.map((item, place) => [item, ids[place]]));
  return items.map((item) => Number(item.id ?? created.get(item)));
}

/** Returns the soft-check warnings for the items, without saving anything. Invalid values are not checked. */
export async function softCheckWarnings(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  items: readonly Item[],
): Promise<ProblemDetail[]> {
  const ids = items.flatMap(({ id }) => (id === null ? [] : [id]));
  const rows = await readRowsForUse(tx, table, ids);
  const current = new Map(rows.map((row) => [Number(row.id), row]));
  const asked = items.map(({ index, id, fields, reason }) => {
    const stored = id === null ? null : (current.get(id) ?? null);
    const context = stored ? { current: stored } : {};
    const { value } = validateRecord(record, fields, id === null ? "insert" : "update", context);
    return { index, row: { ...stored, ...value }, stored, reason };
  });
  return (await findWarnings(tx, record, table, asked)).flat();
}

/** Stores the reasons for values with soft-check warnings. @throws Problem of kind `rule` when a reason is missing. */
async function keepReasons(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  items: readonly Item[],
  values: ReadonlyMap<Item, JsonObject>,
  current: ReadonlyMap<number, JsonObject>,
): Promise<void> {
  if (!record.softChecks) return;
  const asked = items.map((item) => {
    const stored = item.id === null ? null : (current.get(item.id) ?? null);
    return { index: item.index, row: { ...stored, ...values.get(item) }, stored, reason: item.reason };
  });
  const answers = await resolveReasons(tx, record, table, asked);
  for (const [place, item] of items.entries()) {
    const answer = answers.get(place);
    const entered = values.get(item);
    if (answer !== undefined && entered) entered[reasonField] = answer;
  }
}

/** Replaces entered list values that were renamed in all records, for example while the user had the form open. */
async function replaceFormerValues(
  tx: Transaction,
  record: AnyRecord,
  items: readonly Item[],
  values: ReadonlyMap<Item, JsonObject>,
  current: ReadonlyMap<number, JsonObject>,
): Promise<void> {
  const rows = items.map((item) => values.get(item) ?? {});
  const stored = items.map((item) => (item.id === null ? undefined : current.get(item.id)));
  for (const [place, replaced] of (await presentValues(tx, record, rows, stored)).entries())
    Object.assign(rows[place] ?? {}, replaced);
}

/**
 * Returns the items to compare with similar stored rows: new items, and items whose name or office changes. Excludes
 * items that the user wants to save despite similar rows.
 */
function candidatesOf(
  record: AnyRecord,
  items: readonly Item[],
  values: ReadonlyMap<Item, JsonObject>,
  current: ReadonlyMap<number, JsonObject>,
): Candidate[] {
  const names = new Set([...(record.likelySame ?? []).map(([name]) => name), "region_name", "province_name"]);
  return items.flatMap((item) => {
    const entered = values.get(item) ?? {};
    const stored = item.id === null ? undefined : current.get(item.id);
    const changes = Object.entries(entered).some(
      ([name, value]) => names.has(name) && (value ?? null) !== (stored?.[name] ?? null),
    );
    if (item.anyway || !changes) return [];
    return [{ index: item.index, values: item.id === null ? entered : { ...entered, id: item.id } }];
  });
}

/**
 * Returns a function that describes the attempted insert or update of an item. `refusal` uses this description to
 * explain why the database refused it.
 */
export function attemptOf(current?: ReadonlyMap<number, JsonObject>): (item: Item) => Attempt {
  return ({ index, id, fields }) => {
    const row = { ...(id === null ? {} : current?.get(id)), ...fields };
    // A new row without a location gets the location of its parent row.
    const moves =
      id === null
        ? Boolean(fields.region_name || fields.province_name)
        : (current?.has(id) ?? false) && ("region_name" in fields || "province_name" in fields);
    return {
      index,
      id,
      office: moves ? officeOf(row) : null,
      status: typeof row.status === "string" ? row.status : null,
      approved: id === null && row.process_stage === "Approved",
    };
  };
}

/**
 * Locks the rows that the caller may change. Returns a map from id to row, with the columns that the caller can see.
 * Rows that the caller can't see or change are missing from the map.
 */
export async function lockRows(
  tx: Transaction,
  record: AnyRecord,
  items: readonly Pick<Item, "id">[],
): Promise<Map<number, JsonObject>> {
  if (items.length === 0) return new Map();
  const table = tableNamed(record.table);
  const listed = listedTable(record);
  const isWhole = listed.sql === table.sql;
  const locked = await tx.unsafe<{ row: JsonObject }[]>(
    `select row_to_json(item) as row
     from (
       select ${isWhole ? columnList(table) : "id"} from ${table.sql}
       where id = any ($1::text::bigint[]) order by id for no key update
     ) item`,
    [arrayLiteral(items.map(({ id }) => Number(id)))],
  );
  let rows = locked.map(({ row }) => row);
  // Read the rows in a second statement. The first statement may have waited for locks, so its values from other tables
  // of the view could be outdated.
  if (!isWhole && rows.length > 0) {
    const ids = rows.map(({ id }) => Number(id));
    rows = await readRowsForUse(tx, listed, ids);
  }
  return new Map(rows.map((row) => [Number(row.id), row]));
}

/**
 * Refuses records that another user has saved since this user opened them. The problem has the stored values, so that
 * the screen can show both versions.
 */
function refuseStale(
  record: AnyRecord,
  items: readonly Item[],
  current: ReadonlyMap<number, JsonObject>,
): void {
  const stale = items.filter((item) => {
    return item.rowVersion !== null && current.get(Number(item.id))?.row_version !== item.rowVersion;
  });
  if (stale.length === 0) return;
  const message = `Someone else saved this ${record.noun.one} after you opened it.`;
  const details = stale.map((item) => ({
    index: item.index,
    field: "row_version",
    message,
    current: current.get(Number(item.id)) ?? {},
  }));
  throw new Problem("conflict", message, details);
}

/**
 * Validates the items and returns the values to write for each item.
 * @throws Problem of kind `malformed` or `rule` that lists all errors of all items.
 */
export function validateItems(
  record: AnyRecord,
  table: Table,
  items: readonly Item[],
  current: ReadonlyMap<number, JsonObject>,
): Map<Item, JsonObject> {
  const values = new Map<Item, JsonObject>();
  const problems: ProblemDetail[] = [];
  let understood = true;
  for (const item of items) {
    const stored = item.id === null ? undefined : current.get(item.id);
    const mode = item.id === null ? "insert" : "update";
    const fields = withoutEchoes(record, table, item.fields, stored);
    const result = validateRecord(record, fields, mode, stored ? { current: stored } : {});
    if (!record.approval && "process_stage" in fields) {
      result.problems.push({ field: "process_stage", message: "process_stage: unknown field" });
    }
    for (const problem of result.problems) {
      problems.push({ index: item.index, ...problem });
      // If the result has a value for the field, the input was readable. The problem is then a broken rule, not a
      // malformed value.
      if (result.value[problem.field] === undefined || result.value[problem.field] === null)
        understood = false;
    }
    if (item.id === null && Object.keys(result.value).length === 0 && result.problems.length === 0) {
      problems.push({ index: item.index, message: `The ${record.noun.one} has no fields.` });
      understood = false;
    }
    values.set(item, result.value);
  }
  fail(problems, understood ? "rule" : "malformed");
  return values;
}

/**
 * Status that the database gives to a new row. It depends on the kind of reporting window that the record type uses.
 */
const firstStatus: Readonly<Record<string, string>> = { target: "Target", accomplishment: "Accomplished" };

/**
 * Removes values that a client may have copied from an earlier response, in fields that users can't enter: computed
 * columns, unchanged values and, in a new row, columns that the server sets. Other values in such fields stay, so that
 * `validateRecord` refuses them.
 */
function withoutEchoes(
  record: AnyRecord,
  table: Table,
  fields: JsonObject,
  stored: JsonObject | undefined,
): JsonObject {
  const known = fieldsOf(record);
  const listed = listedTable(record).columns;
  const isEcho = ([name, value]: [string, unknown]) => {
    if (known.has(name)) return false;
    if (name === "review") return record.approval;
    const column = table.columns.get(name);
    if (!column) return listed.has(name);
    if (stored && JSON.stringify(value) === JSON.stringify(stored[name])) return true;
    if (name === "process_stage") return !record.approval && (isUnset(value) || value === "Pending");
    if (name === "status") return !stored && (isUnset(value) || value === firstStatus[record.window]);
    // The database computes a column that has a default and is not a field. A new row of a record type with files may
    // have further columns, which describe the uploaded file and are not removed.
    return column.hasDefault || (!stored && !record.files);
  };
  return Object.fromEntries(Object.entries(fields).filter((entry) => !isEcho(entry)));
}
