/**
 * History of a row, newest entry first: its comments, and for each change the user, the time, and the old and new
 * values.
 */

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Skeleton } from "../../components/button.tsx";
import { Stack, Tag, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { Drawer } from "../../components/overlays/dialog.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { momentInManila } from "../../lib/format.ts";
import type { HistoryEntry, Row } from "../../lib/http/api.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { logAuthor } from "../../lib/log-author.ts";
import { ChangesTable } from "../common/changes-table.tsx";
import { refusal } from "../common/rights.ts";
import { rowName } from "../common/row-name.ts";
import { historyQuery, rowQuery } from "../common/use-records.ts";
import { Comments } from "../review/comments.tsx";
import { VersionButton } from "./version-button.tsx";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  id: number;
  row: Row | undefined;
  onClose: () => void;
}

export function HistoryDrawer({ record, user, id, row, onClose }: Props) {
  const history = useQuery(historyQuery(record, id));
  // Current version of the row. Restoring an earlier version replaces the current version.
  const stored = useQuery({ ...rowQuery(record, id), enabled: record.scoped });
  const mine = stored.data && refusal(record, stored.data, user, "edit") === null ? stored.data : null;
  const [comment, setComment] = useState("");
  const name = row ? rowName(record, row) : `${record.noun.one} ${id}`;
  return (
    <Drawer onClose={onClose} size="lg" title={`History of ${name}`}>
      {record.approval && <Comments {...{ record, user, id }} text={comment} onText={setComment} />}
      {history.isPending && (
        <Stack>
          <Skeleton height={70} />
          <Skeleton height={70} />
        </Stack>
      )}
      {history.isError && <Notice tone="bad">{messageOf(history.error)}</Notice>}
      {history.data?.length === 0 && <Text>No changes are logged for this record.</Text>}
      <Stack>
        {history.data?.map((entry, place) => (
          <Entry key={entry.id} record={record} entry={entry}>
            {mine && entry.action !== "Delete" && hasChanged(history.data.slice(0, place)) && (
              <VersionButton record={record} row={mine} entry={entry} />
            )}
          </Entry>
        ))}
      </Stack>
    </Drawer>
  );
}

/** True if one of the entries changed the values of the row. */
const hasChanged = (entries: readonly HistoryEntry[]): boolean =>
  entries.some(({ action, changes }) => action === "Update" && changes);

function Entry(props: { record: AnyRecord; entry: HistoryEntry; children: ReactNode }) {
  const { record, entry, children } = props;
  const changes = entry.changes ?? {};
  return (
    <article>
      <Text strong>
        {logAuthor(entry)} <Tag>{entry.action}</Tag>
      </Text>
      <Text small soft>
        {[entry.user_role, momentInManila(entry.at)].filter(Boolean).join(" · ")}
      </Text>
      {Object.keys(changes).length > 0 && <ChangesTable record={record} changes={changes} />}
      {children}
    </article>
  );
}
