/** The charts of Form 5, capacity building (spec section 7). */
import type { FigureKey } from "../figures/index.ts";
import {
  byPlaces,
  type Cells,
  type DashboardSpec,
  numbers,
  outcomeHelp,
  outcomeSeries,
  rowOutcomes,
} from "./spec.ts";

const arbos = { key: "arbos", label: "ARBOs" };
const arcs = { key: "arcs", label: "ARCs" };
const trained = { key: "trained", label: "Trained" };
const untrained = { key: "untrained", label: "Not trained", rest: true };
const covered = { key: "covered", label: "Covered" };
const notCovered = { key: "not_covered", label: "Not covered", rest: true };
const attended =
  "Participants count as trained if they attended at least one training. Filters by year, quarter and month use the dates of the trainings.";

const outcomes = (
  group: { key: string; label: string },
  prefix: "trained_arbos" | "untrained_arbos",
): Cells[] =>
  outcomeSeries.map((series) => ({
    set: `form-5.${prefix}_${series.key}` satisfies FigureKey,
    group,
    series,
  }));

const marks = [
  { key: "4ps", label: "4Ps beneficiaries", where: { is_4ps_beneficiary: "Yes" } },
  { key: "solo_parent", label: "Solo parents", where: { is_solo_parent: "Yes" } },
  { key: "pwd", label: "Persons with disability", where: { is_pwd: "Yes" } },
  { key: "senior", label: "Seniors", where: { age_base_group: "60 and above" } },
  { key: "ip", label: "Indigenous people", where: { is_ip: "Yes" } },
] as const;

export const form5: DashboardSpec = {
  name: "form-5",
  charts: [
    {
      key: "universe",
      title: "Universe",
      help: "ARBOs and ARCs of the masterlists. ARBs in organizations: the ARB members stated in the masterlist. ARBOs provided with a project: ARBOs with a Form 5 accomplishment that names a project.",
      shape: "numbers",
      unit: "records",
      cells: numbers([
        { key: "arboID", label: "ARBOs", set: "form-5.arbos" },
        { key: "arcID", label: "ARCs", set: "form-5.arcs" },
        { key: "arbOrg", label: "ARBs in organizations", set: "form-5.arb_members" },
        { key: "projProv", label: "ARBOs provided with a project", set: "form-5.arbos_with_project" },
      ]),
      overlapping: true,
    },
    ...byPlaces(
      {
        key: "arbs_trained",
        title: "ARBs trained",
        help: `Participants of the category ARB. ${attended}`,
        unit: "participants",
      },
      [
        { ...trained, set: "form-5.arbs_trained" },
        { ...untrained, set: "form-5.arbs_untrained" },
      ],
    ),
    {
      key: "training",
      title: "ARBOs and ARCs trained",
      help: "An ARBO or ARC counts as trained if it had a training activity that matches the filters.",
      shape: "stacked",
      unit: "ARBOs and ARCs",
      cells: [
        { set: "form-5.arbos_trained", group: arbos, series: trained },
        { set: "form-5.arbos_untrained", group: arbos, series: untrained },
        { set: "form-5.arcs_trained", group: arcs, series: trained },
        { set: "form-5.arcs_untrained", group: arcs, series: untrained },
      ],
      overlapping: true,
    },
    {
      key: "outcomes",
      title: "Target, accomplished and matched: ARBOs",
      help: `ARBOs with Form 5 targets and accomplishments, with and without a training activity. ${outcomeHelp}`,
      shape: "bars",
      unit: "ARBOs",
      cells: [
        ...outcomes({ key: "trained", label: "With training" }, "trained_arbos"),
        ...outcomes({ key: "untrained", label: "Without training" }, "untrained_arbos"),
      ],
    },
    {
      key: "outcome_rows",
      title: "Target, accomplished and matched: records",
      help: `Rows of the Form 5 targets and accomplishments. ${outcomeHelp}`,
      shape: "bars",
      unit: "records",
      cells: rowOutcomes("form-5", { key: "records", label: "Records" }),
    },
    {
      key: "participants",
      title: "ARBs and non-ARBs, trained and not, by sex",
      help: attended,
      shape: "stacked",
      unit: "participants",
      cells: [
        {
          set: "form-5.arbs_trained",
          group: { key: "arb_trained", label: "ARBs trained" },
          series: { column: "sex" },
        },
        {
          set: "form-5.arbs_untrained",
          group: { key: "arb_untrained", label: "ARBs not trained" },
          series: { column: "sex" },
        },
        {
          set: "form-5.non_arbs_trained",
          group: { key: "nonarb_trained", label: "Non-ARBs trained" },
          series: { column: "sex" },
        },
        {
          set: "form-5.non_arbs_untrained",
          group: { key: "nonarb_untrained", label: "Non-ARBs not trained" },
          series: { column: "sex" },
        },
      ],
      series: { list: "sex" },
    },
    {
      key: "coverage",
      title: "Coverage",
      help: "An ARBO or ARC is covered if it has a Form 5 accomplishment that matches the filters.",
      shape: "stacked",
      unit: "ARBOs and ARCs",
      cells: [
        { set: "form-5.arbos_accomplished", group: arbos, series: covered },
        { set: "form-5.arbos_not_covered", group: arbos, series: notCovered },
        { set: "form-5.arcs_accomplished", group: arcs, series: covered },
        { set: "form-5.arcs_not_covered", group: arcs, series: notCovered },
      ],
      overlapping: true,
    },
    {
      key: "projects",
      title: "ARBOs and ARCs per project",
      help: "ARBOs and ARCs with a Form 5 accomplishment of the sub-PSP. An ARBO or ARC with several projects is counted in each.",
      shape: "bars",
      unit: "ARBOs and ARCs",
      cells: [
        { set: "form-5.arbos_accomplished", group: { column: "subpsp_abbreviation" }, series: arbos },
        { set: "form-5.arcs_accomplished", group: { column: "subpsp_abbreviation" }, series: arcs },
      ],
      overlapping: true,
    },
    {
      key: "demographics",
      title: "Demographics of trained participants",
      help: `4Ps beneficiaries, solo parents, persons with disability, seniors (60 and above) and indigenous people among the participants. A participant can be in several groups. ${attended}`,
      shape: "stacked",
      unit: "participants",
      right: "Sensitive",
      overlapping: true,
      cells: marks.map(({ where, ...group }) => ({
        set: "form-5.trained",
        where,
        group,
        series: { column: "sex" },
      })),
      series: { list: "sex" },
    },
  ],
};
