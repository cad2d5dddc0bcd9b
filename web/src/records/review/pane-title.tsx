/** Title of the pane: the name of the row, its form and period, and who entered it. */
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { reportingFields } from "#shared/records/vocabulary/groups.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { IconButton } from "../../components/button.tsx";
import { Text } from "../../components/layout.tsx";
import { momentInManila } from "../../lib/format.ts";
import type { Row } from "../../lib/http/api.ts";
import { logAuthor } from "../../lib/log-author.ts";
import { headingOf } from "../common/record-screens.ts";
import { rowName, shownValue } from "../common/row-name.ts";
import { historyQuery } from "../common/use-records.ts";
import classes from "./row-pane.module.css";

interface Props {
  record: AnyRecord;
  id: number;
  /** The row; null while the row loads, or if it was deleted. */
  row: Row | null;
  /** Id of the heading, which names the pane. */
  heading: string;
  onClose: () => void;
}

export function PaneTitle({ record, id, row, heading, onClose }: Props) {
  return (
    <div className={classes.title}>
      <div>
        <h2 id={heading} className={classes.heading}>
          {row ? rowName(record, row) : `${record.noun.one} ${id}`}
        </h2>
        <Text small soft>
          {[headingOf(record), ...(row ? [...period(record, row)] : [])].join(" · ")}
        </Text>
        {row && <Entered record={record} row={row} />}
      </div>
      <IconButton aria-label="Close" tone="plain" onClick={onClose}>
        <IconX size={18} aria-hidden />
      </IconButton>
    </div>
  );
}

/** Returns the reporting year, quarter and month of the row, without empty parts. */
const period = (record: AnyRecord, row: Row): string[] =>
  reportingFields.flatMap(({ name }) => (row[name] ? [shownValue(record, name, row[name])] : []));

/** Shows who entered the row, and when. Empty until the history has loaded, and without a history. */
function Entered({ record, row }: { record: AnyRecord; row: Row }) {
  const { data } = useQuery(historyQuery(record, row.id));
  const entry = data?.find(({ action }) => action === "Insert");
  if (!entry) return null;
  return (
    <Text small soft>
      Entered by {logAuthor(entry)}, {momentInManila(entry.at)}
    </Text>
  );
}
