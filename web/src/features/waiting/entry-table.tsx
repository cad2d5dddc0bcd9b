/** Table of outbox entries. Each row shows the state and the possible actions of an entry. */
import { Link } from "@tanstack/react-router";
import { Button } from "../../components/button.tsx";
import { Group } from "../../components/layout.tsx";
import { Scroller } from "../../components/scroller.tsx";
import { momentOf } from "../../lib/format.ts";
import { notify, notifyWithUndo } from "../../lib/notify.ts";
import { type Entry, entriesText } from "../../lib/outbox/entry.ts";
import { dependents, entryFlow } from "../../lib/outbox/flow.ts";
import { changeEntry, removeEntries } from "../../lib/outbox/store.ts";
import { linkTo, screenByRoute } from "../../records/common/record-screens.ts";
import { EntryPhotos } from "./entry-photos.tsx";
import { repairOf } from "./repair.ts";
import { formSearch, kindText, stateText } from "./state-text.ts";
import classes from "./waiting.module.css";

interface Props {
  title: string;
  entries: readonly Entry[];
  /** All entries of the outbox, including entries that other entries wait for. */
  all: readonly Entry[];
  lost: boolean;
}

export function EntryTable({ title, entries, all, lost }: Props) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title} className={classes.part}>
      <h2>{title}</h2>
      <Scroller label={`Entries: ${title}`}>
        <table className={classes.entries}>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Kind</th>
              <th scope="col">Saved here</th>
              <th scope="col">State</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td>
                  <EntryName entry={entry} />
                </td>
                <td>{kindText(entry)}</td>
                <td>{momentOf(entry.at)}</td>
                <td>{stateText(entry, all, lost)}</td>
                <td>
                  <Acts entry={entry} all={all} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  );
}

/** The name of an entry. If the row is stored, the name is a link to it. */
function EntryName({ entry }: { entry: Entry }) {
  const screen = screenByRoute(entry.route);
  if (!screen || entry.rowId === null) return entry.title;
  return (
    <Link {...linkTo(screen)} search={{ edit: entry.rowId }}>
      {entry.title}
    </Link>
  );
}

function Acts({ entry, all }: { entry: Entry; all: readonly Entry[] }) {
  const { id, userId, state, work, title } = entry;
  const screen = screenByRoute(entry.route);
  const repair = repairOf(entry);
  if (state === "sent" || state === "sending") return null;
  return (
    <Group>
      {screen && work.kind === "row" && (
        <Link
          {...linkTo(screen)}
          search={formSearch(entry)}
          className={classes.edit}
          aria-label={`${state === "refused" ? "Correct" : "Edit"} ${title}`}
        >
          {state === "refused" ? "Correct" : "Edit"}
        </Link>
      )}
      <EntryPhotos entry={entry} />
      {state === "refused" && repair && (
        <Button
          look="default"
          aria-label={`${repair.label}: ${title}`}
          onClick={() =>
            void changeEntry(userId, id, (one) => entryFlow({ ...one, work: repair.work }, { type: "again" }))
          }
        >
          {repair.label}
        </Button>
      )}
      <Button look="subtle" aria-label={`Delete ${title}`} onClick={() => void remove(entry, all)}>
        Delete
      </Button>
    </Group>
  );
}

/** Deletes an entry and offers Undo. Doesn't delete an entry to which other entries refer. */
async function remove({ id, title }: Entry, all: readonly Entry[]): Promise<void> {
  const depending = dependents(id, all);
  if (depending.length > 0) {
    const message = `${entriesText(depending.length)} that wait to be sent refer to ${title}. Delete those first.`;
    notify({ tone: "error", message });
    return;
  }
  const putBack = await removeEntries([id]);
  notifyWithUndo({ tone: "info", message: `${title} was deleted and is not sent.` }, async () => {
    await putBack();
    return undefined;
  });
}
