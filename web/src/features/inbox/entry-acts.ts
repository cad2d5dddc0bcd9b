/** Marks inbox entries as read, and snoozes them. A notice with Undo follows each action. */
import type { InboxKind } from "#shared/contracts/inbox-kinds.ts";
import { count } from "../../lib/format.ts";
import { call } from "../../lib/http/http.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { notify, notifyWithUndo } from "../../lib/notify.ts";
import { inboxChanged } from "./use-inbox.ts";

/**
 * The entries to change: the entry `id`, or the entry `up_to` and all older entries. With `kind`, only entries of this
 * kind change.
 */
export type Chosen = { id: string } | { up_to: string; kind?: InboxKind };

type Change = (chosen: Chosen | { id: string[] }, wanted: boolean) => Promise<{ data: { ids: string[] } }>;

const changeRead: Change = (chosen, read) => call("PUT /api/inbox/read", { ...chosen, read });
const changeSnoozed: Change = (chosen, snoozed) => call("PUT /api/inbox/snooze", { ...chosen, snoozed });

/** Marks an entry as read. Does not show a notice. */
export async function markOpened(id: string): Promise<void> {
  await changeRead({ id }, true);
  await inboxChanged();
}

export const markRead = (chosen: Chosen) =>
  act(changeRead, chosen, true, (entries) => `Marked ${entries} as read.`);

export const snooze = (chosen: Chosen) =>
  act(changeSnoozed, chosen, true, (entries) => `You will see ${entries} again in 7 days.`);

export const endSnooze = (id: string[]) =>
  act(changeSnoozed, { id }, false, (entries) => `Your inbox shows ${entries} again.`);

/** Maximum number of ids in a request. */
const mostIds = 1000;

async function act(
  change: Change,
  chosen: Chosen | { id: string[] },
  wanted: boolean,
  message: (entries: string) => string,
): Promise<void> {
  try {
    const { ids } = (await change(chosen, wanted)).data;
    await inboxChanged();
    const entries = ids.length === 1 ? "one entry" : `${count(ids.length)} entries`;
    notifyWithUndo({ tone: "success", message: message(entries) }, async () => {
      for (let at = 0; at < ids.length; at += mostIds)
        await change({ id: ids.slice(at, at + mostIds) }, !wanted);
      await inboxChanged();
      return undefined;
    });
  } catch (problem) {
    notify({ tone: "error", message: messageOf(problem) });
  }
}
