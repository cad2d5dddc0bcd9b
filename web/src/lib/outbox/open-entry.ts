/** Opens an entry of the outbox for editing. */
import { holdEntry } from "./edit-lock.ts";
import type { Entry } from "./entry.ts";
import { readEntries } from "./store.ts";

/**
 * Calls `show` with the first entry for which `isMeant` returns true, or with undefined. While the entry is open, it is
 * not sent. If it is being sent now, calls `show` after the outcome is stored. If it is open elsewhere, calls `show`
 * after it is closed there. Returns a function that closes the entry.
 * @param onWait Called if the entry doesn't open within a second, with a sentence for the user.
 */
export async function openEntry(
  userId: string,
  isMeant: (entry: Entry) => boolean,
  show: (entry: Entry | undefined) => void,
  onWait: (message: string) => void,
): Promise<() => void> {
  const find = async () => (await readEntries(userId)).find(isMeant);
  const found = await find();
  if (!found) {
    show(undefined);
    return () => undefined;
  }
  const explain = (entry: Entry | undefined) => entry && onWait(waitMessage(entry));
  const timer = setTimeout(() => void find().then(explain, () => undefined), noticedWait);
  const release = holdEntry(found, () => {
    clearTimeout(timer);
    void find().then(show, () => show(undefined));
  });
  return () => {
    clearTimeout(timer);
    release();
  };
}

/** Milliseconds after which the user sees why an entry does not open yet. */
const noticedWait = 1000;

const waitMessage = ({ state }: Entry): string =>
  state === "sending"
    ? "This entry is being sent. It opens here when the server has answered."
    : "This entry is open in another tab. Save or close its form there, and it opens here.";

/** Returns the id of the row that an entry has stored; null if the entry is unsent or no longer in the outbox. */
export const sentRow = async (userId: string, id: string): Promise<number | null> =>
  (await readEntries(userId)).find((entry) => entry.id === id)?.rowId ?? null;
