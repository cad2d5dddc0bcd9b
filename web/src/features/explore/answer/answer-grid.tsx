/** The result of an Explore query as a table with totals. Every number links to the list of its counted rows. */
import type { CSSProperties } from "react";
import classes from "../common/explore.module.css";
import type { AnswerCell, AnswerRow, AnswerTable } from "./answer-table-model.ts";
import { useHeat } from "./heat.ts";
import { useLinks } from "./use-links.ts";

interface Props {
  table: AnswerTable;
  /** Returns the address of the list of the counted rows; null if the user may not open lists. */
  addressOf: (cell: AnswerCell) => string | null;
  /** True to colour the cells by their value. */
  isHeat: boolean;
}

interface PartProps extends Props {
  isRanked: boolean;
  hasColumns: boolean;
  heat: (value: number | null) => CSSProperties | undefined;
}

export function AnswerGrid(props: Props) {
  const { table, isHeat } = props;
  const links = useLinks();
  const part: PartProps = {
    ...props,
    isRanked: table.rows.some(({ rank }) => rank !== null),
    hasColumns: table.columnLabel !== null,
    heat: useHeat(table, isHeat),
  };
  return (
    <div className={classes.scroll} ref={links} data-heat={isHeat || undefined}>
      <table>
        <caption className="visually-hidden">
          {table.title} by {[...table.rowLabels, table.columnLabel].filter(Boolean).join(", ")}
        </caption>
        <Head {...part} />
        <tbody>
          {table.rows.map((row) => (
            <Row key={row.id} {...part} row={row} />
          ))}
        </tbody>
        <Totals {...part} />
      </table>
    </div>
  );
}

const Head = ({ table, isRanked, hasColumns }: PartProps) => (
  <thead>
    <tr>
      {isRanked && (
        <th scope="col" data-number>
          Rank
        </th>
      )}
      {table.rowLabels.map((label) => (
        <th key={label} scope="col">
          {label}
        </th>
      ))}
      {table.rowLabels.length === 0 && <td />}
      {hasColumns &&
        table.columns.map(({ id, label }) => (
          <th key={id} scope="col" data-number>
            {label}
          </th>
        ))}
      <th scope="col" data-number data-total>
        {hasColumns ? table.totalLabel : table.title}
      </th>
    </tr>
  </thead>
);

function Row({ table, row, heat, addressOf, isRanked, hasColumns }: PartProps & { row: AnswerRow }) {
  return (
    <tr>
      {isRanked && <td data-number>{row.rank}</td>}
      {row.labels.map((label, at) => (
        <th key={table.rowLabels[at]} scope="row" title={label}>
          {label}
        </th>
      ))}
      {hasColumns &&
        row.cells.map((cell, at) => {
          const column = table.columns[at];
          return (
            <td key={column?.id} data-number style={heat(cell.value)}>
              <Amount
                cell={cell}
                name={`${row.labels.join(", ")}, ${column?.label}`}
                address={addressOf(cell)}
              />
            </td>
          );
        })}
      <td data-number data-total style={hasColumns ? undefined : heat(row.total.value)}>
        <Amount cell={row.total} name={row.labels.join(", ")} address={addressOf(row.total)} />
      </td>
    </tr>
  );
}

function Totals({ table, addressOf, isRanked, hasColumns }: PartProps) {
  const { totalLabel, totals, total, columns, rowLabels } = table;
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={Math.max(1, rowLabels.length) + (isRanked ? 1 : 0)}>
          {totalLabel}
        </th>
        {hasColumns &&
          totals.map((cell, at) => (
            <td key={columns[at]?.id} data-number>
              <Amount cell={cell} name={`${totalLabel}, ${columns[at]?.label}`} address={addressOf(cell)} />
            </td>
          ))}
        <td data-number data-total>
          <Amount cell={total} name={totalLabel} address={addressOf(total)} />
        </td>
      </tr>
    </tfoot>
  );
}

interface AmountProps {
  cell: AnswerCell;
  /** Labels of the row and column of the number, for screen readers. */
  name: string;
  address: string | null;
}

function Amount({ cell, name, address }: AmountProps) {
  if (cell.text === "") return <span aria-hidden="true">–</span>;
  const common = { className: classes.number, "data-zero": cell.value === 0 || undefined };
  return address === null ? (
    <span {...common}>{cell.text}</span>
  ) : (
    <a {...common} href={address} aria-label={`${cell.text}: ${name}`}>
      {cell.text}
    </a>
  );
}
