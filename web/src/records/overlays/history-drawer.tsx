/** The history of a row: who changed what, from what to what, and when (newest first). */

import { Alert, Badge, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Drawer } from "../../components/dialog.tsx";
import { momentInManila } from "../../lib/format.ts";
import { api, type HistoryEntry, type Row } from "../../lib/http/api.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { logAuthor } from "../../lib/log-author.ts";
import { ChangesTable } from "../common/changes-table.tsx";
import { rowName } from "../common/row-name.ts";

interface Props {
  record: AnyRecord;
  id: number;
  row: Row | undefined;
  onClose: () => void;
}

export function HistoryDrawer({ record, id, row, onClose }: Props) {
  const history = useQuery({
    queryKey: ["records", record.path, "history", id],
    queryFn: ({ signal }) => api.history(record.path, id, signal),
  });
  const name = row ? rowName(record, row) : `${record.noun.one} ${id}`;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={`History of ${name}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {history.isPending && (
        <Stack>
          <Skeleton height={70} />
          <Skeleton height={70} />
        </Stack>
      )}
      {history.isError && (
        <Alert color="red" role="alert">
          {messageOf(history.error)}
        </Alert>
      )}
      {history.data?.length === 0 && <Text>No changes have been logged for this row.</Text>}
      <Stack gap="lg">
        {history.data?.map((entry) => (
          <Entry
            key={`${entry.at} ${entry.action} ${JSON.stringify(entry.changes)}`}
            record={record}
            entry={entry}
          />
        ))}
      </Stack>
    </Drawer>
  );
}

function Entry({ record, entry }: { record: AnyRecord; entry: HistoryEntry }) {
  const changes = entry.changes ?? {};
  return (
    <article>
      <Text fw={600}>
        {logAuthor(entry)}{" "}
        <Badge variant="light" color="gray" ml={4} tt="none">
          {entry.action}
        </Badge>
      </Text>
      <Text size="sm" c="var(--app-soft)">
        {[entry.user_role, momentInManila(entry.at)].filter(Boolean).join(" · ")}
      </Text>
      {Object.keys(changes).length > 0 && <ChangesTable record={record} changes={changes} />}
    </article>
  );
}
