/** One photo on its way, as the screen shows it. */
import type { PhotoFacts, PhotoPlace } from "./photo-facts.ts";

/**
 * `reading` the file; `unplaced`: nobody knows where it was taken; `outside` the province and not confirmed; `ready` to
 * be sent; `sending`; `saved`; `there`: the same file was saved before; `refused`: it cannot be sent as it is; `failed`:
 * sending did not work, and may be tried again.
 */
export type PhotoState =
  | "waiting"
  | "reading"
  | "unplaced"
  | "outside"
  | "ready"
  | "sending"
  | "saved"
  | "there"
  | "refused"
  | "failed";

export type PlaceSource = "exif" | "browser" | "map";

export interface PlacedAt extends PhotoPlace {
  source: PlaceSource;
}

export interface PhotoItem {
  /** Chosen here and kept for every try, so that none saves the photo twice. */
  readonly uploadId: string;
  readonly file: File;
  readonly state: PhotoState;
  readonly facts: PhotoFacts | null;
  readonly place: PlacedAt | null;
  /** The point lies outside the province of the record. */
  readonly outside: boolean;
  readonly outsideConfirmed: boolean;
  /** It is kept although the same file is there already. */
  readonly repeated: boolean;
  /** From 0 to 1, while it is being sent. */
  readonly share: number;
  /** Why it is refused or failed. */
  readonly reason: string | null;
  /** The row that it has become, or that holds the same file. */
  readonly rowId: number | null;
}

/** States in which nothing more happens by itself. */
export const isSettled = ({ state }: PhotoItem): boolean =>
  state === "saved" || state === "there" || state === "refused" || state === "failed";
