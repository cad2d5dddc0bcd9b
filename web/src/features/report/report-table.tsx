/**
 * The report table (spec sections 2 and 9): grouped headers, a footer with totals, sorting, paging, Excel export and
 * printing. Each number links to the list of its counted rows.
 */
import { IconPrinter } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import type { Field } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { Pager } from "../../components/pager.tsx";
import { defaultPageSize } from "../../lib/page-sizes.ts";
import { ExportButton } from "../../records/export/export-button.tsx";
import { PrintedReport } from "../../records/print/printed-report.tsx";
import {
  footersOf,
  groupSpans,
  isNumeric,
  type ReportRow,
  reportValue,
  sortRows,
} from "../../records/print/report-rows.ts";
import type { MakeReport } from "../../records/workbook/report-job.ts";
import type { SheetLayout } from "../../records/workbook/sheet-layout.ts";
import type { DrillAddress } from "../charts/figures/drill.ts";
import { type Chosen, filterWords } from "../charts/figures/filters.ts";
import classes from "./report.module.css";

interface Props {
  caption: string;
  /** The selected filters. */
  chosen: Chosen | undefined;
  layout: SheetLayout;
  rows: readonly ReportRow[];
  /** Sentence that replaces the rows if there are none. */
  nothing?: string;
  /** True if zeros are shown in grey. */
  gaps?: boolean;
  /** Returns the address of the list of the counted rows; undefined if no list shows these rows. */
  drillOf?: (row: ReportRow, field: Field) => DrillAddress | undefined;
  /** Returns the content of a cell that is more than a text; undefined for all other cells. */
  contentOf?: (row: ReportRow, field: Field) => ReactNode;
}

export function ReportTable(props: Props) {
  const { caption, chosen, layout, rows } = props;
  const table = useReportTable(rows);
  const { sorted, page, size, setPage, setSize } = table;
  const make = useMemo<MakeReport>(
    () => async (signal, onProgress) => {
      const { writeFile } = await import("../../records/workbook/excel-client.ts");
      return writeFile({ kind: "table", layout, rows: sorted }, { signal, onProgress });
    },
    [layout, sorted],
  );
  return (
    <>
      <PrintedReport {...{ caption, layout }} about={filterWords(chosen ?? {})} rows={sorted} />
      <div className={classes.tools}>
        <ExportButton what={`"${caption}"`} total={rows.length} make={make} />
        <Button look="default" icon={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <div className={classes.scroll}>
        <table data-sheet>
          <caption className="visually-hidden">{caption}</caption>
          <Head layout={layout} sort={table.sort} onSort={table.toggleSort} />
          <Body {...props} rows={table.shown} page={page} />
          {rows.length > 0 && <Foot layout={layout} rows={rows} />}
        </table>
      </div>
      {rows.length > 0 && (
        <div className={classes.pager}>
          <Pager page={page} size={size} total={rows.length} onPage={setPage} onSize={setSize} />
        </div>
      )}
    </>
  );
}

interface Sort {
  field: string;
  dir: "asc" | "desc";
}

/** Returns the state of the table: sorting and paging. */
function useReportTable(rows: readonly ReportRow[]) {
  const [sort, setSort] = useState<Sort | null>(null);
  const [wantedPage, setPage] = useState(1);
  const [size, setSize] = useState<number>(defaultPageSize);
  const sorted = useMemo(() => sortRows(rows, sort), [rows, sort]);
  const page = Math.min(wantedPage, Math.max(1, Math.ceil(rows.length / size)));
  return {
    sort,
    toggleSort: (field: string) =>
      setSort({ field, dir: sort?.field === field && sort.dir === "asc" ? "desc" : "asc" }),
    sorted,
    shown: sorted.slice((page - 1) * size, page * size),
    page,
    size,
    setPage,
    setSize: (next: number) => {
      setSize(next);
      setPage(1);
    },
  };
}

interface HeadProps {
  layout: SheetLayout;
  sort: Sort | null;
  onSort: (field: string) => void;
}

function Head({ layout, sort, onSort }: HeadProps) {
  return (
    <thead>
      <tr>
        {groupSpans(layout).map(({ label, span, at }) => (
          <th key={at} scope="colgroup" colSpan={span} className={classes.group}>
            <span>{label}</span>
          </th>
        ))}
      </tr>
      <tr>
        {layout.fields.map((field) => {
          const dir = sort?.field === field.name ? sort.dir : null;
          return (
            <th
              key={field.name}
              scope="col"
              data-number={isNumeric(field) || undefined}
              aria-sort={dir ? (dir === "asc" ? "ascending" : "descending") : undefined}
            >
              <button type="button" onClick={() => onSort(field.name)}>
                {field.label}
                <span aria-hidden="true">{dir ? (dir === "asc" ? " ▲" : " ▼") : ""}</span>
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Shows the rows of one page. */
function Body({
  layout,
  rows,
  page,
  nothing = "No data available.",
  gaps,
  drillOf,
  contentOf,
}: Props & { page: number }) {
  return (
    <tbody>
      {rows.length === 0 && (
        <tr>
          <td colSpan={layout.fields.length} className={classes.nothing}>
            {nothing}
          </td>
        </tr>
      )}
      {rows.map((row, index) => (
        // Rows of a report have no id, so the position on the page is the key.
        <tr key={`${page} ${index.toString()}`}>
          {layout.fields.map((field) => (
            <td
              key={field.name}
              data-number={isNumeric(field) || undefined}
              data-gap={(gaps && row[field.name] === 0) || undefined}
            >
              {contentOf?.(row, field) ?? <Value row={row} field={field} address={drillOf?.(row, field)} />}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function Foot({ layout, rows }: Pick<Props, "layout" | "rows">) {
  const footers = useMemo(() => footersOf(layout.fields, rows), [layout, rows]);
  return (
    <tfoot>
      <tr>
        {layout.fields.map((field, index) => (
          <td key={field.name} data-number={isNumeric(field) || undefined}>
            {footers[index]}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

function Value({ row, field, address }: { row: ReportRow; field: Field; address: DrillAddress | undefined }) {
  const text = reportValue(field, row[field.name]);
  return address && text !== "" ? <Link {...address}>{text}</Link> : text;
}
