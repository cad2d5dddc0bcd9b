/** One photo in the upload queue, as the screen shows it. */
import type { PhotoFacts, PhotoPlace } from "./photo-facts.ts";

/**
 * States of a photo:
 *
 * - `waiting`, `reading`: before and while the file is read.
 * - `unplaced`: without a point on the map.
 * - `outside`: with an unconfirmed point outside the province.
 * - `ready`, `sending`, `saved`: before, during and after sending.
 * - `kept`: in the outbox.
 * - `there`: the record already has this file.
 * - `refused`: can't be sent as it is.
 * - `failed`: can be sent again.
 */
export type PhotoState =
  | "waiting"
  | "reading"
  | "unplaced"
  | "outside"
  | "ready"
  | "sending"
  | "saved"
  | "kept"
  | "there"
  | "refused"
  | "failed";

export type PlaceSource = "exif" | "browser" | "map";

export interface PlacedAt extends PhotoPlace {
  source: PlaceSource;
}

export interface PhotoItem {
  /** Upload id, created in the browser. All attempts use this id, so that the photo is not saved twice. */
  readonly uploadId: string;
  readonly file: File;
  readonly state: PhotoState;
  readonly facts: PhotoFacts | null;
  readonly place: PlacedAt | null;
  /** True if the point lies outside the province of the record. */
  readonly outside: boolean;
  readonly outsideConfirmed: boolean;
  /** True if the user wants to save the photo although the same file already exists. */
  readonly repeated: boolean;
  /** Progress of sending, from 0 to 1. */
  readonly share: number;
  /** Why the photo was refused or failed. */
  readonly reason: string | null;
  /** Id of the saved row, or of the row that already has this file. */
  readonly rowId: number | null;
}

/**
 * True if the photo exists only in this dialog: it is not saved, not in the outbox, not refused and not a duplicate.
 */
export const isUnsent = (photo: PhotoItem): boolean => !isSettled(photo) || photo.state === "failed";

/** True if the upload of the photo has ended: saved, in the outbox, refused, failed, or a duplicate. */
export const isSettled = ({ state }: PhotoItem): boolean =>
  state === "saved" || state === "kept" || state === "there" || state === "refused" || state === "failed";
