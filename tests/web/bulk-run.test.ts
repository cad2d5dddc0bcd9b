/** An act on many rows: what was done, refused and not begun, whatever happens on the way. */
import { describe, expect, it } from "vitest";
import { ApiProblem } from "../../web/src/lib/http/problem.ts";
import { accountOf, handledOf, isClean } from "../../web/src/records/bulk/account.ts";
import {
  BulkRun,
  bulkStart,
  leftOf,
  type SeenRow,
  type SendStep,
} from "../../web/src/records/bulk/bulk-run.ts";

const rows = (number: number): SeenRow[] =>
  Array.from({ length: number }, (_, at) => ({ id: at + 1, row_version: 1 }));

type Answer = Error | "answer lost" | "never arrived" | null;

/** A server that does each step once, however often it is sent, and answers as it is told. */
class Server {
  readonly sent: { rows: number; batch: number; act: string }[] = [];
  readonly done: number[] = [];
  private readonly known = new Set<string>();
  private readonly answers: Answer[];
  before: () => void = () => undefined;

  constructor(...answers: Answer[]) {
    this.answers = answers;
  }

  readonly send: SendStep<SeenRow, number> = async (step, { import_id: act, batch }) => {
    this.before();
    this.sent.push({ rows: step.length, batch, act });
    const answer = this.answers.shift() ?? null;
    if (answer instanceof Error) throw answer;
    if (answer === "never arrived") throw new ApiProblem(0, "Not reached.");
    const ids = step.map(({ id }) => id);
    if (!this.known.has(`${act} ${batch}`)) this.done.push(...ids);
    this.known.add(`${act} ${batch}`);
    if (answer === "answer lost") throw new ApiProblem(502, "Not reached.");
    return { done: ids };
  };
}

const named = (status: number, ...whys: [number, string][]) =>
  new ApiProblem(
    status,
    "No.",
    whys.map(([index, message]) => ({ index, message })),
  );
const quick = { size: 50, pauses: [0, 0] };

