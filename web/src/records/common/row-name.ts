/** Name of a row in headings, questions and labels. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { valueLabel } from "#shared/records/vocabulary/value-labels.ts";

type Named = Pick<AnyRecord, "title" | "noun" | "files"> & Partial<Pick<AnyRecord, "fields">>;

/** Returns the text that users see for the value of a field. */
export const shownValue = (
  { fields }: Partial<Pick<AnyRecord, "fields">>,
  name: string,
  value: unknown,
): string =>
  valueLabel(
    fields?.find((field) => field.name === name),
    value,
  );

/** Returns the title of a row. If a file has no title, returns its file name. Returns null if the row has neither. */
export function ownName(record: Named, row: Readonly<Record<string, unknown>>): string | null {
  const { title, files } = record;
  const name = row[title] || (files && row.file_name);
  return name ? shownValue(record, title, name) : null;
}

/** Returns the name of a row. A row without a name gets the noun and the id: "training 17". */
export const rowName = (record: Named, row: Readonly<Record<string, unknown>>): string =>
  ownName(record, row) ?? `${record.noun.one} ${String(row.id)}`;
