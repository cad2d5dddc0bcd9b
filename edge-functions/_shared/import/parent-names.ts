/**
 * Maps former names of parents (ARBOs) in a file to their present names. A former name is only used within its
 * office, and only if no parent of the office has this name now.
 */
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { foldText } from "../rules/text.ts";
import { inChunks, type ListRows, type StoredRow } from "./stored-rows.ts";

const keyOf = (row: StoredRow, name: unknown): string =>
  [row.region_name, row.province_name, name].map(foldText).join("\u0000");

export class ParentNames {
  private readonly present: ReadonlyMap<string, string | null>;

  /**
   * @param formerly Parents that have former names.
   * @param now Parents whose present name equals one of these former names.
   */
  constructor(title: string, former: string, formerly: readonly StoredRow[], now: readonly StoredRow[]) {
    const present = new Map<string, string | null>();
    for (const row of formerly)
      for (const name of (row[former] as readonly string[] | null) ?? []) {
        const key = keyOf(row, name);
        const known = present.get(key);
        // Two parents have had this name, so the name is ambiguous.
        present.set(key, known === undefined || known === row[title] ? String(row[title]) : null);
      }
    for (const row of now) present.delete(keyOf(row, row[title]));
    this.present = present;
  }

  /** Returns the present name of the parent that the row calls by a former name; null for any other name. */
  presentName(row: StoredRow, name: unknown): string | null {
    return this.present.get(keyOf(row, name)) ?? null;
  }
}

/**
 * Looks up which names in a file are former names of parents.
 * @param list Function that lists stored rows of the parents' record type.
 */
export async function collectParentNames(
  { parent }: Pick<AnyRecord, "parent">,
  names: readonly unknown[],
  list: ListRows,
): Promise<ParentNames | undefined> {
  if (!parent) return undefined;
  const { title, former } = parent;
  const distinct = [...new Set(names.map((name) => String(name ?? "").trim()))].filter((name) => name !== "");
  const formerly: StoredRow[] = [];
  for (const chunk of inChunks(distinct, 200)) formerly.push(...(await list({ [former]: chunk })));
  if (formerly.length === 0) return undefined;
  const asked = [...new Set(formerly.flatMap((row) => (row[former] as readonly string[] | null) ?? []))];
  const now: StoredRow[] = [];
  for (const chunk of inChunks(asked, 200)) now.push(...(await list({ [title]: chunk })));
  return new ParentNames(title, former, formerly, now);
}
