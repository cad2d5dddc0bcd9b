/**
 * Unsaved entries, kept in this browser while they are typed: one draft for each row that is edited, one for a new row,
 * and one for a new row under each row that it is entered from.
 *
 * Sensitive fields (RA 10173) are kept in the tab alone, no longer than the session; what outlives it says that they are
 * missing. Writing them is in leave-draft.ts, which loads with the form.
 */
import { useSyncExternalStore } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { readForSession } from "../../lib/http/session.ts";
import type { Waiting } from "../../lib/use-draft.ts";
import type { FormValues } from "./fields/form-values.ts";
import type { SentSave } from "./saving/row-save.ts";

/** Which form a draft is of. */
export interface DraftPlace {
  /** Null for a new row. */
  id: number | null;
  /** The row that the new one is entered from, as the address names it. */
  from?: string | undefined;
}

export interface Draft extends Waiting<Draft> {
  values: FormValues;
  /** What the entries started from: only what differs from it is restored, over the row as it is by then. */
  base: FormValues;
  /** When it was last kept, in milliseconds. */
  at: number;
  /** Version of the row that it started from; null for a new row. */
  row_version: number | null;
  /** A save whose answer never came: sent again under the same number, it is saved once. */
  sent?: SentSave | undefined;
  /** Sensitive fields had been typed, in a session that has ended or another tab: they must be typed again. */
  withheld?: boolean | undefined;
}

export interface StoredDraft extends DraftPlace {
  draft: Draft;
}

export type Listed = Pick<AnyRecord, "route" | "fields">;

export const changedEvent = "arbo:drafts";

const prefixOf = (user: CurrentUser, record: Listed): string => `arbo.draft.${user.id}.${record.route}.`;

export const keyOf = (user: CurrentUser, record: Listed, { id, from }: DraftPlace): string =>
  `${prefixOf(user, record)}${id ?? (from ? `new.${from}` : "new")}`;

function parse(text: string | null): Draft | null {
  try {
    return JSON.parse(text ?? "null") as Draft | null;
  } catch {
    return null;
  }
}

/** The draft with all its fields where this tab has kept them, in this session. */
function readKey(key: string): Draft | null {
  const draft = parse(localStorage.getItem(key));
  const inFull = parse(readForSession(key));
  return draft && inFull?.at === draft.at ? inFull : draft;
}

export const readDraft = (user: CurrentUser, record: Listed, place: DraftPlace): Draft | null =>
  readKey(keyOf(user, record, place));

function keysOf(prefix: string): string[] {
  const keys: string[] = [];
  for (let index = 0; index < localStorage.length; index++) {
    const key = localStorage.key(index);
    if (key?.startsWith(prefix)) keys.push(key);
  }
  return keys.sort();
}

/** The drafts of a screen, the newest first; kept up to date, also while other tabs keep some. */
export function useDrafts(user: CurrentUser, record: Listed): StoredDraft[] {
  const prefix = prefixOf(user, record);
  useSyncExternalStore(
    (listener) => {
      window.addEventListener(changedEvent, listener);
      window.addEventListener("storage", listener);
      return () => {
        window.removeEventListener(changedEvent, listener);
        window.removeEventListener("storage", listener);
      };
    },
    () =>
      keysOf(prefix)
        .map((key) => `${key} ${localStorage.getItem(key)}`)
        .join("\n"),
  );
  return keysOf(prefix)
    .flatMap((key): StoredDraft[] => {
      const draft = readKey(key);
      if (!draft) return [];
      const name = key.slice(prefix.length);
      return /^\d+$/.test(name)
        ? [{ id: Number(name), draft }]
        : [{ id: null, from: name.startsWith("new.") ? name.slice("new.".length) : undefined, draft }];
    })
    .sort((one, other) => other.draft.at - one.draft.at);
}

/** Drafts whose form opens with them at once: somebody has chosen so in the list. */
const takenUp = new Set<string>();

export const takeUp = (user: CurrentUser, record: Listed, place: DraftPlace): unknown =>
  takenUp.add(keyOf(user, record, place));

/** Whether the draft was taken up in the list; tells so once. */
export const wasTakenUp = (user: CurrentUser, record: Listed, place: DraftPlace): boolean =>
  takenUp.delete(keyOf(user, record, place));
