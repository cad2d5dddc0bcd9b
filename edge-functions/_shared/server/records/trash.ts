/**
 * Undo of deletions and changes: `POST /api/<path>/trash`, `PUT …/restore` and `PUT …/revert`. The deleted rows and the
 * previous values are read from the log, and the database decides who may restore them. A revert runs all checks of a
 * save.
 */
import { officeOf } from "../../access/scope.ts";
import { Problem, type ProblemDetail } from "../../contracts/base/problems.ts";
import type { Page } from "../../contracts/base/values.ts";
import type { Item, Reversion } from "../../contracts/record-entries.ts";
import { screenOf } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { undoReason } from "../../rules/soft-checks.ts";
import { reasonField } from "../../validate/soft-checks.ts";
import { fieldsOf } from "../../validate/validate.ts";
import { asCaller } from "../access/as-caller.ts";
import { refusal } from "../access/refusals.ts";
import type { Caller } from "../access/token.ts";
import type { RecordTables } from "../calls/serve-records.ts";
import { arrayLiteral, type Transaction } from "../db/database.ts";
import { databaseProblem, failingIndex } from "../db/database-problems.ts";
import type { JsonObject } from "../http/body.ts";
import { readRowsAsJson, readRowsForUse } from "../lists/list.ts";
import { noteRows } from "../observe/request.ts";
import { isDatabaseError } from "../sql/sql.ts";
import { type Batch, runBatchOnce, versionsOfBatch } from "./batches.ts";
import { refuseLikelySame } from "./likely-same.ts";
import { saveAsCaller } from "./save-call.ts";
import { lockRecordKeys, refuseStored } from "./stored-already.ts";

export interface Trash {
  /** Deleted rows, each with `deleted`: who deleted it and when, and until when it can be restored. */
  rows: JsonObject[];
  total: number;
}

/**
 * Reads a page of the deleted rows that the caller can see.
 * @param statuses Statuses of the rows to read; null for all.
 */
export async function trashAsCaller(
  caller: Caller,
  record: AnyRecord,
  { number, size }: Page,
  statuses: readonly string[] | null,
): Promise<Trash> {
  const read = (tx: Transaction) =>
    tx.unsafe<{ trash: Trash }[]>(
      "select private.list_trash($1::text, $2::text::text[], $3::text::integer, $4::text::bigint) as trash",
      [record.table, statuses && arrayLiteral(statuses), String(size), String((number - 1) * size)],
    );
  const [row] = await asCaller(caller, read, { write: "log" });
  noteRows(row?.trash.rows.length ?? 0);
  return row?.trash ?? { rows: [], total: 0 };
}

/**
 * Restores the rows and returns them as JSON.
 * @param anyway True to restore a row although a stored row has the same key or is probably the same.
 * @throws Problem of kind `not_found`, `refused`, `conflict`, `rule`.
 */
export async function restoreAsCaller(
  caller: Caller,
  tables: RecordTables,
  { ids, anyway }: { ids: readonly number[]; anyway: boolean },
  batch: Batch | null,
): Promise<string> {
  const { record, listed } = tables;
  const work = async (tx: Transaction) => {
    const restore = async () => {
      await refuseEnteredAgain(tx, tables, ids, anyway);
      const restored = await tx.unsafe<{ id: string }[]>(
        "select private.restore_rows($1::text, $2::text::bigint[]) as id",
        [record.table, arrayLiteral(ids)],
      );
      const done = new Set(restored.map(({ id }) => Number(id)));
      const left = ids.map((id, index) => ({ id, index })).filter(({ id }) => !done.has(id));
      if (left.length > 0) {
        const offices = await officesAfterRestore(tx, record, ids);
        const attempts = left.map((one) => ({ ...one, office: offices.get(one.id) ?? null }));
        throw await refusal(tx, record, "restore", attempts);
      }
      return [await readRowsAsJson(tx, listed, ids), ids] as const;
    };
    return runBatchOnce(tx, record, batch, {
      first: restore,
      again: (restored) => readRowsAsJson(tx, listed, restored.ids, restored.versions),
    });
  };
  try {
    return await asCaller(caller, work, { write: true });
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    const problem = databaseProblem(error, record, failingIndex(error, ids));
    const isAboutParent = error.code === "23503" || error.column === "record_id";
    throw (isAboutParent && (await deletedParentProblem(caller, record, ids, problem))) || problem;
  }
}

