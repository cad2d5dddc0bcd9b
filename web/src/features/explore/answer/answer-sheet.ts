/**
 * Exports the result of an Explore query as an Excel table: the row fields, one column per value of the column field,
 * and the total.
 */
import { aboutFile, type Exported } from "../../../records/export/about-file.ts";
import { writeFile } from "../../../records/workbook/excel-client.ts";
import type { MakeReport } from "../../../records/workbook/report-job.ts";
import type { SheetLayout } from "../../../records/workbook/sheet-layout.ts";
import { type AnswerCell, type AnswerTable, shownRows } from "./answer-table-model.ts";

const exported = (table: AnswerTable, { value }: AnswerCell): number | null =>
  value !== null && table.share ? value / 100 : value;

export const sheetReport =
  (table: AnswerTable, about: Omit<Exported, "rows" | "note">): MakeReport =>
  (signal, onProgress) => {
    const hasColumns = table.columnLabel !== null;
    const group = "answer";
    const number = {
      kind: "decimal",
      group,
      ...(table.share || table.isPercentage ? { percentage: true } : {}),
    } as const;
    const layout: SheetLayout = {
      title: "row0",
      footer: false,
      groups: [{ key: group, label: table.title }],
      fields: [
        ...(table.rowLabels.length > 0 ? table.rowLabels : ["Rows"]).map((label, at) => ({
          name: `row${at}`,
          label,
          kind: "text" as const,
          group,
        })),
        ...(hasColumns
          ? table.columns.map(({ label }, at) => ({ name: `column${at}`, label, ...number }))
          : []),
        { name: "total", label: hasColumns ? table.totalLabel : table.title, ...number },
      ],
    };
    const line = (labels: readonly string[], cells: readonly AnswerCell[], total: AnswerCell) => ({
      ...Object.fromEntries(labels.map((label, at) => [`row${at}`, label])),
      ...Object.fromEntries(cells.map((cell, at) => [`column${at}`, exported(table, cell)])),
      total: exported(table, total),
    });
    const rows = [
      ...table.rows.map(({ labels, cells, total }) => line(labels, cells, total)),
      line([table.totalLabel], table.totals, table.total),
    ];
    const content = aboutFile({ ...about, note: shownRows(table), rows: table.rows.length });
    return writeFile({ kind: "table", layout, rows, about: content }, { signal, onProgress });
  };
