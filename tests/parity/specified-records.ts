/** The record types that the spec names, in the order of the registry. The registry can have more. */
import { records } from "#shared/records/index.ts";
import { recordEntities } from "./spec-fields.ts";

const named = new Set(recordEntities.map(({ path }) => path));

export const specifiedRecords = records.filter(({ path }) => named.has(path));
