/** Name of a row in headings, questions and labels. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { valueLabel } from "#shared/records/vocabulary/value-labels.ts";

type Named = Pick<AnyRecord, "title" | "noun" | "files"> & Partial<Pick<AnyRecord, "fields">>;

/** Returns the value of a field as the text that users see. */
export const shownValue = (
  { fields }: Partial<Pick<AnyRecord, "fields">>,
  name: string,
  value: unknown,
): string =>
  valueLabel(
    fields?.find((field) => field.name === name),
    value,
  );

/** Returns the title of a row, or the file name of a file without a title. Returns null if there is neither. */
export function ownName(record: Named, row: Readonly<Record<string, unknown>>): string | null {
  const { title, files } = record;
  const name = row[title] || (files && row.file_name);
  return name ? shownValue(record, title, name) : null;
}

/** Returns the name of a row. If the row has no name, returns its noun and id, such as "training 17". */
export const rowName = (record: Named, row: Readonly<Record<string, unknown>>): string =>
  ownName(record, row) ?? `${record.noun.one} ${String(row.id)}`;
