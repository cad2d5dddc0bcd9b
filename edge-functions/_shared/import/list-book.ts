/**
 * Values of the dropdown lists as the lists spell them.
 *
 * Files write "gaa/regular" for "GAA/Regular"; filters and figures tell the two apart, so such values are brought to the
 * list's spelling. What a list lacks is taken as it is written, since forms take it as well, and told before saving.
 */
import type { AnyRecord, Field } from "../records/vocabulary/types.ts";
import { foldText } from "../rules/text.ts";

export class ListBook {
  private readonly spellings: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

  /** @param values The list of each field that has one, by the field's name. */
  constructor(values: Readonly<Record<string, readonly string[]>>) {
    this.spellings = new Map(Object.entries(values).map(([name, list]) => [name, spellingsOf(list)]));
  }

  /** The value in its list's spelling; null where the list has no such value; undefined where nothing can be said. */
  read(field: Field, cell: unknown): string | null | undefined {
    const list = this.spellings.get(field.name);
    const text = foldText(cell);
    if (!list || list.size === 0 || text === "") return undefined;
    const spellings = list.get(text) ?? [];
    // A list may have both "Kg" and "kg".
    return spellings.find((value) => value === String(cell).trim()) ?? spellings[0] ?? null;
  }
}

function spellingsOf(list: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const spellings = new Map<string, string[]>();
  for (const value of list) {
    const key = foldText(value);
    spellings.set(key, [...(spellings.get(key) ?? []), value]);
  }
  return spellings;
}

/** The fields whose values stand in a dropdown list. */
export const listedFields = (record: AnyRecord): Field[] =>
  record.fields.filter((field) => field.options?.from === "dropdown");
