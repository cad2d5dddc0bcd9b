/**
 * Editing cells in lists, for every record type. Permissions, confirmation questions and saved data must be those of
 * the form.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { records } from "#shared/records/index.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { openChecks, reasonField } from "#shared/validate/soft-checks.ts";
import { validateRecord } from "#shared/validate/validate.ts";
import type { Row } from "../../web/src/lib/http/api.ts";
import { markServerUnreachable, noteResponse } from "../../web/src/lib/http/connection.ts";
import { ApiProblem } from "../../web/src/lib/http/problem.ts";
import { connectNotices } from "../../web/src/lib/notify.ts";
import { offlineDatabase } from "../../web/src/lib/offline/database.ts";
import type { Attempt } from "../../web/src/lib/outbox/entry.ts";
import { readUnsent } from "../../web/src/lib/outbox/read-unsent.ts";
import { sendEntry } from "../../web/src/lib/outbox/send-entry.ts";
import { refusal } from "../../web/src/records/common/rights.ts";
import { screenFields } from "../../web/src/records/common/screen-fields.ts";
import { cellRefusal, fieldRefusal } from "../../web/src/records/edit/cell-refusal.ts";
import { CellSaves, unsavedValues } from "../../web/src/records/edit/cell-saves.ts";
import { copied, pastedOver } from "../../web/src/records/edit/clipboard.ts";
import { keptCells } from "../../web/src/records/edit/kept-changes.ts";
import { planChange, willChange } from "../../web/src/records/edit/plan-change.ts";
import {
  type Question,
  type SaveAnswer,
  type SaveContext,
  saveChange,
} from "../../web/src/records/edit/save-change.ts";
import { unclearCells } from "../../web/src/records/edit/unclear-cells.ts";
import { dependentChanges } from "../../web/src/records/form/fields/computed-fields.ts";
import { type FormValue, type FormValues, valuesOf } from "../../web/src/records/form/fields/form-values.ts";
import { keepRow } from "../../web/src/records/form/saving/keep-row.ts";
import { closed, office, open, person, province, region } from "./people.ts";

/** Returns a valid value for a field. Each `number` gives a different value. */
function sample(field: Field, number = 1): unknown {
  if (field.name === "region_name") return region;
  if (field.name === "province_name") return province;
  if (field.options?.from === "values") {
    const values = field.options.values.filter((value) => !field.reserved?.values.includes(value));
    const value = values[number % values.length];
    return field.kind === "list" ? [value] : value;
  }
  if (field.kind === "integer" || field.kind === "decimal")
    return field.percentage ? number / 10 : 40 + number;
  if (field.kind === "year") return 2020 + number;
  if (field.kind === "date") return `2021-01-0${number}`;
  if (field.kind === "yes_no") return number % 2 ? "Yes" : "No";
  if (field.kind === "quarter") return "Q1";
  if (field.kind === "month") return "January";
  return field.kind === "list" ? [`Value ${number}`] : `Value ${number}`;
}

/** Returns a stored row that contains everything its record type requires. */
function storedOf(record: AnyRecord): Row {
  const facts = (record.facts ?? []).flatMap(({ anyOf }) => anyOf.slice(0, 1));
  const needed = record.fields.filter(({ name, required }) => required || facts.includes(name));
  const values = Object.fromEntries(needed.map((field) => [field.name, sample(field)]));
  const { value } = validateRecord(record, { ...values, ...record.fixed }, "insert");
  const row = { id: 7, row_version: 3, process_stage: "Pending", office, ...value };
  return row as unknown as Row;
}

/** Returns a text or number field that other fields don't depend on. */
const plain = (record: AnyRecord, row: Row): Field | undefined =>
  screenFields(record).find(
    (field) =>
      ["text", "long_text", "integer"].includes(field.kind) &&
      !field.options &&
      fieldRefusal(record, row, field.name) === null &&
      Object.keys(dependentChanges(record, field.name, 41, valuesOf(record, row), row)).length === 0 &&
      !(record.softChecks ?? []).some((check) => JSON.stringify(check).includes(`"${field.name}"`)),
  );

/**
 * Simulates the user and the server during a save. `said` answers the app's questions, and `answers` its requests, both
 * in order. Records the questions and the sent data.
 */
