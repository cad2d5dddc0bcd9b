/**
 * Values of the dropdown lists as the lists spell them.
 *
 * Files write "gaa/regular" for "GAA/Regular"; filters and figures tell the two apart, so such values are brought to the
 * list's spelling. What a list lacks is taken as it is written, since forms take it as well, and told before saving.
 */
import type { AnyRecord, Field } from "../records/types.ts";
import { foldText } from "../rules/text.ts";

export class ListBook {
  private readonly spellings: ReadonlyMap<string, ReadonlyMap<string, string>>;

  /** @param values The list of each field that has one, by the field's name. */
  constructor(values: Readonly<Record<string, readonly string[]>>) {
    this.spellings = new Map(
      Object.entries(values).map(([name, list]) => [
        name,
        new Map(list.map((value) => [foldText(value), value])),
      ]),
    );
  }

  /** The value in its list's spelling; null where the list has no such value; undefined where nothing can be said. */
  read(field: Field, given: unknown): string | null | undefined {
    const list = this.spellings.get(field.name);
    const text = foldText(given);
    return list && list.size > 0 && text !== "" ? (list.get(text) ?? null) : undefined;
  }
}

/** The fields whose values stand in a dropdown list. */
export const listedFields = (record: AnyRecord): Field[] =>
  record.fields.filter((field) => field.options?.from === "dropdown");
