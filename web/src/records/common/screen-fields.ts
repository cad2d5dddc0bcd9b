/**
 * Fields of a record type that its screen shows. Fields with a fixed value are left out, because such a field only
 * distinguishes record types that share a table.
 */
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { hiddenColumns } from "./rights.ts";

export const screenFields = (record: Pick<AnyRecord, "fields" | "fixed">): readonly Field[] =>
  record.fields.filter((field) => record.fixed?.[field.name] === undefined);

export const hasStatusField = (record: AnyRecord): boolean =>
  screenFields(record).some(({ name }) => name === "status");

/** Returns the default columns of a list, without the status and without columns that the user's level doesn't need. */
export function defaultColumns(record: AnyRecord, user: CurrentUser): readonly Field[] {
  const withheld = hiddenColumns(record, user);
  const known = [...screenFields(record), ...(record.serverFields ?? [])];
  return record.columns.flatMap((column) =>
    known.filter(({ name }) => name === column && name !== "status" && !withheld.includes(name)),
  );
}

/**
 * Field for the column of the approval stage. The registry has no such field. Filters count an empty stage as Pending.
 */
export const stageField: Field = {
  name: "process_stage",
  label: "Stage",
  kind: "text",
  group: "",
  options: { from: "values", values: ["Pending", "Approved"] },
};
