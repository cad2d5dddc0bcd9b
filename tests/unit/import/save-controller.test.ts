/**
 * Saving an import in batches: progress, cancelling, stopping at a failed batch and resuming (spec sections 5, 8 and
 * 9).
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  failureAlert,
  SaveController,
  type SaveState,
  type SendBatch,
} from "../../../web/src/records/import/save-controller.ts";

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ row: index }));

/** Test server that stores each batch once. It can fail on given batch numbers and delay its responses. */
function serverFailing(failing: Set<number>) {
  const stored = new Map<string, number>();
  const calls: number[] = [];
  const waiting: (() => void)[] = [];
  let atOnce = 0;
  let most = 0;
  let held = false;
  const send: SendBatch = async (rows, { import_id, batch }) => {
    calls.push(batch);
    most = Math.max(most, ++atOnce);
    await new Promise<void>((resolve) => {
      if (held) waiting.push(resolve);
      else setImmediate(resolve);
    });
    atOnce--;
    if (failing.has(batch)) throw Object.assign(new Error(`no ${batch}`), { index: 7 });
    stored.set(`${import_id}/${batch}`, rows.length);
  };
  return {
    send,
    calls,
    stored,
    failing,
    most: () => most,
    hold: () => {
      held = true;
    },
    release: () => {
      held = false;
      for (const go of waiting.splice(0)) go();
    },
    rows: () => [...stored.values()].reduce((sum, count) => sum + count, 0),
  };
}

const explain = (problem: unknown) => {
  const { message, index } = problem as Error & { index: number };
  return { message, rows: [index, index + 2].map((at) => ({ index: at, message })) };
};
const controllerOf = (count: number, send: SendBatch, onChange?: (state: SaveState) => void) =>
  new SaveController({
    rows: rowsOf(count),
    send,
    importId: "import",
    explain,
    ...(onChange ? { onChange } : {}),
  });

describe("Saving an import in batches", () => {
  it("An import sends its rows in numbered batches of 50, one batch at a time.", async () => {
    const server = serverFailing(new Set());
    const seen: number[] = [];
    const controller = controllerOf(545, server.send, (state) => seen.push(state.savedRows));
    const state = await controller.run();
    expect(state).toMatchObject({
      status: "saved",
      rows: 545,
      savedRows: 545,
      batches: 11,
      savedBatches: 11,
    });
    expect(server.calls).toEqual(Array.from({ length: 11 }, (_, index) => index + 1));
    expect(server.stored.get("import/11")).toBe(45);
    expect(server.most()).toBe(1);
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
  });

  it("An import without rows sends nothing.", async () => {
    const server = serverFailing(new Set());
    expect(await controllerOf(0, server.send).run()).toMatchObject({ status: "saved", batches: 0 });
    expect(server.calls).toEqual([]);
  });

  it("An import stops at a failed batch and reports the failed rows.", async () => {
    const server = serverFailing(new Set([2]));
    const state = await controllerOf(1000, server.send).run();
    expect(state.status).toBe("failed");
    expect(state.failure).toEqual({
      ...{ batch: 2, message: "no 2" },
      rows: [
        { row: 57, message: "no 2" },
        { row: 59, message: "no 2" },
      ],
    });
    expect(state.failure && failureAlert(state.failure)).toBe("Batch 2 failed: no 2");
    expect(server.calls).toEqual([1, 2]);
    expect([...server.stored.keys()]).toEqual(["import/1"]);
    expect([state.savedRows, state.savedBatches]).toEqual([50, 1]);
  });

  it("A resumed import does not send saved batches again.", async () => {
    const server = serverFailing(new Set([3]));
    const controller = controllerOf(600, server.send);
    await controller.run();
    const before = server.calls.length;
    server.failing.clear();
    expect(await controller.run()).toMatchObject({ status: "saved", savedRows: 600, failure: null });
    expect(server.calls[before]).toBe(3);
    expect(server.rows()).toBe(600);
    expect(server.calls.filter((batch) => batch === 1)).toHaveLength(1);
  });

  it("A user who has canceled an import can resume it with the remaining batches.", async () => {
    const server = serverFailing(new Set());
    server.hold();
    const controller = controllerOf(500, server.send);
    const running = controller.run();
    controller.cancel();
    expect(controller.state.status).toBe("cancelling");
    server.release();
    expect(await running).toMatchObject({ status: "cancelled", savedBatches: 1, savedRows: 50 });
    expect(await controller.run()).toMatchObject({ status: "saved", savedRows: 500 });
  });

  it("If a user starts the same import twice, each batch is still sent only once.", async () => {
    const server = serverFailing(new Set());
    const controller = controllerOf(100, server.send);
    await Promise.all([controller.run(), controller.run()]);
    await controller.run();
    expect(server.calls).toHaveLength(2);
  });

  it("Every row of an import is saved exactly once, however often batches fail.", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 700 }),
        fc.array(fc.integer({ min: 1, max: 14 })),
        async (count, failing) => {
          const server = serverFailing(new Set(failing));
          const controller = controllerOf(count, server.send);
          for (let round = 0; round < 20; round++) {
            const { status, failure } = await controller.run();
            if (status === "saved") break;
            if (failure) server.failing.delete(failure.batch);
          }
          expect(controller.state).toMatchObject({ status: "saved", savedRows: count });
          expect(server.rows()).toBe(count);
        },
      ),
      { numRuns: 40 },
    );
  });
});
