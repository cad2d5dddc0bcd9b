/** The columns of a record's table: status, stage, the record's fields, actions (spec sections 2, 4 and 6). */

import type { ColDef } from "ag-grid-community";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import { askedFields } from "../common/asked-fields.ts";
import { cellText, stageText } from "../common/cell-text.ts";
import { screensEnteredFrom } from "../common/record-screens.ts";
import { hiddenColumns, seesActions } from "../common/rights.ts";
import type { ColumnSlot, RecordSlots } from "../common/slots.ts";
import { ActionsCell, ParentCell, StageCell, StatusCell, TitleCell } from "./cells.tsx";

/** Sorting is the server's; the grid only shows its direction. */
const asIs = (): number => 0;

/** `narrow` puts the name first and freezes nothing, so that a phone shows what a row is about. */
export function columnsFor(
  record: AnyRecord,
  user: CurrentUser,
  narrow = false,
  slots: RecordSlots = {},
): ColDef<Row>[] {
  const withheld = hiddenColumns(record, user);
  const fields = askedFields(record).filter(
    (field) => !withheld.includes(field.name) && field.name !== "status",
  );
  const title = fields.find((field) => field.name === record.title);
  const others = fields.filter((field) => field !== title);
  const name = title
    ? [{ ...fieldColumn(record, title), cellRenderer: TitleCell, width: 260, hide: false }]
    : [];
  // Room for a button more for each kind of record that is entered from a row, and for each act of a feature.
  const more = screensEnteredFrom(record.path).length + (slots.acts?.length ?? 0);
  const own = { ...actions, width: 112 + 30 * more };
  const acts = seesActions(user) ? [narrow ? { ...own, pinned: null } : own] : [];
  const asked = askedFields(record).some((field) => field.name === "status");
  const states = [...(record.approval ? [stage] : []), ...(asked ? [status] : [])];
  const leading = narrow ? [...name, ...states, ...acts] : [...acts, ...states, ...name];
  return [
    ...leading,
    ...(slots.columns ?? []).map(slotColumn),
    ...others.map((field) => fieldColumn(record, field)),
    // What is approved has a status, also where nobody is asked for it: it says little of a row, and stands last.
    ...(record.approval && !asked ? [status] : []),
    ...(record.serverFields ?? []).map((field) => fieldColumn(record, field)),
  ];
}

const actions: ColDef<Row> = {
  colId: "actions",
  headerName: "Action",
  pinned: "left",
  sortable: false,
  resizable: false,
  suppressMovable: true,
  lockVisible: true,
  cellRenderer: ActionsCell,
  cellClass: "actions-cell",
};

const stage: ColDef<Row> = {
  colId: "process_stage",
  field: "process_stage",
  headerName: "Stage",
  width: 124,
  comparator: asIs,
  // The cell is drawn anew when this is another: a row that is returned stays Pending.
  valueGetter: ({ data }) => data && `${stageText(data)} ${data.review?.at ?? ""}`,
  cellRenderer: StageCell,
};

const status: ColDef<Row> = {
  colId: "status",
  field: "status",
  headerName: "Status",
  width: 136,
  comparator: asIs,
  cellRenderer: StatusCell,
};

const slotColumn = ({ name, label, width, text }: ColumnSlot): ColDef<Row> => ({
  colId: name,
  headerName: label,
  width,
  sortable: false,
  valueGetter: ({ data }) => (data ? text(data) : ""),
});

function fieldColumn({ parent }: AnyRecord, field: Field): ColDef<Row> {
  const numeric = field.kind === "integer" || field.kind === "decimal";
  return {
    colId: field.name,
    field: field.name,
    headerName: field.label,
    hide: !field.shown,
    comparator: asIs,
    width: widthOf(field),
    cellClass: numeric ? "numeric-cell" : undefined,
    ...(field.name === parent?.title ? { cellRenderer: ParentCell } : {}),
    headerClass: numeric ? "ag-right-aligned-header" : undefined,
    valueFormatter: ({ value }) => cellText(field, value),
  };
}

function widthOf(field: Field): number {
  if (field.kind === "long_text" || field.kind === "list") return 240;
  if (field.kind === "year" || field.kind === "quarter") return 120;
  if (field.kind === "text") return field.name.endsWith("_name") ? 180 : 160;
  return 140;
}