function dealings(record: AnyRecord, said: readonly SaveAnswer[], answers: readonly (Row | Error)[] = []) {
  const questions: Question[] = [];
  const sent: Attempt[] = [];
  const kept: Parameters<SaveContext["keep"]>[0][] = [];
  return {
    questions,
    sent,
    kept,
    record,
    ask: async (question: Question) => {
      questions.push(question);
      const next = said[questions.length - 1];
      if (next === undefined) throw new Error(`Not expected: ${JSON.stringify(question)}`);
      return question.kind === "confirm" && next ? { agreed: question.fingerprint } : next;
    },
    send: async (input: Attempt["input"], { onTry }: Parameters<SaveContext["send"]>[1]) => {
      const attempt = { input, import_id: `attempt ${sent.length + 1}` };
      await onTry(attempt);
      sent.push(attempt);
      const answer = answers[sent.length - 1];
      if (answer instanceof Error) throw answer;
      return answer ?? ({ ...row(record), ...input, row_version: 4 } as Row);
    },
    keep: async (change: Parameters<SaveContext["keep"]>[0]) => {
      kept.push(change);
    },
  };
}
const row = storedOf;

const problem = (status: number, detail: object): ApiProblem =>
  new ApiProblem(status, "No.", [{ index: 0, message: "No.", ...detail }]);

beforeEach(() => sessionStorage.clear());

const offices = { read: [office], target: [], accomplishment: [] };
const situations = {
  "no Edit right": { user: person("Provincial", { rights: ["Read", "Delete"] }), stage: "Pending" },
  "a closed window": {
    user: person("Provincial", { offices, windows: { target: closed, accomplishment: closed } }),
    stage: "Pending",
  },
  "an approved row": { user: person("Regional"), stage: "Approved" },
  "a row of another office": {
    user: person("Provincial", {
      offices: { read: [], target: [], accomplishment: [] },
      windows: { target: open, accomplishment: open },
    }),
    stage: "Pending",
  },
  "no level": { user: person(null), stage: "Pending" },
} as const;

