/** What a row is called in headings, questions and labels. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";

type Named = Pick<AnyRecord, "title" | "noun" | "files">;

/** Its title; a file without one is called as it was when it was sent. Null where there is neither. */
export function ownName({ title, files }: Named, row: Readonly<Record<string, unknown>>): string | null {
  const name = row[title] || (files && row.file_name);
  return name ? String(name) : null;
}

/** With its number where it has no name: "training 17". */
export const rowName = (record: Named, row: Readonly<Record<string, unknown>>): string =>
  ownName(record, row) ?? `${record.noun.one} ${String(row.id)}`;
