/** Columns that both training reports have. */
import type { Field } from "#shared/records/vocabulary/types.ts";

const column = (group: string, name: string, label: string, kind: Field["kind"] = "text"): Field => ({
  name,
  label,
  kind,
  group,
});

export const trainingFields: readonly Field[] = [
  column("place", "region_name", "Region"),
  column("place", "province_name", "Province"),
  column("place", "muncity_name", "Municipality"),
  column("place", "cd", "CD"),
  column("arbo", "arc_name", "ARC"),
  column("arbo", "arbo_id", "ARBO ID"),
  column("arbo", "arbo_name", "ARBO"),
  column("programme", "year_funded", "Year funded", "year"),
  column("programme", "fund_source", "Fund source"),
  column("programme", "subpsp_name", "Sub-PSP"),
  column("training", "training_title", "Title"),
  column("training", "training_category", "Category"),
  column("training", "conducted_by", "Conducted by"),
  column("training", "start_date", "From", "date"),
  column("training", "end_date", "To", "date"),
  column("training", "training_days", "Days", "integer"),
];

/**
 * Columns of a report in which a training has one row per category of participants. The days have no total, because a
 * total would count the days of a training several times.
 */
export const repeatedTrainingFields = trainingFields.map((field) =>
  field.name === "training_days" ? { ...field, untotalled: true } : field,
);
