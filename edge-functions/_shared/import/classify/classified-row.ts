/** The result of the classification of one row of a file. */
import type { OpenCheck } from "../../validate/soft-checks.ts";
import type { CellIssue } from "../rows.ts";
import type { FieldChange } from "./changes.ts";
import type { LikelyRow } from "./likely.ts";

export const rowClasses = ["new", "changed", "unchanged", "out_of_scope", "duplicate", "wrong"] as const;
export type RowClass = (typeof rowClasses)[number];

/**
 * A choice that the user has for a duplicate. If the user selects the option, `payload` is sent to the server. A
 * duplicate without a selected option is not saved.
 */
export interface RowOption {
  key: "anyway" | "update" | "new";
  /** Label of the option, shown after "Row 7: ". */
  label: string;
  payload: Readonly<Record<string, unknown>>;
}

export interface ClassifiedRow {
  row: number;
  class: RowClass;
  /** Value of the record type's title field. */
  title: string;
  /** Value of the identifying field (the ARBO ID); null if blank. */
  identity: string | null;
  changes: readonly FieldChange[];
  /** Errors in the row, one per cell. */
  issues: readonly CellIssue[];
  /**
   * Values that will be saved differently from how they are written, and warnings about possible duplicates. Notes
   * never prevent saving.
   */
  notes: readonly CellIssue[];
  /** For a duplicate: row number of the earlier row that this row repeats. */
  repeats: number | null;
  /**
   * Similar names in the same town, from stored rows and earlier rows of the file. Names from the file include their
   * row number.
   */
  similarNames: readonly string[];
  /**
   * Stored rows and earlier rows that are probably the same record. They make this row a duplicate, although their keys
   * differ.
   */
  likely: readonly LikelyRow[];
  /** Body of the save request: a complete new row, or id, row_version and the changed fields. */
  payload: Readonly<Record<string, unknown>> | null;
  /** Unusual values (soft checks). The row can only be saved with a reason. */
  unusualValues: readonly OpenCheck[];
  /** Options that the user has for a duplicate. */
  options: readonly RowOption[];
  /** The row's values as they would be stored, including computed fields. */
  values: Readonly<Record<string, unknown>>;
}
