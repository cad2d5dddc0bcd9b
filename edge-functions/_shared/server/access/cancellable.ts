/** Cancels a statement in the database when the client ends its request. */
import { gateway, type Transaction } from "../db/database.ts";

/**
 * Runs work in a transaction. When the signal is aborted, Postgres cancels the running statement, and the work fails
 * with SQLSTATE 57014.
 */
export async function cancellable<T>(
  tx: Transaction,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
  signal.throwIfAborted();
  let cancelling: Promise<unknown> = Promise.resolve();
  const cancel = () => {
    cancelling = gateway()
      .unsafe("select pg_cancel_backend($1::text::integer)", [String(row?.pid)])
      .catch(() => undefined);
  };
  signal.addEventListener("abort", cancel, { once: true });
  try {
    return await work();
  } finally {
    signal.removeEventListener("abort", cancel);
    // Keep the connection until Postgres has received the cancellation, which could otherwise end a statement of the
    // next request.
    await cancelling;
  }
}
