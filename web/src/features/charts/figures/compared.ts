/** What the address holds of a chart that is shown over time. */

export const waysToCompare = ["years", "quarters"] as const;

/** Which chart of a board is compared, and which of its series where it has several; the address holds it. */
export interface Comparison {
  chart: string;
  by: (typeof waysToCompare)[number];
  series?: string | undefined;
  /** Side by side without it. */
  as?: "lines" | undefined;
}
