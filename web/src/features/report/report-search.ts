/** URL parameters of a dashboard or report: filters, the participant of a training record, and the offices to list. */
import type { BoardSearch } from "../charts/board.tsx";
import { type Comparison, waysToCompare } from "../charts/figures/compared.ts";
import type { Chosen } from "../charts/figures/filters.ts";

export interface ReportSearch extends BoardSearch {
  /** Name of the participant whose training record is shown. */
  name?: string;
  /**
   * `region` or `province`: the target report has one row per region or province. Missing: one total of the user's
   * whole area.
   */
  level?: "region" | "province";
  /** Offices that the screen "Not reported" lists. If missing, only offices without any rows are listed. */
  show?: "gaps" | "all";
}

export function readReportSearch(raw: Record<string, unknown>): ReportSearch {
  return {
    where: chosenIn(raw.where),
    compare: comparisonIn(raw.compare),
    name: typeof raw.name === "string" && raw.name.trim() !== "" ? raw.name : undefined,
    level: raw.level === "region" || raw.level === "province" ? raw.level : undefined,
    show: raw.show === "gaps" || raw.show === "all" ? raw.show : undefined,
  };
}

function chosenIn(value: unknown): Chosen | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const filled = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
  );
  return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

function comparisonIn(value: unknown): Comparison | undefined {
  const { chart, by, series, as } = (value ?? {}) as Partial<Record<keyof Comparison, unknown>>;
  const way = waysToCompare.find((one) => one === by);
  if (typeof chart !== "string" || !way) return undefined;
  return {
    chart,
    by: way,
    series: typeof series === "string" ? series : undefined,
    as: as === "lines" ? as : undefined,
  };
}
