/** One log entry: the user with the office, the time, and the old and new value of every changed field. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Skeleton } from "../../../components/button.tsx";
import { Facts } from "../../../components/facts.tsx";
import { Text } from "../../../components/layout.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Drawer } from "../../../components/overlays/dialog.tsx";
import { momentInManila } from "../../../lib/format.ts";
import { messageOf } from "../../../lib/http/problem.ts";
import { logAuthor } from "../../../lib/log-author.ts";
import { DescribedChanges } from "../../../records/common/changes-table.tsx";
import { linkTo, screenByRoute } from "../../../records/common/record-screens.ts";
import { type LogEntry, userLog } from "../common/admin-api.ts";
import { roleNames, useRoles } from "../people/use-roles.ts";
import { changesOf } from "./entry-changes.ts";
import { actionOf, statusOf, subjectOf } from "./subjects.ts";

interface Props {
  id: number;
  /** The log entry, if the list has already loaded this entry. */
  known: LogEntry | undefined;
  onClose: () => void;
}

export default function EntryDrawer({ id, known, onClose }: Props) {
  const asked = useQuery({
    queryKey: ["user-log", "entry", id],
    queryFn: async ({ signal }) =>
      (await userLog.read({ id, page: 1, page_size: 1 }, signal)).data.find((one) => one.id === id) ?? null,
    enabled: known === undefined,
  });
  const entry = known ?? asked.data;
  return (
    <Drawer
      onClose={onClose}
      size="lg"
      title={entry ? `${actionOf(entry)}: ${entry.form_label ?? entry.form_name}` : "Log entry"}
    >
      {!known && asked.isPending && <Skeleton height={160} />}
      {asked.isError && <Notice tone="bad">{messageOf(asked.error)}</Notice>}
      {entry === null && <Text>There is no such entry, or it belongs to another office.</Text>}
      {entry && <Entry entry={entry} />}
    </Drawer>
  );
}

function Entry({ entry }: { entry: LogEntry }) {
  const screen = entry.route ? screenByRoute(entry.route) : undefined;
  const roles = roleNames(useRoles().data);
  const facts: [string, string | null][] = [
    ["Person", [logAuthor(entry), entry.user_role].filter(Boolean).join(" · ")],
    ["Time", momentInManila(entry.at)],
    ["Form", entry.form_label ?? entry.form_name],
    ["Subject", subjectOf(entry)],
    ["Office", [entry.province_name, entry.region_name].filter(Boolean).join(", ")],
    ["Status", statusOf(entry)],
  ];
  const gone = entry.action === "Delete";
  return (
    <>
      <Facts facts={facts} />
      {screen && entry.row_id !== null && !gone && (
        <p>
          <Link {...linkTo(screen)} search={{ history: entry.row_id }}>
            All changes of this row
          </Link>
        </p>
      )}
      {entry.changes ? (
        <DescribedChanges changes={changesOf(entry, roles)} />
      ) : (
        <Text soft>{entry.action === "Insert" ? "The row was added." : "No field was changed."}</Text>
      )}
    </>
  );
}
