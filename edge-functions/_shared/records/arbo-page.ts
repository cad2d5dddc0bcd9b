/** What `POST /api/arbo-page` answers: everything that the caller sees of one ARBO, in one round trip. */
import type { Field, FieldGroup } from "./vocabulary/types.ts";

export type PageRow = Record<string, unknown> & { id: number };

/** A field as the page shows it. */
export type PageField = Pick<Field, "name" | "label" | "kind" | "group" | "percentage" | "decimals">;

/** Totals of one field over all rows of a section, and by year; null is the year of rows that tell none. */
export interface PageSum {
  field: string;
  label: string;
  kind: Field["kind"];
  total: number;
  years: { year: number | null; value: number }[];
}

/** One record screen, narrowed to the ARBO. */
export interface PageSection {
  route: string;
  label: string;
  /** Heading under which the page shows it. */
  topic: string;
  noun: { one: string; many: string };
  /** Whether its rows are approved, and the list has the tabs. */
  approval: boolean;
  total: number;
  /** How many of them wait for approval; null where there is none. */
  pending: number | null;
  /** Field that names a row; null where that is the ARBO itself. */
  title: string | null;
  fields: PageField[];
  /** The newest ones, in `fields` and id. */
  rows: PageRow[];
  sums: PageSum[];
}

/** A funded project that records of the ARBO name. */
export interface PageProject {
  psp_category: string | null;
  subpsp_name: string;
  subpsp_abbreviation: string | null;
  year_funded: number | null;
  fund_sources: string[];
  /** Where it is named, and how often. */
  records: { route: string; total: number }[];
}

/** Something overdue, or due within 90 days (view public.overdue). */
export interface PageOverdue {
  queue: string;
  message: string;
  /** Day from which it is overdue, as ISO. */
  due_on: string;
  /** The day has come; otherwise it is at most 90 days ahead. */
  overdue: boolean;
  /** The row that says so, in its screen. */
  row: { route: string; id: number } | null;
  /** The screen in which an entry is missing; null where the row itself waits. */
  missing: { route: string } | null;
}

/** `data` of the call. */
export interface ArboPage {
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
