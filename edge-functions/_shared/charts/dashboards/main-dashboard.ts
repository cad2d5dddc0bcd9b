/**
 * The charts of the main dashboard (spec section 7): the current masterlists, coverage of ARBOs and ARCs, and results.
 */
import { byColumn, byPlaces, type DashboardSpec, numbers } from "./spec.ts";

const projects = [
  { key: "MCBF", label: "MCBF" },
  { key: "SLSDAA", label: "SLSDAA" },
  { key: "LinkSFarMM", label: "LinkSFarMM" },
] as const;
const noProject = { key: "noProject", label: "No project" };
const arbos = { key: "arbos", label: "ARBOs" };
const arcs = { key: "arcs", label: "ARCs" };
const arbs = { key: "arbs", label: "ARBs" };
const covered = { key: "covered", label: "Covered" };
const notCovered = { key: "not_covered", label: "Not covered", rest: true };
const masterlist =
  "Counts the current ARBO masterlist. Filters by year and programme do not change the numbers.";

export const mainDashboard: DashboardSpec = {
  name: "main-dashboard",
  charts: [
    {
      key: "totals",
      title: "ARBOs and ARCs",
      help: "Organizations of the ARBO masterlist and communities of the ARC masterlist.",
      shape: "numbers",
      unit: "records",
      cells: numbers([
        { ...arbos, set: "main-dashboard.arbos" },
        { ...arcs, set: "main-dashboard.arcs" },
      ]),
      overlapping: true,
    },
    {
      key: "done",
      title: "Results",
      help:
        "ARBOs and ARCs with an accomplishment of Form 5, 7, 10 or 11, participants who attended a training, products and services of Form 7, and support of Form 11 with its units. " +
        "This year is compared with last year, using only the quarters that are over this year. Numbers below 10 have no percentage.",
      shape: "numbers",
      unit: "records",
      cells: numbers([
        { key: "arbos_covered", label: "ARBOs covered", set: "main-dashboard.arbos_covered" },
        { key: "arcs_covered", label: "ARCs covered", set: "main-dashboard.arcs_covered" },
        { key: "trained", label: "Farmers trained", set: "main-dashboard.trained" },
        { key: "products", label: "Products developed", set: "main-dashboard.products" },
        { key: "support", label: "Support provided", set: "main-dashboard.support" },
        { key: "units", label: "Units of support", set: "main-dashboard.units" },
      ]),
      overlapping: true,
    },
    {
      key: "registration",
      title: "ARBO registration",
      help: `ARBOs by the agency that registered them. ${masterlist}`,
      shape: "donut",
      unit: "ARBOs",
      cells: [byColumn("main-dashboard.arbos", "registering_agency", arbos)],
      groups: {
        values: [
          { key: "CDA", label: "CDA" },
          { key: "SEC", label: "SEC" },
        ],
        empty: "Not registered",
      },
    },
    {
      key: "status",
      title: "Status of ARBOs",
      help: `ARBOs by current status: operational, non-operational, temporarily stopped, and other statuses of the dropdown list. ${masterlist}`,
      shape: "donut",
      unit: "ARBOs",
      cells: [byColumn("main-dashboard.arbos", "current_arbo_status", arbos)],
      groups: { list: "organization-status" },
    },
    {
      key: "it_easy",
      title: "IT-EASY levels",
      help: `ARBOs by IT-EASY level of 2024. ${masterlist}`,
      shape: "bars",
      unit: "ARBOs",
      cells: [byColumn("main-dashboard.arbos", "it_easy_level_2024", arbos)],
      groups: { list: "current-it-level" },
      inOrder: true,
    },
    {
      key: "coverage",
      title: "Coverage",
      help: "An ARBO or ARC is covered if it has an accomplishment of Form 5, 7, 10 or 11 that matches the filters.",
      shape: "stacked",
      unit: "ARBOs and ARCs",
      cells: [
        { set: "main-dashboard.arbos_covered", group: arbos, series: covered },
        { set: "main-dashboard.arbos_not_covered", group: arbos, series: notCovered },
        { set: "main-dashboard.arcs_covered", group: arcs, series: covered },
        { set: "main-dashboard.arcs_not_covered", group: arcs, series: notCovered },
      ],
      overlapping: true,
    },
    {
      key: "projects",
      title: "ARBs, ARBOs and ARCs per project",
      help:
        "ARBs are participants of the category ARB, by the sub-PSP of their record. ARBOs and ARCs have an accomplishment of Form 5, 7, 10 or 11 of the sub-PSP. " +
        "With several projects, they are counted in each. No project: no accomplishment names a project.",
      shape: "bars",
      unit: "ARBs, ARBOs and ARCs",
      cells: [
        { set: "main-dashboard.arbs_with_project", group: { column: "subpsp_abbreviation" }, series: arbs },
        { set: "main-dashboard.arbos_covered", group: { column: "subpsp_abbreviation" }, series: arbos },
        { set: "main-dashboard.arcs_covered", group: { column: "subpsp_abbreviation" }, series: arcs },
        { set: "main-dashboard.arbs_no_project", group: noProject, series: arbs },
        { set: "main-dashboard.arbos_no_project", group: noProject, series: arbos },
        { set: "main-dashboard.arcs_no_project", group: noProject, series: arcs },
      ],
      groups: { values: projects },
      overlapping: true,
    },
    {
      key: "farmers_trained",
      title: "Farmers trained",
      help:
        "Participants who attended at least one training, by category and sex. Filters by year, quarter and month use the dates of the trainings; " +
        "filters by programme use the participant's record.",
      shape: "stacked",
      unit: "participants",
      cells: [
        {
          set: "main-dashboard.trained",
          group: { column: "participant_category" },
          series: { column: "sex" },
        },
      ],
      groups: { list: "participant-category" },
      series: { list: "sex" },
    },
    {
      key: "products",
      title: "Products developed",
      help: "Products and services of the Form 7 accomplishments, by type of product.",
      shape: "bars",
      unit: "products",
      cells: [byColumn("main-dashboard.products", "type_product")],
      groups: { list: "type-product" },
    },
    {
      key: "support",
      title: "Support provided",
      help: "Form 11 accomplishments, by kind of support.",
      shape: "bars",
      unit: "support records",
      cells: [byColumn("main-dashboard.support", "support_provided")],
      groups: { list: "support-provided" },
    },
    {
      key: "units",
      title: "Units provided",
      help: "Units provided (quantities of the Form 11 accomplishments), by kind of support.",
      shape: "bars",
      unit: "units",
      cells: [byColumn("main-dashboard.units", "support_provided")],
      groups: { list: "support-provided" },
    },
    ...byPlaces(
      {
        key: "records",
        title: "ARBOs, ARCs and farmers trained",
        help: "ARBOs and ARCs of the masterlists, ARBOs with an accomplishment of Form 5, 7, 10 or 11, and participants who attended a training.",
        unit: "records",
      },
      [
        { ...arbos, set: "main-dashboard.arbos" },
        { key: "arbos_covered", label: "ARBOs covered", set: "main-dashboard.arbos_covered" },
        { ...arcs, set: "main-dashboard.arcs" },
        { key: "trained", label: "Farmers trained", set: "main-dashboard.trained" },
      ],
      "bars",
    )
      .filter(({ key }) => key === "records_by_province")
      .map((chart) => ({ ...chart, key: "by_province" })),
  ],
};
