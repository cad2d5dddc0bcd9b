/** A plain table for lists without a record type: sortable headers, right-aligned numbers, a sticky header row. */
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { readSort } from "../../../records/common/record-search.ts";
import classes from "./administration.module.css";

export interface Column<Entry> {
  key: string;
  label: string;
  /** Field by which the server sorts; missing if the column can't be sorted. */
  sort?: string;
  numeric?: boolean;
  /** True if the cells of the column are row headers, which screen readers announce. */
  heads?: boolean;
  /** True if the cells of the column contain buttons. The column is then only as wide as its buttons. */
  acts?: boolean;
  cell: (entry: Entry) => ReactNode;
}

interface Props<Entry> {
  label: string;
  columns: readonly Column<Entry>[];
  rows: readonly Entry[];
  idOf: (entry: Entry) => string | number;
  /** Returns true for rows that are shown in a faded style, such as disabled users. */
  faded?: (entry: Entry) => boolean;
  sort?: string | undefined;
  onSort?: (sort: string) => void;
}

export function DataTable<Entry>({ label, columns, rows, idOf, faded, sort, onSort }: Props<Entry>) {
  const sorted = readSort(sort);
  return (
    <div className={classes.scroll}>
      <table data-sheet>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell
                key={column.key}
                column={column}
                dir={column.sort !== undefined && sorted?.field === column.sort ? sorted.dir : null}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)} data-faded={faded?.(row) || undefined}>
              {columns.map((column) =>
                column.heads ? (
                  <th key={column.key} scope="row">
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} className={classOf(column)} data-number={column.numeric || undefined}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && (
        <p className={classes.none} role="status">
          No data available
        </p>
      )}
    </div>
  );
}

interface HeaderCellProps {
  column: Column<never>;
  /** Sort direction if the table is sorted by this column; otherwise null. */
  dir: "asc" | "desc" | null;
  onSort: ((sort: string) => void) | undefined;
}

function HeaderCell({ column, dir, onSort }: HeaderCellProps) {
  return (
    <th
      scope="col"
      className={classOf(column)}
      data-number={column.numeric || undefined}
      aria-sort={dir ? (dir === "asc" ? "ascending" : "descending") : undefined}
    >
      {column.sort && onSort ? (
        <button type="button" onClick={() => onSort(`${column.sort}.${dir === "asc" ? "desc" : "asc"}`)}>
          {column.label}
          {dir === "asc" && <IconArrowUp size={14} aria-hidden />}
          {dir === "desc" && <IconArrowDown size={14} aria-hidden />}
        </button>
      ) : (
        column.label
      )}
    </th>
  );
}

const classOf = ({ acts }: Column<never>): string | undefined => (acts ? classes.actsCell : undefined);