/**
 * Returns the offices to which deleted rows would be restored, by id. A row whose ARBO has moved moves with it.
 */
async function officesAfterRestore(
  tx: Transaction,
  record: AnyRecord,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await deletedValues(tx, record, ids);
  return new Map([...rows].map(([id, values]) => [id, officeOf(values)]));
}

/** Returns the values of the rows that are deleted now, by id. */
async function deletedValues(
  tx: Transaction,
  record: AnyRecord,
  ids: readonly number[],
): Promise<Map<number, JsonObject>> {
  const rows = await tx.unsafe<{ row: JsonObject }[]>(
    "select row from private.read_deleted_rows($1::text, $2::text::bigint[]) row",
    [record.table, arrayLiteral(ids)],
  );
  return new Map(rows.map(({ row: { id, ...values } }) => [Number(id), values]));
}

/**
 * Returns the problem for deleted rows that refer to other deleted rows, which the message names. Null if there are no
 * such rows, or if the caller can't see them.
 * @param problem Problem of the refused restore, whose field is kept.
 */
async function deletedParentProblem(
  caller: Caller,
  record: AnyRecord,
  ids: readonly number[],
  problem: Problem,
): Promise<Problem | null> {
  const found = await asCaller(caller, (tx) =>
    tx.unsafe<{ id: string; parent_name: string; parent: JsonObject }[]>(
      `select id, parent_name, parent from private.find_deleted_parents($1::text, $2::text::bigint[])
       order by id, column_name <> 'arboPrimaryKey', column_name`,
      [record.table, arrayLiteral(ids)],
    ),
  );
  const field = problem.details[0]?.field;
  const details = ids.flatMap((id, index): ProblemDetail[] => {
    const row = found.find((one) => Number(one.id) === id);
    const parent = row && screenOf(row.parent_name, String(row.parent.status ?? "") || null);
    if (!row || !parent) return [];
    const { one } = parent.noun;
    const title = String(row.parent[parent.title] ?? row.parent.id);
    const message = `This ${record.noun.one} refers to the ${one} "${title}", which is deleted. Restore that ${one} first.`;
    return [{ index, ...(field === undefined ? {} : { field }), message }];
  });
  return details.length > 0 ? new Problem("rule", details[0]?.message ?? "", details) : null;
}

/**
 * Refuses to restore deleted rows that were entered again after their deletion. Runs the same checks as a save of new
 * rows. Record types with files are skipped, because rows with equal values but different files are different rows.
 * @throws Problem of kind `conflict` that lists the rows.
 */
async function refuseEnteredAgain(
  tx: Transaction,
  { record, table, listed }: RecordTables,
  ids: readonly number[],
  anyway: boolean,
): Promise<void> {
  if (record.files) return;
  const found = await deletedValues(tx, record, ids);
  const asked = ids.flatMap((id, index) => {
    const values = found.get(id);
    return values ? [{ index, values, anyway }] : [];
  });
  if (asked.length === 0) return;
  const locked = await lockRecordKeys(tx, record, asked);
  // Another request may have restored some of the rows while this request waited for the lock.
  const still = await deletedValues(tx, record, ids);
  const isDeleted = asked.map(({ index }) => still.has(ids[index] ?? 0));
  const rows = asked.filter((_, at) => isDeleted[at]);
  const places = locked.filter((_, at) => isDeleted[at]);
  await refuseStored(tx, record, listed, rows, places);
  if (!anyway) await refuseLikelySame(tx, record, table, rows);
}

