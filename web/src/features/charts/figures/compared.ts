/** Search parameters of a chart that is compared over time. */

export const waysToCompare = ["years", "quarters"] as const;

/** A dashboard chart that is compared over time, and the selected series if the chart has several. */
export interface Comparison {
  chart: string;
  by: (typeof waysToCompare)[number];
  series?: string | undefined;
  /** `lines`: the chart is drawn as lines over the periods. If missing, each period is drawn as a bar. */
  as?: "lines" | undefined;
}