describe.each(records.map((record) => [record.route, record] as const))("Table cells of %s", (_, record) => {
  const stored = storedOf(record);

  it.each(Object.entries(situations))(
    'In the situation "%s", the app refuses to edit a table cell with the same message as in the form.',
    (__, { user, stage }) => {
      const asked = { ...stored, process_stage: stage } as Row;
      const why = refusal(record, asked, user, "edit");
      if (record.scoped || stage !== "Approved") expect(why).not.toBeNull();
      for (const field of screenFields(record)) {
        if (why !== null) expect(cellRefusal(record, asked, user, field.name)).toBe(why);
      }
    },
  );

  it("A user with the Edit right can edit all table cells except files and computed values.", () => {
    const keeper = person("Central", {
      routes: ["forms", "dropdowns", "users"],
      reference: { [record.table]: { route: "users", keeps: "all" } },
    });
    const refused = screenFields(record).filter(
      (field) => cellRefusal(record, stored, keeper, field.name) !== null,
    );
    const derived = (name: string) =>
      record.sums?.some(({ total }) => total === name) ||
      record.computed?.some(({ field }) => field === name);
    for (const field of refused) expect(field.attached || derived(field.name), field.name).toBeTruthy();
    for (const { name } of record.serverFields ?? [])
      expect(cellRefusal(record, stored, keeper, name)).not.toBeNull();
    expect(cellRefusal(record, stored, keeper, "updated_at")).toBe("This column is filled in by the system.");
  });

  it("The user must confirm a change of a table cell.", async () => {
    const field = plain(record, stored);
    if (!field) return;
    const entered = { [field.name]: field.kind === "integer" ? 41 : "New value" };
    const talk = dealings(record, [{}]);
    const saved = await saveChange({ row: stored, entered }, talk);
    expect(talk.questions.map(({ kind }) => kind)).toEqual(["confirm"]);
    expect(talk.sent.map(({ input }) => input)).toEqual([{ id: 7, row_version: 3, ...entered }]);
    expect(saved?.before).toEqual({ [field.name]: valuesOf(record, stored)[field.name] });
    // If the user answers No, nothing is sent.
    const unsaid = dealings(record, [null]);
    expect(await saveChange({ row: stored, entered }, unsaid)).toBeNull();
    expect(unsaid.sent).toEqual([]);
  });

  it("If another user has changed the same table cell, the app shows the user both values before it saves.", async () => {
    const field = plain(record, stored);
    if (!field) return;
    const [mine, theirs] = field.kind === "integer" ? [41, 42] : ["Mine", "Theirs"];
    const newer = { ...stored, row_version: 9, [field.name]: theirs };
    const entered = { [field.name]: mine };
    const merged = { ...valuesOf(record, newer), ...entered } as FormValues;
    const talk = dealings(record, [{}, { merged }, {}], [problem(409, { current: newer }), newer as Row]);
    await saveChange({ row: stored, entered }, talk);
    const [, conflict] = talk.questions;
    expect(conflict?.kind === "conflict" && conflict.conflict).toMatchObject({ contested: [field.name] });
    expect(
      conflict?.kind === "conflict" && [
        conflict.conflict.mine[field.name],
        conflict.conflict.theirs[field.name],
      ],
    ).toEqual([mine, theirs]);
    expect(talk.sent.at(-1)?.input).toEqual({ id: 7, row_version: 9, ...entered });
    expect(talk.sent[0]?.import_id).not.toBe(talk.sent[1]?.import_id);
  });

  it("If a file was added to a row in the meantime, the app saves a changed cell of the row without a conflict.", async () => {
    const field = plain(record, stored);
    if (!field) return;
    const newer = { ...stored, row_version: 9 };
    const entered = { [field.name]: field.kind === "integer" ? 41 : "Mine" };
    const talk = dealings(record, [{}], [problem(409, { current: newer }), newer as Row]);
    await saveChange({ row: stored, entered }, talk);
    expect(talk.questions.map(({ kind }) => kind)).toEqual(["confirm"]);
    expect(talk.sent.at(-1)?.input).toEqual({ id: 7, row_version: 9, ...entered });
    expect(talk.sent[0]?.import_id).not.toBe(talk.sent[1]?.import_id);
  });

  it("The app asks for a reason before it saves an unusual value of a cell.", async () => {
    for (const check of record.softChecks ?? []) {
      const odd: FormValues =
        check.kind === "above"
          ? { [check.field]: 50, [check.whole]: 10 }
          : check.kind === "other_year"
            ? { [check.field]: "02-03-2019", [check.year]: 2021 }
            : check.kind === "one_side"
              ? { [check.parts[0] ?? ""]: 5, [check.parts[1] ?? ""]: null }
              : {};
      const { value, problems } = validateRecord(record, odd, "update", { current: stored });
      if (problems.length > 0 || openChecks(record, { ...stored, ...value }, stored).length === 0) continue;
      const talk = dealings(record, [{ reason: "Counted twice" }, {}]);
      await saveChange({ row: stored, entered: odd }, talk);
      expect(talk.questions.map(({ kind }) => kind)).toEqual(["unusual", "confirm"]);
      expect(talk.sent[0]?.input[reasonField]).toBe("Counted twice");
    }
  });

  it("A bulk edit of a field sends the same data to the server as an edit of a single table cell.", async () => {
    const field = plain(record, stored);
    if (!field) return;
    const entered = { [field.name]: field.kind === "integer" ? 41 : "New value" };
    const keeper = person("Central", {
      routes: ["forms", "dropdowns", "users"],
      reference: { [record.table]: { route: "users", keeps: "all" } },
    });
    const plan = planChange(record, keeper, stored, entered);
    expect([plan.refused, plan.names, willChange(plan)]).toEqual([[], [field.name], true]);
    const talk = dealings(record, [{}]);
    await saveChange({ row: stored, entered }, talk);
    expect(plan.input("")).toEqual(talk.sent[0]?.input);
    for (const { user, stage } of Object.values(situations)) {
      const asked = { ...stored, process_stage: stage } as Row;
      const why = refusal(record, asked, user, "edit");
      expect(planChange(record, user, asked, entered).refused).toEqual(why === null ? [] : [why]);
    }
    const same = planChange(record, keeper, { ...stored, ...entered } as Row, entered);
    expect([same.names, willChange(same)]).toEqual([[], false]);
  });

  it("The app sends nothing if the value typed in a table cell is invalid.", async () => {
    const number = screenFields(record).find(
      ({ kind, name }) => kind === "integer" && fieldRefusal(record, stored, name) === null,
    );
    if (!number) return;
    const talk = dealings(record, [null]);
    expect(await saveChange({ row: stored, entered: { [number.name]: "twelve" } }, talk)).toBeNull();
    const [question] = talk.questions;
    expect(question?.kind === "refused" && question.messages.join()).toContain("twelve");
    expect(talk.sent).toEqual([]);
  });
});

const masterlist = records.find(({ path }) => path === "arbo-masterlist") as AnyRecord;

