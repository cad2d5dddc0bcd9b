/** Offices in scope that have entered nothing in a period, for one of the two windows. */
import { useMemo } from "react";
import type { Field } from "#shared/records/vocabulary/types.ts";
import { pickerYears } from "#shared/rules/periods.ts";
import { FilterBar } from "../../records/list/filter-bar.tsx";
import type { SheetLayout } from "../../records/workbook/sheet-layout.ts";
import { bodyOf, filtersOf } from "../charts/filters.ts";
import type { PartProps } from "./part-props.ts";
import classes from "./report.module.css";
import { ReportState } from "./report-state.tsx";
import { ReportTable } from "./report-table.tsx";
import { useReport } from "./use-report.ts";

const filters = filtersOf("offices", [
  "window",
  "reporting_year",
  "reporting_quarter",
  "region_name",
  "province_name",
]);

const column = (name: string, label: string, kind: Field["kind"] = "text"): Field => ({
  name,
  label,
  kind,
  group: "office",
});

const layout: SheetLayout = {
  title: "province_name",
  groups: [{ key: "office", label: "Office" }],
  fields: [
    column("region_name", "Region"),
    column("province_name", "Province"),
    column("last_entry", "Last entry", "date"),
  ],
};

const [currentYear] = pickerYears();
const thisYear = { window: "accomplishment", reporting_year: String(currentYear) };

export default function NotReported({ user, search, onSearch }: PartProps) {
  const chosen = search.where ?? thisYear;
  const body = useMemo(() => bodyOf(filters, chosen), [chosen]);
  const report = useReport("POST /api/offices-not-reported", body);
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
        {(rows) => (
          <ReportTable caption="Offices that have not reported" chosen={chosen} layout={layout} rows={rows} />
        )}
      </ReportState>
    </>
  );
}
