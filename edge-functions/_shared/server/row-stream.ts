/**
 * Turns rows that are read bit by bit into the stream of one answer: `{"status":"success","data":[…],"total":n}`.
 *
 * What fails before the first rows is thrown, and answered as a problem. What fails later breaks the connection off: a
 * list that was cut short must never look like a whole one.
 */

/** Takes some more rows, each a JSON text. Resolves when the reader has room for more, rejects when it has gone. */
export type TakeRows = (rows: readonly string[]) => Promise<void>;

const head = '{"status":"success","data":[';

/**
 * @param produce Reads all rows and hands them to `take`; ends when all are taken.
 * @param onBreak Told of a failure after the first rows, which nobody else hears of.
 */
export async function rowStream(
  produce: (take: TakeRows) => Promise<void>,
  onBreak: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  let total = 0;
  let readerGone = false;
  // Rejects when the reader goes away; the next write then ends the reading of rows.
  writer.closed.catch(() => {
    readerGone = true;
  });
  const write = (text: string) => writer.write(encoder.encode(text));

  let begun: () => void = () => undefined;
  const beginning = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const whole = produce(async (rows) => {
    if (rows.length === 0) return;
    const text = (total === 0 ? head : ",") + rows.join(",");
    total += rows.length;
    begun();
    await write(text);
  });
  const ended = whole.then(async () => {
    begun();
    await write(`${total === 0 ? head : ""}],"total":${total}}`);
    await writer.close();
  });
  ended.catch((error) => {
    if (total === 0) return;
    if (!readerGone) onBreak(error);
    writer.abort(error).catch(() => undefined);
  });
  await Promise.race([beginning, whole]);
  return readable;
}