it("If a user types centavos into a cell of whole numbers, the question shows the amount that is stored.", async () => {
  const record = records.find(({ path }) => path === "fme-rental-monitoring") as AnyRecord;
  const stored = { ...storedOf(record), total_rental_fees: 4800 };
  const note = "Rental fees (PHP): 4,900.95 is saved as the whole number 4,900.";
  const talk = dealings(record, [{}]);
  const saved = await saveChange({ row: stored, entered: { total_rental_fees: 4900.95 } }, talk);
  expect(talk.questions).toMatchObject([
    { kind: "confirm", changes: { total_rental_fees: [4800, 4900] }, notes: [note] },
  ]);
  expect(talk.sent).toMatchObject([{ input: { id: 7, total_rental_fees: 4900 } }]);
  expect(saved?.notes).toEqual([note]);

  // If only the centavos differ from the stored amount, nothing is sent, and the note says why.
  const same = dealings(record, []);
  const unchanged = await saveChange({ row: stored, entered: { total_rental_fees: 4800.5 } }, same);
  expect(unchanged).toMatchObject({
    before: {},
    notes: ["Rental fees (PHP): 4,800.5 is saved as the whole number 4,800."],
  });
  expect(same.sent).toEqual([]);
});

it("If the response to a save is lost, the app keeps the table cell's new value and the user's reason.", async () => {
  const stored = { ...storedOf(masterlist), arbo_name: "One" } as Row;
  const same = problem(409, { same_as: [{ id: 9, title: "Other", agreed: ["arbo_name"] }] });
  const soft = problem(422, { field: "total_member", soft_check: "tenfold" });
  const lost = problem(0, {});
  const talk = dealings(masterlist, [{}, { anyway: true }, { reason: "It is so" }], [same, soft, lost]);
  expect(await saveChange({ row: stored, entered: { arbo_name: "Two" } }, talk)).toBeNull();
  expect(talk.questions.map(({ kind }) => kind)).toEqual(["confirm", "same", "unusual"]);
  expect(talk.sent.at(-1)?.input).toEqual({
    id: 7,
    row_version: 3,
    arbo_name: "Two",
    save_anyway: true,
    [reasonField]: "It is so",
  });
  const [kept] = talk.kept;
  expect([kept?.base, kept?.input, kept?.tried]).toEqual([stored, talk.sent[2]?.input, talk.sent[2]]);
});

it("If a user changes two table cells in quick succession, Undo reverts only the second change.", async () => {
  const bodies: Record<string, unknown>[] = [];
  let held: (() => void) | undefined;
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    const [input] = JSON.parse(String(init?.body)) as [Record<string, unknown>];
    bodies.push(input);
    if (bodies.length === 1) await new Promise<void>((resolve) => (held = resolve));
    const data = [{ ...storedOf(masterlist), ...input, row_version: 3 + bodies.length }];
    return new Response(JSON.stringify({ status: "success", data }), { status: 200 });
  });
  const agreed = () => {
    for (const { question, answer } of saves.snapshot()) {
      if (question?.kind === "confirm") answer({ agreed: question.fingerprint });
    }
  };
  const saves = new CellSaves({
    record: masterlist,
    user: person("Provincial"),
    slots: undefined,
    onSaved: () => undefined,
  });
  saves.subscribe(() => queueMicrotask(agreed));
  const stored = { ...storedOf(masterlist), arbo_name: "One" } as Row;
  const first = saves.submit({ row: stored, entered: { arbo_name: "Two" } });
  const second = saves.submit({ row: stored, entered: { arbo_id: "A-1" } });
  expect(unsavedValues(saves.snapshot()).get(7)).toEqual({ arbo_name: "Two", arbo_id: "A-1" });
  await vi.waitFor(() => expect(bodies).toHaveLength(1));
  held?.();
  await Promise.all([first, second]);
  expect(saves.undo()).toBe(true);
  await vi.waitFor(() => expect(bodies).toHaveLength(3));
  expect(bodies).toEqual([
    { id: 7, row_version: 3, arbo_name: "Two" },
    { id: 7, row_version: 4, arbo_id: "A-1" },
    { id: 7, row_version: 5, arbo_id: null },
  ]);
  vi.unstubAllGlobals();
});

it("Undoing a cell change asks no questions, even about an unusual value.", async () => {
  const bodies: Record<string, unknown>[] = [];
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    const [input] = JSON.parse(String(init?.body)) as [Record<string, unknown>];
    bodies.push(input);
    const data = [{ ...stored, ...input, row_version: 3 + bodies.length }];
    return new Response(JSON.stringify({ status: "success", data }), { status: 200 });
  });
  // More ARBs than members is an unusual value.
  const stored = { ...storedOf(masterlist), total_member: 20, no_arb_member_total: 33 } as unknown as Row;
  const saved: boolean[] = [];
  const saves = new CellSaves({
    ...{ record: masterlist, user: person("Provincial"), slots: undefined },
    onSaved: (_, undo) => saved.push(undo !== null),
  });
  const asked = () => saves.snapshot().flatMap(({ question }) => question ?? []);
  void saves.submit({ row: stored, entered: { no_arb_member_total: "10" } });
  await vi.waitFor(() => expect(asked().map(({ kind }) => kind)).toEqual(["confirm"]));
  const [question] = asked();
  if (question?.kind === "confirm") saves.snapshot()[0]?.answer({ agreed: question.fingerprint });
  await vi.waitFor(() => expect(saved).toEqual([true]));
  saves.undo();
  await vi.waitFor(() => expect(saved).toEqual([true, false]));
  expect(bodies).toEqual([
    { id: 7, row_version: 3, no_arb_member_total: 10 },
    { id: 7, row_version: 4, no_arb_member_total: 33, [reasonField]: "Undone" },
  ]);
  vi.unstubAllGlobals();
});

