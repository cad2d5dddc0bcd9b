/** Columns of a record type's table: status, stage, the fields and the actions (spec sections 2, 4 and 6). */

import type { ColDef } from "ag-grid-community";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { fieldsOfUnusualValues } from "#shared/records/vocabulary/unusual-values.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { momentInManila } from "../../lib/format.ts";
import type { Row } from "../../lib/http/api.ts";
import { cellText, stageText } from "../common/cell-text.ts";
import { screensEnteredFrom } from "../common/record-screens.ts";
import { hiddenColumns, seesActions } from "../common/rights.ts";
import { defaultColumns, hasStatusField, screenFields } from "../common/screen-fields.ts";
import type { ColumnSlot, RecordSlots } from "../common/slots.ts";
import { CardCell } from "./card-cell.tsx";
import { ActionsCell, ParentCell, StageCell, StatusCell, TitleCell } from "./cells.tsx";
import { UnusualCell } from "./unusual-marks.tsx";

/** The server sorts; the grid only shows the direction. */
const asIs = (): number => 0;

/**
 * Builds the columns.
 * @param narrow True on a phone: the name comes first and no column is frozen, so that the name stays visible.
 */
export function columnsFor(
  record: AnyRecord,
  user: CurrentUser,
  narrow = false,
  slots: RecordSlots = {},
): ColDef<Row>[] {
  const withheld = hiddenColumns(record, user);
  const fields = screenFields(record).filter(
    (field) => !withheld.includes(field.name) && field.name !== "status",
  );
  const title = fields.find((field) => field.name === record.title);
  const all = [...fields.filter((field) => field !== title), ...(record.serverFields ?? [])];
  const shown = defaultColumns(record, user);
  const waiting = all.filter((field) => !shown.includes(field));
  const name = title
    ? [
        {
          ...fieldColumn(record, title),
          cellRenderer: TitleCell,
          // Columns with names are wider than columns with ids.
          width: title.name.endsWith("_id") ? 160 : narrow ? 220 : 300,
          hide: false,
        },
      ]
    : [];
  // The action column has room for additional buttons: one per record type whose new rows are entered from a row of
  // this list, and one per action that a feature adds.
  const more = screensEnteredFrom(record.path).length + (slots.acts?.length ?? 0);
  const own = { ...actions, width: 126 + 26 * more };
  const acts = seesActions(user) ? [narrow ? { ...own, pinned: null } : own] : [];
  const asked = hasStatusField(record);
  const states = [...(record.approval ? [stage] : []), ...(asked ? [status] : [])];
  const leading = narrow ? [...name, ...states, ...acts] : [...acts, ...states, ...name];
  return [
    ...leading,
    ...(slots.columns ?? []).map(slotColumn),
    ...shown.map((field) => fieldColumn(record, field)),
    ...(record.scoped ? [changed] : []),
    ...waiting.map((field) => ({ ...fieldColumn(record, field), hide: true })),
    // Record types with approval have a status even if users don't enter the status. The status is of little use in the
    // list, so it comes last.
    ...(record.approval && !asked ? [status] : []),
  ];
}

/** Single column for phones: each row is a card that fills the width. */
export const cardColumns: ColDef<Row>[] = [
  {
    colId: "card",
    headerName: "Row",
    flex: 1,
    sortable: false,
    resizable: false,
    suppressMovable: true,
    comparator: asIs,
    // This value is not displayed. It changes whenever the row is saved, returned or approved, so that the grid draws
    // the card again.
    valueGetter: ({ data }) => `${data?.row_version} ${data?.review?.at ?? ""} ${data?.process_stage}`,
    cellRenderer: CardCell,
  },
];

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
  width: 112,
  comparator: asIs,
  // The value includes the time of the last review action, so that the grid draws the cell again when a Pending row is
  // returned.
  valueGetter: ({ data }) => data && `${stageText(data)} ${data.review?.at ?? ""}`,
  cellRenderer: StageCell,
};

const status: ColDef<Row> = {
  colId: "status",
  field: "status",
  headerName: "Status",
  width: 126,
  comparator: asIs,
  cellRenderer: StatusCell,
};

/** Time at which the row was last saved, by any user. */
const changed: ColDef<Row> = {
  colId: "updated_at",
  field: "updated_at",
  headerName: "Changed",
  width: 164,
  comparator: asIs,
  valueFormatter: ({ value }) => (typeof value === "string" ? momentInManila(value) : ""),
};

const slotColumn = ({ name, label, width, text }: ColumnSlot): ColDef<Row> => ({
  colId: name,
  headerName: label,
  width,
  sortable: false,
  valueGetter: ({ data }) => (data ? text(data) : ""),
});

function fieldColumn(record: AnyRecord, field: Field): ColDef<Row> {
  const { parent } = record;
  const numeric = field.kind === "integer" || field.kind === "decimal";
  return {
    colId: field.name,
    field: field.name,
    headerName: field.label,
    comparator: asIs,
    width: field.name === parent?.title ? 260 : widthOf(field),
    cellClass: numeric ? "numeric-cell" : undefined,
    ...(field.name === parent?.title ? { cellRenderer: ParentCell } : {}),
    ...(fieldsOfUnusualValues(record).includes(field.name) ? { cellRenderer: UnusualCell } : {}),
    headerClass: numeric ? "ag-right-aligned-header" : undefined,
    valueFormatter: ({ value }) => cellText(field, value),
  };
}

/** Returns the approximate width in pixels of a heading on two lines, with padding and sort icon. */
function headingWidth(label: string): number {
  const words = label.split(" ");
  const breaks = words.map((_, place) =>
    [words.slice(0, place), words.slice(place)].map((line) => line.join(" ")),
  );
  return 46 + 8.5 * Math.min(...breaks.map((lines) => Math.max(...lines.map((line) => line.length))));
}

/** Returns the column width in pixels that fits the heading and values of the field's kind. */
function widthOf({ kind, name, label, options }: Field): number {
  if (kind === "long_text" || kind === "list") return 200;
  const isCode = label.length < 5 && options?.from !== "record";
  if (kind === "text") return name.endsWith("_name") ? 152 : isCode ? 90 : 150;
  const ofValue = kind === "year" || kind === "quarter" || kind === "integer" ? 92 : 120;
  return Math.max(ofValue, headingWidth(label));
}
