/**
 * Finds where dropdown values are used. The registry (the descriptions of all record types) says which record columns
 * take their values from a list. The database counts the rows of all offices that have a given value in these columns.
 */
import { records } from "../../records/index.ts";
import type { AnyRecord, DropdownList, Field } from "../../records/vocabulary/types.ts";
import { arrayLiteral, identifier, type Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";

/** Lists whose entries have a category and a sub-category; entries of all other lists have a type. */
const categoryLists: readonly string[] = ["participant-category", "participant-subcategory"];

/** Columns of the table `dropdown_values` in which the value of a list entry can be stored. */
export const allColumns = ["type", "category", "sub_category"] as const;

/** Returns the columns of `dropdown_values` in which the entries of the list have their values, in display order. */
export const valueColumns = (list: string): readonly string[] =>
  categoryLists.includes(list) ? ["category", "sub_category"] : ["type"];

/**
 * A record column that takes its values from a list. `count` is the number of rows with a given value in this column.
 */
export interface Usage {
  path: string;
  label: string;
  field: string;
  field_label: string;
  count: number;
}

interface UsingColumn {
  record: AnyRecord;
  field: Field;
  /** Column of the list entry (type, category or sub_category) whose value the record column stores. */
  part: string;
  /** Set for a sub-category: the field that has the category in the same record. */
  category: Field | undefined;
}

/**
 * Returns the record columns that take their values from the list. A table that several record types share is listed
 * once. The database has the same mapping in `private.list_columns`.
 */
function usingColumns(list: DropdownList): UsingColumn[] {
  const found = new Map<string, UsingColumn>();
  for (const record of records) {
    for (const field of record.fields) {
      if (field.options?.from !== "dropdown" || field.options.list !== list) continue;
      const key = `${record.table}.${field.name}`;
      const part = field.options.column ?? "type";
      const category = part === "sub_category" ? categoryField(record) : undefined;
      if (!found.has(key)) found.set(key, { record, field, part, category });
    }
  }
  return [...found.values()];
}

const categoryField = (record: AnyRecord): Field | undefined =>
  record.fields.find(({ options }) => options?.from === "dropdown" && options.column === "category");

/** Counts the records of all offices that use the value of a list entry. */
export async function usageOf(tx: Transaction, list: DropdownList, entry: JsonObject): Promise<Usage[]> {
  const rows = await tx.unsafe<{ table_name: string; column_name: string; rows: string }[]>(
    `select table_name, column_name, rows from private.count_value_usage(
       jsonb_populate_record(null::public.dropdown_values, $1::text::jsonb))`,
    [JSON.stringify({ ...entry, list })],
  );
  return usingColumns(list).flatMap(({ record, field }) => {
    const row = rows.find(
      ({ table_name, column_name }) => table_name === record.table && column_name === field.name,
    );
    if (!row) return [];
    return [
      {
        path: record.path,
        label: record.label,
        field: field.name,
        field_label: field.label,
        count: Number(row.rows),
      },
    ];
  });
}

/**
 * Returns the column of a list entry whose value is stored in records: the sub-category if the entry has one, otherwise
 * the category or the type.
 */
export const usedPart = (list: DropdownList, entry: JsonObject): string =>
  valueColumns(list)
    .filter((part) => typeof entry[part] === "string")
    .at(-1) ?? "type";

/** New values that the records of one record type need after a list entry was changed. */
interface RecordChange {
  record: AnyRecord;
  values: readonly { field: Field; from: string; to: string }[];
}

/**
 * Returns the changes that records need after a list entry was changed. Records store the entry's value and, for a
 * sub-category, also its category. The result is empty if neither changed.
 */
export function recordChanges(list: DropdownList, before: JsonObject, after: JsonObject): RecordChange[] {
  return usingColumns(list).flatMap(({ record, field, part, category }) => {
    const parts = [{ field, part }, ...(category ? [{ field: category, part: "category" }] : [])];
    const values = parts.flatMap((one) => {
      const [from, to] = [before[one.part], after[one.part]];
      return typeof from === "string" && typeof to === "string" ? [{ field: one.field, from, to }] : [];
    });
    const isChange = values.length === parts.length && values.some(({ from, to }) => from !== to);
    return isChange ? [{ record, values }] : [];
  });
}

/**
 * Changes all records that the caller may write, and returns their number. Each change is logged. The records keep
 * their status, because the change is not an edit by a user.
 */
export async function changeRecords(tx: Transaction, changes: readonly RecordChange[]): Promise<number> {
  const setReplacing = (value: string) =>
    tx`select set_config('private.replacing_list_value', ${value}, true)`;
  await setReplacing("yes");
  let count = 0;
  for (const { record, values } of changes) {
    const parts = values.map(({ field }, place) => {
      const [column, from, to] = [
        identifier(field.name),
        `$${2 * place + 1}::text`,
        `$${2 * place + 2}::text`,
      ];
      return field.kind === "list"
        ? {
            set: `${column} = array_replace(${column}, ${from}, ${to})`,
            where: `${column} @> array[${from}]`,
          }
        : { set: `${column} = ${to}`, where: `${column} = ${from}` };
    });
    const updated = await tx.unsafe(
      `update public.${identifier(record.table)} set ${parts.map(({ set }) => set).join(", ")}
       where ${parts.map(({ where }) => where).join(" and ")}`,
      values.flatMap(({ from, to }) => [from, to]),
    );
    count += updated.count;
  }
  await setReplacing("");
  return count;
}

/** Builds the error message that lists where a value is in use. */
export function inUseMessage(value: string, usage: readonly Usage[]): string {
  const places = usage.map(({ label, field_label, count }) => `${label}, ${field_label}: ${count}`);
  return `"${value}" is in use (${places.join("; ")}). Replace it with another value, or keep it.`;
}

/**
 * Locks the list values in the rows of a save until the transaction ends, so that a replacement of one of the values in
 * all records waits for the save (`lockReplaced`). Waits for a replacement in progress. The save calls this before it
 * locks rows, because the replacement locks the rows that have the value.
 * @param locked The values that the save has locked already. The function adds the new ones.
 */
export async function lockListValues(
  tx: Transaction,
  record: AnyRecord,
  rows: readonly JsonObject[],
  locked: Set<string>,
): Promise<void> {
  const lists = new Map<string, string>();
  for (const { name, options } of record.fields)
    if (options?.from === "dropdown") lists.set(name, options.list);
  const used = rows.flatMap((row) =>
    Object.entries(row).flatMap(([name, value]) => {
      const list = lists.get(name);
      const values = list === undefined ? [] : [value].flat().filter((one) => typeof one === "string");
      return values.map((one) => JSON.stringify([list, one]));
    }),
  );
  const fresh = new Set(used.filter((one) => !locked.has(one)));
  if (fresh.size === 0) return;
  await tx.unsafe(
    `select pg_advisory_xact_lock_shared(l.kind, l.bucket) from (
       select distinct k.kind, k.bucket
       from unnest($1::text::text[]) u (pair)
         cross join lateral private.list_value_lock(u.pair::jsonb ->> 0, u.pair::jsonb ->> 1) k
       order by k.kind, k.bucket) l`,
    [arrayLiteral([...fresh])],
  );
  for (const one of fresh) locked.add(one);
}

/** Locks the values of list entries until the transaction ends. Waits for the saves that use one of the values. */
export async function lockReplaced(
  tx: Transaction,
  list: DropdownList,
  ids: readonly number[],
): Promise<void> {
  await tx.unsafe(
    `select pg_advisory_xact_lock(l.kind, l.bucket) from (
       select distinct k.kind, k.bucket
       from public.dropdown_values v
         cross join lateral private.list_value_lock(v.list, coalesce(v.sub_category, v.category, v.type)) k
       where v.list = $1::text and v.id = any ($2::text::bigint[])
       order by k.kind, k.bucket) l`,
    [list, arrayLiteral(ids)],
  );
}

/**
 * Returns, per row, the values to save instead of list values that were replaced in records and are not in their lists
 * any more.
 * @param rows Values to save. For a stored row, only the changed values.
 * @param stored The stored rows, in the same order. They have the category of a sub-category that is saved alone.
 */
export async function presentValues(
  tx: Transaction,
  record: AnyRecord,
  rows: readonly JsonObject[],
  stored: readonly (JsonObject | undefined)[],
): Promise<JsonObject[]> {
  const category = categoryField(record)?.name;
  // Look up each value once, because rows of the same save often have the same values.
  const parts = rows.map((row, place) =>
    record.fields.flatMap(({ name, options }) => {
      if (options?.from !== "dropdown" || (row[name] ?? null) === null) return [];
      if (options.column !== "sub_category" || !category) return [JSON.stringify({ [name]: row[name] })];
      const own = row[category] ?? stored[place]?.[category] ?? null;
      return [JSON.stringify({ [name]: row[name], [category]: own })];
    }),
  );
  const given = [...new Set(parts.flat())];
  if (given.length === 0) return [];
  const found = await tx.unsafe<{ part: string; present: JsonObject }[]>(
    `select g.part, p.present
     from unnest($1::text::text[]) g (part)
       cross join lateral (select private.replace_former_values(g.part::jsonb) as present) p
     where p.present <> g.part::jsonb`,
    [arrayLiteral(given)],
  );
  if (found.length === 0) return [];
  const present = new Map(found.map((one) => [one.part, one.present]));
  // The values of a sub-category replace those of its category, because they were replaced together.
  return parts.map((own) => Object.assign({}, ...own.map((part) => present.get(part))));
}
