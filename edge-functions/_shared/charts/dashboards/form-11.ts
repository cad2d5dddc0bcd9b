/** The charts of Form 11, support provided (spec section 7). */
import type { FigureKey } from "../figures/index.ts";
import {
  byColumn,
  type Cells,
  type DashboardSpec,
  numbers,
  outcomeHelp,
  outcomeSeries,
  rowOutcomes,
} from "./spec.ts";

const outcomes = (group: { key: "arbos" | "arcs" | "quantity"; label: string }): Cells[] =>
  outcomeSeries.map((series) => ({ set: `form-11.${group.key}_${series.key}` as FigureKey, group, series }));

export const form11: DashboardSpec = {
  name: "form-11",
  charts: [
    {
      key: "universe",
      title: "Universe",
      help: "ARBOs and ARCs of the masterlists, the ARB members stated in the ARBO masterlist, and the records of support: planned, provided, and at farms.",
      shape: "numbers",
      unit: "records",
      cells: numbers([
        { key: "arboID", label: "ARBOs", set: "form-11.arbos" },
        { key: "arcID", label: "ARCs", set: "form-11.arcs" },
        { key: "arbOrg", label: "ARBs in organizations", set: "form-11.arb_members" },
        { key: "targets", label: "Support planned", set: "form-11.targets" },
        { key: "accomplishments", label: "Support provided", set: "form-11.accomplishments" },
        { key: "farms", label: "Farm records", set: "form-11.farm_support" },
      ]),
      overlapping: true,
    },
    {
      key: "outcomes",
      title: "Target, accomplished and matched: ARBOs and ARCs",
      help: `ARBOs and ARCs with Form 11 targets and accomplishments. ${outcomeHelp}`,
      shape: "bars",
      unit: "ARBOs and ARCs",
      cells: [...outcomes({ key: "arbos", label: "ARBOs" }), ...outcomes({ key: "arcs", label: "ARCs" })],
      overlapping: true,
    },
    {
      key: "outcome_rows",
      title: "Target, accomplished and matched: support and units",
      help: `Rows of the Form 11 targets and accomplishments, and their units. ${outcomeHelp}`,
      shape: "bars",
      unit: "records and units",
      cells: [
        ...rowOutcomes("form-11", { key: "support", label: "Support records" }),
        ...outcomes({ key: "quantity", label: "Units" }),
      ],
      overlapping: true,
    },
    {
      key: "farm_support",
      title: "Farm support provided",
      help: "Records of support by kind: provided to ARBOs (Form 11 accomplishments), planned for ARBOs (targets), and present at their farms (farm information).",
      shape: "bars",
      unit: "records",
      cells: [
        byColumn("form-11.accomplishments", "support_provided", { key: "provided", label: "Provided" }),
        byColumn("form-11.targets", "support_provided", { key: "planned", label: "Planned" }),
        byColumn("form-11.farm_support", "support_provided", { key: "farms", label: "At farms" }),
      ],
      groups: { list: "support-provided" },
    },
  ],
};
