import type { AnyRecord } from "./types.ts";

/**
 * Returns the label of a record type with its section, such as "Form 5: Annual Target". Omits the section if it equals
 * the label.
 */
export const fullLabel = ({ section, label }: Pick<AnyRecord, "section" | "label">): string =>
  section === label ? label : `${section}: ${label.replace(` (${section})`, "")}`;
