import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import type { UploadTarget } from "./upload/upload-target.ts";

/** Attached files are a record type that has API calls but no screen. */
export const attachmentPath = "attachments";

/** Returns the upload target for the files of a field of a row. */
export const attachmentTarget = (
  record: Pick<AnyRecord, "table">,
  field: Field,
  row: number,
): UploadTarget => ({
  recordType: { route: "Attachments", path: attachmentPath, noun: { one: "attachment" } },
  title: field.label,
  owner: { record_table: record.table, record_id: row, field: field.name },
  idField: "record_id",
  place: null,
});

const number = new Intl.NumberFormat("en-PH", { maximumFractionDigits: 1 });

/** Formats a size in bytes: "34 KB", "1.2 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${number.format(bytes)} bytes`;
  return bytes < 1024 ** 2
    ? `${number.format(Math.round(bytes / 1024))} KB`
    : `${number.format(bytes / 1024 ** 2)} MB`;
}