it("A user can undo a cell change even if the restored value makes the row a likely duplicate of another row.", async () => {
  const bodies: Record<string, unknown>[] = [];
  const message = "Stored already.";
  const same = { index: 0, message, same_as: [{ id: 9, title: "One", agreed: ["arbo_name"] }] };
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    const [input] = JSON.parse(String(init?.body)) as [Record<string, unknown>];
    bodies.push(input);
    if (bodies.length === 2)
      return new Response(JSON.stringify({ status: "error", message, details: [same] }), { status: 409 });
    const data = [{ ...storedOf(masterlist), ...input, row_version: 3 + bodies.length }];
    return new Response(JSON.stringify({ status: "success", data }), { status: 200 });
  });
  const saved: boolean[] = [];
  const saves = cellSaves((_, undo) => saved.push(undo !== null));
  void saves.submit({
    row: { ...storedOf(masterlist), arbo_name: "One" } as Row,
    entered: { arbo_name: "Two" },
  });
  await confirm(saves, 1);
  await vi.waitFor(() => expect(saved).toEqual([true]));
  saves.undo();
  await vi.waitFor(() => expect(saved).toEqual([true, false]));
  expect(bodies.at(-1)).toEqual({ id: 7, row_version: 4, arbo_name: "One", save_anyway: true });
  vi.unstubAllGlobals();
});

it("If a user enters the present value of a field again, the app doesn't empty the fields that depend on it.", () => {
  const form11 = records.find(({ route }) => route === "Form11Accomp") as AnyRecord;
  const row = {
    ...storedOf(form11),
    ...{ reporting_quarter: "Q3", reporting_month: "July", year_reported: 2024 },
  } as unknown as Row;
  const plan = (entered: FormValues) => planChange(form11, person("Provincial"), row, entered);
  const values = valuesOf(form11, row);
  expect(dependentChanges(form11, "reporting_quarter", "Q3", values, row)).toEqual({});
  expect(plan({ reporting_quarter: "Q3" }).refused).toEqual([]);
  expect(willChange(plan({ reporting_quarter: "Q3" }))).toBe(false);
  expect(dependentChanges(form11, "reporting_quarter", "Q2", values, row)).toEqual({ reporting_month: null });
});

/** Simulates a server that accepts each save. The response contains the sent values and the next row version. */
function storeAll(): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = [];
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    const [input] = JSON.parse(String(init?.body)) as [Record<string, unknown>];
    bodies.push(input);
    const data = [{ ...storedOf(masterlist), ...input, row_version: 3 + bodies.length }];
    return new Response(JSON.stringify({ status: "success", data }), { status: 200 });
  });
  return bodies;
}

const cellSaves = (onSaved: ConstructorParameters<typeof CellSaves>[0]["onSaved"] = () => undefined) =>
  new CellSaves({ record: masterlist, user: person("Provincial"), slots: undefined, onSaved });

/** Waits until the change with the given number asks for confirmation, and confirms it. */
async function confirm(saves: CellSaves, number: number): Promise<void> {
  const asking = () => saves.snapshot().find((one) => one.number === number && one.question);
  await vi.waitFor(() => expect(asking()).toBeDefined());
  const { question, answer } = asking() ?? {};
  if (question?.kind === "confirm") answer?.({ agreed: question.fingerprint });
}

