/** Card that shows a row on a phone: name, period, further values, stage or status, and buttons for actions. */

import { cellText } from "../common/cell-text.ts";
import classes from "../common/cells.module.css";
import { seesActions } from "../common/rights.ts";
import { defaultColumns, hasStatusField } from "../common/screen-fields.ts";
import { ActionsCell, StageCell, StatusCell, TitleCell } from "../grid/cells.tsx";
import type { CellParams } from "../grid/grid-context.ts";

/** Maximum number of values on a card, so that they fit on four lines. */
const mostFacts = 6;

export function Card(params: CellParams) {
  const { data, context } = params;
  if (!data) return null;
  const { record, user } = context;
  const facts = defaultColumns(record, user)
    .map((field) => ({ field, text: cellText(field, data[field.name]) }))
    .filter(({ text }) => text !== "")
    .slice(0, mostFacts);
  return (
    <span className={classes.card}>
      <TitleCell {...params} />
      <span className={classes.facts}>
        {facts.map(({ field, text }) => (
          <span key={field.name}>
            {/* Periods and places need no label: their values explain themselves. */}
            {field.options?.from !== "place" && field.group !== "reporting" && (
              <span className={classes.factLabel}>{field.label} </span>
            )}
            {text}
          </span>
        ))}
      </span>
      <span className={classes.foot}>
        {record.approval && <StageCell {...params} />}
        {!record.approval && hasStatusField(record) && <StatusCell {...params} value={data.status} />}
        {seesActions(user) && <ActionsCell {...params} />}
      </span>
    </span>
  );
}
