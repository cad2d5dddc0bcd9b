/**
 * Writes that can be repeated: a call with an Idempotency-Key stores nothing twice. The first transaction of the call
 * that writes keeps the key together with what it did; a repeat of the call gets that back instead of doing it again.
 * Calls about records keep ids (records/batches.ts) and read the rows anew; all others keep their result as JSON.
 */
import type { Context } from "hono";
import { savesSomething } from "../../calls/outcomes.ts";
import type { Call } from "../../contracts/call.ts";
import { malformed, Problem } from "../../contracts/problems.ts";
import { isUuid } from "../../contracts/values.ts";
import { keyedHash, sha256 } from "../crypto/hash.ts";
import type { Transaction } from "../db/database.ts";
import { serviceKey } from "../environment/settings.ts";
import { notes } from "../observe/request.ts";
import { isDatabaseError } from "../sql/sql.ts";
import type { Caller } from "./token.ts";

/** The header, as contracts and clients name it. */
const keyHeader = "idempotency-key";

interface KeyedWrite {
  key: string;
  /** Method and path, with the names in it. */
  call: string;
  /** Of what was sent. Passwords are among it, so it is a hash that cannot be tried out without the service key. */
  hash: string;
}

/**
 * Notes the key of a call that saves something, for the transaction that will do so. A batch of an import or of an act
 * on many rows has its own name, and needs no key.
 * @param text The body; of a form, noteContent adds the parts.
 * @throws Problem malformed.
 */
export function noteKey(c: Context, { method, path }: Pick<Call, "method" | "path">, text: string): void {
  const request = notes();
  if (!request || !savesSomething(method, path)) return;
  request.saves = true;
  const key = c.req.header(keyHeader);
  const isStep = c.req.query("import_id") !== undefined;
  request.isRepeatable = isStep || key !== undefined;
  if (key === undefined || isStep) return;
  if (!isUuid(key))
    throw malformed(keyHeader, "Idempotency-Key must be a UUID, a new one for each act of a user.");
  const asked = c.req.path.replace(/^\/functions\/v1/, "");
  const { search } = new URL(c.req.url);
  request.write = {
    key: key.toLowerCase(),
    call: `${method} ${asked}`,
    hash: keyedHash(serviceKey(), search + text),
  };
}

/** The keyed write of the request, for the one transaction that takes it; null for all later ones. */
export function takeWrite(): KeyedWrite | null {
  const request = notes();
  const write = request?.write ?? null;
  if (request) request.write = null;
  return write;
}

/** The same without taking it. */
const pendingWrite = (): KeyedWrite | null => notes()?.write ?? null;

/**
 * Begins a keyed write, at the beginning of its transaction: a concurrent repeat waits here for the first.
 * @returns What was kept the first time; null when there was none.
 * @throws Problem conflict when the key belongs to another request.
 */
export async function beginWrite(
  tx: Transaction,
  { key, call, hash }: KeyedWrite,
): Promise<{ answer: unknown } | null> {
  try {
    const [row] = await tx.unsafe<{ before: { answer: unknown } | null }[]>(
      "select private.begin_write($1::text::uuid, $2::text, $3::text) as before",
      [key, call, hash],
    );
    return row?.before ?? null;
  } catch (error) {
    throw isDatabaseError(error) && error.code === "AG002" ? keyProblem(error.message) : error;
  }
}

/** Keeps what a keyed write did, for its repeats. */
export const finishWrite = (tx: Transaction, { key }: KeyedWrite, answer: unknown): Promise<unknown> =>
  tx.unsafe("select private.finish_write($1::text::uuid, $2::text::json)", [
    key,
    JSON.stringify(answer ?? null),
  ]);

/** Frees the key of a write that was undone after its transaction. */
export const forgetWrite = (tx: Transaction, { key }: KeyedWrite): Promise<unknown> =>
  tx.unsafe("select private.forget_write($1::text::uuid)", [key]);

/**
 * Does the work of a keyed write unless it was done before.
 * @returns What the work did, now or the first time; as JSON carries it.
 * @throws Problem as beginWrite does.
 */
export async function doOnce<T>(
  tx: Transaction,
  write: KeyedWrite,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const before = await beginWrite(tx, write);
  if (before) return before.answer as T;
  const done = await work(tx);
  await finishWrite(tx, write, done);
  return done;
}

/** An id that a repeat of the keyed write gives again to its part of this number; null without a key. */
export function idOfWrite(part: number): string | null {
  const request = notes();
  if (!request?.write) return null;
  const hex = sha256(`${request.callerId}/${request.write.key}/${part}`);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

export const keyProblem = (message: string): Problem =>
  new Problem("conflict", message, [{ field: keyHeader, message }]);

/** A secret that a repeat of the keyed write makes again, and nobody without the service key can; null without a key. */
export function secretOfWrite({ userId }: Caller): string | null {
  const write = pendingWrite();
  return write && keyedHash(serviceKey(), `secret/${userId}/${write.key}`);
}
