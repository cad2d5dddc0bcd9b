/**
 * Exports a chart's figures to Excel: one row per group, one column per series, and totals if groups can be added up.
 */
import { writeFile } from "../../../records/workbook/excel-client.ts";
import type { MakeReport } from "../../../records/workbook/report-job.ts";
import type { SheetLayout } from "../../../records/workbook/sheet-layout.ts";
import { type DrawnChart, figureTable } from "../figures/figures.ts";

const groupColumn = "group";

export const sheetReport =
  (chart: DrawnChart): MakeReport =>
  (signal, onProgress) => {
    const figureOf = figureTable(chart);
    const layout: SheetLayout = {
      title: groupColumn,
      footer: !chart.overlapping,
      groups: [{ key: "figures", label: chart.title }],
      fields: [
        { name: groupColumn, label: chart.unit, kind: "text", group: "figures" },
        ...chart.series.map(({ key, label }) => ({
          name: key,
          label,
          kind: "decimal" as const,
          group: "figures",
        })),
      ],
    };
    const rows = chart.groups.map((group) => ({
      ...Object.fromEntries(chart.series.map(({ key }) => [key, figureOf(group.key, key)?.value ?? 0])),
      [groupColumn]: group.label,
    }));
    return writeFile({ kind: "table", layout, rows }, { signal, onProgress });
  };
