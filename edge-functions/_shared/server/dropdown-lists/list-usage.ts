/**
 * Usage of dropdown values. The registry (the descriptions of all record types) says which record columns take their
 * values from a list; the database counts the rows of all offices in which these columns have a given value.
 */
import { records } from "../../records/index.ts";
import type { AnyRecord, DropdownList, Field } from "../../records/vocabulary/types.ts";
import { identifier, type Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";

/** Lists whose entries have a category and a sub-category; entries of all other lists have a type. */
const categoryLists: readonly string[] = ["participant-category", "participant-subcategory"];

/** Columns of the table `dropdown_values` that can have the value of an entry. */
export const allColumns = ["type", "category", "sub_category"] as const;

/** Returns the columns of `dropdown_values` that contain the values of the list's entries, in display order. */
export const valueColumns = (list: string): readonly string[] =>
  categoryLists.includes(list) ? ["category", "sub_category"] : ["type"];

/** A record column that takes its values from a list, with the number of rows that have a given value. */
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
  /** Column of the list entry: type, category or sub_category. The record column stores the value of this column. */
  part: string;
  /** For a sub-category: the field of the same record with the category. */
  category: Field | undefined;
}

/**
 * Returns the record columns that take their values from the list. If several record types share a table, each column
 * of the table is returned once. The table `private.list_columns` has the same columns.
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

/** Counts the records that use the value of a list entry, over all offices. */
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
 * Returns the column of a list entry whose value records store: the sub-category if the entry has one, otherwise the
 * category or the type.
 */
export const usedPart = (list: DropdownList, entry: JsonObject): string =>
  valueColumns(list)
    .filter((part) => typeof entry[part] === "string")
    .at(-1) ?? "type";

/** A change of the fields of one record type that follows from the change of a list entry. */
interface RecordChange {
  record: AnyRecord;
  values: readonly { field: Field; from: string; to: string }[];
}

/**
 * Returns the changes of records that follow from the change of an entry. In each record type, the value changes and,
 * for a sub-category, also its category. Returns an empty list if the stored values stay the same.
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
 * Changes all records that the caller may write, and returns their number. Each change is logged. A change of this kind
 * is not an edit by a user, so the status of the records stays the same.
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

/** Error message that lists where a value is in use. */
export function inUseMessage(value: string, usage: readonly Usage[]): string {
  const places = usage.map(({ label, field_label, count }) => `${label}, ${field_label}: ${count}`);
  return `"${value}" is in use (${places.join("; ")}). Replace it with another value, or keep it.`;
}
