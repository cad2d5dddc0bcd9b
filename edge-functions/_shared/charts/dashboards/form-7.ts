/** The charts of Form 7, product development (spec section 7). */
import type { FigureKey } from "../figures/index.ts";
import { byPlaces, type Cells, type DashboardSpec, outcomeHelp, outcomeSeries, rowOutcomes } from "./spec.ts";

const arbos = { key: "arbos", label: "ARBOs" };
const arcs = { key: "arcs", label: "ARCs" };
const covered = { key: "covered", label: "Covered" };
const notCovered = { key: "not_covered", label: "Not covered", rest: true };
const ofArbs = { counts: "arbs" };
const ofArcs = { counts: "arcs" };

const outcomes = (group: { key: "arbos" | "arcs"; label: string }): Cells[] =>
  outcomeSeries.map((series) => ({ set: `form-7.${group.key}_${series.key}` as FigureKey, group, series }));

export const form7: DashboardSpec = {
  name: "form-7",
  charts: [
    ...byPlaces(
      {
        key: "programmes",
        title: "ARBs and ARCs with and without programmes",
        help: "ARBs are participants of the category ARB. An ARB has a programme if the participant's record names a sub-PSP. An ARC has a programme if it has a Form 7 accomplishment that names a sub-PSP.",
        unit: "ARBs and ARCs",
      },
      [
        { key: "arbs_with", label: "ARBs with a programme", set: "form-7.arbs_with_programme", ...ofArbs },
        {
          key: "arbs_without",
          label: "ARBs without a programme",
          set: "form-7.arbs_without_programme",
          ...ofArbs,
          rest: true,
        },
        { key: "arcs_with", label: "ARCs with a programme", set: "form-7.arcs_with_programme", ...ofArcs },
        {
          key: "arcs_without",
          label: "ARCs without a programme",
          set: "form-7.arcs_without_programme",
          ...ofArcs,
          rest: true,
        },
      ],
    ),
    {
      key: "coverage",
      title: "Coverage",
      help: "An ARBO or ARC is covered if it has a Form 7 accomplishment that matches the filters.",
      shape: "stacked",
      unit: "ARBOs and ARCs",
      cells: [
        { set: "form-7.arbos_accomplished", group: arbos, series: covered },
        { set: "form-7.arbos_not_covered", group: arbos, series: notCovered },
        { set: "form-7.arcs_accomplished", group: arcs, series: covered },
        { set: "form-7.arcs_not_covered", group: arcs, series: notCovered },
      ],
      overlapping: true,
    },
    {
      key: "products",
      title: "Products developed: target, accomplished and matched",
      help: `Rows of the Form 7 targets and accomplishments. ${outcomeHelp}`,
      shape: "bars",
      unit: "products",
      cells: rowOutcomes("form-7", { key: "products", label: "Products" }),
    },
    {
      key: "outcomes",
      title: "Target, accomplished and matched: ARBOs and ARCs",
      help: `ARBOs and ARCs with Form 7 targets and accomplishments. ${outcomeHelp}`,
      shape: "bars",
      unit: "ARBOs and ARCs",
      cells: [...outcomes({ key: "arbos", label: "ARBOs" }), ...outcomes({ key: "arcs", label: "ARCs" })],
      overlapping: true,
    },
  ],
};
