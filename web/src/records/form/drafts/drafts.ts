/**
 * Drafts: unsaved form values, stored in this browser while the user types. Every open form has its own draft, so two
 * tabs that edit one row never overwrite each other. The user's offline key encrypts the drafts, so they are readable
 * only while the user is signed in. The module write-draft.ts, which loads with the form, writes the drafts.
 */
import { useSyncExternalStore } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { count } from "../../../lib/format.ts";
import { openText } from "../../../lib/offline/seal.ts";
import type { Attempt } from "../../../lib/outbox/entry.ts";
import { offlineKey } from "../../../lib/secrets/offline-key.ts";
import { offlineKeyEvent } from "../../../lib/secrets/remove-key.ts";
import type { FormFile, FormFileParts } from "../../common/slots.ts";
import type { FormValues } from "../fields/form-values.ts";
import { keysOf, prefixOf, prefixOfUser } from "./draft-keys.ts";

/**
 * Identifies the form of a draft: the form of a stored row, of a new row, or of a new row's outbox entry. The draft of
 * an outbox entry that changes a stored row belongs to the form of the stored row.
 */
export interface DraftTarget {
  /** Id of the edited row; null for a new row. */
  id: number | null;
  /** Source row from which the new row is entered, as "path.id" like in the URL. */
  from?: string | undefined;
  /** Id of the outbox entry of a new row. */
  entry?: string | undefined;
}

export interface Draft {
  values: FormValues;
  /** Values before the user's edits. Restoring a draft applies only the values that differ from `base`. */
  base: FormValues;
  /** Time of the last write, in milliseconds since the epoch. */
  at: number;
  /** Version of the row when the draft was started; null for a new row. */
  row_version: number | null;
  /**
   * Id that keeps a save from being stored twice: the import_id of a new row's first request, or the id of the row's
   * outbox entry. A restored draft keeps this id, so a draft that a crash left after the save doesn't create a second
   * row. If missing, the id of the draft is used.
   */
  saveId?: string | undefined;
  /**
   * Save request whose outcome is not known. The next save first repeats this request, so that no row is saved twice.
   */
  sent?: Attempt | null | undefined;
  /** Files that the user has chosen for a new row. */
  files?: FormFileParts | undefined;
}

export const filesOf = ({ files = {} }: Draft): FormFile[] =>
  Object.values(files).flatMap((part) => part.files);

/** Returns the number of files of a draft in words, such as ["2 files"], or an empty list if the draft has no files. */
export function filesText(draft: Draft): string[] {
  const { length } = filesOf(draft);
  return length === 0 ? [] : [length === 1 ? "1 file" : `${count(length)} files`];
}

export interface StoredDraft extends DraftTarget {
  /** Id of the draft, unique among the drafts of one form. Empty for a draft from an earlier version of this app. */
  draftId: string;
  draft: Draft;
}

export type DraftRecord = Pick<AnyRecord, "route">;

/** The properties of a record type from which the name of a draft is made. */
export type NamedRecord = DraftRecord & Pick<AnyRecord, "noun" | "title">;

const changedEvent = "arbo:drafts";

/** Notifies the screens of this tab that a draft was stored or removed. */
export const notifyDraftsChanged = (): unknown => window.dispatchEvent(new Event(changedEvent));

const placeName = ({ id, from, entry }: DraftTarget): string =>
  entry ? `entry.${entry}` : String(id ?? (from ? `new.${from}` : "new"));

function placeNamed(name: string): DraftTarget {
  if (/^\d+$/.test(name)) return { id: Number(name) };
  const [kind, ...rest] = name.split(".");
  const detail = rest.length > 0 ? rest.join(".") : undefined;
  return kind === "entry" ? { id: null, entry: detail } : { id: null, from: detail };
}

export const draftKey = (
  user: CurrentUser,
  record: DraftRecord,
  place: DraftTarget,
  draftId: string,
): string => `${prefixOf(user, record)}${placeName(place)}${draftId === "" ? "" : `~${draftId}`}`;

