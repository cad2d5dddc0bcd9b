/** Columns of the table of a record type: status, stage, fields and actions (spec sections 2, 4 and 6). */

import type { ColDef } from "ag-grid-community";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { fieldsOfUnusualValues } from "#shared/records/vocabulary/unusual-values.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { momentInManila } from "../../lib/format.ts";
import type { Row } from "../../lib/http/api.ts";
import { cellText, stageText } from "../common/cell-text.ts";
import { hiddenColumns, seesActions } from "../common/rights.ts";
import { defaultColumns, hasStatusField, screenFields } from "../common/screen-fields.ts";
import type { ColumnSlot, RecordSlots } from "../common/slots.ts";
import { ActionsCell, ParentCell, StageCell, StatusCell, TitleCell } from "./cells.tsx";
import { boldWidth, cellPadding, nameWidths } from "./text-width.ts";
import { UnusualCell } from "./unusual-marks.tsx";
import type { Columns } from "./view-state.ts";

/** Comparator that keeps the order of the rows, because the server sorts them. The grid only shows the sort arrow. */
const asIs = (): number => 0;

/**
 * Builds the columns of the table.
 * @param narrow True on a phone. The name is then the first column and no column is frozen, so that the name stays
 * visible.
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
  const name = title ? [nameColumn(record, title)] : [];
  const acts = seesActions(user) ? [narrow ? { ...actions, pinned: null } : actions] : [];
  // A status that users enter is one of the leading columns. `record.columns` gives the position of a status that only
  // the server sets.
  const asked = hasStatusField(record);
  const status = statusColumn(record);
  const states = [...(record.approval ? [stage] : []), ...(asked ? [status] : [])];
  const leading = narrow ? [...name, ...states, ...acts] : [...acts, ...states, ...name];
  const placed = record.columns.flatMap((column) => {
    if (column === "status") return record.approval && !asked ? [status] : [];
    return shown.filter((field) => field.name === column).map((field) => fieldColumn(record, field));
  });
  return [
    ...leading,
    ...(slots.columns ?? []).map(slotColumn),
    ...placed,
    ...(record.scoped ? [changed] : []),
    ...all
      .filter((field) => !shown.includes(field))
      .map((field) => ({ ...fieldColumn(record, field), hide: true })),
    ...(record.approval && !asked && !placed.includes(status) ? [status] : []),
  ];
}

/**
 * Returns the visible columns in their original order.
 * @param settings The user's settings of the columns. Null if the user has changed none.
 */
export function shownColumns(
  record: AnyRecord,
  user: CurrentUser,
  settings: Columns | null,
  slots: RecordSlots = {},
): ColDef<Row>[] {
  const hidden = new Map(settings?.map(({ colId, hide }) => [colId, hide === true]));
  return columnsFor(record, user, false, slots).filter(
    ({ colId, hide }) => !(hidden.get(String(colId)) ?? hide),
  );
}

const actions: ColDef<Row> = {
  colId: "actions",
  headerName: "Action",
  pinned: "left",
  // Width in pixels for two buttons: a button with a word, and the menu button.
  initialWidth: 100,
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
  initialWidth: 98,
  comparator: asIs,
  // The value includes the time of the last review action. Otherwise, the grid would not update the cell when a
  // reviewer returns a row, because the stage stays Pending.
  valueGetter: ({ data }) => data && `${stageText(data)} ${data.review?.at ?? ""}`,
  cellRenderer: StageCell,
};

/** Returns the status column. The record type can name it differently, for example "Level". */
const statusColumn = ({ fields }: AnyRecord): ColDef<Row> => ({
  colId: "status",
  field: "status",
  headerName: fields.find(({ name }) => name === "status")?.label ?? "Status",
  initialWidth: 140,
  comparator: asIs,
  cellRenderer: StatusCell,
});

/** Width of the sort arrow in pixels. Name columns reserve this width, because most lists are sorted by name. */
const sortArrow = 14;

/** Width in pixels of a date with a time. */
const momentWidth = 164;

/** Time at which the row was last saved, by any user. */
const changed: ColDef<Row> = {
  colId: "updated_at",
  field: "updated_at",
  headerName: "Changed",
  initialWidth: momentWidth,
  comparator: asIs,
  valueFormatter: ({ value }) => (typeof value === "string" ? momentInManila(value) : ""),
};

const slotColumn = ({ name, label, width, text }: ColumnSlot): ColDef<Row> => ({
  colId: name,
  headerName: label,
  initialWidth: width,
  sortable: false,
  valueGetter: ({ data }) => (data ? text(data) : ""),
});

/** Returns the column with the names of rows. The width is preliminary until the names of the page are loaded. */
const nameColumn = (record: AnyRecord, title: Field): ColDef<Row> => ({
  ...fieldColumn(record, title),
  cellRenderer: TitleCell,
  initialWidth: title.name.endsWith("_id") ? 160 : 300,
  hide: false,
});

/**
 * Returns the widths of the columns that contain names of rows or parents, to fit the names on the page.
 * @param widest Maximum width in pixels, which depends on the window.
 */
export function nameColumnWidths(
  record: AnyRecord,
  rows: readonly Row[],
  widest: number,
): { key: string; newWidth: number }[] {
  const names = [...new Set([record.title, record.parent?.title])].filter((name) => name !== undefined);
  return names.map((key) => {
    const longest = Math.max(0, ...rows.map((row) => boldWidth(String(row[key] ?? ""))));
    const heading = boldWidth(record.fields.find(({ name }) => name === key)?.label ?? "") + sortArrow;
    const wanted = Math.ceil(Math.max(longest, heading)) + cellPadding;
    return { key, newWidth: Math.max(nameWidths.least, Math.min(wanted, nameWidths.most, widest)) };
  });
}

function fieldColumn(record: AnyRecord, field: Field): ColDef<Row> {
  const { parent } = record;
  const numeric = field.kind === "integer" || field.kind === "decimal";
  return {
    colId: field.name,
    field: field.name,
    headerName: field.label,
    comparator: asIs,
    initialWidth: field.name === parent?.title ? 260 : widthOf(field),
    cellClass: numeric ? "numeric-cell" : undefined,
    ...(field.name === parent?.title ? { cellRenderer: ParentCell } : {}),
    ...(fieldsOfUnusualValues(record).includes(field.name) ? { cellRenderer: UnusualCell } : {}),
    headerClass: numeric ? "ag-right-aligned-header" : undefined,
    valueFormatter: ({ value }) => cellText(field, value),
  };
}

/** Returns the width in pixels that a heading needs on two lines. */
function headingWidth(label: string): number {
  const words = label.split(" ");
  const breaks = words.map((_, place) =>
    [words.slice(0, place), words.slice(place)].map((line) => line.join(" ")),
  );
  return Math.ceil(cellPadding + Math.min(...breaks.map((lines) => Math.max(...lines.map(boldWidth)))));
}

/** Returns the width in pixels of a field's column, to fit the heading and typical values of the field's kind. */
function widthOf({ kind, name, label, options, moment }: Field): number {
  if (moment) return momentWidth;
  if (kind === "list") return 240;
  if (kind === "long_text") return 200;
  const isCode = label.length < 5 && options?.from !== "record";
  if (kind === "text") return name.endsWith("_name") ? 152 : isCode ? 90 : 150;
  const ofValue =
    kind === "year" || kind === "quarter" || kind === "integer" ? 76 : kind === "date" ? 122 : 112;
  return Math.max(ofValue, headingWidth(label));
}
