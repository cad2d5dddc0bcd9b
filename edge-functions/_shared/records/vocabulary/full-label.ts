import type { AnyRecord } from "./types.ts";

/**
 * Returns the label of a record type with its section, as in "Form 5: Annual Target". Omits a section that equals the
 * label.
 */
export const fullLabel = ({ section, label }: Pick<AnyRecord, "section" | "label">): string =>
  section === label ? label : `${section}: ${label.replace(` (${section})`, "")}`;
