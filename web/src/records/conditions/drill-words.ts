/**
 * Describes in words which rows a list shows. The list was opened from a figure (a number in a chart or report), a
 * selection or an import.
 */
import { figureLabel } from "#shared/charts/figures/index.ts";
import { formFields, reportingFields } from "#shared/records/vocabulary/groups.ts";
import { yearFilter } from "#shared/records/vocabulary/parent.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { count } from "../../lib/format.ts";
import type { RecordSearch } from "../common/record-search.ts";

/** True if the list shows all rows of one parent, such as an ARBO, and not only those that a figure counts. */
export function isListOfParent(
  { parent, fixed = {} }: AnyRecord,
  { figure, about = {}, filter, sum }: RecordSearch,
): boolean {
  if (!parent || figure || filter || sum || typeof about[parent.name] !== "string") return false;
  return Object.keys(about).every((name) => name === parent.name || name in fixed);
}

/**
 * Returns the title of a list that was opened from a figure, a selection or an import. The title is the label of the
 * figure, "5 selected ARBOs", or "Records of an import". The name of a parent follows "ARBO trainings of".
 */
export function drillTitle(record: AnyRecord, { figure, about, filter, sum }: RecordSearch): string {
  if (figure) return figureLabel(figure);
  if (isListOfParent(record, { about, filter, sum }))
    return `${record.noun.many.charAt(0).toUpperCase()}${record.noun.many.slice(1)} of`;
  const chosen = [about?.id ?? []].flat().length;
  if (chosen > 0) return `${count(chosen)} selected ${chosen === 1 ? record.noun.one : record.noun.many}`;
  if (about?.import !== undefined) return "Records of an import";
  return filter && about === undefined ? "All records that meet the conditions" : "Records behind a figure";
}

/**
 * Returns the filters of the link that opened the list in words, such as "Year: 2025 or 2026". Leaves out the filter by
 * parent.
 */
export function drillFilters(record: AnyRecord, { about = {} }: RecordSearch): string[] {
  const { parent } = record;
  const others = Object.entries(about).filter(([name]) => ![parent?.name, "id", "import"].includes(name));
  return others.map(([name, value]) => {
    const values = [...new Set([value].flat())].map((one) => one || "empty");
    return `${filterLabel(record, name)}: ${values.join(" or ")}`;
  });
}

/** Labels of chart filters that are not fields of any record type. */
const chartFilterLabels: Readonly<Record<string, string>> = { year_from: "From year", year_to: "To year" };

/**
 * Returns the label of a filter. The filter can be a field of the record type, a field that all forms have, or a chart
 * filter.
 */
export function filterLabel({ fields, parent }: AnyRecord, name: string): string {
  if (parent && name === yearFilter(parent)) return "Year";
  const field = [...fields, ...reportingFields, ...formFields].find((one) => one.name === name);
  return field?.label ?? chartFilterLabels[name] ?? name;
}
