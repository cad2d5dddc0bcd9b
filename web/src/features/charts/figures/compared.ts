/** Search parameters of a chart that is compared over time. */

export const waysToCompare = ["years", "quarters"] as const;

/** The compared chart of a board, and the selected series if the chart has several. */
export interface Comparison {
  chart: string;
  by: (typeof waysToCompare)[number];
  series?: string | undefined;
  /** `lines` draws lines; if missing, the periods are bars side by side. */
  as?: "lines" | undefined;
}
