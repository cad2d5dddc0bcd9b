/** The fields that a screen shows and asks: all but those whose value tells its rows from the others of its table. */
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { hiddenColumns } from "./rights.ts";

export const askedFields = (record: Pick<AnyRecord, "fields" | "fixed">): readonly Field[] =>
  record.fields.filter((field) => record.fixed?.[field.name] === undefined);

export const asksStatus = (record: AnyRecord): boolean =>
  askedFields(record).some(({ name }) => name === "status");

/** The fields that a list shows beside the name unless somebody chose others, as its record says, but what all of a level's rows share. */
export function listedFields(record: AnyRecord, user: CurrentUser): readonly Field[] {
  const withheld = hiddenColumns(record, user);
  const known = [...askedFields(record), ...(record.serverFields ?? [])];
  return record.columns.flatMap((column) =>
    known.filter(({ name }) => name === column && name !== "status" && !withheld.includes(name)),
  );
}
