/** Response of `POST /api/arbo-page`. It contains everything that the caller may see about one ARBO. */
import type { Field, FieldGroup } from "./vocabulary/types.ts";

export type PageRow = Record<string, unknown> & { id: number };

/** A field that the ARBO page shows. */
export type PageField = Pick<Field, "name" | "label" | "kind" | "group" | "percentage" | "decimals">;

/** Totals of one field over all rows of a section, and per year. For rows without a year, `year` is null. */
export interface PageSum {
  field: string;
  label: string;
  kind: Field["kind"];
  total: number;
  years: { year: number | null; value: number }[];
}

/** A section of the page, which shows the ARBO's rows of one record type. */
export interface PageSection {
  route: string;
  label: string;
  /** Heading of the section on the page. */
  topic: string;
  noun: { one: string; many: string };
  /** True if rows of the record type need approval. The section's list then has the tabs New/Pending and Approved. */
  approval: boolean;
  total: number;
  /** Number of rows that have not been approved yet; null for record types without approval. */
  pending: number | null;
  /** Field with the name of a row; null if rows have no name besides that of the ARBO. */
  title: string | null;
  fields: PageField[];
  /** The newest rows, each with its id and the values of `fields`. */
  rows: PageRow[];
  sums: PageSum[];
}

/** A funded project that records of the ARBO refer to. */
export interface PageProject {
  psp_category: string | null;
  subpsp_name: string;
  subpsp_abbreviation: string | null;
  year_funded: number | null;
  fund_sources: string[];
  /** Number of records that refer to the project, per screen. */
  records: { route: string; total: number }[];
}

/** An item that is overdue or due within 90 days (view public.overdue). */
export interface PageOverdue {
  queue: string;
  message: string;
  /** Due date in ISO format. The item is overdue from this day on. */
  due_on: string;
  /** True from the due date on. If false, the due date is within 90 days. */
  overdue: boolean;
  /**
   * The overdue row and its screen. For a missing row, this is the target or ARBO that lacks the row. Null if the row
   * has no screen.
   */
  row: { route: string; id: number } | null;
  /** Screen in which the missing row must be entered; null if no row is missing. */
  missing: { route: string } | null;
}

/** Type of `data` in the response of `POST /api/arbo-page`. */
export interface ParentPage {
  id: number;
  home: {
    route: string;
    path: string;
    noun: { one: string; many: string };
    groups: readonly FieldGroup[];
    fields: PageField[];
    row: PageRow;
  };
  sections: PageSection[];
  projects: PageProject[];
  overdue: { total: number; rows: PageOverdue[] };
}
