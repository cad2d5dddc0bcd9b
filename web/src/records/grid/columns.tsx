/** The columns of a record's table: status, stage, the record's fields, actions (spec sections 2, 4 and 6). */

import type { ColDef } from "ag-grid-community";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { momentInManila } from "../../lib/format.ts";
import type { Row } from "../../lib/http/api.ts";
import { askedFields, asksStatus, listedFields } from "../common/asked-fields.ts";
import { cellText, stageText } from "../common/cell-text.ts";
import { screensEnteredFrom } from "../common/record-screens.ts";
import { hiddenColumns, seesActions } from "../common/rights.ts";
import type { ColumnSlot, RecordSlots } from "../common/slots.ts";
import { CardCell } from "./card-cell.tsx";
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
  const all = [...fields.filter((field) => field !== title), ...(record.serverFields ?? [])];
  const shown = listedFields(record, user);
  const waiting = all.filter((field) => !shown.includes(field));
  const name = title
    ? [
        {
          ...fieldColumn(record, title),
          cellRenderer: TitleCell,
          // A name is as long as it likes; an id is not.
          width: title.name.endsWith("_id") ? 160 : narrow ? 220 : 300,
          hide: false,
        },
      ]
    : [];
  // Room for a button more for each kind of record that is entered from a row, and for each act of a feature.
  const more = screensEnteredFrom(record.path).length + (slots.acts?.length ?? 0);
  const own = { ...actions, width: 126 + 26 * more };
  const acts = seesActions(user) ? [narrow ? { ...own, pinned: null } : own] : [];
  const asked = asksStatus(record);
  const states = [...(record.approval ? [stage] : []), ...(asked ? [status] : [])];
  const leading = narrow ? [...name, ...states, ...acts] : [...acts, ...states, ...name];
  return [
    ...leading,
    ...(slots.columns ?? []).map(slotColumn),
    ...shown.map((field) => fieldColumn(record, field)),
    ...(record.scoped ? [changed] : []),
    ...waiting.map((field) => ({ ...fieldColumn(record, field), hide: true })),
    // What is approved has a status, also where nobody is asked for it: it says little of a row, and stands last.
    ...(record.approval && !asked ? [status] : []),
  ];
}

/** A phone shows each row as a card, which fills the width. */
export const cardColumns: ColDef<Row>[] = [
  {
    colId: "card",
    headerName: "Row",
    flex: 1,
    sortable: false,
    resizable: false,
    suppressMovable: true,
    comparator: asIs,
    // The card is drawn anew when anything of the row is another.
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
  // The cell is drawn anew when this is another: a row that is returned stays Pending.
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

/** When the row was last saved, by whomever. */
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

function fieldColumn({ parent }: AnyRecord, field: Field): ColDef<Row> {
  const numeric = field.kind === "integer" || field.kind === "decimal";
  return {
    colId: field.name,
    field: field.name,
    headerName: field.label,
    comparator: asIs,
    width: field.name === parent?.title ? 260 : widthOf(field),
    cellClass: numeric ? "numeric-cell" : undefined,
    ...(field.name === parent?.title ? { cellRenderer: ParentCell } : {}),
    headerClass: numeric ? "ag-right-aligned-header" : undefined,
    valueFormatter: ({ value }) => cellText(field, value),
  };
}

/** About what a heading needs in the two lines that it has, beside the cell's edges and its mark for sorting. */
function headingWidth(label: string): number {
  const words = label.split(" ");
  const breaks = words.map((_, place) =>
    [words.slice(0, place), words.slice(place)].map((line) => line.join(" ")),
  );
  return 46 + 8.5 * Math.min(...breaks.map((lines) => Math.max(...lines.map((line) => line.length))));
}

/** What a value of the kind needs, and its heading. */
function widthOf({ kind, name, label, options }: Field): number {
  if (kind === "long_text" || kind === "list") return 200;
  const isCode = label.length < 5 && options?.from !== "record";
  if (kind === "text") return name.endsWith("_name") ? 152 : isCode ? 90 : 150;
  const ofValue = kind === "year" || kind === "quarter" || kind === "integer" ? 92 : 120;
  return Math.max(ofValue, headingWidth(label));
}
