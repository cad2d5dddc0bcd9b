/** Tabs of an ARBO's page. Most tabs come from the descriptions of the record types, and other features add tabs. */
import { type ComponentType, lazy, type ReactNode, Suspense, useMemo } from "react";
import type { ParentPage as Page, PageSection } from "#shared/records/parent-page.ts";
import { Skeleton } from "../../components/button.tsx";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import { extraSections } from "./extra-sections.ts";
import { Totals } from "./figures.tsx";
import { MasterlistSection } from "./masterlist-section.tsx";
import { MaturitySection } from "./maturity-section.tsx";
import { OverdueSection } from "./overdue-section.tsx";
import { ProjectsSection } from "./projects-section.tsx";
import { TopicSection } from "./topic-section.tsx";

interface Part {
  key: string;
  label: string;
  content: ReactNode;
}

export interface ArboTab {
  key: string;
  label: string;
  /** Number of records or entries in the tab. */
  count?: number;
  parts: Part[];
}

/**
 * Returns the tabs: overview, masterlist record, projects, one per topic (such as "Products and sales"), and those that
 * other features add.
 */
export function useArboTabs(page: Page): ArboTab[] {
  const extra = useMemo(
    () =>
      extraSections.map((section) => ({
        ...section,
        Content: lazy(() => loadChunk(section.load)) as ComponentType<{ page: Page }>,
      })),
    [],
  );
  return [
    {
      key: "overview",
      label: "Overview",
      parts: [
        { key: "overdue", label: "Overdue", content: <OverdueSection page={page} /> },
        { key: "maturity", label: "Maturity over the years", content: <MaturitySection page={page} /> },
        { key: "totals", label: "Totals", content: <Totals page={page} /> },
      ],
    },
    alone("masterlist", "Masterlist record", <MasterlistSection page={page} />),
    alone("projects", "Projects", <ProjectsSection page={page} />, page.projects.length),
    ...topicsOf(page.sections).map(({ topic, sections }) =>
      alone(
        topic.toLowerCase().replaceAll(/[^a-z]+/g, "-"),
        topic,
        <TopicSection page={page} sections={sections} />,
        sections.reduce((sum, { total }) => sum + total, 0),
      ),
    ),
    ...extra.map(({ key, label, Content }) =>
      alone(
        key,
        label,
        <Suspense fallback={<Skeleton height={160} />}>
          <Content page={page} />
        </Suspense>,
      ),
    ),
  ];
}

/** Creates a tab that consists of a single section. */
const alone = (key: string, label: string, content: ReactNode, count?: number): ArboTab => ({
  ...{ key, label, count },
  parts: [{ key, label, content }],
});

/** Groups screens by topic, in the order of the list of record types. */
function topicsOf(sections: readonly PageSection[]): { topic: string; sections: PageSection[] }[] {
  return [...new Set(sections.map(({ topic }) => topic))].map((topic) => ({
    topic,
    sections: sections.filter((section) => section.topic === topic),
  }));
}
