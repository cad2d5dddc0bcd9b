/**
 * Requests to reopen a reporting window, and their answers. The database checks the caller's right and scope and the
 * state of the request, and explains refusals.
 */
import type { BodyOf } from "../../contracts/base/call.ts";
import type * as contracts from "../../contracts/inbox.ts";
import type { Caller } from "../access/token.ts";
import { writeAsCaller } from "../access/write-as-caller.ts";

/**
 * Every user who may enter data may ask to reopen a reporting window.
 * @throws Problem of kind `refused`.
 */
export const admitReopeningRequest = (caller: Caller) =>
  writeAsCaller(caller, {}, (tx) => tx.unsafe("select private.require_entry_right()"));

/** Stores a request to reopen a reporting window, and returns its id. @throws Problem of kind `refused`, `rule`. */
export const requestReopening = (
  caller: Caller,
  { office, window, reason }: BodyOf<typeof contracts.requestReopening>,
): Promise<number> =>
  writeAsCaller(caller, {}, async (tx) => {
    const [row] = await tx.unsafe<{ id: number }[]>(
      "select private.request_reopening($1::text, $2::text, $3::text)::float8 as id",
      [office, window, reason],
    );
    return row?.id ?? 0;
  });

/** Grants or declines a request to reopen a reporting window. @throws Problem of kind `not_found`, `rule`. */
export const answerReopening = (
  caller: Caller,
  { id, endDate, reason }: BodyOf<typeof contracts.answerReopening>,
) =>
  writeAsCaller(caller, {}, (tx) =>
    tx.unsafe("select private.answer_reopening($1::text::bigint, $2::text::date, $3::text)", [
      String(id),
      endDate,
      reason,
    ]),
  );
