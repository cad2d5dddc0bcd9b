/** A plain table for lists that no record type describes: heads that sort, numbers at the right, a sticky first row. */
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { readSort } from "../../../records/common/record-search.ts";
import classes from "./administration.module.css";

export interface Column<Entry> {
  key: string;
  label: string;
  /** Sorted by the server under this field; absent where it cannot be. */
  sort?: string;
  numeric?: boolean;
  /** Names the row for readers. */
  heads?: boolean;
  /** Holds buttons: no wider than they are. */
  acts?: boolean;
  cell: (entry: Entry) => ReactNode;
}

interface Props<Entry> {
  label: string;
  columns: readonly Column<Entry>[];
  rows: readonly Entry[];
  idOf: (entry: Entry) => string | number;
  /** Looks different, as a whole: disabled people. */
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
            {columns.map((column) => {
              const own = column.sort !== undefined && sorted?.field === column.sort ? sorted.dir : null;
              return (
                <th
                  key={column.key}
                  scope="col"
                  className={classOf(column)}
                  data-number={column.numeric || undefined}
                  aria-sort={own ? (own === "asc" ? "ascending" : "descending") : undefined}
                >
                  {column.sort && onSort ? (
                    <button
                      type="button"
                      onClick={() => onSort(`${column.sort}.${own === "asc" ? "desc" : "asc"}`)}
                    >
                      {column.label}
                      {own === "asc" && <IconArrowUp size={14} aria-hidden />}
                      {own === "desc" && <IconArrowDown size={14} aria-hidden />}
                    </button>
                  ) : (
                    column.label
                  )}
                </th>
              );
            })}
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

const classOf = ({ acts }: Column<never>): string | undefined => (acts ? classes.actsCell : undefined);
