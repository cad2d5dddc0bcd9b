/** Bulk actions: which rows are processed, refused or not started, with and without errors. */
import { describe, expect, it } from "vitest";
import { ApiProblem } from "../../web/src/lib/http/problem.ts";
import { writeSession } from "../../web/src/lib/secrets/stored-session.ts";
import {
  BulkRun,
  initialBulk,
  remainingCount,
  type SeenRow,
  type SendStep,
} from "../../web/src/records/bulk/bulk-run.ts";
import { bulkSummary, handledCount, hasFullySucceeded } from "../../web/src/records/bulk/bulk-summary.ts";
import { takeBackAct } from "../../web/src/records/receipts/take-back.ts";
import { nextUser, person, tokensOf } from "./people.ts";

const rows = (number: number): SeenRow[] =>
  Array.from({ length: number }, (_, at) => ({ id: at + 1, row_version: 1 }));

type Answer = Error | "answer lost" | "never arrived" | null;

/**
 * A server that processes each request of a bulk action only once, even if a test repeats the request. The test defines
 * the responses.
 */
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

describe("Bulk actions that send rows in several requests", () => {
  it("All requests of a bulk action contain the same action id.", async () => {
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
    expect([bulk.status, bulk.done.length, remainingCount(bulk), bulk.all]).toEqual(["ended", 120, 0, 120]);
    expect(seen).toEqual([0, 50, 100, 120]);
  });

  it("A bulk action sends added rows and changed rows in separate requests.", async () => {
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

  it("If a user cancels a bulk action and then resumes it, the app processes only the remaining rows.", async () => {
    const server = new Server();
    const run = new BulkRun(rows(200), server.send, quick);
    server.before = () => {
      if (server.sent.length === 1) run.cancel();
    };
    const bulk = await run.go();
    expect([bulk.status, bulk.done.length, remainingCount(bulk)]).toEqual(["cancelled", 100, 100]);
    expect(server.done).toEqual(bulk.done);
    server.before = () => undefined;
    expect(await run.go()).toMatchObject({ status: "ended", waiting: [], step: [] });
    expect(server.done).toEqual(rows(200).map(({ id }) => id));
  });

  it("A bulk action stops if another user signs in.", async () => {
    const { id } = person("Provincial");
    writeSession(tokensOf(id));
    const server = new Server();
    const run = new BulkRun(rows(120), server.send, quick);
    server.before = () => writeSession(tokensOf(nextUser));
    expect(await run.go()).toMatchObject({
      status: "stopped",
      problem: "Another user has signed in on this computer.",
    });
    expect(server.sent).toHaveLength(1);
    server.before = () => undefined;
    writeSession(tokensOf(id));
    expect(await run.go()).toMatchObject({ status: "ended" });
    expect(server.done).toEqual(rows(120).map((row) => row.id));
  });

  it("If a user cancels a bulk action during its last request, the app reports the action as finished.", async () => {
    const server = new Server();
    const run = new BulkRun(rows(50), server.send, quick);
    server.before = () => run.cancel();
    expect(await run.go()).toMatchObject({ status: "ended", all: 50 });
  });

  it("The result of a bulk action lists each refused row with its reasons.", async () => {
    const server = new Server(named(409, [2, "Changed."], [7, "Approved."], [7, "Closed."]));
    const bulk = await new BulkRun(rows(120), server.send, quick).go();
    expect(bulk.refused).toEqual([
      { row: { id: 3, row_version: 1 }, why: "Changed." },
      { row: { id: 8, row_version: 1 }, why: "Approved. Closed." },
    ]);
    // Each request contains some of the rows. A request that is repeated without its refused rows gets a new batch
    // number.
    expect(server.sent.map((step) => [step.rows, step.batch]).slice(0, 3)).toEqual([
      [50, 1],
      [48, 2],
      [50, 3],
    ]);
    expect([bulk.done.length, remainingCount(bulk)]).toEqual([118, 0]);
    expect(server.done).not.toContain(3);
  });

  it("If the server refuses a batch because of one row, the bulk action finds this row and processes all others.", async () => {
    const server = new Server();
    const send: SendStep<SeenRow, number> = (step, batch) =>
      step.some(({ id }) => id === 33)
        ? Promise.reject(new ApiProblem(422, "A value is against a rule."))
        : server.send(step, batch);
    const bulk = await new BulkRun(rows(120), send, quick).go();
    expect(bulk.refused).toEqual([{ row: { id: 33, row_version: 1 }, why: "A value is against a rule." }]);
    expect([bulk.status, bulk.done.length, remainingCount(bulk)]).toEqual(["ended", 119, 0]);
    expect([...server.done].sort((one, other) => one - other)).toEqual(
      rows(120).flatMap(({ id }) => (id === 33 ? [] : [id])),
    );
  });

  it("If a user cancels a bulk action during a request that the server refuses, the request's valid rows are not sent again.", async () => {
    const server = new Server(null, named(409, [0, "Changed."]));
    const run = new BulkRun(rows(120), server.send, quick);
    server.before = () => {
      if (server.sent.length === 1) run.cancel();
    };
    const bulk = await run.go();
    expect([bulk.status, bulk.done.length, bulk.refused.length, remainingCount(bulk)]).toEqual([
      "cancelled",
      50,
      1,
      69,
    ]);
    expect(server.done).toHaveLength(50);
  });

  it("A bulk action processes no row twice if the response to a request is lost.", async () => {
    const server = new Server(null, "answer lost", "never arrived");
    const bulk = await new BulkRun(rows(120), server.send, quick).go();
    expect(server.sent.map(({ batch }) => batch)).toEqual([1, 2, 2, 2, 3]);
    expect([bulk.status, bulk.done.length, bulk.unsure]).toEqual(["ended", 120, false]);
    expect(server.done).toHaveLength(120);
  });

  it("If a bulk action loses the connection during a request, it stops and reports the request's result as unknown.", async () => {
    const server = new Server(null, "answer lost", "never arrived", "never arrived");
    const run = new BulkRun(rows(120), server.send, quick);
    const bulk = await run.go();
    expect(bulk).toMatchObject({ status: "stopped", problem: "Not reached.", unsure: true });
    expect([bulk.done.length, bulk.step.length, bulk.waiting.length]).toEqual([50, 50, 20]);
    expect(await run.go()).toMatchObject({ status: "ended", unsure: false, problem: null });
    expect(server.done).toEqual(rows(120).map(({ id }) => id));
  });

  it("If a response was lost and the server refuses the repeated request, a bulk action reports no row as refused.", async () => {
    const server = new Server("answer lost", new ApiProblem(403, "Your role may not."));
    const bulk = await new BulkRun(rows(60), server.send, quick).go();
    expect(bulk).toMatchObject({ status: "stopped", unsure: true, refused: [] });
  });

  it("If the server responds with status 401, 429 or 500, a bulk action stops and reports no row as refused.", async () => {
    for (const status of [401, 429, 500]) {
      const server = new Server(null, new ApiProblem(status, "Not now."));
      const bulk = await new BulkRun(rows(120), server.send, quick).go();
      expect(bulk).toMatchObject({ status: "stopped", problem: "Not now.", refused: [] });
      expect([bulk.done.length, remainingCount(bulk), server.sent.length]).toEqual([50, 70, 2]);
    }
  });

  it("If the server refuses a request because the reporting window has closed, a bulk action sends no further requests.", async () => {
    const server = new Server(null, new ApiProblem(403, "Closed.", [{ message: "Closed." }]));
    const run = new BulkRun(rows(120), server.send, quick);
    const bulk = await run.go();
    expect(bulk).toMatchObject({ status: "stopped", problem: "Closed.", refused: [] });
    expect([bulk.done.length, remainingCount(bulk), server.sent.length]).toEqual([50, 70, 2]);
    expect(await run.go()).toMatchObject({ status: "ended" });
    expect(server.done).toEqual(rows(120).map(({ id }) => id));
  });

  it("If a user starts a bulk action again while it is running, nothing happens.", async () => {
    const server = new Server();
    const run = new BulkRun(rows(100), server.send, quick);
    await Promise.all([run.go(), run.go()]);
    expect(server.sent).toHaveLength(2);
  });

  it("The result of a bulk action includes the number of unchanged rows.", async () => {
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

describe("Summary of a bulk action", () => {
  const words = { doing: "Approving", did: "approved" };
  const record = { noun: { one: "ARBO", many: "ARBOs" } };
  const bulk = { ...initialBulk<SeenRow, number>(rows(1240), 200) };

  it("The numbers in a bulk action's summary add up to the number of all rows.", () => {
    const done = rows(1000).map(({ id }) => id);
    const refused = rows(1).map((row) => ({ row, why: "Changed." }));
    const waiting = rows(234);
    const cancelled = { ...bulk, status: "cancelled" as const, done, same: 5, refused, waiting };
    expect(bulkSummary(cancelled, record, words)).toEqual([
      "1,000 ARBOs: approved.",
      "5 ARBOs: already approved.",
      "1 ARBO: refused, not changed.",
      "234 ARBOs: not started.",
    ]);
    expect([handledCount(cancelled), hasFullySucceeded(cancelled)]).toEqual([1006, false]);
  });

  it("The summary of an interrupted bulk action shows how many rows were not started.", () => {
    const stopped = {
      ...bulk,
      status: "stopped" as const,
      step: rows(200),
      waiting: rows(1040),
      unsure: true,
    };
    expect(bulkSummary(stopped, record, words)).toEqual([
      "0 ARBOs: approved.",
      "200 ARBOs: possibly approved. The connection was lost before the response. Continue to find out. No row is changed twice.",
      "1,040 ARBOs: not started.",
    ]);
  });
});

describe("Undo of taking back an import", () => {
  it("The rows are restored in reverse order, because one row may have taken the key of another.", () => {
    const act = takeBackAct({ path: "arbo-masterlist", noun: { one: "ARBO", many: "ARBOs" } }, "an-import");
    const taken = [
      { id: 3, row_version: 1, before: null, last: 30 },
      { id: 2, row_version: 1, before: 9, last: 20 },
      { id: 1, row_version: 1, before: 8, last: 10 },
    ];
    const run = act.undo?.(taken).run() as BulkRun<SeenRow, SeenRow> | undefined;
    expect(run?.snapshot().waiting.map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});
