/** Filters of charts and reports (spec section 7), described as record fields for the filter bar. */
import type { Field } from "#shared/records/vocabulary/types.ts";
import { windowLabels } from "#shared/records/vocabulary/window-labels.ts";
import type { Filterable } from "../../../records/common/use-options.ts";

/** All filter fields. Each screen uses the filters that its API call accepts. */
const known: readonly Field[] = [
  {
    name: "window",
    label: "Window",
    kind: "text",
    group: "",
    options: { from: "values", values: ["target", "accomplishment"], labels: windowLabels },
  },
  year("year_from", "From year"),
  year("year_to", "To year"),
  year("year_funded", "Year funded"),
  year("reporting_year", "Year reported"),
  { name: "reporting_quarter", label: "Quarter reported", kind: "quarter", group: "" },
  { name: "reporting_month", label: "Month reported", kind: "month", group: "" },
  place("region_name", "Region", "region"),
  place("province_name", "Province", "province"),
  place("muncity_name", "Municipality", "muncity"),
  {
    name: "fund_source",
    label: "Fund source",
    kind: "text",
    group: "",
    options: { from: "dropdown", list: "fund-source" },
  },
  fromProjects("psp_category", "PSP category"),
  fromProjects("subpsp_abbreviation", "Sub-PSP"),
  fromProjects("subpsp_name", "Sub-PSP"),
  {
    name: "arbo_id",
    label: "ARBO",
    kind: "text",
    group: "",
    options: { from: "record", path: "arbo-masterlist", value: "arbo_id", label: "arbo_name" },
  },
  {
    name: "arc_id",
    label: "ARC",
    kind: "text",
    group: "",
    options: { from: "record", path: "arc-masterlist", value: "arc_id", label: "arc_name" },
  },
  {
    name: "participant_category",
    label: "Participant category",
    kind: "text",
    group: "",
    options: { from: "dropdown", list: "participant-category", column: "category" },
  },
  {
    name: "support_provided",
    label: "Support provided",
    kind: "text",
    group: "",
    options: { from: "dropdown", list: "support-provided" },
  },
];

/** Selected filters, as stored in the URL. */
export type Chosen = Readonly<Record<string, string>>;

/**
 * Creates a filter bar description with the named filters in the given order.
 * @param noun Completes the sentence "Filter …".
 */
export function filtersOf(noun: string, names: readonly string[]): Filterable {
  const fields = names.flatMap((name) => known.find((field) => field.name === name) ?? []);
  return { path: "", noun: { one: noun, many: noun }, scoped: true, fields, filters: names };
}

/** All filters that chart calls accept. */
export const chartFilters = filtersOf("figures", [
  "year_from",
  "year_to",
  "reporting_year",
  "reporting_quarter",
  "reporting_month",
  "year_funded",
  "region_name",
  "province_name",
  "muncity_name",
  "fund_source",
  "psp_category",
  "subpsp_abbreviation",
  "arbo_id",
]);

/** Returns the body of a chart or report call. */
export function bodyOf(
  filters: Filterable,
  chosen: Readonly<Record<string, string | readonly string[]>>,
): Record<string, string | number | string[]> {
  return Object.fromEntries(
    filters.fields.flatMap(({ name, kind }) => {
      const value = chosen[name];
      if (value === undefined) return [];
      return [[name, kind === "year" ? Number(value) : typeof value === "string" ? value : [...value]]];
    }),
  );
}

/** Returns the selected filters as text. */
export function filterWords(chosen: Chosen): string {
  const words = Object.entries(chosen).map(
    ([name, value]) => `${labelOfFilter(name)}: ${(name === "window" && windowLabels[value]) || value}`,
  );
  return words.length > 0 ? words.join(" · ") : "All records";
}

export const labelOfFilter = (name: string): string =>
  known.find((field) => field.name === name)?.label ?? name;

function year(name: string, label: string): Field {
  return { name, label, kind: "year", group: "", options: { from: "years" } };
}

function place(name: string, label: string, level: "region" | "province" | "muncity"): Field {
  return { name, label, kind: "text", group: "", options: { from: "place", level } };
}

function fromProjects(name: string, label: string): Field {
  return {
    name,
    label,
    kind: "text",
    group: "",
    options: { from: "record", path: "project-list", value: name, label: name },
  };
}
