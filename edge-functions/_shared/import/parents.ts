/**
 * Finds the parent (the ARBO) that a row names, in the same order as the SQL function `private.resolve_arbo`: by its
 * key, else by its ID, else by its present or former name within the office of the row.
 */
import type { Parent } from "../records/vocabulary/types.ts";
import { foldText } from "../rules/text.ts";
import { isFilled } from "./keys.ts";
import type { StoredRow } from "./stored-rows.ts";

type Index = Map<string, StoredRow[]>;

const officeKey = (row: StoredRow): string =>
  [row.region_name, row.province_name].map(foldText).join("\u0000");
const nameKey = (row: StoredRow, name: unknown): string => `${officeKey(row)}\u0000${foldText(name)}`;

function append(index: Index, key: string, row: StoredRow): void {
  const rows = index.get(key);
  if (rows) rows.push(row);
  else index.set(key, [row]);
}

export class Parents {
  private readonly parent: Parent<string>;
  private readonly byKey = new Map<string, StoredRow>();
  private readonly byIdentifier: Index = new Map();
  private readonly byName: Index = new Map();
  private readonly byFormerName: Index = new Map();
  private readonly byOffice: Index = new Map();

  /** @param rows Rows of the parents' record type: all parents of the offices in which names are looked up. */
  constructor(parent: Parent<string>, rows: Iterable<StoredRow>) {
    this.parent = parent;
    for (const row of rows) {
      this.byKey.set(String(row.id), row);
      append(this.byIdentifier, foldText(row[parent.identifier]), row);
      append(this.byName, nameKey(row, row[parent.title]), row);
      append(this.byOffice, officeKey(row), row);
      const former = (row[parent.former] as readonly string[] | null) ?? [];
      for (const key of new Set(former.map((name) => nameKey(row, name))))
        append(this.byFormerName, key, row);
    }
  }

  /** Returns the parent of a row; null if the row names no parent, an unknown parent, or an ambiguous name. */
  find(row: StoredRow): StoredRow | null {
    const { key, identifier } = this.parent;
    if (isFilled(row[key])) return this.byKey.get(String(row[key])) ?? null;
    if (!isFilled(row[identifier])) return this.findByName(row);
    const found = this.byIdentifier.get(foldText(row[identifier])) ?? [];
    return found.find((one) => one[identifier] === row[identifier]) ?? found[0] ?? null;
  }

  /** Returns the parent that the row calls by a former name, if no parent of the office has this name now. */
  findByFormerName(row: StoredRow): StoredRow | null {
    const name = nameKey(row, row[this.parent.title]);
    const [found, another] = this.byName.has(name) ? [] : (this.byFormerName.get(name) ?? []);
    return found && !another ? found : null;
  }

  /** Returns the parents of the row's office that have the name of the row now. */
  namesakes(row: StoredRow): readonly StoredRow[] {
    return this.byName.get(nameKey(row, row[this.parent.title])) ?? [];
  }

  /** Returns all parents of the row's office. */
  ofOffice(row: StoredRow): readonly StoredRow[] {
    return this.byOffice.get(officeKey(row)) ?? [];
  }

  private findByName(row: StoredRow): StoredRow | null {
    if (!isFilled(row[this.parent.title])) return null;
    const [found, another] = this.namesakes(row);
    if (found) return another ? null : found;
    return this.findByFormerName(row);
  }
}