it("If a user changes two rows, the Undo button of each notice reverts only the change that this notice describes.", async () => {
  const bodies = storeAll();
  const undos = new Map<number, () => void>();
  const saves = cellSaves(({ stored }, undo) => undo && undos.set(stored.id, undo));
  const one = { ...storedOf(masterlist), id: 1, arbo_name: "One" } as Row;
  const two = { ...storedOf(masterlist), id: 2, arbo_name: "Two" } as Row;
  void saves.submit({ row: one, entered: { arbo_name: "First" } });
  void saves.submit({ row: two, entered: { arbo_name: "Second" } });
  await confirm(saves, 2);
  await vi.waitFor(() => expect(bodies).toHaveLength(1));
  await confirm(saves, 1);
  await vi.waitFor(() => expect([...undos.keys()]).toEqual([2, 1]));
  undos.get(2)?.();
  await vi.waitFor(() => expect(bodies).toHaveLength(3));
  expect(bodies[2]).toMatchObject({ id: 2, arbo_name: "Two" });
  expect(saves.undo()).toBe(true);
  await vi.waitFor(() => expect(bodies).toHaveLength(4));
  expect(bodies[3]).toMatchObject({ id: 1, arbo_name: "One" });
  expect(saves.undo()).toBe(false);
  vi.unstubAllGlobals();
});

it("If a user leaves a list with unconfirmed cell changes, the app keeps the changes and sends nothing.", async () => {
  const bodies = storeAll();
  const kept: unknown[] = [];
  const saves = cellSaves();
  const row = { ...storedOf(masterlist), arbo_name: "One" } as Row;
  void saves.submit({ row, entered: { arbo_name: "Two" } });
  const second = saves.submit({ row, entered: { arbo_id: "A-1" } });
  await vi.waitFor(() => expect(saves.snapshot()[0]?.question).toBeTruthy());
  expect(saves.unanswered()).toEqual([{ row, entered: { arbo_name: "Two", arbo_id: "A-1" } }]);
  saves.leave(({ entered }) => kept.push(entered));
  await second;
  expect(kept).toEqual([{ arbo_name: "Two" }, { arbo_id: "A-1" }]);
  expect(bodies).toEqual([]);
  expect(saves.snapshot()).toEqual([]);
  vi.unstubAllGlobals();
});

