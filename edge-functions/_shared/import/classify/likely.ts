/** Finds stored rows and earlier rows of the file that a new row probably duplicates (registry: `likelySame`). */

import { officeOf } from "../../access/scope.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { findAgreeingFields, nameWords } from "../../rules/likely-same.ts";

type Values = Readonly<Record<string, unknown>>;

/** Origin of a row: `id` is the id of a stored row, `row` is the number of a row of the file. */
interface Origin {
  id?: number;
  row?: number;
  title: string;
}

export interface LikelyRow extends Origin {
  /** Fields in which the two rows agree. */
  agreed: readonly string[];
}

const mostNamed = 3;

export class LikelySameIndex {
  private readonly record: AnyRecord;
  private readonly names = new Map<string, { values: Values; origin: Origin }[]>();

  constructor(record: AnyRecord) {
    this.record = record;
  }

  add(values: Values, origin: Origin): void {
    for (const key of this.keysOf(values)) {
      const entries = this.names.get(key);
      if (entries) entries.push({ values, origin });
      else this.names.set(key, [{ values, origin }]);
    }
  }

  /** Returns at most three probable duplicates, sorted by the number of agreeing fields (highest first). */
  find(values: Values): LikelyRow[] {
    const found = new Map<Origin, LikelyRow>();
    for (const [place, key] of this.keysOf(values).entries()) {
      for (const { values: other, origin } of this.names.get(key) ?? []) {
        const agreed = findAgreeingFields(this.record.likelySame?.[place] ?? [], values, other);
        if (agreed && !found.has(origin)) found.set(origin, { ...origin, agreed });
      }
    }
    return [...found.values()]
      .sort((one, other) => other.agreed.length - one.agreed.length)
      .slice(0, mostNamed);
  }

  /** Returns one lookup key per `likelySame` rule: the rule's index, the office and the words of the name. */
  private keysOf(values: Values): string[] {
    const office = this.record.scoped ? officeOf(values) : "";
    return (this.record.likelySame ?? []).map(
      ([name = ""], place) => `${place}\u0000${office}\u0000${nameWords(values[name])}`,
    );
  }
}
