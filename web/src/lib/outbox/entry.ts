/**
 * Entries of the outbox: new rows, edited rows and files that the user saved in this browser, which sends them to the
 * server.
 */
import { count } from "../format.ts";
import type { Row } from "../http/api.ts";
import type { ApiProblem } from "../http/problem.ts";

/** Values of a form, by field name. */
type Values = Readonly<Record<string, string | number | null>>;

/** Body of one row in a save request: the values to store and, for a stored row, its id and row_version. */
export type RowInput = Readonly<Record<string, unknown>>;

/**
 * A request that was sent and whose outcome is unknown. Because of its import_id, a repetition saves the row only once.
 */
export interface Attempt {
  input: RowInput;
  import_id: string;
}

/** A new row, or changes of a stored row. */
export interface RowWork {
  kind: "row";
  /** Version of the stored row that the user saw; null for a new row. */
  base: Row | null;
  /** Values with which the form started, and the values that the user entered. */
  start: Values;
  values: Values;
  input: RowInput;
  tried: Attempt | null;
  /** The import_id of the first attempt. Set if the form may already have sent the row with it. */
  importId?: string | undefined;
  /** Source row of a new row, as "path.id". For example, participants are entered from a training. */
  from?: string | undefined;
}

/** A file of a row, such as a photo. The file itself is stored separately. */
export interface FileWork {
  kind: "file";
  fileName: string;
  /** Fields of the upload request, with the upload_id. */
  fields: Readonly<Record<string, string>>;
}

/**
 * An entry that must be stored before this entry. `field` is this entry's field for the id of the stored row; null if
 * this entry has no field for the id.
 */
export interface Need {
  entryId: string;
  field: string | null;
}

/** Why the server refused the entry, or why the entry could not be sent yet. */
export type EntryProblem = Pick<ApiProblem, "status" | "message" | "details">;

/** `refused`: the server refused the entry, and the user must correct it. `sent`: the server has stored the entry. */
export type EntryState = "waiting" | "sending" | "refused" | "sent";

export interface Entry {
  id: string;
  userId: string;
  /** Position in the queue. Entries made later have a larger number. */
  order: number;
  /** Time at which the user saved the entry, in milliseconds since 1970. */
  at: number;
  /** Record type: route of its screen and path of its API. */
  route: string;
  path: string;
  /** Noun of the record type, and name of the row or file. */
  noun: string;
  title: string;
  work: RowWork | FileWork;
  needs: readonly Need[];
  state: EntryState;
  problem: EntryProblem | null;
  /** Number of failed attempts after the last success or edit, and time of the next attempt. */
  failures: number;
  nextAt: number;
  /** Id of the stored row, once the entry is sent. */
  rowId: number | null;
  /** Id with which other entries refer to the row before it is stored; null for an edited row and for a file. */
  localId: number | null;
}

/**
 * Range of ids for rows that are not stored yet. Forms accept these ids because they are integers. They are greater
 * than all ids of the database.
 */
const [firstLocalId, lastLocalId] = [2_000_000_000, 2_147_483_647];

export const newLocalId = (): number =>
  firstLocalId + Math.floor(Math.random() * (lastLocalId - firstLocalId));

/** True if an id is the id of a row that waits in the outbox. */
export const isLocalId = (id: unknown): id is number => typeof id === "number" && id >= firstLocalId;

export const entriesText = (number: number): string =>
  number === 1 ? "1 entry" : `${count(number)} entries`;

/** Returns a sentence about entries that the server refused. */
export const refusedText = (number: number): string =>
  `${entriesText(number)} ${number === 1 ? "was" : "were"} not accepted.`;

/** Returns one or two sentences about the unsent entries of a list. */
export function unsentText(entries: readonly Entry[]): string {
  const refused = entries.filter(({ state }) => state === "refused").length;
  const waiting = entries.length - refused;
  const waits = `${entriesText(waiting)} of this list ${waiting === 1 ? "waits" : "wait"} on this computer to be sent.`;
  return [...(waiting > 0 ? [waits] : []), ...(refused > 0 ? [refusedText(refused)] : [])].join(" ");
}

/** True if the entry changes the stored row with this id. */
export const changesRow = ({ path, work }: Entry, row: { path: string; id: number }): boolean =>
  path === row.path && work.kind === "row" && work.base?.id === row.id;

export const isUnsent = ({ state }: Entry): boolean => state !== "sent";
