/** Returns a photo's kind for display: "Before" or "After". Rows store the kind in lower case. */
export const kindText = (kind: unknown): string =>
  typeof kind === "string" ? kind.charAt(0).toUpperCase() + kind.slice(1) : "";
