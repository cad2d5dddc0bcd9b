/** Edits of many rows, sent as several requests: the sent data, the unchanged rows, and the result of Undo. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { recordByPath } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api, type Row } from "../../web/src/lib/http/api.ts";
import { ApiProblem } from "../../web/src/lib/http/problem.ts";
import { BulkRun, type SeenRow } from "../../web/src/records/bulk/bulk-run.ts";
import type { Plan } from "../../web/src/records/edit/plan-change.ts";
import { plannedRow, saveEntered, savePlans, undoChanges } from "../../web/src/records/edit/save-steps.ts";
import { office, person, province, region } from "./people.ts";

const record = recordByPath("arbo-masterlist") as AnyRecord;
const user = person("Provincial");
const size = { size: 50, pauses: [0] };

const stored = (id: number, fields: object = {}): Row =>
  ({
    ...{ id, row_version: 3, process_stage: "Pending", office, arbo_name: `ARBO ${id}` },
    ...{ region_name: region, province_name: province, cd: "1st", ...fields },
  }) as unknown as Row;
const seen = (number: number): SeenRow[] =>
  Array.from({ length: number }, (_, at) => ({ id: at + 1, row_version: 3 }));

afterEach(() => vi.restoreAllMocks());

/**
 * Mocked server with the given rows. Each save raises the version of the saved rows. The test can lose a response or
 * replace it by an error.
 */
function serve(rows: readonly Row[], answers: (Error | "lost" | null)[] = []) {
  const now = new Map(rows.map((row) => [row.id, row]));
  const sent: { rows: readonly Record<string, unknown>[]; batch: number | undefined }[] = [];
  vi.spyOn(api, "list").mockImplementation(async (_, body) => {
    const ids = (body as unknown as { id: number[] }).id;
    return { status: "success", data: ids.flatMap((id) => now.get(id) ?? []), total: 0 } as never;
  });
  vi.spyOn(api, "update").mockImplementation(async (_, inputs, batch) => {
    sent.push({ rows: inputs as never, batch: batch?.batch });
    const answer = answers[sent.length - 1];
    if (answer instanceof Error) throw answer;
    const saved = (inputs as Row[]).flatMap((input) => {
      const before = now.get(input.id);
      if (!before) return [];
      if (input.row_version === before.row_version)
        now.set(input.id, { ...before, ...input, row_version: before.row_version + 1 } as Row);
      return now.get(input.id) as Row;
    });
    if (answer === "lost") throw new ApiProblem(0, "Not reached.");
    return saved;
  });
  return { now, sent };
}

describe("Reason for unusual values in a bulk edit", () => {
  it("If some rows of a bulk edit have unusual values, only these rows are sent with the user's reason.", async () => {
    const plan = (id: number, unusual: string[]): Plan => ({
      ...{
        row: stored(id),
        refused: [],
        unusual,
        notes: [],
        names: ["cd"],
        before: { cd: "1st" },
        after: { cd: "2nd" },
      },
      input: (reason) => ({ id, cd: "2nd", ...(reason ? { reason } : {}) }),
    });
    const sent: object[] = [];
    const send = savePlans(async (inputs) => {
      sent.push(...inputs);
      return inputs.map((input) => ({ ...input, row_version: 4 }) as unknown as Row);
    }, "So it is");
    const run = new BulkRun([plan(1, ["Odd."]), plan(2, [])].map(plannedRow), send);
    const { done } = await run.go();
    expect(sent).toEqual([
      { id: 1, cd: "2nd", reason: "So it is" },
      { id: 2, cd: "2nd" },
    ]);
    expect(done.map(({ stored: { id, row_version }, before }) => [id, row_version, before])).toEqual([
      [1, 4, { cd: "1st" }],
      [2, 4, { cd: "1st" }],
    ]);
  });
});

it("If a row is deleted during a bulk edit, the bulk edit still keeps the earlier value of every row for undo.", async () => {
  const { now } = serve(
    seen(3).map(({ id }) => stored(id, { cd: `old of ${id}` })),
    ["lost"],
  );
  const entering = saveEntered({ record, user, slots: undefined, entered: { cd: "2nd" }, reason: "" });
  const send: typeof entering = async (step, batch) => {
    if (vi.mocked(api.update).mock.calls.length === 1) now.delete(1);
    return entering(step, batch);
  };
  const { done } = await new BulkRun(seen(3), send, size).go();
  expect(done.map(({ stored: { id, row_version }, before }) => [id, row_version, before.cd])).toEqual([
    [1, 3, "old of 1"],
    [2, 4, "old of 2"],
    [3, 4, "old of 3"],
  ]);
});

