/**
 * A change has the same result in four ways of entry: the form, a cell, a bulk edit and a paste. All ways get the same
 * refusals and write the same history. The screens' own code builds the requests, and the real API checks them.
 * @vitest-environment jsdom
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { records } from "#shared/records/index.ts";
import type { AnyRecord, SoftCheck } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../web/src/lib/current-user.ts";
import { pastedOver } from "../../web/src/records/edit/clipboard.ts";
import { planChange } from "../../web/src/records/edit/plan-change.ts";
import { type Question, type SaveContext, saveChange } from "../../web/src/records/edit/save-change.ts";
import { plannedRow, savePlans } from "../../web/src/records/edit/save-steps.ts";
import { dependentChanges } from "../../web/src/records/form/fields/computed-fields.ts";
import { changedNames, type FormValues, valuesOf } from "../../web/src/records/form/fields/form-values.ts";
import { validateFormValues } from "../../web/src/records/form/saving/resolver.ts";
import { rowInput, unusualMessages } from "../../web/src/records/form/saving/row-save.ts";
import { rounds, sample } from "../support/thorough.ts";
import {
  type Answer,
  callAs,
  type DemoUser,
  database,
  mark,
  province,
  rowsOf,
  withSchedules,
} from "./support.ts";

// The timeout is long, because the longest test takes 14 s even on an idle machine.
vi.setConfig({ testTimeout: 120_000 });

type Row = Parameters<typeof planChange>[2];
interface Sent {
  user: DemoUser;
  record: AnyRecord;
  row: Row;
  entered: FormValues;
  reason: string;
}

const office = `Region III (Central Luzon) / ${province}`;
const under = records.filter(
  ({ scoped, fields, files }) => scoped && !files && fields.some(({ name }) => name === "remarks"),
);
let users: Record<DemoUser, CurrentUser>;

beforeAll(async () => {
  const readAccount = async (user: DemoUser) =>
    [user, (await callAs(user, "GET", "/api/auth/current-user")).body.data as CurrentUser] as const;
  users = Object.fromEntries(
    await Promise.all(["viewer", "provincial", "regional"].map((one) => readAccount(one as DemoUser))),
  ) as typeof users;
});
afterAll(async () => {
  for (const { table } of under)
    await database`update ${database(`public.${table}`)} set remarks = null where remarks like ${`${mark}%`}`;
});

const put = ({ user, record }: Sent, rows: readonly object[], query = ""): Promise<Answer> =>
  callAs(user, "PUT", `/api/${record.path}/update${query}`, rows);

/**
 * Enters values field by field, as a user does in a form or a cell. Returns all changed values, including those of
 * computed fields.
 */
function withComputedFields({ record, row, entered }: Sent): FormValues {
  let mine = valuesOf(record, row);
  for (const [name, value] of Object.entries(entered))
    mine = { ...mine, ...dependentChanges(record, name, value, mine, row), ...entered };
  const names = changedNames(valuesOf(record, row), mine);
  return Object.fromEntries(names.map((name) => [name, mine[name] ?? null]));
}

/** Sends a planned change as one request of a bulk action, as bulk edits and pastes do. */
async function step(sent: Sent, entered: FormValues): Promise<Answer> {
  const plan = planChange(sent.record, users[sent.user], sent.row, entered);
  let answer: Answer | undefined;
  const send = savePlans(async (rows, { import_id, batch }) => {
    answer = await put(sent, rows, `?import_id=${import_id}&batch=${batch}`);
    return answer.status === 200 ? (rowsOf(answer) as unknown as Row[]) : [];
  }, sent.reason);
  await send([plannedRow(plan)], { import_id: randomUUID(), batch: 1 });
  return answer as Answer;
}

