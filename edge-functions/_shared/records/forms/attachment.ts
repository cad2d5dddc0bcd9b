/** Files attached to a field of a record. They have endpoints, but are shown on the screens of their records. */
import { fileFields } from "../vocabulary/file-fields.ts";
import { locationFields, locationGroup, remarksField, remarksGroup } from "../vocabulary/groups.ts";
import { defineRecord } from "../vocabulary/types.ts";

export const attachment = defineRecord<"attachments">({
  table: "attachments",
  path: "attachments",
  route: "Attachments",
  section: "Attachments",
  label: "Attachments",
  noun: { one: "attachment", many: "attachments" },
  window: "status",
  scoped: true,
  approval: false,
  files: { owner: { tableField: "record_table", id: "record_id" } },
  groups: [{ key: "owner", label: "Record" }, locationGroup, remarksGroup],
  fields: [
    { name: "record_table", label: "Kind of record", kind: "text", group: "owner", required: true },
    { name: "record_id", label: "Record", kind: "integer", group: "owner", required: true, min: 1 },
    { name: "field", label: "Field", kind: "text", group: "owner", required: true },
    { name: "caption", label: "Caption", kind: "long_text", group: "owner", maxLength: 500 },
    // The location is optional here, because the database copies it from the record.
    ...locationFields.map((field) => ({ ...field, required: false })),
    remarksField,
  ],
  serverFields: fileFields,
  filters: ["record_table", "record_id", "field"],
  keys: [["record_table", "record_id", "field", "caption"]],
  columns: ["record_table", "record_id", "field"],
  title: "caption",
  defaultSort: { field: "record_id", dir: "asc" },
});
