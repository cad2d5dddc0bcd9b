/** Loads a part of the app. Throws a chunk-loading error after 120 seconds (spec section 8). */
const limit = 120_000;

export class ChunkLoadError extends Error {
  override name = "ChunkLoadError";
}

export async function loadChunk<Part>(load: () => Promise<Part>, milliseconds = limit): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new ChunkLoadError(
          "A part of the app did not load within 120 seconds. Check the connection and reload.",
        ),
      );
    }, milliseconds);
  });
  try {
    return await Promise.race([load(), late]);
  } finally {
    clearTimeout(timer);
  }
}
