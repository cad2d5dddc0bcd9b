/** State machine of one photo: returns the new state for each event. Reads and sends nothing. */
import type { PhotoFacts } from "./photo-facts.ts";
import { isSettled, type PhotoItem, type PhotoState, type PlacedAt } from "./photo-item.ts";

/** Why a photo was rejected, and whether the user can send the photo again. */
export interface Refusal {
  reason: string;
  /** True if sending the photo again may succeed. */
  again: boolean;
  /** Id of the row that already has the same file. */
  rowId?: number;
  /**
   * True if the photo was refused because its point lies outside the province and the user has not confirmed the point.
   */
  outside?: boolean;
}

/** A saved row with the same file as the photo. */
export interface SavedFile {
  rowId: number;
  /** Id of the upload that created the row. */
  uploadId: string;
}

export type PhotoEvent =
  | { type: "reading" }
  | { type: "read"; facts: PhotoFacts }
  | { type: "unreadable"; reason: string }
  /** Event: the user has set the point of the photo, on the map or from the device's location. */
  | { type: "placed"; place: PlacedAt }
  /** Event: the user has confirmed that the point outside the province is correct. */
  | { type: "confirmed" }
  /** Event: the outline of the province has loaded, so the point can now be checked. */
  | { type: "outlined" }
  /** Event: the user wants to send the photo although the same file already exists. */
  | { type: "repeated" }
  /** Event: the user wants to send a failed photo again. */
  | { type: "tried again" }
  | { type: "sending" }
  | { type: "progress"; share: number }
  /** Event: the photo is saved, or waits in the outbox. `rowId` is the saved row's id; null if the photo waits. */
  | { type: "sent"; rowId: number | null }
  | { type: "cancelled" }
  /** Event: the photo is rejected. The refusal states whether the photo can be sent again. */
  | { type: "refused"; refusal: Refusal }
  /** Event: the server has found that the record already has the same file. */
  | { type: "found"; saved: SavedFile };

/** Function that checks whether a point is outside the record's area; null if the files need no point. */
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
      return withPlaceChecked({ ...item, facts, place: item.place ?? place }, isOutside);
    }
    case "unreadable":
      return { ...item, state: "refused", reason: event.reason };
    case "placed":
      return withPlaceChecked({ ...item, place: event.place, outsideConfirmed: false }, isOutside);
    case "confirmed":
      return withPlaceChecked({ ...item, outsideConfirmed: true }, isOutside);
    case "outlined":
      return item.state === "ready" ? withPlaceChecked(item, isOutside) : item;
    case "repeated": {
      if (item.state !== "there") return item;
      const again = { ...item, repeated: true, rowId: null, reason: null };
      return { ...again, state: stateOf(again, isOutside) };
    }
    case "tried again":
      return item.state === "failed" ? { ...withPlaceChecked(item, isOutside), reason: null } : item;
    case "sending":
      return { ...item, state: "sending", share: 0, reason: null };
    case "progress":
      return { ...item, share: event.share };
    case "sent":
      return { ...item, state: event.rowId === null ? "kept" : "saved", share: 1, rowId: event.rowId };
    case "cancelled":
      return { ...item, state: "ready", share: 0 };
    case "refused":
      return refused({ ...item, share: 0 }, event.refusal);
    case "found": {
      if (item.repeated) return item;
      const { rowId, uploadId } = event.saved;
      // With the same upload id, the photo is not a duplicate: the server saved it although the user cancelled.
      return { ...item, state: uploadId === item.uploadId ? "saved" : "there", rowId };
    }
  }
}

function refused(item: PhotoItem, { reason, again, rowId, outside }: Refusal): PhotoItem {
  if (rowId !== undefined) return { ...item, state: "there", rowId, reason };
  if (outside) return { ...item, state: "outside", outside };
  return { ...item, state: again ? "failed" : "refused", reason };
}

/**
 * Updates the state of a photo after a change or confirmation of its point. Photos that are being sent or are finished
 * keep their state.
 */
function withPlaceChecked(item: PhotoItem, isOutside: IsOutside): PhotoItem {
  const outside = item.place !== null && isOutside?.(item.place) === true;
  const known = { ...item, outside: outside || (item.outside && item.outsideConfirmed) };
  const fixed = item.state === "sending" || (isSettled(item) && item.state !== "failed");
  return item.facts && !fixed ? { ...known, state: stateOf(known, isOutside) } : known;
}

/** Returns the state of a photo that has been read: ready, without a point, or with a point outside the province. */
function stateOf({ place, outside, outsideConfirmed }: PhotoItem, isOutside: IsOutside): PhotoState {
  if (!isOutside) return "ready";
  if (!place) return "unplaced";
  return outside && !outsideConfirmed ? "outside" : "ready";
}
