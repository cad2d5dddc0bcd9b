/** Sections of the page beside those that follow from the registry: one line each, loaded when the page is shown. */
import type { ComponentType } from "react";
import type { ArboPage } from "#shared/records/arbo-page.ts";

export interface ExtraSection {
  /** Anchor in the address. */
  key: string;
  label: string;
  load: () => Promise<{ default: ComponentType<{ page: ArboPage }> }>;
}

export const extraSections: readonly ExtraSection[] = [
  { key: "photos", label: "Photos", load: () => import("../evidence/arbo-photos.tsx") },
];
