/** Labels of the row classes in the preview, and what each class means for saving. */
import type { ClassifiedRow, RowClass } from "#shared/import/classify/classified-row.ts";

export interface ClassLabel {
  label: string;
  /** States what happens to the rows of the class. Completes the sentence "These rows …". */
  meaning: string;
}

export const classLabels: Readonly<Record<RowClass, ClassLabel>> = {
  new: { label: "New", meaning: "are added" },
  changed: { label: "Changed", meaning: "change a stored record" },
  unchanged: { label: "Unchanged", meaning: "equal the stored records; nothing is saved" },
  out_of_scope: { label: "Out of scope", meaning: "belong to another office; they are skipped" },
  duplicate: {
    label: "Duplicate",
    meaning:
      "repeat an earlier row, are probably stored already, or have the ID of another record; they are skipped unless you include them",
  },
  wrong: { label: "Error", meaning: "cannot be saved as they are; they are skipped" },
};

/** Filters that the user can choose in the preview. */
export type PreviewFilter = "all" | RowClass | "with-identity" | "without-identity";

export function matchesFilter(filter: PreviewFilter, row: ClassifiedRow): boolean {
  switch (filter) {
    case "all":
      return true;
    case "with-identity":
      return row.class !== "out_of_scope" && row.identity !== null;
    case "without-identity":
      return row.class !== "out_of_scope" && row.identity === null;
    default:
      return row.class === filter;
  }
}
