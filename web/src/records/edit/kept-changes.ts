/**
 * Changes of stored rows that wait in the outbox. The cells of a list show them, and a further change of such a row is
 * saved together with them.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { connection } from "../../lib/http/connection.ts";
import { unknownOutcome } from "../../lib/http/problem.ts";
import { notify } from "../../lib/notify.ts";
import { changesRow, type Entry, isUnsent } from "../../lib/outbox/entry.ts";
import { openEntry } from "../../lib/outbox/open-entry.ts";
import { sendRow } from "../../lib/outbox/send-row.ts";
import { dropEntry, renewLaterChanges, settleSaved } from "../../lib/outbox/settle.ts";
import { rowName } from "../common/row-name.ts";
import { withChanges } from "../form/fields/computed-fields.ts";
import { changedNames, valuesOf } from "../form/fields/form-values.ts";
import { keptMessage, loadKeepRow, refersToWaitingRow } from "../form/saving/kept-row.ts";
import { pick, validateFormValues } from "../form/saving/resolver.ts";
import { cellKey, type EntryState, type PendingCells } from "./editing-port.ts";
import { type Change, type SaveContext, type SavedChange, saveChange } from "./save-change.ts";

/** Returns the changed cells of a record type's stored rows that wait in the outbox. */
export function keptCells(record: AnyRecord, entries: readonly Entry[]): PendingCells {
  const values = new Map<number, Readonly<Record<string, unknown>>>();
  const states = new Map<string, EntryState>();
  for (const entry of entries) {
    const { path, state, work } = entry;
    if (!isUnsent(entry) || path !== record.path || work.kind !== "row" || !work.base) continue;
    const { id } = work.base;
    const names = changedNames(valuesOf(record, work.base), work.values);
    const { value } = validateFormValues(record, work.base, work.values);
    values.set(id, { ...values.get(id), ...pick(value, names) });
    for (const name of names) states.set(cellKey(id, name), state === "refused" ? "asks" : "saving");
  }
  return { values, states };
}

/** An unsent change of a row, locked for this save; `entry` is undefined if the outbox has no change of the row. */
interface Opened {
  entry: Entry | undefined;
  close: () => void;
}

function openKept(userId: string, path: string, id: number): Promise<Opened> {
  const isMeant = (entry: Entry) => isUnsent(entry) && changesRow(entry, { path, id });
  const onWait = (message: string) => notify({ tone: "info", message, instead: "cell" });
  return new Promise((resolve) => {
    const opening = openEntry(
      userId,
      isMeant,
      (entry) => void opening.then((close) => resolve({ entry, close })),
      onWait,
    );
    // If the outbox can't be read, only the new change is saved.
    opening.catch(() => resolve({ entry: undefined, close: () => undefined }));
  });
}

/** Identifies the content of an entry, which changes when the entry is edited or sent. */
const versionOf = (entry: Entry | undefined): string =>
  JSON.stringify(entry?.work.kind === "row" ? [entry.id, entry.at, entry.work.tried, entry.work.base] : null);

/** Thrown if the unsent change of the row was edited or sent while the user answered a question. */
class Outdated extends Error {}

type Context = Pick<SaveContext, "record" | "judge" | "ask"> & { user: Pick<CurrentUser, "id"> };

/**
 * Saves a change of a row, together with the change of this row that waits in the outbox. If no change is left, removes
 * the waiting one. The waiting change is locked, except while the user answers a question.
 * @returns like saveChange
 */
export async function saveWithKept(change: Change, context: Context): Promise<SavedChange | null> {
  const { record, user, ask } = context;
  const open = () => openKept(user.id, record.path, change.row.id);
  for (;;) {
    let opened = await open();
    const { entry } = opened;
    try {
      return await saveOpened(change, entry, {
        ...context,
        ask: async (question) => {
          opened.close();
          const answer = await ask(question);
          if (answer === null) return null;
          opened = await open();
          if (versionOf(opened.entry) !== versionOf(entry)) throw new Outdated();
          return answer;
        },
      });
    } catch (problem) {
      if (!(problem instanceof Outdated)) throw problem;
    } finally {
      opened.close();
    }
  }
}

async function saveOpened(
  { row, entered }: Change,
  entry: Entry | undefined,
  { user, ...context }: Context,
): Promise<SavedChange | null> {
  const { record } = context;
  const work = entry?.work.kind === "row" ? entry.work : null;
  const base = work?.base ?? row;
  let isSent = false;
  const saved = await saveChange(
    { row: base, entered: work ? withChanges(record, work.values, entered, base) : entered },
    {
      ...context,
      tried: work?.tried ?? null,
      send: async (input, earlier) => {
        // Like the form, keep the change without a request whose outcome would be unknown.
        if (connection().lost || refersToWaitingRow(record, input)) throw unknownOutcome(0);
        let seen = earlier.base;
        const onExists = async (stored: typeof row) => {
          seen = stored;
          await earlier.onExists(stored);
          if (entry) await renewLaterChanges(entry, stored);
        };
        const stored = await sendRow({ path: record.path, input, ...earlier, onExists });
        isSent = true;
        if (entry) await settleSaved(entry, seen, stored);
        return stored;
      },
      keep: async (kept) => {
        const { keepRow } = await loadKeepRow();
        await keepRow({ ...kept, record, user, entry });
        notify({ tone: "info", message: keptMessage(record) });
      },
    },
  );
  if (!entry || !saved || isSent) return saved;
  await dropEntry(entry, base.id);
  const withdrawn = `${rowName(record, base)}: the unsent change was withdrawn.`;
  return { ...saved, notes: [withdrawn, ...(saved.notes ?? [])] };
}
