/** Decides which saved rows go to the outbox. Also contains the messages about rows in the outbox. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { messageOf } from "../../../lib/http/problem.ts";
import { isQuotaProblem, noRoomMessage } from "../../../lib/offline/room.ts";
import { isLocalId, type RowInput } from "../../../lib/outbox/entry.ts";

/** Returns the names of the fields that refer to rows by their id. */
const idFields = (record: AnyRecord): string[] =>
  record.fields.flatMap(({ name, options }) =>
    options?.from === "record" && options.value === "id" ? [name] : [],
  );

/** True if the row refers to a row that is not stored yet, so that the referring row can't be sent now. */
export const refersToWaitingRow = (record: AnyRecord, input: RowInput): boolean =>
  idFields(record).some((name) => isLocalId(input[name]));

export const keptMessage = (record: Pick<AnyRecord, "noun">): string =>
  `The ${record.noun.one} is kept on this computer. It is sent as soon as the connection is back.`;

/** Returns the message for an error of `keepRow`. */
export const notKept = (problem: unknown): string =>
  isQuotaProblem(problem)
    ? noRoomMessage
    : `The entry could not be kept on this computer: ${messageOf(problem)}`;

/**
 * Loads the code that puts rows into the outbox. A form calls this function when it opens, because the code can't be
 * loaded once the connection is lost.
 */
export const loadKeepRow = () => import("./keep-row.ts");
