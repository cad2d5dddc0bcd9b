/** The answer as a table with totals. Every number is a link to the list of its rows. */
import { useNavigate } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { mayOpen } from "../../lib/guards.ts";
import { type AnswerCell, type AnswerTable, isAdditive } from "./answer-table-model.ts";
import { listAddress } from "./cell-list.ts";
import classes from "./explore.module.css";
import { useHeat } from "./heat.ts";
import type { Question } from "./question.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  question: Question;
  table: AnswerTable;
  /** True to colour the cells by their value. */
  isHeat: boolean;
}

export function AnswerGrid(props: Props) {
  const { record, user, question, table, isHeat } = props;
  const navigate = useNavigate();
  const heat = useHeat(table, isHeat);
  const hasColumns = table.columns.length > 0 && table.columnLabel !== null;
  const open = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate({ href: link.pathname + link.search });
  };
  const number = (cell: AnswerCell, name: string, isTotal = false) => (
    <Number
      {...{ cell, name, isTotal }}
      address={mayOpen(user, "forms") ? listAddress(record, question, cell) : null}
      style={isTotal ? undefined : heat(cell.value)}
    />
  );
  const totalLabel = isAdditive(question) || table.isShare ? "Total" : "All";
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside take the keys.
    <div className={classes.scroll} onClick={open} data-heat={isHeat || undefined}>
      <table>
        <caption className="visually-hidden">
          {table.title} by {[...table.rowLabels, table.columnLabel].filter(Boolean).join(", ")}
        </caption>
        <thead>
          <tr>
            {table.rows.some(({ rank }) => rank !== null) && (
              <th scope="col" data-number>
                Rank
              </th>
            )}
            {table.rowLabels.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            {hasColumns &&
              table.columns.map(({ id, label }) => (
                <th key={id} scope="col" data-number>
                  {label}
                </th>
              ))}
            <th scope="col" data-number data-total>
              {hasColumns ? totalLabel : table.title}
            </th>
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.id}>
              {row.rank !== null && <td data-number>{row.rank}</td>}
              {row.labels.map((label, at) => (
                <th key={table.rowLabels[at]} scope="row">
                  {label}
                </th>
              ))}
              {hasColumns &&
                row.cells.map((cell, at) => (
                  <td key={table.columns[at]?.id} data-number>
                    {number(cell, `${row.labels.join(", ")}, ${table.columns[at]?.label}`)}
                  </td>
                ))}
              <td data-number data-total>
                {number(row.total, row.labels.join(", "), hasColumns)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            {table.rows.some(({ rank }) => rank !== null) && <td />}
            <th scope="row" colSpan={Math.max(1, table.rowLabels.length)}>
              {totalLabel}
            </th>
            {hasColumns &&
              table.totals.map((cell, at) => (
                <td key={table.columns[at]?.id} data-number>
                  {number(cell, `${totalLabel}, ${table.columns[at]?.label}`, true)}
                </td>
              ))}
            <td data-number data-total>
              {number(table.total, totalLabel, true)}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface NumberProps {
  cell: AnswerCell;
  /** Row and column of the number, for screen readers. */
  name: string;
  isTotal: boolean;
  address: string | null;
  style: { background: string; color: string } | undefined;
}

function Number({ cell, name, address, style }: NumberProps) {
  if (cell.text === "") return <span aria-hidden="true">–</span>;
  return address === null ? (
    <span className={classes.number} style={style}>
      {cell.text}
    </span>
  ) : (
    <a
      href={address}
      className={classes.number}
      style={style}
      data-zero={cell.value === 0 || undefined}
      aria-label={`${cell.text}: ${name}`}
    >
      {cell.text}
    </a>
  );
}