const ways = {
  form: async (sent: Sent): Promise<Answer> => {
    const { record, row, reason } = sent;
    const mine = { ...valuesOf(record, row), ...withComputedFields(sent) };
    const { value } = validateFormValues(record, row, mine);
    const asked = unusualMessages(record, row, value).length > 0;
    const names = changedNames(valuesOf(record, row), mine);
    return put(sent, [rowInput(record, row, value, names, asked ? { reason } : {})]);
  },
  cell: async (sent: Sent): Promise<Answer> => {
    const { record, row, reason } = sent;
    const entered = withComputedFields(sent);
    let answer: Answer | undefined;
    const ask = async (question: Question) => {
      if (question.kind === "confirm") return { agreed: question.fingerprint };
      return question.kind === "unusual" && answer === undefined ? { reason } : null;
    };
    const send: SaveContext["send"] = async (input) => {
      answer = await put(sent, [input], `?import_id=${randomUUID()}&batch=1`);
      if (answer.status !== 200) throw new Error("refused");
      return rowsOf(answer)[0] as unknown as Row;
    };
    const keep = async () => expect.fail("The server can be reached.");
    await saveChange({ row, entered }, { record, ask, send, keep });
    return answer as Answer;
  },
  "bulk edit": (sent: Sent): Promise<Answer> => step(sent, sent.entered),
  paste: async (sent: Sent): Promise<Answer> => {
    const names = Object.keys(sent.entered);
    const range = { rows: [sent.row], names };
    const text = Object.values(sent.entered).join("\t");
    const [change] = pastedOver(sent.record, text, range, [sent.row], names).changes;
    return step(sent, change?.entered ?? {});
  },
};

/** Returns a row of the record type as the screen reads it. */
async function rowOf(record: AnyRecord, where: string): Promise<Row> {
  const { status } = record.fixed ?? {};
  const [found] = await database.unsafe<{ id: number }[]>(
    `select id::float8 as id from public.${record.table}
     where ${where} ${status ? `and status = '${status}'` : ""} order by id limit 1`,
  );
  if (!found) throw new Error(`${record.route} has no row where ${where}`);
  if (record.approval)
    await database`update ${database(`public.${record.table}`)} set process_stage = 'Pending' where id = ${found.id}`;
  const [row] = rowsOf(await callAs("central", "POST", `/api/${record.path}`, { id: found.id }));
  return row as unknown as Row;
}

/**
 * Combinations of table, soft check (for unusual values) and way of entry in which the API asked for a reason and
 * stored the reason.
 */
const testedChecks = new Set<string>();

/** Returns values that trigger the soft check. The values are different for every `number`. */
function oddFor(check: SoftCheck, row: Record<string, unknown>, number: number): FormValues {
  if (check.kind === "above") return { [check.field]: Number(row[check.whole] ?? 10) + 5 + number };
  if (check.kind === "other_year") return { [check.field]: `02-0${number + 1}-2001` };
  const [one = "", other = ""] = check.kind === "one_side" ? check.parts : [];
  return check.kind === "one_side" ? { [one]: 5 + number, [other]: null, [check.field]: null } : {};
}

const own = (record: AnyRecord) => rowOf(record, `office = '${office}'`);

const [checked, others] = [true, false].map((has) => under.filter(({ softChecks }) => has === !!softChecks));
const tested = [...sample(checked ?? [], 3), ...sample(others ?? [], 1)];

