/** Target versus accomplishment of support (spec sections 3 and 7), in total, by region, or by province. */
import { useMemo } from "react";
import type { TargetReport as Report } from "#shared/charts/figures/types.ts";
import { Button } from "../../components/button.tsx";
import { FilterBar } from "../../records/list/filter-bar.tsx";
import type { ReportRow } from "../../records/print/report-rows.ts";
import type { SheetLayout } from "../../records/workbook/sheet-layout.ts";
import { drillAddress } from "../charts/figures/drill.ts";
import { bodyOf, filtersOf } from "../charts/figures/filters.ts";
import type { PartProps } from "./part-props.ts";
import classes from "./report.module.css";
import { ReportState } from "./report-state.tsx";
import { ReportTable } from "./report-table.tsx";
import { useReport } from "./use-report.ts";

const filters = filtersOf("the report", [
  "year_from",
  "year_to",
  "reporting_quarter",
  "year_funded",
  "region_name",
  "province_name",
  "fund_source",
  "subpsp_abbreviation",
  "support_provided",
  "arbo_id",
]);

const levels = [
  { level: undefined, label: "Whole area", rows: "targetAccompDataCentral", places: [] },
  { level: "region", label: "By region", rows: "targetAccompDataRegion", places: ["region_name"] },
  {
    level: "province",
    label: "By province",
    rows: "targetAccompDataProvince",
    places: ["region_name", "province_name"],
  },
] as const;

const placeLabels: Readonly<Record<string, string>> = { region_name: "Region", province_name: "Province" };

const none = {};

export default function TargetReport({ user, search, onSearch }: PartProps) {
  const chosen = search.where ?? none;
  const body = useMemo(() => bodyOf(filters, chosen), [chosen]);
  const report = useReport("POST /api/targetaccompfme", body);
  const level = levels.find((known) => known.level === search.level) ?? levels[0];
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
      <fieldset className={classes.levels}>
        <legend className="visually-hidden">Level</legend>
        {levels.map((known) => (
          <Button
            key={known.label}
            look={known === level ? "filled" : "default"}
            aria-pressed={known === level}
            onClick={() => onSearch({ ...search, level: known.level })}
          >
            {known.label}
          </Button>
        ))}
      </fieldset>
      <ReportState report={report}>
        {(data) => (
          <ReportTable
            caption={`Target versus accomplishment, ${level.label.toLowerCase()}`}
            chosen={search.where}
            layout={layoutOf(data, level.places)}
            rows={data[level.rows]}
            drillOf={(row, { name }) => {
              const drill = data.drills[name];
              return drill && drillAddress(drill, placesOf(row, level.places));
            }}
          />
        )}
      </ReportState>
    </>
  );
}

function layoutOf({ columns }: Report, places: readonly string[]): SheetLayout {
  const placeFields = places.map((name) => ({
    name,
    label: placeLabels[name] ?? name,
    kind: "text" as const,
    group: "place",
  }));
  const figures = columns.groups.flatMap((group) =>
    columns.series.map((series) => ({
      name: `${group.key}_${series.key}`,
      label: series.label,
      kind: "decimal" as const,
      group: group.key,
    })),
  );
  return {
    title: places.at(-1) ?? "",
    groups: [{ key: "place", label: "Office" }, ...columns.groups],
    fields: [...placeFields, ...figures],
  };
}

const placesOf = (row: ReportRow, places: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(places.map((name) => [name, (row[name] as string | null) ?? null]));