/** Returns the form and the id of each draft of a record type, including drafts that can't be decrypted yet. */
function placesOfScreen(user: CurrentUser, record: DraftRecord) {
  const prefix = prefixOf(user, record);
  return keysOf(prefix).map((key) => {
    const [name = "", draftId = ""] = key.slice(prefix.length).split("~");
    return { key, name, draftId };
  });
}

/** Returns the drafts of a record type, newest first. */
export const draftsOfScreen = (user: CurrentUser, record: DraftRecord): StoredDraft[] =>
  placesOfScreen(user, record)
    .flatMap(({ key, name, draftId }): StoredDraft[] => {
      const draft = openText<Draft>(user.id, localStorage.getItem(key) ?? "");
      return draft ? [{ ...placeNamed(name), draftId, draft }] : [];
    })
    .sort((one, other) => other.draft.at - one.draft.at);

/** Returns the ids of the drafts of one form, including drafts that can't be decrypted yet. */
export const draftIdsOf = (user: CurrentUser, record: DraftRecord, place: DraftTarget): string[] =>
  placesOfScreen(user, record)
    .filter(({ name }) => name === placeName(place))
    .map(({ draftId }) => draftId);

/** Returns the drafts of one form, newest first. */
export const readDrafts = (user: CurrentUser, record: DraftRecord, place: DraftTarget): StoredDraft[] =>
  draftsOfScreen(user, record).filter((stored) => placeName(stored) === placeName(place));

function onDrafts(listener: () => void): () => void {
  window.addEventListener(changedEvent, listener);
  window.addEventListener(offlineKeyEvent, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(changedEvent, listener);
    window.removeEventListener(offlineKeyEvent, listener);
    window.removeEventListener("storage", listener);
  };
}

/**
 * Returns a string that changes with each draft whose key has the prefix, and when the user's offline key becomes
 * available.
 */
const fingerprint = (prefix: string): string =>
  [offlineKey()?.userId, ...keysOf(prefix).map((key) => `${key} ${localStorage.getItem(key)}`)].join("\n");

/** Returns the drafts of a record type, newest first, and re-renders when this tab or another tab changes a draft. */
export function useDrafts(user: CurrentUser, record: DraftRecord): StoredDraft[] {
  const prefix = prefixOf(user, record);
  useSyncExternalStore(onDrafts, () => fingerprint(prefix));
  return draftsOfScreen(user, record);
}

/** Returns the drafts of several record types, newest first, and re-renders when any draft of the user changes. */
export function useDraftsOf<Record extends DraftRecord>(
  user: CurrentUser,
  records: readonly Record[],
): { record: Record; stored: StoredDraft }[] {
  const prefix = prefixOfUser(user);
  useSyncExternalStore(onDrafts, () => fingerprint(prefix));
  return records
    .flatMap((record) => draftsOfScreen(user, record).map((stored) => ({ record, stored })))
    .sort((one, other) => other.stored.draft.at - one.stored.draft.at);
}

/**
 * Returns the given drafts of a form that still exist and can be decrypted. Re-renders only when one of these drafts
 * appears or disappears, or when the user's offline key becomes available.
 */
export function useDraftsNamed(
  user: CurrentUser,
  record: DraftRecord,
  place: DraftTarget,
  draftIds: readonly string[],
): StoredDraft[] {
  useSyncExternalStore(onDrafts, () =>
    [
      offlineKey()?.userId,
      ...draftIds.filter((id) => localStorage.getItem(draftKey(user, record, place, id)) !== null),
    ].join("\n"),
  );
  return readDrafts(user, record, place).filter(({ draftId }) => draftIds.includes(draftId));
}

/**
 * Drafts that the user chose in a list. Maps the key of a form to the id of the draft that the form restores on
 * opening.
 */
const takenUp = new Map<string, string>();

export const selectDraft = (
  user: CurrentUser,
  record: DraftRecord,
  place: DraftTarget & { draftId: string },
): unknown => takenUp.set(draftKey(user, record, place, ""), place.draftId);

/** Returns the id of the draft chosen for a form, and forgets the choice. A second call returns undefined. */
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
