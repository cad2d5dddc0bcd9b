/**
 * Turns rows that are read bit by bit into the stream of one answer: `{"status":"success","data":[…],"total":n}`, with each
 * row and what stands around them on lines of their own, for readers who take it row by row. The next rows are read when
 * the reader has taken the ones before.
 *
 * What fails breaks the connection off: a list that was cut short must never look like a whole one. A reader who takes
 * nothing for a while, or is not done after a long one, is broken off as well.
 */

/** Some rows, as JSON texts, each on a line of its own, with a comma between them. */
export interface RowChunk {
  rows: string;
  count: number;
}

export interface Patience {
  /** Milliseconds in which the reader takes what was read. */
  chunk: number;
  /** Milliseconds for the whole list. */
  whole: number;
}

const usualPatience: Patience = { chunk: 60_000, whole: 30 * 60_000 };

/** @param onBreak Told of a failure of the reading of rows, which nobody else hears of. */
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
          // Whoever waits is asked for no more until there is something.
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
