/**
 * The response stream of a whole list is either complete or visibly broken. A limiter limits the number of long lists
 * that are sent at the same time.
 */
import { expect, it, vi } from "vitest";
import { Limiter } from "#shared/server/http/limiter.ts";
import { type RowChunk, rowStream } from "#shared/server/http/row-stream.ts";

const text = (stream: ReadableStream<Uint8Array>) => new Response(stream as never).text();
const chunk = (...rows: string[]): RowChunk => ({ rows: rows.join(",\n"), count: rows.length });
const ignore = () => undefined;
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

it("The stream of a list puts each row on its own line, and ends with the total.", async () => {
  async function* chunks() {
    yield chunk("1", "2");
    yield chunk();
    yield chunk("3");
    yield chunk();
  }
  expect(await text(rowStream(chunks(), ignore))).toBe(
    '{"status":"success","data":[\n1,\n2,\n3\n],"total":3}',
  );
});

it("The stream of an empty list contains no rows and the total 0.", async () => {
  async function* chunks() {
    yield chunk();
  }
  expect(await text(rowStream(chunks(), ignore))).toBe('{"status":"success","data":[\n],"total":0}');
});

it("The stream of a list breaks off and reports the error if the rows can't be read.", async () => {
  const onBreak = vi.fn();
  const failure = new Error("lost");
  async function* chunks() {
    yield chunk("1");
    throw failure;
  }
  await expect(text(rowStream(chunks(), onBreak))).rejects.toThrow();
  expect(onBreak).toHaveBeenCalledWith(failure);
});

/** Yields chunks without end. Records how many chunks were read, and whether reading has ended. */
function endless() {
  const seen = { read: 0, ended: vi.fn() };
  async function* chunks() {
    try {
      for (;;) yield chunk(String(++seen.read));
    } finally {
      seen.ended();
    }
  }
  return { seen, chunks: chunks() };
}

it("While the client reads no rows, the stream of a list does not load further rows from the database.", async () => {
  const { seen, chunks } = endless();
  const stream = rowStream(chunks, ignore);
  await wait(50);
  expect(seen.read).toBe(1);
  expect(seen.ended).not.toHaveBeenCalled();
  await stream.cancel();
  expect(seen.ended).toHaveBeenCalled();
});

it("The stream of a list breaks off if the client takes too long to read it.", async () => {
  const idle = endless();
  const stalled = rowStream(idle.chunks, ignore, { chunk: 30, whole: 10_000 });
  await vi.waitFor(() => expect(idle.seen.ended).toHaveBeenCalled(), { timeout: 10_000 });
  await expect(text(stalled)).rejects.toThrow("too long");

  const slow = endless();
  const reader = rowStream(slow.chunks, ignore, { chunk: 10_000, whole: 60 }).getReader();
  const takeAll = async () => {
    for (;;) {
      await reader.read();
      await wait(20);
    }
  };
  await expect(takeAll()).rejects.toThrow("too long");
  expect(slow.seen.ended).toHaveBeenCalled();
});

it("The server limits the simultaneous requests for long lists, both in total and per user.", async () => {
  const places = new Limiter(3, 2);
  const first = await places.acquire("a", 0);
  await places.acquire("a", 0);
  expect(await places.acquire("a", 10)).toBeNull();
  const other = await places.acquire("b", 0);
  expect(other).not.toBeNull();
  const order: string[] = [];
  const asked = ["a", "b", "c"].map((person) =>
    places.acquire(person, 1000).then((leave) => {
      if (leave) order.push(person);
      return leave;
    }),
  );
  other?.();
  other?.();
  await wait(5);
  expect(order).toEqual(["b"]);
  first?.();
  await wait(5);
  expect(order).toEqual(["b", "a"]);
  (await asked[1])?.();
  await wait(5);
  expect(order).toEqual(["b", "a", "c"]);
});
