/** Text of table cells. Search matches the same texts (rules/search-terms.ts). */
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { attachedText } from "../../lib/file-links.ts";
import { tableValue } from "../../lib/format.ts";
import { ownName } from "./row-name.ts";

export const cellText = (field: Field, value: unknown): string =>
  field.attached ? attachedText(value) : tableValue(field, value);

/** Returns the text of the link that opens a row: the row's name, or "No name" with its id. */
export const titleText = (record: AnyRecord, row: Readonly<Record<string, unknown>>): string =>
  ownName(record, row) ?? `No name (${String(row.id)})`;

/** Returns the stage of a row as text. An empty stage is shown as Pending (spec section 4). */
export const stageText = ({ process_stage: stage }: Readonly<Record<string, unknown>>): string =>
  stage === "Approved" ? "Approved" : "Pending";
