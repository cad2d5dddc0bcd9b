/**
 * Fields that the screen of a record type shows. Fields with a fixed value are left out, because they only distinguish
 * record types in one table.
 */

import { stageColumn } from "#shared/records/vocabulary/stage-column.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { hiddenColumns } from "./rights.ts";

export const screenFields = (record: Pick<AnyRecord, "fields" | "fixed">): readonly Field[] =>
  record.fields.filter((field) => record.fixed?.[field.name] === undefined);

export const hasStatusField = (record: AnyRecord): boolean =>
  screenFields(record).some(({ name }) => name === "status");

/**
 * Returns the columns that a list shows by default. Leaves out the status and the columns that are hidden for the
 * user's level.
 */
export function defaultColumns(record: AnyRecord, user: CurrentUser): readonly Field[] {
  const withheld = hiddenColumns(record, user);
  const known = [...screenFields(record), ...(record.serverFields ?? [])];
  return record.columns.flatMap((column) =>
    known.filter(({ name }) => name === column && name !== "status" && !withheld.includes(name)),
  );
}

/**
 * The approval stage as a field, because the registry has no field for the stage. Filters treat a row without a stage
 * as Pending.
 */
export const stageField: Field = {
  name: "process_stage",
  label: stageColumn.label,
  kind: "text",
  group: "",
  options: { from: "values", values: stageColumn.values },
};
