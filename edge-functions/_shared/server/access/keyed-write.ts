/**
 * Idempotent writes: a request with an Idempotency-Key stores its data only once. The first writing transaction of the
 * request stores the key and the result, and a repeat of the request gets the stored result. Record endpoints store
 * only the ids and versions of the rows (records/batches.ts), and a repeat reads these rows again. All other endpoints
 * store the result as JSON.
 */
import type { Context } from "hono";
import { savesSomething } from "../../calls/outcomes.ts";
import type { Call } from "../../contracts/base/call.ts";
import { malformed, Problem } from "../../contracts/base/problems.ts";
import { isUuid } from "../../contracts/base/values.ts";
import { keyedHash, sha256 } from "../crypto/hash.ts";
import type { Transaction } from "../db/database.ts";
import { serviceKey } from "../environment/settings.ts";
import { notes } from "../observe/request.ts";
import { isDatabaseError } from "../sql/sql.ts";
import type { Caller } from "./token.ts";

const keyHeader = "idempotency-key";

interface KeyedWrite {
  key: string;
  /** Method and path of the request as sent, not the path pattern of the endpoint. */
  call: string;
  /**
   * HMAC of the query and body, with the service key. A plain hash would let an attacker guess a password in the body.
   */
  hash: string;
}

/**
 * Reads the Idempotency-Key of a request that saves something. Notes the key and a hash of the content for the
 * transaction that will save. Ignores the key of a batch of an import or a bulk action, because the `import_id` and the
 * batch number identify the batch.
 * @param text Body of the request. For form data, `noteContent` later adds the parts of the form to the hash.
 * @throws Problem of kind `malformed` when the key is not a UUID.
 */
export function readIdempotencyKey(
  c: Context,
  { method, path }: Pick<Call, "method" | "path">,
  text: string,
): void {
  const request = notes();
  if (!request || !savesSomething(method, path)) return;
  request.saves = true;
  const key = c.req.header(keyHeader);
  const isStep = c.req.query("import_id") !== undefined;
  request.isRepeatable = isStep || key !== undefined;
  if (key === undefined || isStep) return;
  if (!isUuid(key))
    throw malformed(keyHeader, "Idempotency-Key must be a UUID, and a new one for each action of a user.");
  const asked = c.req.path.replace(/^\/functions\/v1/, "");
  const { search } = new URL(c.req.url);
  request.write = {
    key: key.toLowerCase(),
    call: `${method} ${asked}`,
    hash: keyedHash(serviceKey(), search + text),
  };
}

/**
 * Returns the request's Idempotency-Key data at the first call. Returns null at later calls, so that only one
 * transaction uses the key.
 */
export function takeKeyedWrite(): KeyedWrite | null {
  const request = notes();
  const write = request?.write ?? null;
  if (request) request.write = null;
  return write;
}

/** Returns the request's Idempotency-Key data without taking it, so that a later `takeKeyedWrite` still returns it. */
const pendingWrite = (): KeyedWrite | null => notes()?.write ?? null;

/**
 * Registers a write with an Idempotency-Key at the start of its transaction. A concurrent repeat of the request waits
 * until the first transaction ends.
 * @returns The stored result of the earlier request; null if there was none.
 * @throws Problem of kind `conflict` when the key belongs to a different request.
 */
export async function beginKeyedWrite(
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

/** Stores the result of a write with an Idempotency-Key, for repeats of the request. */
export const finishKeyedWrite = (tx: Transaction, { key }: KeyedWrite, answer: unknown): Promise<unknown> =>
  tx.unsafe("select private.finish_write($1::text::uuid, $2::text::json)", [
    key,
    JSON.stringify(answer ?? null),
  ]);

/**
 * Deletes the stored Idempotency-Key of a committed write that was then undone. A repeat of the request then runs
 * again.
 */
export const releaseKeyedWrite = (tx: Transaction, { key }: KeyedWrite): Promise<unknown> =>
  tx.unsafe("select private.release_write($1::text::uuid)", [key]);

/**
 * Runs the work of a write with an Idempotency-Key, unless an earlier request with the same key has run it.
 * @returns The result of this run or of the earlier run, limited to what JSON can represent.
 * @throws Problem of kind `conflict` when the key belongs to a different request.
 */
export async function runKeyedWrite<T>(
  tx: Transaction,
  write: KeyedWrite,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const before = await beginKeyedWrite(tx, write);
  if (before) return before.answer as T;
  const done = await work(tx);
  await finishKeyedWrite(tx, write, done);
  return done;
}

/**
 * Derives a UUID from the Idempotency-Key, so that a repeat of the request uses the same id for the same part of the
 * request. Returns null for a request without a key.
 */
export function deriveKeyedId(part: number): string | null {
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

/**
 * Derives a secret from the Idempotency-Key and the service key, so that a repeat of the request creates the same
 * secret. Returns null for a request without a key.
 */
export function deriveKeyedSecret({ userId }: Caller): string | null {
  const write = pendingWrite();
  return write && keyedHash(serviceKey(), `secret/${userId}/${write.key}`);
}
