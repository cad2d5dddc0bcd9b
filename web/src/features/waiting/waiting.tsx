/**
 * The page "Waiting to send": entries that are saved only in this browser, and the drafts of all record types. The user
 * can correct, delete and export entries.
 */
import { useSyncExternalStore } from "react";
import { Button, Skeleton } from "../../components/button.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Page } from "../../components/page.tsx";
import { connection, onConnection } from "../../lib/http/connection.ts";
import { type Entry, entriesText, isUnsent, refusedText } from "../../lib/outbox/entry.ts";
import { entryFlow, removableSent } from "../../lib/outbox/flow.ts";
import { changeEntry, removeEntries } from "../../lib/outbox/store.ts";
import { useOutbox } from "../../lib/outbox/use-outbox.ts";
import { useUser } from "../../lib/user.ts";
import { recordScreens } from "../../records/common/record-screens.ts";
import { useDraftsOf } from "../../records/form/drafts/drafts.ts";
import { AllDrafts } from "./all-drafts.tsx";
import { EntryTable } from "./entry-table.tsx";
import { referredIn } from "./remove-leftovers.ts";
import { StorageLine } from "./storage-line.tsx";
import { useEntryExport } from "./use-entry-export.ts";
import classes from "./waiting.module.css";

export function Waiting() {
  const user = useUser();
  const entries = useOutbox(user.id);
  const { lost } = useSyncExternalStore(onConnection, connection);
  return (
    <Page
      title="Waiting to send"
      lead="Entries that you saved on this computer and that are not on the server yet. Each is sent once, when the connection is back."
    >
      {!entries && <Skeleton height={240} />}
      {entries && <Entries entries={entries} lost={lost} />}
      <AllDrafts user={user} />
      <StorageLine />
    </Page>
  );
}

function Entries({ entries, lost }: { entries: readonly Entry[]; lost: boolean }) {
  const unsent = entries.filter(isUnsent);
  const refused = unsent.filter(({ state }) => state === "refused");
  const waiting = unsent.filter(({ state }) => state !== "refused");
  const sent = entries.filter((entry) => !isUnsent(entry));
  return (
    <>
      <Tools entries={entries} unsent={unsent} waiting={waiting.length} lost={lost} />
      {unsent.length === 0 && <Text className={classes.part}>Everything has been sent.</Text>}
      <EntryTable title="Not accepted" entries={refused} all={entries} lost={lost} />
      <EntryTable title="Waiting" entries={waiting} all={entries} lost={lost} />
      <EntryTable title="Sent" entries={sent.toReversed()} all={entries} lost={lost} />
    </>
  );
}

interface ToolsProps {
  entries: readonly Entry[];
  unsent: readonly Entry[];
  /** Number of unsent entries that the server has not refused. */
  waiting: number;
  lost: boolean;
}

function Tools({ entries, unsent, waiting, lost }: ToolsProps) {
  const { exporting, toExcel } = useEntryExport(unsent);
  const sendNow = () =>
    Promise.all(
      unsent
        .filter(({ state }) => state === "waiting")
        .map(({ id, userId }) => changeEntry(userId, id, (entry) => entryFlow(entry, { type: "again" }))),
    );
  const drafts = useDraftsOf(useUser(), recordScreens).map(({ stored }) => stored);
  const removable = removableSent(entries, referredIn(drafts));
  return (
    <Group className={classes.part}>
      <Text small soft role="status">
        {entriesText(waiting)} to send{waiting > 0 && lost && ", when the connection is back"}.
        {unsent.length > waiting &&
          ` ${refusedText(unsent.length - waiting)} Correct or delete what is listed below.`}
      </Text>
      {unsent.length > 0 && (
        <Button look="default" disabled={lost || waiting === 0} onClick={() => void sendNow()}>
          Send now
        </Button>
      )}
      {unsent.some(({ work }) => work.kind === "row") && (
        <Button look="default" loading={exporting} onClick={toExcel}>
          Export to Excel
        </Button>
      )}
      {removable.length > 0 && (
        <Button look="subtle" onClick={() => void removeEntries(removable.map(({ id }) => id))}>
          Clear the sent entries
        </Button>
      )}
    </Group>
  );
}