describe("Cells of a row that can't be sent", () => {
  const income = records.find(({ route }) => route === "FarmersIncomeTracking") as AnyRecord;
  const sale = {
    ...storedOf(income),
    ...{ crop_sold: "Palay", volume_sold: 200, price_per_unit: 20, gross_sales: 4000 },
  } as unknown as Row;
  const user = person("Provincial");
  const outbox = () => readUnsent(user.id);
  const notices: string[] = [];
  let endNotices: () => void;
  beforeEach(() => {
    notices.length = 0;
    endNotices = connectNotices(({ message }) => notices.push(message));
    disconnect();
    markServerUnreachable();
  });
  afterEach(async () => {
    endNotices();
    noteResponse(200);
    vi.unstubAllGlobals();
    await (await offlineDatabase()).clear("entries");
  });

  const disconnect = () =>
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
  /** Simulates a server that can be reached again. */
  const reconnect = () => {
    noteResponse(200);
    return storeAll();
  };

  /** Changes a cell of the displayed row as the cell editor does, and confirms the change. Returns the asked changes. */
  async function enter(shown: Row, name: string, value: FormValue) {
    const saves = new CellSaves({ record: income, user, slots: undefined, onSaved: () => undefined });
    const asked: object[] = [];
    saves.subscribe(() => {
      for (const { question, answer } of saves.snapshot()) {
        if (question?.kind !== "confirm") continue;
        asked.push(question.changes);
        queueMicrotask(() => answer({ agreed: question.fingerprint }));
      }
    });
    const also = dependentChanges(income, name, value, valuesOf(income, shown), shown);
    await saves.submit({ row: shown, entered: { [name]: value, ...also } });
    return asked;
  }

  /** Returns the row with the values that the list shows. */
  const displayed = async (): Promise<Row> =>
    ({ ...sale, ...keptCells(income, await outbox()).values.get(sale.id) }) as Row;

  it.each([
    ["shows the unsent values", displayed],
    ["doesn't show the unsent values yet", async () => sale],
  ])(
    "Two cells of a row are kept as one change with the total of both, even if the list %s.",
    async (_, second) => {
      await enter(sale, "volume_sold", 1000);
      expect(await displayed()).toMatchObject({ volume_sold: 1000, price_per_unit: 20, gross_sales: 20_000 });
      const [asked] = await enter(await second(), "price_per_unit", 30);
      expect(asked).toEqual({
        volume_sold: [200, 1000],
        price_per_unit: [20, 30],
        gross_sales: [4000, 30_000],
      });
      const entries = await outbox();
      expect(entries.map(({ work }) => work)).toMatchObject([
        {
          base: sale,
          input: { id: 7, row_version: 3, volume_sold: 1000, price_per_unit: 30, gross_sales: 30_000 },
        },
      ]);
    },
  );

  it("A change that is kept from another tab is merged with the total of both changes.", async () => {
    const change = (entered: FormValues) => {
      const [start, values] = [valuesOf(income, sale), { ...valuesOf(income, sale), ...entered }];
      const input = { id: 7, row_version: 3, ...entered };
      return keepRow({ record: income, user, base: sale, start, values, input, tried: null });
    };
    await change({ volume_sold: 1000, gross_sales: 20_000 });
    await change({ price_per_unit: 30, gross_sales: 6000 });
    expect((await outbox()).map(({ work }) => work)).toMatchObject([
      {
        values: { volume_sold: 1000, price_per_unit: 30, gross_sales: 30_000 },
        input: { volume_sold: 1000, price_per_unit: 30, gross_sales: 30_000 },
      },
    ]);
  });

  it("If a user enters the stored value again, the unsent change is withdrawn.", async () => {
    await enter(sale, "crop_sold", "Mais");
    expect(keptCells(income, await outbox()).states).toEqual(new Map([["7 crop_sold", "saving"]]));
    expect(await enter(await displayed(), "crop_sold", "Palay")).toEqual([]);
    expect(await outbox()).toEqual([]);
    expect(notices.at(-1)).toMatch(/: the unsent change was withdrawn\.$/);
  });

  it("If the response to a change was lost and the user enters the stored value again, the stored value is sent.", async () => {
    noteResponse(200);
    await enter(sale, "crop_sold", "Mais");
    await enter(await displayed(), "crop_sold", "Palay");
    const bodies = reconnect();
    const [entry] = await outbox();
    if (entry) await sendEntry(entry, [entry]);
    expect(bodies.map(({ crop_sold }) => crop_sold)).toEqual(["Mais", "Palay"]);
  });

  it("If the server can be reached again, the next cell sends the unsent change too.", async () => {
    await enter(sale, "volume_sold", 1000);
    const bodies = reconnect();
    await enter(await displayed(), "price_per_unit", 30);
    expect(bodies).toEqual([
      { id: 7, row_version: 3, volume_sold: 1000, price_per_unit: 30, gross_sales: 30_000 },
    ]);
    expect(await outbox()).toEqual([]);
  });

  it("If the outbox sends a change while a question about the same row is open, the question starts again.", async () => {
    await enter(sale, "volume_sold", 1000);
    const shown = await displayed();
    const bodies = reconnect();
    const saves = new CellSaves({ record: income, user, slots: undefined, onSaved: () => undefined });
    const asking = () => saves.snapshot().flatMap(({ question }) => question ?? [])[0];
    const done = saves.submit({ row: shown, entered: { price_per_unit: 30, gross_sales: 30_000 } });
    const answer = () => {
      const question = asking();
      if (question?.kind === "confirm") saves.snapshot()[0]?.answer({ agreed: question.fingerprint });
    };
    await vi.waitFor(() => expect(asking()).toMatchObject({ changes: { volume_sold: [200, 1000] } }));
    const [entry] = await outbox();
    if (entry) await sendEntry(entry, [entry]);
    answer();
    await vi.waitFor(() =>
      expect(asking()).toMatchObject({
        changes: { price_per_unit: [20, 30], gross_sales: [20_000, 30_000] },
      }),
    );
    answer();
    await done;
    expect(bodies[1]).toEqual({ id: 7, row_version: 3, price_per_unit: 30, gross_sales: 30_000 });
  });
});

