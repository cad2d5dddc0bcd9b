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
}

/**
 * Returns the record columns that take their values from the list. If several record types share a table, each column
 * of the table is returned once.
 */
function usingColumns(list: DropdownList): UsingColumn[] {
  const found = new Map<string, UsingColumn>();
  for (const record of records) {
    for (const field of record.fields) {
      if (field.options?.from !== "dropdown" || field.options.list !== list) continue;
      const key = `${record.table}.${field.name}`;
      if (!found.has(key)) found.set(key, { record, field, part: field.options.column ?? "type" });
    }
  }
  return [...found.values()];
}

/** Counts the records with the value, over all offices. */
export async function usageOf(
  tx: Transaction,
  list: DropdownList,
  part: string,
  value: string,
): Promise<Usage[]> {
  const using = usingColumns(list).filter((column) => column.part === part);
  const asked = using.map(({ record, field }) => ({ table: record.table, column: field.name }));
  const rows = await tx.unsafe<{ table_name: string; column_name: string; rows: string }[]>(
    "select table_name, column_name, rows from private.count_value_usage($1::text::jsonb, $2::text)",
    [JSON.stringify(asked), value],
  );
  return rows.flatMap((row) => {
    const column = using.find(
      ({ record, field }) => record.table === row.table_name && field.name === row.column_name,
    );
    if (!column) return [];
    const { record, field } = column;
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
 * Returns the column that identifies an entry in records, and the entry's value in this column. If an entry has a
 * category and a sub-category, the sub-category identifies it, because several entries share a category.
 */
export function identifyingParts(list: DropdownList, entry: JsonObject): [string, string][] {
  const parts = valueColumns(list).filter((part) => typeof entry[part] === "string");
  return parts.slice(-1).map((part) => [part, String(entry[part])]);
}

/** Replaces a value in all records that the caller may write. Each change is logged. */
export async function replaceInRecords(
  tx: Transaction,
  list: DropdownList,
  part: string,
  from: string,
  to: string,
): Promise<number> {
  let count = 0;
  for (const { record, field } of usingColumns(list).filter((column) => column.part === part)) {
    const column = identifier(field.name);
    const table = `public.${identifier(record.table)}`;
    const [set, where] =
      field.kind === "list"
        ? [`array_replace(${column}, $1::text, $2::text)`, `${column} @> array[$1::text]`]
        : ["$2::text", `${column} = $1::text`];
    const updated = await tx.unsafe(`update ${table} set ${column} = ${set} where ${where}`, [from, to]);
    count += updated.count;
  }
  return count;
}

/** Error message that lists where a value is in use. */
export function inUseMessage(value: string, usage: readonly Usage[]): string {
  const places = usage.map(({ label, field_label, count }) => `${label}, ${field_label}: ${count}`);
  return `"${value}" is in use (${places.join("; ")}). Replace it with another value, or keep it.`;
}
