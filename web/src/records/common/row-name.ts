/** Name of a row in headings, questions and labels. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";

type Named = Pick<AnyRecord, "title" | "noun" | "files">;

/** Returns the title of a row. If a file has no title, returns its file name. Returns null if the row has neither. */
export function ownName({ title, files }: Named, row: Readonly<Record<string, unknown>>): string | null {
  const name = row[title] || (files && row.file_name);
  return name ? String(name) : null;
}

/** Returns the name of a row. A row without a name gets the noun and the id: "training 17". */
export const rowName = (record: Named, row: Readonly<Record<string, unknown>>): string =>
  ownName(record, row) ?? `${record.noun.one} ${String(row.id)}`;