describe.each(tested.map((record) => [record.route, record] as const))(
  "Edits of the record type %s",
  (_, record) => {
    const change = (user: DemoUser, row: Row): Sent => ({
      ...{ user, record, row, reason: "Counted by household" },
      entered: { remarks: `${mark} ${randomUUID()}` },
    });
    /** Checks that every way of entry gets the same refusal as the form, and that no change is saved. */
    async function expectSameRefusal(sent: Sent, status: readonly number[]): Promise<void> {
      const responses = await Promise.all(
        Object.entries(ways).map(async ([way, send]) => [way, await send(sent)] as const),
      );
      const [, form] = responses[0] ?? [];
      expect(status).toContain(form?.status);
      for (const [way, { status, body }] of responses)
        expect([way, status, body.message]).toEqual([way, form?.status, form?.body.message]);
      const [now] =
        await database`select remarks from ${database(`public.${record.table}`)} where id = ${sent.row.id}`;
      expect(now?.remarks).not.toBe(sent.entered.remarks);
    }

    it("If a user changes a row by form, cell, bulk edit or paste, the row's history names this user.", async () => {
      let row = await own(record);
      for (const [way, send] of Object.entries(ways)) {
        const sent = change("provincial", row);
        const before = row.remarks ?? null;
        const answer = await send(sent);
        expect([way, answer.status, answer.body.message]).toEqual([way, 200, undefined]);
        const [saved] = rowsOf(answer) as unknown as Row[];
        expect(saved).toMatchObject({ remarks: sent.entered.remarks, row_version: row.row_version + 1 });
        const [entry] = rowsOf(
          await callAs("central", "POST", "/api/history", { path: record.path, id: row.id }),
        );
        expect(entry).toMatchObject({
          changes: { remarks: [before, sent.entered.remarks] },
          user_name: users.provincial.username,
        });
        row = { ...row, ...saved } as Row;
      }
    });

    it("If the API refuses an edit, the message is the same for form, cell, bulk edit and paste.", async () => {
      const row = await own(record);
      await expectSameRefusal(change("viewer", row), [403]);
      await withSchedules([], () => expectSameRefusal(change("provincial", row), [403]));
      const other = await rowOf(record, `office <> '${office}'`);
      await expectSameRefusal(change("provincial", other), [403, 404]);
      if (!record.approval) return;
      await database`update ${database(`public.${record.table}`)} set process_stage = 'Approved' where id = ${row.id}`;
      const [approved] = rowsOf(await callAs("central", "POST", `/api/${record.path}`, { id: row.id }));
      await expectSameRefusal(change("provincial", approved as unknown as Row), [403]);
      await database`update ${database(`public.${record.table}`)} set process_stage = 'Pending' where id = ${row.id}`;
    });

    it("If another user has changed a row meanwhile, the API reports a conflict for form, cell, bulk edit and paste.", async () => {
      const row = await own(record);
      const newer = await ways.form(change("regional", row));
      expect(newer.status).toBe(200);
      await expectSameRefusal(change("provincial", row), [409]);
    });

    it("If a user enters an unusual value by form, cell, bulk edit or paste, the API requires a reason.", async () => {
      const table = database(`public.${record.table}`);
      for (const check of record.softChecks ?? []) {
        for (const [number, [way, send]] of Object.entries(ways).entries()) {
          const row = await own(record);
          const [kept = {}] = await database`select * from ${table} where id = ${row.id}`;
          const sent = { ...change("provincial", row), entered: oddFor(check, kept, number) };
          const plan = planChange(record, users.provincial, row, sent.entered);
          // Some unusual values also break a rule; for example, a total contradicts its parts. The test skips these
          // values, because the API refuses them before it asks for a reason.
          if (plan.refused.length > 0 || plan.unusual.length === 0) continue;
          const bare = await put(sent, [plan.input("")]);
          expect([way, bare.status, bare.body.details?.[0]?.soft_check]).toEqual([way, 422, check.kind]);
          const answer = await send(sent);
          expect([way, answer.status, rowsOf(answer)[0]?.soft_check_reason]).toEqual([way, 200, sent.reason]);
          testedChecks.add(`${record.table} ${check.kind} ${way}`);
          const before = [...plan.names, "soft_check_reason"].map((name) => [name, kept[name] ?? null]);
          await database`update ${table} set ${database(Object.fromEntries(before))} where id = ${row.id}`;
        }
      }
    });
  },
);

it("Coverage: Each way of editing (form, cell, bulk edit, paste) is tested with several unusual values in this file.", () => {
  for (const way of Object.keys(ways))
    expect([...testedChecks].filter((one) => one.endsWith(way)).length, way).toBeGreaterThan(rounds(1, 5));
});
