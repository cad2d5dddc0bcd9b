/**
 * Converts values to the spelling of their dropdown list, because filters and figures compare exact texts. Files may
 * contain "gaa/regular" for "GAA/Regular". Any other text that is not a placeholder or a mark such as "/" is saved as
 * written, and the preview shows a note about it.
 */
import type { AnyRecord, Field } from "../records/vocabulary/types.ts";
import { foldText } from "../rules/text.ts";

export class ListBook {
  private readonly spellings: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

  /** @param values Dropdown values by field name. */
  constructor(values: Readonly<Record<string, readonly string[]>>) {
    this.spellings = new Map(Object.entries(values).map(([name, list]) => [name, spellingsOf(list)]));
  }

  /**
   * Returns the value in the spelling of its list; null if the list does not contain the value. Returns undefined if
   * the field has no list or the cell is blank.
   */
  read(field: Field, cell: unknown): string | null | undefined {
    const list = this.spellings.get(field.name);
    const text = foldText(cell);
    if (!list || list.size === 0 || text === "") return undefined;
    const spellings = list.get(text) ?? [];
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

/** Returns the fields whose values come from a dropdown list. */
export const listedFields = (record: AnyRecord): Field[] =>
  record.fields.filter((field) => field.options?.from === "dropdown");
