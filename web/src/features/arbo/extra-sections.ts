/** Sections of the ARBO page that other features add. The sections load when the page is shown. */
import type { ComponentType } from "react";
import type { ParentPage } from "#shared/records/parent-page.ts";

export interface ExtraSection {
  /** Key of the tab in the URL. */
  key: string;
  label: string;
  load: () => Promise<{ default: ComponentType<{ page: ParentPage }> }>;
}

export const extraSections: readonly ExtraSection[] = [
  { key: "photos", label: "Photos", load: () => import("../evidence/arbo-photos.tsx") },
];
