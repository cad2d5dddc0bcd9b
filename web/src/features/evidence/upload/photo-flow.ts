/** The flow of one photo as a table of states: what each event makes of it. Nothing is read or sent here. */
import type { PhotoFacts } from "./photo-facts.ts";
import { isSettled, type PhotoItem, type PhotoState, type PlacedAt } from "./photo-item.ts";

/** What a rejection means. */
export interface Refusal {
  reason: string;
  /** Trying again may help. */
  again: boolean;
  /** The row that has the same file. */
  rowId?: number;
  /** It is about a point outside the province, which nobody has confirmed. */
  outside?: boolean;
}

/** A row that holds a file. */
export interface SavedFile {
  rowId: number;
  /** The upload that brought it. */
  uploadId: string;
}

export type PhotoEvent =
  | { type: "reading" }
  | { type: "read"; facts: PhotoFacts }
  | { type: "unreadable"; reason: string }
  /** From the map or the device, where the photo tells none or a wrong one. */
  | { type: "placed"; place: PlacedAt }
  /** The person has said that it does belong there. */
  | { type: "confirmed" }
  /** It is to be sent although the same file is there. */
  | { type: "repeated" }
  /** What failed is to be sent once more. */
  | { type: "tried again" }
  | { type: "sending" }
  | { type: "progress"; share: number }
  | { type: "sent"; rowId: number }
  | { type: "cancelled" }
  /** For good: nothing more is tried. */
  | { type: "refused"; refusal: Refusal }
  /** The record has the file already. */
  | { type: "found"; saved: SavedFile };

/** Null where the files need no place. */
export type IsOutside = ((place: PlacedAt) => boolean) | null;

export function newPhoto(uploadId: string, file: File): PhotoItem {
  return {
    uploadId,
    file,
    state: "waiting",
    facts: null,
    place: null,
    outside: false,
    outsideConfirmed: false,
    repeated: false,
    share: 0,
    reason: null,
    rowId: null,
  };
}

export function photoFlow(item: PhotoItem, event: PhotoEvent, isOutside: IsOutside): PhotoItem {
  switch (event.type) {
    case "reading":
      return { ...item, state: "reading" };
    case "read": {
      const { facts } = event;
      const place = facts.place && { ...facts.place, source: "exif" as const };
      return judged({ ...item, facts, place: item.place ?? place }, isOutside);
    }
    case "unreadable":
      return { ...item, state: "refused", reason: event.reason };
    case "placed":
      return judged({ ...item, place: event.place, outsideConfirmed: false }, isOutside);
    case "confirmed":
      return judged({ ...item, outsideConfirmed: true }, isOutside);
    case "repeated": {
      if (item.state !== "there") return item;
      const again = { ...item, repeated: true, rowId: null, reason: null };
      return { ...again, state: stateOf(again, isOutside) };
    }
    case "tried again":
      return item.state === "failed" ? { ...judged(item, isOutside), reason: null } : item;
    case "sending":
      return { ...item, state: "sending", share: 0, reason: null };
    case "progress":
      return { ...item, share: event.share };
    case "sent":
      return { ...item, state: "saved", share: 1, rowId: event.rowId };
    case "cancelled":
      return { ...item, state: "ready", share: 0 };
    case "refused":
      return refused({ ...item, share: 0 }, event.refusal);
    case "found": {
      if (item.repeated) return item;
      const { rowId, uploadId } = event.saved;
      // A photo may have been saved although its sending was cancelled.
      return { ...item, state: uploadId === item.uploadId ? "saved" : "there", rowId };
    }
  }
}

function refused(item: PhotoItem, { reason, again, rowId, outside }: Refusal): PhotoItem {
  if (rowId !== undefined) return { ...item, state: "there", rowId, reason };
  if (outside) return { ...item, state: "outside", outside };
  return { ...item, state: again ? "failed" : "refused", reason };
}

/** With what its place says; what is under way or over keeps its state. */
function judged(item: PhotoItem, isOutside: IsOutside): PhotoItem {
  const outside = item.place !== null && isOutside?.(item.place) === true;
  const known = { ...item, outside: outside || (item.outside && item.outsideConfirmed) };
  const fixed = item.state === "sending" || (isSettled(item) && item.state !== "failed");
  return item.facts && !fixed ? { ...known, state: stateOf(known, isOutside) } : known;
}

/** The state that follows from what is known of the photo. */
function stateOf({ place, outside, outsideConfirmed }: PhotoItem, isOutside: IsOutside): PhotoState {
  if (!isOutside) return "ready";
  if (!place) return "unplaced";
  return outside && !outsideConfirmed ? "outside" : "ready";
}
