/**
 * Finds the parent (the ARBO) of an imported row, like the SQL function `private.resolve_arbo`: by its key, else by its
 * ID, else by its present or former name within the office of the row.
 */
import type { Parent } from "../records/vocabulary/types.ts";
import { foldText } from "../rules/text.ts";
import { isFilled } from "./keys.ts";
import { expandName, similarity, trigrams } from "./name-similarity.ts";
import { foldId, isSameId, spellingsOf } from "./same-id.ts";
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

const mostSimilar = 3;
const minSimilarity = 0.35;

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, compute: () => Value): Value {
  const value = known.get(key) ?? compute();
  known.set(key, value);
  return value;
}

export class Parents {
  private readonly parent: Parent<string>;
  private readonly byKey = new Map<string, StoredRow>();
  private readonly byIdentifier: Index = new Map();
  private readonly byName: Index = new Map();
  private readonly byFormerName: Index = new Map();
  private readonly byOffice: Index = new Map();
  private readonly trigrams = new Map<StoredRow, Set<string>>();
  /** Cache of similar names by office and name, because the rows of a file repeat names. */
  private readonly similar = new Map<string, readonly string[]>();
  /** Parents of each office, indexed by the spellings of their IDs. */
  private readonly spellings = new Map<string, Index>();

  /** @param rows Stored parents, which must include all parents of the offices in which names are looked up. */
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

  /**
   * Returns the parent of a row. Null if the row has no parent, or if its parent is unknown or has an ambiguous name.
   */
  find(row: StoredRow): StoredRow | null {
    const { key, identifier } = this.parent;
    if (isFilled(row[key])) return this.byKey.get(String(row[key])) ?? null;
    if (!isFilled(row[identifier])) return this.findByName(row);
    const found = this.byIdentifier.get(foldText(row[identifier])) ?? [];
    return found.find((one) => one[identifier] === row[identifier]) ?? found[0] ?? null;
  }

  /**
   * Finds a parent of the row's office by its former name. Returns null if another parent has this name now, or if
   * several parents had it.
   */
  findByFormerName(row: StoredRow): StoredRow | null {
    const name = nameKey(row, row[this.parent.title]);
    const [found, another] = this.byName.has(name) ? [] : (this.byFormerName.get(name) ?? []);
    return found && !another ? found : null;
  }

  /** Returns the parents of the row's office whose present name is in the row. */
  namesakes(row: StoredRow): readonly StoredRow[] {
    return this.byName.get(nameKey(row, row[this.parent.title])) ?? [];
  }

  /**
   * Returns the parents of the row's office that have the row's ID in another spelling, such as "NE 1" for "NE-001".
   */
  withSameId(row: StoredRow): readonly StoredRow[] {
    const { identifier } = this.parent;
    const office = remembered(this.spellings, officeKey(row), () => {
      const index: Index = new Map();
      for (const other of this.ofOffice(row))
        for (const spelling of new Set(spellingsOf(other[identifier]))) append(index, spelling, other);
      return index;
    });
    const near = new Set(spellingsOf(row[identifier]).flatMap((spelling) => office.get(spelling) ?? []));
    return [...near].filter(
      (other) => isFilled(other[identifier]) && isSameId(other[identifier], row[identifier]),
    );
  }

  /** Returns the parents of the row's office whose ID differs from the row's only in case, blanks and punctuation. */
  withFoldedId(row: StoredRow): readonly StoredRow[] {
    const { identifier } = this.parent;
    return this.withSameId(row).filter((other) => foldId(other[identifier]) === foldId(row[identifier]));
  }

  /**
   * Returns the names of at most three parents of the row's office that are similar to the name in the row, most
   * similar first.
   */
  similarNames(row: StoredRow): readonly string[] {
    const { title } = this.parent;
    return remembered(this.similar, nameKey(row, row[title]), () => {
      const own = trigrams(expandName(row[title]));
      return this.ofOffice(row)
        .map((other) => ({ name: String(other[title]), value: similarity(own, this.trigramsOf(other)) }))
        .filter(({ value }) => value >= minSimilarity)
        .sort((one, other) => other.value - one.value)
        .slice(0, mostSimilar)
        .map(({ name }) => name);
    });
  }

  private trigramsOf(row: StoredRow): Set<string> {
    return remembered(this.trigrams, row, () => trigrams(expandName(row[this.parent.title])));
  }

  private ofOffice(row: StoredRow): readonly StoredRow[] {
    return this.byOffice.get(officeKey(row)) ?? [];
  }

  private findByName(row: StoredRow): StoredRow | null {
    if (!isFilled(row[this.parent.title])) return null;
    const [found, another] = this.namesakes(row);
    if (found) return another ? null : found;
    return this.findByFormerName(row);
  }
}
