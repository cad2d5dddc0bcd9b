/** One photo in the upload queue, as the screen shows it. */
import type { PhotoFacts, PhotoPlace } from "./photo-facts.ts";

/**
 * `waiting`: the file will be read. `reading`: the file is being read. `unplaced`: the photo has no point on the map.
 * `outside`: the point lies outside the province and is not confirmed. `ready`: the photo can be sent. `sending`: the
 * photo is being sent. `saved`: the server has stored the photo. `kept`: the photo waits in the outbox, because the
 * server could not be reached. `there`: the same file already exists. `refused`: the photo can't be sent as it is.
 * `failed`: sending failed and can be retried.
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
  /** Upload id, created in the browser and used for every attempt, so that the photo is not saved twice. */
  readonly uploadId: string;
  readonly file: File;
  readonly state: PhotoState;
  readonly facts: PhotoFacts | null;
  readonly place: PlacedAt | null;
  /** True if the point lies outside the province of the record. */
  readonly outside: boolean;
  readonly outsideConfirmed: boolean;
  /** True if the photo is saved although the same file already exists. */
  readonly repeated: boolean;
  /** Progress of sending, from 0 to 1. */
  readonly share: number;
  /** Why the photo was refused or failed. */
  readonly reason: string | null;
  /** Id of the row that was created, or that contains the same file. */
  readonly rowId: number | null;
}

/** True if the photo is only in this dialog: neither sent, nor kept in the outbox, nor refused. */
export const isUnsent = (photo: PhotoItem): boolean => !isSettled(photo) || photo.state === "failed";

/** True if the photo keeps its state until the user does something. */
export const isSettled = ({ state }: PhotoItem): boolean =>
  state === "saved" || state === "kept" || state === "there" || state === "refused" || state === "failed";
