/**
 * Unsaved entries, kept in this browser while they are typed. Every open form has a draft of its own, so that two tabs at
 * one form never overwrite each other. A form may therefore have several drafts: of one stored row, or of new rows.
 *
 * Sensitive fields (RA 10173) are kept in the tab alone, no longer than the session; what outlives it says that they are
 * missing. Writing them is in leave-draft.ts, which loads with the form.
 */
import { useSyncExternalStore } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { readForSession } from "../../lib/http/session.ts";
import type { FormValues } from "./fields/form-values.ts";
import type { SentSave } from "./saving/row-save.ts";

/** Which form a draft is of. */
export interface DraftPlace {
  /** Null for a new row. */
  id: number | null;
  /** The row that the new one is entered from, as the address names it. */
  from?: string | undefined;
}

export interface Draft {
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
  /** Tells the drafts of one form apart. Empty for one that an earlier version of this app has kept. */
  draftId: string;
  draft: Draft;
}

export type Listed = Pick<AnyRecord, "route" | "fields">;

const changedEvent = "arbo:drafts";

/** Tells the screens of this tab that a draft was kept or removed. */
export const draftsChanged = (): unknown => window.dispatchEvent(new Event(changedEvent));

const prefixOf = (user: CurrentUser, record: Listed): string => `arbo.draft.${user.id}.${record.route}.`;

const placeName = ({ id, from }: DraftPlace): string => String(id ?? (from ? `new.${from}` : "new"));

export const keyOf = (user: CurrentUser, record: Listed, place: DraftPlace, draftId: string): string =>
  `${prefixOf(user, record)}${placeName(place)}${draftId === "" ? "" : `~${draftId}`}`;

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

function keysOf(prefix: string): string[] {
  const keys: string[] = [];
  for (let index = 0; index < localStorage.length; index++) {
    const key = localStorage.key(index);
    if (key?.startsWith(prefix)) keys.push(key);
  }
  return keys.sort();
}

/** The drafts of a screen, the newest first. */
function draftsOfScreen(user: CurrentUser, record: Listed): StoredDraft[] {
  const prefix = prefixOf(user, record);
  return keysOf(prefix)
    .flatMap((key): StoredDraft[] => {
      const draft = readKey(key);
      if (!draft) return [];
      const [name = "", draftId = ""] = key.slice(prefix.length).split("~");
      const place = /^\d+$/.test(name)
        ? { id: Number(name) }
        : { id: null, from: name.startsWith("new.") ? name.slice("new.".length) : undefined };
      return [{ ...place, draftId, draft }];
    })
    .sort((one, other) => other.draft.at - one.draft.at);
}

/** The drafts of one form, the newest first. */
export const readDrafts = (user: CurrentUser, record: Listed, place: DraftPlace): StoredDraft[] =>
  draftsOfScreen(user, record).filter((stored) => placeName(stored) === placeName(place));

function onDrafts(listener: () => void): () => void {
  window.addEventListener(changedEvent, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(changedEvent, listener);
    window.removeEventListener("storage", listener);
  };
}

/** The drafts of a screen, the newest first; kept up to date, also while other tabs keep some. */
export function useDrafts(user: CurrentUser, record: Listed): StoredDraft[] {
  const prefix = prefixOf(user, record);
  useSyncExternalStore(onDrafts, () =>
    keysOf(prefix)
      .map((key) => `${key} ${localStorage.getItem(key)}`)
      .join("\n"),
  );
  return draftsOfScreen(user, record);
}

/** Those of the named drafts of a form that are still kept; the form is drawn again only when one of them comes or goes. */
export function useDraftsNamed(
  user: CurrentUser,
  record: Listed,
  place: DraftPlace,
  draftIds: readonly string[],
): StoredDraft[] {
  useSyncExternalStore(onDrafts, () =>
    draftIds.filter((id) => localStorage.getItem(keyOf(user, record, place, id)) !== null).join("\n"),
  );
  return readDrafts(user, record, place).filter(({ draftId }) => draftIds.includes(draftId));
}

/** The drafts that the user chose in a list, by their form: it opens with them at once. */
const takenUp = new Map<string, string>();

export const takeUp = (user: CurrentUser, record: Listed, place: DraftPlace & { draftId: string }): unknown =>
  takenUp.set(keyOf(user, record, place, ""), place.draftId);

/** The draft that was taken up for a form; says so once. */
export function takenUpDraft(user: CurrentUser, record: Listed, place: DraftPlace): string | undefined {
  const key = keyOf(user, record, place, "");
  const draftId = takenUp.get(key);
  takenUp.delete(key);
  return draftId;
}
