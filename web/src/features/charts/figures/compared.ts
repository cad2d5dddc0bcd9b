/** Search parameters of a chart that is compared over time. */

export const waysToCompare = ["years", "quarters"] as const;

/** A dashboard chart that is compared over time, and the selected series of the chart. */
export interface Comparison {
  chart: string;
  by: (typeof waysToCompare)[number];
  series?: string | undefined;
  /** `lines`: the chart is drawn as lines over the periods. If missing, each period is a bar. */
  as?: "lines" | undefined;
}
