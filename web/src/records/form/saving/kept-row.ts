/** Decides which saved rows must wait in the outbox, and provides the messages about them. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { messageOf } from "../../../lib/http/problem.ts";
import { isQuotaProblem, noRoomMessage } from "../../../lib/offline/room.ts";
import { isLocalId, type RowInput } from "../../../lib/outbox/entry.ts";

/** Returns the names of the fields that refer to rows by their id. */
const idFields = (record: AnyRecord): string[] =>
  record.fields.flatMap(({ name, options }) =>
    options?.from === "record" && options.value === "id" ? [name] : [],
  );

/** True if the row refers to a row in the outbox, and so can't be sent yet. */
export const refersToWaitingRow = (record: AnyRecord, input: RowInput): boolean =>
  idFields(record).some((name) => isLocalId(input[name]));

export const keptMessage = (record: Pick<AnyRecord, "noun">): string =>
  `The ${record.noun.one} is kept on this computer. It is sent as soon as the connection is back.`;

/** Returns the message that a row could not be put into the outbox. */
export const notKept = (problem: unknown): string =>
  isQuotaProblem(problem)
    ? noRoomMessage
    : `The entry could not be kept on this computer: ${messageOf(problem)}`;

/**
 * Loads the code that puts rows into the outbox. A form calls this when it opens, because a lost connection would
 * prevent loading the code later.
 */
export const loadKeepRow = () => import("./keep-row.ts");
