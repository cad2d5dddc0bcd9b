/** Runs long work in the page in short slices, so that the page stays responsive. */
const sliceMilliseconds = 12;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Maps the items in order.
 * @throws AbortError if the signal is aborted between slices.
 */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
  options: { signal?: AbortSignal | undefined; onProgress?: (done: number, all: number) => void } = {},
): Promise<Result[]> {
  const results: Result[] = [];
  let started = performance.now();
  for (const item of items) {
    results.push(work(item));
    if (performance.now() - started < sliceMilliseconds) continue;
    options.onProgress?.(results.length, items.length);
    await pause();
    options.signal?.throwIfAborted();
    started = performance.now();
  }
  return results;
}