describe("an act on many rows", () => {
  it("is done in steps of one act, each under its own number", async () => {
    const server = new Server();
    const run = new BulkRun(rows(120), server.send, quick);
    const seen: number[] = [];
    run.subscribe(() => seen.push(run.snapshot().done.length));
    const bulk = await run.go();
    expect(server.sent.map((step) => [step.rows, step.batch])).toEqual([
      [50, 1],
      [50, 2],
      [20, 3],
    ]);
    expect(new Set(server.sent.map(({ act }) => act)).size).toBe(1);
    expect([bulk.status, bulk.done.length, leftOf(bulk), bulk.all]).toEqual(["ended", 120, 0, 120]);
    expect(seen).toEqual([0, 50, 100, 120]);
  });

  it("holds rows of one kind in a step, where kinds are done by different calls", async () => {
    const kinds: string[][] = [];
    const mixed = rows(70).map((row, at) => ({ ...row, kind: at < 60 ? "added" : "changed" }));
    const run = new BulkRun(
      mixed,
      async (step) => {
        kinds.push(step.map(({ kind }) => kind));
        return { done: step };
      },
      quick,
    );
    expect((await run.go()).done).toHaveLength(70);
    expect(kinds.map((step) => [step.length, ...new Set(step)])).toEqual([
      [50, "added"],
      [10, "added"],
      [10, "changed"],
    ]);
  });

  it("ends after the step under way when it is cancelled, and goes on with the rest", async () => {
    const server = new Server();
    const run = new BulkRun(rows(200), server.send, quick);
    server.before = () => {
      if (server.sent.length === 1) run.cancel();
    };
    const bulk = await run.go();
    expect([bulk.status, bulk.done.length, leftOf(bulk)]).toEqual(["cancelled", 100, 100]);
    expect(server.done).toEqual(bulk.done);
    server.before = () => undefined;
    expect(await run.go()).toMatchObject({ status: "ended", waiting: [], step: [] });
    expect(server.done).toEqual(rows(200).map(({ id }) => id));
  });

  it("that is cancelled in its last step was done, not cancelled", async () => {
    const server = new Server();
    const run = new BulkRun(rows(50), server.send, quick);
    server.before = () => run.cancel();
    expect(await run.go()).toMatchObject({ status: "ended", all: 50 });
  });

  it("tells each refused row with its reasons, and holds nobody else up", async () => {
    const server = new Server(named(409, [2, "Changed."], [7, "Approved."], [7, "Closed."]));
    const bulk = await new BulkRun(rows(120), server.send, quick).go();
    expect(bulk.refused).toEqual([
      { row: { id: 3, row_version: 1 }, why: "Changed." },
      { row: { id: 8, row_version: 1 }, why: "Approved. Closed." },
    ]);
    // Other rows are another step.
    expect(server.sent.map((step) => [step.rows, step.batch]).slice(0, 3)).toEqual([
      [50, 1],
      [48, 2],
      [50, 3],
    ]);
    expect([bulk.done.length, leftOf(bulk)]).toEqual([118, 0]);
    expect(server.done).not.toContain(3);
  });

  it("finds the row to blame where the server names none", async () => {
    const server = new Server();
    const send: SendStep<SeenRow, number> = (step, batch) =>
      step.some(({ id }) => id === 33)
        ? Promise.reject(new ApiProblem(422, "A value is against a rule."))
        : server.send(step, batch);
    const bulk = await new BulkRun(rows(120), send, quick).go();
    expect(bulk.refused).toEqual([{ row: { id: 33, row_version: 1 }, why: "A value is against a rule." }]);
    expect([bulk.status, bulk.done.length, leftOf(bulk)]).toEqual(["ended", 119, 0]);
    expect([...server.done].sort((one, other) => one - other)).toEqual(
      rows(120).flatMap(({ id }) => (id === 33 ? [] : [id])),
    );
  });

  it("that is cancelled while rows are refused leaves the others of the step as they were", async () => {
    const server = new Server(null, named(409, [0, "Changed."]));
    const run = new BulkRun(rows(120), server.send, quick);
    server.before = () => {
      if (server.sent.length === 1) run.cancel();
    };
    const bulk = await run.go();
    expect([bulk.status, bulk.done.length, bulk.refused.length, leftOf(bulk)]).toEqual([
      "cancelled",
      50,
      1,
      69,
    ]);
    expect(server.done).toHaveLength(50);
  });

  it("sends a step again whose answer was lost, and does nothing twice", async () => {
    const server = new Server(null, "answer lost", "never arrived");
    const bulk = await new BulkRun(rows(120), server.send, quick).go();
    expect(server.sent.map(({ batch }) => batch)).toEqual([1, 2, 2, 2, 3]);
    expect([bulk.status, bulk.done.length, bulk.unsure]).toEqual(["ended", 120, false]);
    expect(server.done).toHaveLength(120);
  });

  it("stands still where the connection stays away, says of which rows nothing is known, and goes on", async () => {
    const server = new Server(null, "answer lost", "never arrived", "never arrived");
    const run = new BulkRun(rows(120), server.send, quick);
    const bulk = await run.go();
    expect(bulk).toMatchObject({ status: "stopped", problem: "Not reached.", unsure: true });
    expect([bulk.done.length, bulk.step.length, bulk.waiting.length]).toEqual([50, 50, 20]);
    expect(await run.go()).toMatchObject({ status: "ended", unsure: false, problem: null });
    expect(server.done).toEqual(rows(120).map(({ id }) => id));
  });

  it("does not tell rows as refused that may be done", async () => {
    const server = new Server("answer lost", new ApiProblem(403, "Your role may not."));
    const bulk = await new BulkRun(rows(60), server.send, quick).go();
    expect(bulk).toMatchObject({ status: "stopped", unsure: true, refused: [] });
  });

  it("stands still where rows are not to blame: nobody signed in, too many calls, a fault of the server", async () => {
    for (const status of [401, 429, 500]) {
      const server = new Server(null, new ApiProblem(status, "Not now."));
      const bulk = await new BulkRun(rows(120), server.send, quick).go();
      expect(bulk).toMatchObject({ status: "stopped", problem: "Not now.", refused: [] });
      expect([bulk.done.length, leftOf(bulk), server.sent.length]).toEqual([50, 70, 2]);
    }
  });

  it("is not begun twice at once", async () => {
    const server = new Server();
    const run = new BulkRun(rows(100), server.send, quick);
    await Promise.all([run.go(), run.go()]);
    expect(server.sent).toHaveLength(2);
  });

  it("counts rows that were so already, and those that were refused before it began", async () => {
    const [first, ...others] = rows(5);
    const send: SendStep<SeenRow, number> = async (step) => ({
      done: step.slice(1).map(({ id }) => id),
      same: 1,
    });
    const refused = [{ row: first as SeenRow, why: "Changed since you saw the list." }];
    const bulk = await new BulkRun(others, send, { ...quick, refused }).go();
    expect([bulk.all, bulk.done.length, bulk.same, bulk.refused]).toEqual([5, 3, 1, refused]);
  });
});

describe("the account of an act", () => {
  const words = { doing: "Approving", did: "approved" };
  const record = { noun: { one: "ARBO", many: "ARBOs" } };
  const bulk = { ...bulkStart<SeenRow, number>(rows(1240), 200) };

  it("adds up to all of its rows, in plain words", () => {
    const done = rows(1000).map(({ id }) => id);
    const refused = rows(1).map((row) => ({ row, why: "Changed." }));
    const waiting = rows(234);
    const cancelled = { ...bulk, status: "cancelled" as const, done, same: 5, refused, waiting };
    expect(accountOf(cancelled, record, words)).toEqual([
      "1,000 ARBOs: approved.",
      "5 ARBOs: already approved.",
      "1 ARBO: refused, not changed.",
      "234 ARBOs: not started.",
    ]);
    expect([handledOf(cancelled), isClean(cancelled)]).toEqual([1006, false]);
  });

  it("tells rows of which nobody knows apart from those that were not begun", () => {
    const stopped = {
      ...bulk,
      status: "stopped" as const,
      step: rows(200),
      waiting: rows(1040),
      unsure: true,
    };
    expect(accountOf(stopped, record, words)).toEqual([
      "0 ARBOs: approved.",
      "200 ARBOs: possibly approved. The connection was lost before the response. Continue to find out. No row is changed twice.",
      "1,040 ARBOs: not started.",
    ]);
  });
});