describe("Copying and pasting table cells", () => {
  const form11 = records.find(({ route }) => route === "Form11Accomp") as AnyRecord;
  const rows = [1, 2, 3].map(
    (id) =>
      ({
        id,
        row_version: 1,
        arbo_name: `=SUM(${id})`,
        quantity_hard: id,
        date_distributed: "2026-03-18",
        description: 'two\nlines "so"',
      }) as unknown as Row,
  );
  const all = ["process_stage", "arbo_name", "quantity_hard", "date_distributed", "description"];
  const range = (names: string[], number = 1) => ({ rows: rows.slice(0, number), names });

  it("If a copied cell begins with an equals sign, the app adds an apostrophe, so that spreadsheets see no formula.", () => {
    expect(copied(form11, range(all), () => "Pending")).toBe(
      `Pending\t'=SUM(1)\t1\t2026-03-18\t"two\nlines ""so"""`,
    );
  });

  it("A user can paste copied cells into a list without changing their values.", () => {
    const text = copied(form11, range(["arbo_name", "quantity_hard"], 2), () => "");
    const back = pastedOver(form11, text, range(["arbo_name"]), rows, all);
    expect(back).toEqual({
      changes: rows.slice(0, 2).map((one) => ({
        row: one,
        entered: { arbo_name: one.arbo_name, quantity_hard: String(one.quantity_hard) },
      })),
      beside: [],
    });
    const filled = pastedOver(form11, "9", range(["quantity_hard"], 3), rows, all);
    expect(filled.changes.map(({ entered }) => entered)).toEqual(rows.map(() => ({ quantity_hard: "9" })));
  });

  it("The app says how many pasted rows or columns extend beyond the list.", () => {
    const { changes, beside } = pastedOver(
      form11,
      "Approved\ta\nPending\tb\nPending\tc\nPending\td",
      range(["process_stage"]),
      rows,
      all,
    );
    expect(changes.map(({ entered }) => entered)).toEqual([
      { arbo_name: "a" },
      { arbo_name: "b" },
      { arbo_name: "c" },
    ]);
    expect(beside).toEqual([
      "1 of the 4 copied rows is below the last row of this page and will be skipped.",
      "1 column is filled in by the system and will be skipped.",
    ]);
    expect(pastedOver(form11, "a\tb", range(["description"]), rows, all).beside).toEqual([
      "1 of the 2 copied columns is beyond the last column and will be skipped.",
    ]);
  });

  it("If a pasted number such as 1.500 is ambiguous, the app refuses it unless other pasted values show the decimal separator.", () => {
    const unclear = (name: string, ...texts: string[]) => {
      const all = texts.map((text) => ({ [name]: text }));
      return all.map((entered) => unclearCells(form11, entered, all, [name]).refused.length);
    };
    expect(unclear("quantity_hard", "1.500", "9")).toEqual([1, 0]);
    expect(unclear("quantity_hard", "1.500", "12.25")).toEqual([0, 0]);
    expect(unclear("date_distributed", "04/03/2021", "04-03-2021")).toEqual([0, 0]);
    expect(unclear("date_distributed", "04/03/2021", "04/25/2021")).toEqual([0, 0]);
    expect(unclear("date_distributed", "04/03/2021", "25/04/2021")).toEqual([1, 0]);
    const all = [{ percent_difference: "12.5" }, { percent_difference: "15%" }];
    const income = records.find(({ fields }) => fields.some(({ name }) => name === "percent_difference"));
    const percentages = all.map(
      (one) => unclearCells(income as AnyRecord, one, all, ["percent_difference"]).refused,
    );
    expect(percentages).toEqual([
      ['Percent difference: "12.5" may mean 12.5% or 1,250%; write it with a percent sign'],
      [],
    ]);
    const none = { refused: [], notes: [] };
    expect(unclearCells(form11, { quantity_hard: "1.500" }, [{ quantity_hard: "1.500" }], [])).toEqual(none);
  });

  const doubts = (name: string, ...texts: string[]) => {
    const all = texts.map((text) => ({ [name]: text }));
    const { refused, notes } = unclearCells(form11, all[0] ?? {}, all, [name]);
    return { refused, notes };
  };

  it("The message about the pasted amount 1.500 contains both possible meanings.", () => {
    for (const text of ["0.125", "0.500"]) {
      expect(doubts("quantity_hard", text)).toEqual({ refused: [], notes: [] });
    }
    const [message] = doubts("quantity_hard", "₱1.500").refused;
    expect(message).toContain('"₱1.500" may mean 1,500 or 1.5; write it without the point');
  });

  it("When a user pastes the date 3/4/2024, the app reads it as March 4 unless another pasted date has the day first.", () => {
    const one = doubts("date_distributed", "3/4/2024");
    expect(one.refused).toEqual([]);
    expect(one.notes).toEqual([expect.stringContaining('"3/4/2024" is read as 4 Mar 2024')]);
    expect(doubts("date_distributed", "03-04-2024")).toEqual({ refused: [], notes: [] });
    for (const [text, other] of [
      ["3/4/2024", "25/4/2024"],
      ["03-04-2024", "25-04-2024"],
    ] as const) {
      const { refused, notes } = doubts("date_distributed", text, other);
      expect(notes).toEqual([]);
      expect(refused[0]).toContain(
        `"${text}" may have the day first, as "${other}" does; write all dates as MM-DD-YYYY`,
      );
    }
  });

  it("Before a paste, the app says which pasted values it will convert.", () => {
    const [target] = rows;
    if (!target) throw new Error("There is no row.");
    const { notes } = planChange(form11, person("Provincial"), target, { num_arbs: "12.5" });
    expect(notes).toEqual(["All ARBs: 12.5 is saved as the whole number 12"]);
  });
});