/**
 * Changes rows back to the values that they had right after a given entry of their history. Returns the changed rows as
 * JSON. Does not revert the stage, files, and values that users can't enter.
 * @throws Problem of kind `not_found`, `refused`, `conflict`, `rule`.
 */
export async function revertAsCaller(
  caller: Caller,
  tables: RecordTables,
  reversions: readonly Reversion[],
  batch: Batch | null,
): Promise<string> {
  const { record, listed } = tables;
  const ids = reversions.map(({ item }) => Number(item.id));
  const read = await asCaller(caller, async (tx) => {
    if (batch && (await versionsOfBatch(tx, batch))) return null;
    const found = await tx.unsafe<{ version: JsonObject | null }[]>(
      `select private.values_after_entry($1::text, r.id, r.entry) as version
       from unnest($2::text::bigint[], $3::text::bigint[]) with ordinality r (id, entry, place) order by r.place`,
      [record.table, arrayLiteral(ids), arrayLiteral(reversions.map(({ to }) => to))],
    );
    const rows = await readRowsForUse(tx, listed, ids);
    const stored = new Map(rows.map((row) => [Number(row.id), row]));
    const unseen = ids.map((id, index) => ({ id, index })).filter(({ id }) => !stored.has(id));
    if (unseen.length > 0) throw await refusal(tx, record, "update", unseen);
    return { versions: found.map(({ version }) => version), stored };
  });
  if (!read) {
    // An earlier request has done the batch, so the items are not saved again.
    const done = reversions.map(({ item }) => item);
    return saveAsCaller(caller, tables, done, batch);
  }
  const { versions, stored } = read;
  const checked = reversions.map(({ item }, place) => {
    const current = stored.get(Number(item.id)) ?? {};
    return revertItem(record, item, withoutParentCopies(record, versions[place] ?? null, current), current);
  });
  const refused = checked.flatMap((one) => ("message" in one ? [one] : []));
  const [first] = refused;
  if (first)
    throw new Problem(
      first.kind,
      first.message,
      refused.map(({ kind: _, ...detail }) => detail),
    );
  // Each row is saved with the row_version that the user saw. If the stored row has another version, the save is a
  // conflict.
  const items = checked.flatMap((one) => ("message" in one ? [] : [one]));
  return saveAsCaller(caller, tables, items, batch);
}

/**
 * Removes the parent's ID and name from the former values of a row with a parent, because the database copies them from
 * the masterlist. Former ones may belong to another parent now.
 */
function withoutParentCopies(
  { parent, path }: AnyRecord,
  version: JsonObject | null,
  current: JsonObject,
): JsonObject | null {
  if (!version || !parent || parent.path === path) return version;
  if (({ ...current, ...version }[parent.key] ?? null) === null) return version;
  const { [parent.identifier]: _id, [parent.title]: _name, ...values } = version;
  return values;
}

/**
 * Returns the changes that revert the row, or the reason why the row can't be reverted.
 * @param version Values that the row had right after the chosen entry of its history.
 */
function revertItem(
  record: AnyRecord,
  item: Item,
  version: JsonObject | null,
  current: JsonObject,
): Item | (ProblemDetail & { kind: "not_found" | "rule" }) {
  const refused = (kind: "not_found" | "rule", message: string) =>
    ({ kind, index: item.index, field: "to", message }) as const;
  if (!version) return refused("not_found", `The history of this ${record.noun.one} has no such entry.`);
  const known = fieldsOf(record);
  const changes = Object.entries(version).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(current[name]) &&
      known.has(name) &&
      !known.get(name)?.reserved?.values.includes(String(value)),
  );
  if (changes.length === 0 && current.row_version === item.rowVersion)
    return refused("rule", `This ${record.noun.one} already has these values.`);
  // The row had these values before, so a revert needs no new reason for unusual values. Use an earlier reason.
  const reasons = [item.reason, version[reasonField], current[reasonField]];
  const reason = reasons.find((one): one is string => typeof one === "string") ?? undoReason;
  return { ...item, reason, fields: Object.fromEntries(changes) };
}
