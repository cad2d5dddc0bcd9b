/**
 * Notice that a row was saved but is not on the shown page. States where the row is, with a button that shows the row.
 */
import { useQuery } from "@tanstack/react-query";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { api } from "../../lib/http/api.ts";
import { stageText, titleText } from "../common/cell-text.ts";
import { filterBody } from "../common/list-body.ts";
import classes from "../common/record-screen.module.css";
import { type RecordSearch, tabOf } from "../common/record-search.ts";

interface Props {
  record: AnyRecord;
  id: number;
  search: RecordSearch;
  /** Opens the list with a sort order in which the saved row comes first. */
  onShow: (search: RecordSearch) => void;
  onClose: () => void;
}

/** Sort order that begins with the row changed last. */
const lastFirst = "updated_at.desc";

export default function SavedElsewhere({ record, id, search, onShow, onClose }: Props) {
  const tab = tabOf(search);
  const { data } = useQuery({
    queryKey: ["records", record.path, "saved", id, search],
    queryFn: async ({ signal }) => {
      const one = { id, page: 1, page_size: 1 };
      const [row] = (await api.list(record.path, one, signal)).data;
      const here = await api.list(record.path, { ...filterBody(record, search, tab), ...one }, signal);
      return row ? { row, isHere: here.data.length > 0 } : null;
    },
  });
  if (!data) return null;
  const { row, isHere } = data;
  const stage = stageText(row) === "Approved" ? "approved" : "pending";
  const elsewhere = record.approval && tab !== "all" && stage !== tab;
  const where = isHere
    ? "on another page of this list"
    : elsewhere
      ? `under ${stage === "approved" ? "Approved" : "New/Pending"}`
      : "not in this list, because of the search or a filter";
  const to: RecordSearch = isHere ? search : { tab: record.approval ? stage : undefined };
  return (
    <div className={classes.drill} role="status">
      <span>
        <strong>{titleText(record, row)}</strong> is saved. It is {where}.
      </span>
      {record.scoped && (
        <Button look="default" onClick={() => onShow({ ...to, sort: lastFirst, page: undefined })}>
          Show it
        </Button>
      )}
      <Button look="subtle" onClick={onClose}>
        Dismiss
      </Button>
    </div>
  );
}
