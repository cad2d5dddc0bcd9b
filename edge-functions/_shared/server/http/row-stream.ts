/**
 * Streams rows as one response: `{"status":"success","data":[…],"total":n}`. Each row is on its own line, so that
 * clients can process rows one by one. Reads more rows only when the client has taken the previous rows. An error
 * aborts the connection, because a truncated list must never look complete. A client that reads too slowly is also
 * disconnected.
 */

/** Some rows as JSON, one row per line, separated by commas. */
export interface RowChunk {
  rows: string;
  count: number;
}

export interface Patience {
  /** Maximum time in milliseconds that the client may take to read one chunk. */
  chunk: number;
  /** Maximum time in milliseconds that the client may take to read the whole list. */
  whole: number;
}

const usualPatience: Patience = { chunk: 60_000, whole: 30 * 60_000 };

/**
 * Returns the response stream.
 * @param onBreak Called with an error that interrupted the reading of rows. Must report the error, because no other
 * code does.
 */
export function rowStream(
  chunks: AsyncGenerator<RowChunk>,
  onBreak: (error: unknown) => void,
  patience: Patience = usualPatience,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const end = Date.now() + patience.whole;
  let total = 0;
  let stalled: ReturnType<typeof setTimeout> | undefined;

  const stop = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    controller.error(new Error("The reader took too long."));
    await chunks.return(undefined);
  };
  const waitForReader = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const left = Math.min(patience.chunk, end - Date.now());
    stalled = setTimeout(() => stop(controller).catch(onBreak), Math.max(0, left));
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(stalled);
        try {
          let next = await chunks.next();
          // Skip empty chunks, because the stream does not call `pull` again after a `pull` that enqueues no data.
          while (!next.done && next.value.count === 0) next = await chunks.next();
          if (next.done) {
            controller.enqueue(encoder.encode(`${total === 0 ? head : "\n"}],"total":${total}}`));
            controller.close();
            return;
          }
          const { rows, count } = next.value;
          controller.enqueue(encoder.encode((total === 0 ? head : ",\n") + rows));
          total += count;
          waitForReader(controller);
        } catch (error) {
          onBreak(error);
          controller.error(error);
        }
      },
      async cancel() {
        clearTimeout(stalled);
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}

const head = '{"status":"success","data":[\n';
