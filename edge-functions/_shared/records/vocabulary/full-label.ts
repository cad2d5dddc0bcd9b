import type { AnyRecord } from "./types.ts";

/** Returns the label of a record type, with its form if several forms have the same label: "Form 5: Annual Target". */
export const fullLabel = ({ section, label }: Pick<AnyRecord, "section" | "label">): string =>
  section === label ? label : `${section}: ${label.replace(` (${section})`, "")}`;
