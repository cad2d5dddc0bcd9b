/** The record types that the spec names, in the order of the registry. There may be more, added since. */
import { records } from "#shared/records/index.ts";
import { recordEntities } from "./spec-fields.ts";

const named = new Set(recordEntities.map(({ path }) => path));

export const specifiedRecords = records.filter(({ path }) => named.has(path));
