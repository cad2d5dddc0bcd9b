import type { AnyRecord } from "./types.ts";

/** A record type by its label, with its form where several have the same one: "Form 5: Annual Target". */
export const fullLabel = ({ section, label }: Pick<AnyRecord, "section" | "label">): string =>
  section === label ? label : `${section}: ${label.replace(` (${section})`, "")}`;
