/**
 * Exports a chart's figures to Excel: one row per group and one column per series. Totals are added if the chart has
 * all groups and its figures can be added.
 */
import { aboutFile, type Exported } from "../../../records/export/about-file.ts";
import { writeFile } from "../../../records/workbook/excel-client.ts";
import type { MakeReport } from "../../../records/workbook/report-job.ts";
import type { SheetLayout } from "../../../records/workbook/sheet-layout.ts";
import { type DrawnChart, figureTable } from "../figures/figures.ts";

const groupColumn = "group";

export const sheetReport =
  (chart: DrawnChart, about: Pick<Exported, "user" | "conditions" | "note">): MakeReport =>
  (signal, onProgress) => {
    const figureOf = figureTable(chart);
    const layout: SheetLayout = {
      title: groupColumn,
      footer: !chart.overlapping && !chart.omitted,
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
    return writeFile(
      { kind: "table", layout, rows, about: aboutFile({ ...about, title: chart.title }) },
      { signal, onProgress },
    );
  };
