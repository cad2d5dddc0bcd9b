/** Trainings of ARBOs with their participants by category and sex (spec section 7, report-arbocapdevcd). */
import { useMemo } from "react";
import type { Field } from "#shared/records/vocabulary/types.ts";
import { pickerYears } from "#shared/rules/periods.ts";
import { FilterBar } from "../../records/list/filter-bar.tsx";
import type { SheetLayout } from "../../records/workbook/sheet-layout.ts";
import { drillAddress } from "../charts/figures/drill.ts";
import { bodyOf, filtersOf } from "../charts/figures/filters.ts";
import type { PartProps } from "./part-props.ts";
import classes from "./report.module.css";
import { ReportState } from "./report-state.tsx";
import { ReportTable } from "./report-table.tsx";
import { repeatedTrainingFields } from "./training-columns.ts";
import { useReport } from "./use-report.ts";

const filters = filtersOf("the report", [
  "year_from",
  "year_to",
  "year_funded",
  "region_name",
  "province_name",
  "muncity_name",
  "arc_id",
  "arbo_id",
  "subpsp_name",
  "participant_category",
]);

/** Default filter: the current year, because a report of all years is long. */
const [currentYear] = pickerYears();
const thisYear = { year_from: String(currentYear), year_to: String(currentYear) };

const counted = (name: string, label: string): Field => ({
  name,
  label,
  kind: "integer",
  group: "participants",
});

const layout: SheetLayout = {
  title: "arbo_name",
  groups: [
    { key: "place", label: "Location" },
    { key: "arbo", label: "Organization" },
    { key: "programme", label: "Programme" },
    { key: "training", label: "Training" },
    { key: "participants", label: "Participants" },
  ],
  fields: [
    ...repeatedTrainingFields,
    { name: "participant_category", label: "Category", kind: "text", group: "participants" },
    counted("male", "Male"),
    counted("female", "Female"),
    counted("unknown_sex", "Not stated"),
    counted("total", "Total"),
  ],
};

export default function CapdevReport({ user, search, onSearch }: PartProps) {
  const chosen = search.where ?? thisYear;
  const body = useMemo(() => bodyOf(filters, chosen), [chosen]);
  const report = useReport("POST /api/report-arbocapdevcd", body);
  return (
    <>
      <div className={classes.filters}>
        <FilterBar
          record={filters}
          user={user}
          where={chosen}
          onSearch={(where) => onSearch({ ...search, where })}
        />
      </div>
      <ReportState report={report}>
        {(data) => (
          <ReportTable
            caption="Trainings of ARBOs and their participants"
            chosen={chosen}
            layout={layout}
            rows={data.Form5ARBOcapdevCD}
            drillOf={(row, { name }) => {
              const drill = data.drills[name];
              return (
                drill &&
                drillAddress(drill, {
                  training_id: text(row.training_id),
                  participant_category: text(row.participant_category),
                })
              );
            }}
          />
        )}
      </ReportState>
    </>
  );
}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
