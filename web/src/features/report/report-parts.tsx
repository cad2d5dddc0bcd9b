/** The sections of the Report tab: a dashboard per form, and the reports. */
import { type ComponentType, lazy } from "react";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import type { PartProps } from "./part-props.ts";

interface ReportPart {
  /** Last segment of the section's address. */
  route: string;
  section: string;
  label: string;
  lead: string;
  Content: ComponentType<PartProps>;
}

const Charts = lazy(() => loadChunk(() => import("./chart-sections.tsx")));
const targets = lazy(() => loadChunk(() => import("./target-report.tsx")));
const capdev = lazy(() => loadChunk(() => import("./capdev-report.tsx")));
const record = lazy(() => loadChunk(() => import("./capdev-record.tsx")));

const reviewQueue = lazy(() => loadChunk(() => import("./review-queue.tsx")));
const notReported = lazy(() => loadChunk(() => import("./not-reported.tsx")));

const boards = {
  "form-5": "Form 5: capacity building",
  "form-7": "Form 7: product development",
  "form-11": "Form 11: support provided",
} as const;

const form5 = (props: PartProps) => <Charts {...props} name="form-5" title={boards["form-5"]} />;
const form7 = (props: PartProps) => <Charts {...props} name="form-7" title={boards["form-7"]} />;
const form11 = (props: PartProps) => <Charts {...props} name="form-11" title={boards["form-11"]} />;

export const reportParts: readonly ReportPart[] = [
  {
    route: "Form5",
    section: "Charts",
    label: boards["form-5"],
    lead: "Who was trained and who was not, by place, sex and group, and which trainings met their targets.",
    Content: form5,
  },
  {
    route: "Form7",
    section: "Charts",
    label: boards["form-7"],
    lead: "Programmes by place, coverage, and the products developed against their targets.",
    Content: form7,
  },
  {
    route: "Form11",
    section: "Charts",
    label: boards["form-11"],
    lead: "Support by kind, and how far the targets of ARBOs and ARCs were met.",
    Content: form11,
  },
  {
    route: "TargetAccomplishmentFME",
    section: "Reports",
    label: "Target versus accomplishment",
    lead: "Farm machinery and other support: planned, provided, and matched.",
    Content: targets,
  },
  {
    route: "ARBOCapDev",
    section: "Reports",
    label: "Trainings by district",
    lead: "Trainings of ARBOs with their participants by category and sex, place and congressional district.",
    Content: capdev,
  },
  {
    route: "CapDevRecord",
    section: "Reports",
    label: "Training record",
    lead: "All trainings that a participant attended.",
    Content: record,
  },
  {
    route: "NotReported",
    section: "Reports",
    label: "Not yet reported",
    lead: "Offices without targets or accomplishments of a year or quarter. Click a number to open its records.",
    Content: notReported,
  },
  {
    route: "ReviewQueue",
    section: "Reports",
    label: "Review queue",
    lead: "Pending records by form and office. Review the unusual ones, then approve the rest of a form.",
    Content: reviewQueue,
  },
];

export const reportPart = (route: string): ReportPart | undefined =>
  reportParts.find((part) => part.route === route);

/** The sections of the Report tab in the side menu. Explore has its own route (app/router.tsx). */
export const reportSections = [
  { section: "Questions", screens: [{ route: "explore", label: "Explore" }] },
  ...[...new Set(reportParts.map(({ section }) => section))].map((section) => ({
    section,
    screens: reportParts.filter((part) => part.section === section),
  })),
];
