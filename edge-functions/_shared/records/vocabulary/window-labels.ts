/** Names of the two reporting windows for display, by their stored values. */
export const windowLabels: Readonly<Record<string, string>> = {
  target: "Target",
  accomplishment: "Accomplishment",
};
