/** The fields that a screen shows and asks: all but those whose value tells its rows from the others of its table. */
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";

export const askedFields = (record: Pick<AnyRecord, "fields" | "fixed">): readonly Field[] =>
  record.fields.filter((field) => record.fixed?.[field.name] === undefined);
