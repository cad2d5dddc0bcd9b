/**
 * Builds the text of a stored row that a search examines. The database builds an identical text
 * (supabase/schemas/43_search.sql).
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";

export type StoredRow = Readonly<Record<string, unknown>> & { id: number };

const accented = "áàâäãåéèêëíìîïóòôöõúùûüñç’‘ʼ´`";
const plain = "aaaaaaeeeeiiiiooooouuuunc'''''";
const plainOf = new Map([...accented].map((letter, at) => [letter, plain[at] ?? ""]));

/** Normalizes a string for search, in the same way as the SQL function `private.fold`. */
export const fold = (text: string): string =>
  text.toLowerCase().replace(/[^\0-\x7f]|`/gu, (letter) => plainOf.get(letter) ?? letter);

/** Columns that are not part of the search text. */
const unsearched = new Set([
  "id",
  "row_version",
  "user_id",
  "approved_by",
  "approved_at",
  "time_stamp",
  "updated_at",
]);

const texts = new WeakMap<StoredRow, string>();

export function searchText(record: AnyRecord, row: StoredRow): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const kinds = new Map(
    [...record.fields, ...(record.serverFields ?? [])].map((field) => [
      field.name,
      field.moment ? "moment" : field.kind,
    ]),
  );
  const text = Object.entries(row)
    .filter(([name, value]) => !unsearched.has(name) && value !== null && isSearched(value))
    .map(([name, value]) => valueText(kinds.get(name), value))
    .join("\n");
  const folded = fold(text);
  texts.set(row, folded);
  return folded;
}

const isSearched = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "number" || Array.isArray(value);

function valueText(kind: string | undefined, value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  if (kind === "date") return dayText(String(value));
  if (kind !== "moment") return String(value);
  const manila = new Date(Date.parse(String(value)) + 8 * 3600_000).toISOString();
  return `${dayText(manila.slice(0, 10))} ${manila.slice(11, 16)}`;
}

/** Converts an ISO day to the format MM-DD-YYYY. */
const dayText = (iso: string): string => iso.replace(/^(\d+)-(\d+)-(\d+)$/, "$2-$3-$1");
