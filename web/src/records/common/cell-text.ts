/** What the cells of a table show, as text. Whatever stands there is found by the search (rules/search-terms.ts). */
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { tableValue } from "../../lib/format.ts";
import { attachedText } from "./file-links.ts";
import { ownName } from "./row-name.ts";

export const cellText = (field: Field, value: unknown): string =>
  field.attached ? attachedText(value) : tableValue(field, value);

/** The name that opens a row; its number where it has none. */
export const titleText = (record: AnyRecord, row: Readonly<Record<string, unknown>>): string =>
  ownName(record, row) ?? `No name (${String(row.id)})`;

/** An empty stage counts as Pending (spec section 4). */
export const stageText = ({ process_stage: stage }: Readonly<Record<string, unknown>>): string =>
  stage === "Approved" ? "Approved" : "Pending";
