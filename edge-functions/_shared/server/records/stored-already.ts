/**
 * Refuses new rows whose key (registry: `keys`) is already stored. Every save runs this check, also a save of an
 * import, although the preview of the import has checked its rows. Saves that add rows with the same name in the same
 * office wait for each other. If two saves add the same row, the second save is refused, and its problem names the
 * stored row.
 */

import { officeOf } from "../../access/scope.ts";
import { Problem, type ProblemDetail } from "../../contracts/base/problems.ts";
import { indexByKeys, KeyIndex, keyFields, keysOf, ownersOf } from "../../import/keys.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { mayRepeat } from "../../records/vocabulary/unique-keys.ts";
import { enumerate, foldText, withArticle } from "../../rules/text.ts";
import { fieldsOf } from "../../validate/validate.ts";
import type { Table } from "../db/columns.ts";
import { identifier, Parameters, type Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";
import { linkToParents } from "./parents.ts";

const placeColumns = ["region_name", "province_name", "muncity_name", "barangay_name"] as const;
type Place = Record<(typeof placeColumns)[number], string | null>;

/** A row that a save adds. */
export interface NewRow {
  /** Position of the row in the request. */
  index: number;
  values: JsonObject;
  /** True if the user wants to add this row although a row with the same key is stored. */
  anyway?: boolean;
}

/** Returns the value if it is a string that Postgres accepts; null if it is empty, invalid or not a string. */
const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" && !/[\0\p{Cs}]/u.test(value) ? value : null;

/**
 * Returns the fields by which stored rows with the same key are looked up. A stored row with this key has the given
 * value in at least one of these fields.
 */
function searchedFields(record: AnyRecord, key: readonly string[], values: JsonObject): readonly string[] {
  const { title, parent } = record;
  if (key.length === 1 || !key.includes(title)) return [key[0] ?? title];
  if (title !== parent?.title) return [title];
  const owners = ownersOf(record, key, values).map((name) => name ?? title);
  // All rows of a parent have the parent's current name, so looking up the name finds all of them.
  return owners.includes(parent.key) && owners.includes(title) ? [title] : owners;
}

/**
 * Waits until no other transaction is adding rows that may have the same keys. Must be called before the transaction
 * takes any other lock.
 * @returns The locations that the rows will have when they are stored, in the order of the rows.
 */
export async function lockRecordKeys(
  tx: Transaction,
  record: AnyRecord,
  rows: readonly NewRow[],
): Promise<readonly Place[]> {
  const places = rows.map(({ values }) =>
    Object.fromEntries(placeColumns.map((name) => [name, record.scoped ? textOf(values[name]) : null])),
  );
  const linked = await linkToParents(
    tx,
    record,
    rows.map(({ values }) => values),
  );
  const names = linked.map((values) =>
    record.keys.flatMap((key) =>
      searchedFields(record, key, values).map((name) => textOf(foldText(values[name])) ?? ""),
    ),
  );
  const [row] = await tx.unsafe<{ places: Place[] | null }[]>(
    "select private.lock_import_names($1::text, $2::text::jsonb, $3::text::jsonb) as places",
    [record.table, JSON.stringify(places), JSON.stringify(names)],
  );
  return row?.places ?? [];
}

/**
 * Refuses new rows whose key is stored already.
 * @throws Problem of kind `conflict` that lists every new row which is stored already, or occurs twice in the batch.
 */
export async function refuseStored(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  rows: readonly NewRow[],
  places: readonly Place[],
): Promise<void> {
  const placed = rows.map(({ values }, at) => ({
    ...record.fixed,
    ...values,
    ...(record.scoped ? places[at] : {}),
  }));
  const linked = await linkToParents(tx, record, placed);
  const added = rows.map(({ index, anyway = false }, at) => ({ index, anyway, values: linked[at] ?? {} }));
  const stored = indexByKeys(record, await candidates(tx, record, table, added));
  const earlier = new KeyIndex<number>(record);
  const details: ProblemDetail[] = [];
  for (const { index, values, anyway } of added) {
    const keys = keysOf(record, values);
    const found = stored.find(keys);
    const before = earlier.find(keys);
    earlier.add(index, keys);
    if (anyway && mayRepeat(record, record.keys[(found ?? before)?.key ?? 0] ?? [])) continue;
    const [row] = found?.rows ?? [];
    if (row) {
      const { key, title: name } = record.parent ?? {};
      const agreed = (found?.fields ?? []).map((field) => (field === key && name ? name : field));
      const title = String(row[record.title] ?? "");
      details.push({
        index,
        field: agreed[0] ?? record.title,
        message: `${title || `This ${record.noun.one}`} is stored already: there is ${withArticle(record.noun.one)} with the same ${labels(record, agreed, values)}.`,
        same_as: [{ id: Number(row.id), title, agreed }],
      });
    } else if (before) {
      const message = `This ${record.noun.one} is in the list twice: record ${(before.rows[0] ?? 0) + 1} is the same.`;
      details.push({ index, field: record.title, message, same_as: [] });
    }
  }
  if (details.length > 0) throw new Problem("conflict", details[0]?.message ?? "", details);
}

/** Returns the labels of the key fields that have a value. */
const labels = (record: AnyRecord, key: readonly string[], values: JsonObject): string =>
  enumerate(
    key
      .filter((name) => values[name] !== null && values[name] !== undefined)
      .map((name) => fieldsOf(record).get(name)?.label ?? name),
  );

/**
 * Returns the stored rows, visible to the caller, that may have the same key as one of the new rows. The calling
 * function must still compare the keys.
 */
async function candidates(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  added: readonly NewRow[],
): Promise<JsonObject[]> {
  const list = ["id", ...keyFields(record)].filter((name) => table.columns.has(name)).map(identifier);
  const found: JsonObject[] = [];
  for (const key of record.keys) {
    const searched = added.flatMap((row) =>
      searchedFields(record, key, row.values).map((name) => ({ name, row })),
    );
    for (const [name, group] of Map.groupBy(searched, (one) => one.name)) {
      const wanted = group.map(({ row }) => row);
      const parameters = new Parameters();
      const where = [
        ...fixedConditions(record, table, parameters),
        ...keyConditions(record, table, { key, name }, wanted, parameters),
      ];
      const rows = await tx.unsafe<{ row: JsonObject }[]>(
        `select row_to_json(item) as row from (select ${list.join(", ")} from ${table.sql} where ${where.join(" and ")}) item`,
        parameters.values,
      );
      found.push(...rows.map(({ row }) => row));
    }
  }
  return found;
}

/**
 * Returns conditions on the columns with fixed values (registry: `fixed`), which distinguish the rows of two screens
 * that show one table.
 */
const fixedConditions = (record: AnyRecord, table: Table, parameters: Parameters): string[] =>
  Object.entries(record.fixed ?? {})
    .filter(([name]) => table.columns.has(name))
    .map(
      ([name, value]) =>
        `${identifier(name)} = ${parameters.add(String(value), table.columns.get(name)?.type ?? "text")}`,
    );

/**
 * Builds conditions that can use an index. They select every stored row that has the same key as a new row, but perhaps
 * also rows with other keys.
 * @param searched A key, and the field of this key by which the rows are looked up.
 */
function keyConditions(
  record: AnyRecord,
  table: Table,
  { key, name }: { key: readonly string[]; name: string },
  added: readonly NewRow[],
  parameters: Parameters,
): string[] {
  const { type = "text" } = table.columns.get(name) ?? {};
  // A value that is chosen from another record is compared exactly. Names and IDs are compared without case and accents.
  const isReference = fieldsOf(record).get(name)?.options?.from === "record";
  const values = [...new Set(added.map(({ values: row }) => row[name]))].filter(
    (value) => value !== null && value !== undefined,
  );
  const list = parameters.addArray(values.map(String), type === "text" ? "text" : type);
  const one = identifier(name);
  const inOffices = table.columns.has("office");
  const offices =
    inOffices && key.includes("region_name") && key.includes("province_name")
      ? parameters.addArray([...new Set(added.map(({ values: row }) => officeOf(row)))], "text")
      : null;
  if (type !== "text" || isReference)
    return [...(offices ? [`office = any (${offices})`] : []), `${one} = any (${list})`];
  return inOffices
    ? [
        `id in (select private.find_rows_by_name(${parameters.add(record.table, "text")}, ${parameters.add(name, "text")}, ${offices ?? "null"}, ${list}))`,
      ]
    : [`private.fold_name(${one}) = any (array(select private.fold_name(given) from unnest(${list}) given))`];
}
