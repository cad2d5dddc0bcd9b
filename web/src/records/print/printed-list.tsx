/**
 * A list on paper: the heading, the filters in words, and the rows of the page with the visible columns. It replaces the
 * screen while the browser prints.
 */
import { useQuery } from "@tanstack/react-query";
import { fullLabel } from "#shared/records/vocabulary/full-label.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { count, momentInManila, totalText } from "../../lib/format.ts";
import type { Row } from "../../lib/http/api.ts";
import { defaultPageSize } from "../../lib/page-sizes.ts";
import { cellText, stageText } from "../common/cell-text.ts";
import { type RecordSearch, tabOf } from "../common/record-search.ts";
import { screenFields } from "../common/screen-fields.ts";
import type { RecordSlots } from "../common/slots.ts";
import { wordsQuery } from "../conditions/list-words.ts";
import { shownColumns } from "../grid/columns.tsx";
import type { Columns } from "../grid/view-state.ts";
import type { TextOf } from "./print-columns.ts";
import classes from "./printed-report.module.css";
import { PrintedReport } from "./printed-report.tsx";

interface Found {
  /** The rows of the page. */
  data: readonly Row[];
  /** Number of rows of the whole list. */
  total: number;
  /** True if the list has more rows than `total`. */
  total_capped?: boolean;
}

/** The parts of the state of a data screen that the printed list needs. */
interface Props {
  props: { record: AnyRecord; user: CurrentUser; search: RecordSearch; slots?: RecordSlots | undefined };
  rows: { data: Found | undefined };
  views: { view: { columns: Columns | null } };
}

export default function PrintedList({ rows: { data }, ...list }: Props) {
  return data && data.data.length > 0 ? <List {...list} found={data} /> : null;
}

function List({ props, views, found }: Omit<Props, "rows"> & { found: Found }) {
  const { record, user, search, slots } = props;
  const { data: rows, total, total_capped: capped } = found;
  const { data: words = [] } = useQuery(wordsQuery(record, search, tabOf(search)));
  const first = ((search.page ?? 1) - 1) * (search.size ?? defaultPageSize) + 1;
  const fields = visibleFields(record, user, slots, views.view.columns);
  const range = `Rows ${count(first)} to ${count(first + rows.length - 1)} of ${totalText(total, capped)}.`;
  const rest = rows.length < total ? " Export the list to print all rows." : "";
  const textOf: TextOf = (field, row) => {
    if (field.name === "process_stage") return stageText(row);
    if (field.name === "updated_at") return momentInManila(String(row.updated_at ?? ""));
    const own = slots?.columns?.find(({ name }) => name === field.name);
    return own ? own.text(row as Row) : cellText(field, row[field.name]);
  };
  return (
    <div className={classes.list}>
      <PrintedReport
        caption={fullLabel(record)}
        about={[...words, `${range}${rest}`].join(" · ")}
        layout={{ fields, groups: record.groups, title: record.title, footer: false }}
        {...{ rows, first, textOf }}
      />
    </div>
  );
}

/** Returns the fields of the visible columns in their order on the screen, without the buttons. */
function visibleFields(
  record: AnyRecord,
  user: CurrentUser,
  slots: RecordSlots | undefined,
  columns: Columns | null,
): Field[] {
  const known = [...screenFields(record), ...(record.serverFields ?? [])];
  const places = new Map(columns?.map(({ colId }, at) => [colId, at]));
  const place = (name: string) => places.get(name) ?? places.size;
  return shownColumns(record, user, columns, slots)
    .filter(({ colId }) => colId !== "actions")
    .map(({ colId: name = "", headerName: label = "" }) => ({
      ...(known.find((field) => field.name === name) ?? ({ kind: "text", group: "" } as const)),
      ...{ name, label },
    }))
    .toSorted((one, other) => place(one.name) - place(other.name));
}