describe("Bulk edit of all rows of a list", () => {
  const entering = (entered: Record<string, string>) =>
    saveEntered({ record, user, slots: undefined, entered, reason: "" });

  it("A bulk edit skips rows that already have the new value.", async () => {
    const rows = Array.from({ length: 120 }, (_, at) => stored(at + 1));
    rows[1] = stored(2, { row_version: 4 });
    rows[2] = stored(3, { process_stage: "Approved" });
    rows[3] = stored(4, { cd: "2nd" });
    rows.splice(4, 1);
    const { now, sent } = serve(rows);
    const bulk = await new BulkRun(seen(120), entering({ cd: "2nd" }), size).go();
    expect(bulk.refused.map(({ row, why }) => [row.id, why])).toEqual([
      [2, "Someone saved this ARBO after you opened the list. Check it before you decide."],
      [3, "Approved rows are locked. Set it back to Pending first."],
      [5, "This ARBO was deleted, or you no longer have access to it."],
    ]);
    expect([bulk.status, bulk.done.length, bulk.same]).toEqual(["ended", 116, 1]);
    expect(sent.flatMap((step) => step.rows.map(({ id }) => id))).not.toContain(4);
    expect([...now.values()].filter(({ id }) => id !== 2 && id !== 3).every((row) => row.cd === "2nd")).toBe(
      true,
    );
    expect([now.get(2)?.cd, now.get(3)?.cd]).toEqual(["1st", "1st"]);
  });

  it("A bulk edit repeats a request whose response was lost.", async () => {
    const { sent } = serve(
      seen(60).map(({ id }) => stored(id)),
      ["lost"],
    );
    const bulk = await new BulkRun(seen(60), entering({ cd: "2nd" }), size).go();
    expect([bulk.status, bulk.done.length, bulk.refused]).toEqual(["ended", 60, []]);
    expect(sent.map(({ batch }) => batch)).toEqual([1, 1, 2]);
    expect(sent[1]).toEqual(sent[0]);
  });

  it("A bulk edit saves all other rows if the server refuses one.", async () => {
    const rows = seen(10).map(({ id }) => stored(id, id <= 4 ? { cd: "2nd" } : {}));
    const no = new ApiProblem(422, "No.", [{ index: 1, message: "This row is unusual." }]);
    serve(rows, [no]);
    const bulk = await new BulkRun(seen(10), entering({ cd: "2nd" }), size).go();
    expect(bulk.refused).toEqual([{ row: { id: 6, row_version: 3 }, why: "This row is unusual." }]);
    expect([bulk.done.length, bulk.same]).toEqual([5, 4]);
  });

  it("Undoing a bulk edit asks the user no questions about unusual values.", async () => {
    const { sent } = serve(seen(2).map(({ id }) => stored(id)));
    const { done } = await new BulkRun(seen(2), entering({ cd: "2nd" }), size).go();
    await (await undoChanges(record, user, undefined, done).run()).go();
    const undone = { save_anyway: true, soft_check_reason: "Undone" };
    expect(sent.map(({ rows }) => rows)).toEqual([
      [1, 2].map((id) => ({ id, row_version: 3, cd: "2nd" })),
      [1, 2].map((id) => ({ id, row_version: 4, cd: "1st", ...undone })),
    ]);
  });

  it("Undoing a bulk edit skips rows that were changed after the edit.", async () => {
    const { now } = serve(seen(5).map(({ id }) => stored(id)));
    const { done } = await new BulkRun(seen(5), entering({ cd: "2nd" }), size).go();
    vi.mocked(api.update).mockImplementationOnce(async () => {
      throw new ApiProblem(409, "No.", [{ index: 3, message: "Someone else saved it." }]);
    });
    const run = await undoChanges(record, user, undefined, done).run();
    const back = await run.go();
    expect([back.done.length, back.refused.map(({ row }) => row.id)]).toEqual([4, [4]]);
    expect([...now.values()].map(({ cd }) => cd)).toEqual(["1st", "1st", "1st", "2nd", "1st"]);
  });
});
