/** Marks an entry of the outbox as stored, after a form has saved the row of the entry. */
import type { Entry } from "./entry.ts";
import { entryFlow } from "./flow.ts";
import { changeEntry } from "./store.ts";

export const settleEntry = ({ userId, id }: Entry, rowId: number | null): Promise<Entry | null> =>
  changeEntry(userId, id, (entry) => entryFlow(entry, { type: "stored", rowId }));
