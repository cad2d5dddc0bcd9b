/** The stream of a whole list: whole, or visibly broken. */
import { expect, it, vi } from "vitest";
import { rowStream, type TakeRows } from "../../edge-functions/_shared/server/row-stream.ts";

const text = (stream: ReadableStream<Uint8Array>) => new Response(stream as never).text();

it("joins the rows and tells how many there were", async () => {
  const produce = async (take: TakeRows) => {
    await take(["1", "2"]);
    await take([]);
    await take(["3"]);
  };
  const stream = await rowStream(produce, () => undefined);
  expect(await text(stream)).toBe('{"status":"success","data":[1,2,3],"total":3}');
});

it("of no rows is an empty list", async () => {
  const stream = await rowStream(
    async () => undefined,
    () => undefined,
  );
  expect(await text(stream)).toBe('{"status":"success","data":[],"total":0}');
});

it("throws what fails before the first row, so that it can be answered as a problem", async () => {
  const failure = new Error("no");
  await expect(
    rowStream(
      () => Promise.reject(failure),
      () => undefined,
    ),
  ).rejects.toBe(failure);
});

it("breaks off when something fails later, and says so", async () => {
  const onBreak = vi.fn();
  const failure = new Error("lost");
  const stream = await rowStream(async (take) => {
    await take(["1"]);
    throw failure;
  }, onBreak);
  await expect(text(stream)).rejects.toThrow();
  expect(onBreak).toHaveBeenCalledWith(failure);
});

it("stops reading rows when the reader has gone", async () => {
  let taken = 0;
  const ended = vi.fn();
  const stream = await rowStream(
    async (take) => {
      try {
        for (; taken < 1000; taken++) await take([String(taken)]);
      } finally {
        ended();
      }
    },
    () => undefined,
  );
  await stream.cancel();
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
  expect(taken).toBeLessThan(10);
});
