/**
 * Drafts: unsaved form entries that are stored in this browser while the user types. Every open form has its own draft,
 * so two tabs that edit the same row never overwrite each other. A form can therefore have several drafts, for a stored
 * row or for new rows.
 *
 * Values of sensitive fields (RA 10173) are stored only in the tab and only until the session ends. If a stored draft
 * lacks sensitive values that the user entered, its `withheld` is true. The module write-draft.ts, which loads with the
 * form, writes the drafts.
 */
import { useSyncExternalStore } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { readForSession } from "../../lib/http/session.ts";
import type { FormValues } from "./fields/form-values.ts";
import type { SentSave } from "./saving/row-save.ts";

/** Identifies the form that a draft belongs to. */
export interface DraftTarget {
  /** Id of the edited row; null for a new row. */
  id: number | null;
  /** Source row from which the new row is entered, as "path.id" like in the URL. */
  from?: string | undefined;
}

export interface Draft {
  values: FormValues;
  /** Values before the user's edits. Restoring a draft applies only the values that differ from these base values. */
  base: FormValues;
  /** Time of the last write, in milliseconds since the epoch. */
  at: number;
  /** Version of the row when the draft was started; null for a new row. */
  row_version: number | null;
  /** Save request that got no response. Sending it again with the same import_id does not save twice. */
  sent?: SentSave | undefined;
  /** True if the user entered sensitive fields that this tab no longer has. The user must enter them again. */
  withheld?: boolean | undefined;
}

export interface StoredDraft extends DraftTarget {
  /**
   * Id of the draft, unique among the drafts of one form. It is empty for a draft that an earlier version of this app
   * stored.
   */
  draftId: string;
  draft: Draft;
}

export type DraftRecord = Pick<AnyRecord, "route" | "fields">;

const changedEvent = "arbo:drafts";

/** Notifies the screens of this tab that a draft was stored or removed. */
export const notifyDraftsChanged = (): unknown => window.dispatchEvent(new Event(changedEvent));

const prefixOf = (user: CurrentUser, record: DraftRecord): string => `arbo.draft.${user.id}.${record.route}.`;

const placeName = ({ id, from }: DraftTarget): string => String(id ?? (from ? `new.${from}` : "new"));

export const draftKey = (
  user: CurrentUser,
  record: DraftRecord,
  place: DraftTarget,
  draftId: string,
): string => `${prefixOf(user, record)}${placeName(place)}${draftId === "" ? "" : `~${draftId}`}`;

function parse(text: string | null): Draft | null {
  try {
    return JSON.parse(text ?? "null") as Draft | null;
  } catch {
    return null;
  }
}

/** Returns the draft, with its sensitive fields if this tab stored them in the current session. */
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

/** Returns the drafts of a record type, newest first. */
function draftsOfScreen(user: CurrentUser, record: DraftRecord): StoredDraft[] {
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

/** Returns the drafts of one form, newest first. */
export const readDrafts = (user: CurrentUser, record: DraftRecord, place: DraftTarget): StoredDraft[] =>
  draftsOfScreen(user, record).filter((stored) => placeName(stored) === placeName(place));

function onDrafts(listener: () => void): () => void {
  window.addEventListener(changedEvent, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(changedEvent, listener);
    window.removeEventListener("storage", listener);
  };
}

/** Returns the drafts of a record type, newest first, and re-renders when this tab or another tab changes a draft. */
export function useDrafts(user: CurrentUser, record: DraftRecord): StoredDraft[] {
  const prefix = prefixOf(user, record);
  useSyncExternalStore(onDrafts, () =>
    keysOf(prefix)
      .map((key) => `${key} ${localStorage.getItem(key)}`)
      .join("\n"),
  );
  return draftsOfScreen(user, record);
}

/**
 * Returns the given drafts of a form that still exist. Re-renders only when one of the given drafts is added or
 * removed.
 */
export function useDraftsNamed(
  user: CurrentUser,
  record: DraftRecord,
  place: DraftTarget,
  draftIds: readonly string[],
): StoredDraft[] {
  useSyncExternalStore(onDrafts, () =>
    draftIds.filter((id) => localStorage.getItem(draftKey(user, record, place, id)) !== null).join("\n"),
  );
  return readDrafts(user, record, place).filter(({ draftId }) => draftIds.includes(draftId));
}

/**
 * Id of the draft that the user chose in a list, by the key of the form. The form restores the chosen draft when it
 * opens.
 */
const takenUp = new Map<string, string>();

export const selectDraft = (
  user: CurrentUser,
  record: DraftRecord,
  place: DraftTarget & { draftId: string },
): unknown => takenUp.set(draftKey(user, record, place, ""), place.draftId);

/** Returns the id of the draft chosen for a form and forgets the choice, so a second call returns undefined. */
export function takeSelectedDraft(
  user: CurrentUser,
  record: DraftRecord,
  place: DraftTarget,
): string | undefined {
  const key = draftKey(user, record, place, "");
  const draftId = takenUp.get(key);
  takenUp.delete(key);
  return draftId;
}
