/**
 * Streams rows as one response: `{"status":"success","data":[…],"total":n}`. Each row is on its own line, and so are
 * the texts before the first and after the last row. So clients can process the response row by row. The next rows are
 * read once the client has taken the previous ones. An error aborts the connection, because a truncated list must never
 * look complete. A client that reads nothing for a while, or takes too long in total, is also disconnected.
 */

/** Some rows as JSON texts, one per line, separated by commas. */
export interface RowChunk {
  rows: string;
  count: number;
}

export interface Patience {
  /** Maximum number of milliseconds in which the client must take one chunk. */
  chunk: number;
  /** Maximum number of milliseconds in which the client must take the whole list. */
  whole: number;
}

const usualPatience: Patience = { chunk: 60_000, whole: 30 * 60_000 };

/**
 * Returns the response stream.
 * @param onBreak Called with an error that occurred while rows were read. No other code reports such an error.
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
          // Skip empty chunks: the client doesn't pull again until something was enqueued.
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
