/** Finds the fields of a record type that are sensitive (RA 10173). */
import type { AnyRecord } from "./vocabulary/types.ts";

/** Returns the given names that are names of sensitive fields of the record type. */
export const sensitiveAmong = ({ fields }: Pick<AnyRecord, "fields">, names: readonly string[]): string[] =>
  names.filter((name) => fields.some((field) => field.name === name && field.sensitive));
