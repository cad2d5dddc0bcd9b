/**
 * Compares lists and explorations with a naive computation, for random filters and users of three levels. An
 * exploration shows one value (such as a count) per group of rows. Each value must equal the total of the list that it
 * links to.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cellFilter, type GroupKey } from "#shared/explore/cell-filter.ts";
import { listedColumns } from "#shared/records/columns.ts";
import { records } from "#shared/records/index.ts";
import { rounds } from "../support/thorough.ts";
import {
  groups,
  measure,
  meets,
  type NaiveLists,
  type NaiveQuestion,
  type NaiveRow,
} from "./naive-filter.ts";
import { filters, questionedPaths, questions } from "./random-questions.ts";
import { callAs, cleanUp, type DemoUser, rowsOf } from "./support.ts";

const users = ["central", "regional", "provincial"] as const;
const listsOf = new Map<DemoUser, NaiveLists>();
/** Number of significant digits to compare. Rounding of floating-point sums can change further digits. */
const digits = 6;

beforeAll(async () => {
  for (const user of users) {
    const lists = new Map<string, readonly NaiveRow[]>();
    for (const path of questionedPaths)
      lists.set(path, rowsOf(await callAs(user, "POST", `/api/${path}`, {})));
    listsOf.set(user, lists);
  }
}, 120_000);
afterAll(cleanUp);

const lists = (user: DemoUser): NaiveLists => listsOf.get(user) as NaiveLists;

/** Checks a property for random users and record types. */
async function forRandom<Case>(
  runs: number,
  cases: (user: DemoUser, path: string) => fc.Arbitrary<Case>,
  check: (user: DemoUser, path: string, one: Case) => Promise<void>,
) {
  const any = fc
    .tuple(fc.constantFrom(...users), fc.constantFrom(...questionedPaths))
    .chain(([user, path]) => cases(user, path).map((one) => ({ user, path, one })));
  await fc.assert(
    fc.asyncProperty(any, ({ user, path, one }) => check(user, path, one)),
    { numRuns: runs },
  );
}

describe("Results of a list filter", () => {
  it("For a random filter, the API returns exactly the rows that a simple filter function in the test selects.", async () => {
    await forRandom(
      rounds(150, 500),
      (user, path) => filters(lists(user), path),
      async (user, path, filter) => {
        const expected = (lists(user).get(path) ?? []).filter((row) => meets(lists(user), path, row, filter));
        const answer = await callAs(user, "POST", `/api/${path}/versions`, { filter: { filter } });
        const { id } = answer.body.data as { id: number[] };
        expect(id, JSON.stringify(filter)).toEqual(
          expected.map((row) => row.id).sort((a, b) => Number(a) - Number(b)),
        );
      },
    );
  }, 600_000);
});

interface Answer {
  total: number | null;
  columns: GroupKey[];
  column_totals: (number | null)[];
  rows: { keys: GroupKey[]; values: (number | null)[]; total: number | null }[];
  row_count: number;
}

/** Maximum number of rows in an answer. `row_count` also counts the rows beyond this maximum. */
const mostRows = 1000;

async function ask(user: DemoUser, question: NaiveQuestion): Promise<Answer> {
  const answer = await callAs(user, "POST", "/api/explore", question);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as Answer;
}

function expectNear(value: number | null, expected: number | null, what: string) {
  if (value === null || expected === null) expect(value, what).toBe(expected);
  else
    expect(value / Math.max(1, Math.abs(expected)), what).toBeCloseTo(
      expected / Math.max(1, Math.abs(expected)),
      digits,
    );
}

/** Compares the values of all groups with those of the naive computation. */
function expectGroups(
  found: readonly (readonly [keys: readonly GroupKey[], value: number | null])[],
  rows: readonly NaiveRow[],
  dimensions: readonly string[],
  value: NaiveQuestion["value"],
) {
  const expected = groups(rows, dimensions);
  expect(found.length).toBe(Math.min(expected.size, mostRows));
  for (const [keys, one] of found) {
    const group = expected.get(JSON.stringify(keys));
    expect(group, JSON.stringify(keys)).toBeDefined();
    expectNear(one, measure(group ?? [], value), JSON.stringify(keys));
  }
}

describe("Results of an exploration", () => {
  it("For a random Explore query, the API returns the totals and groups that a simple computation in the test gives.", async () => {
    await forRandom(
      rounds(90, 250),
      (user, path) => questions(lists(user), path),
      async (user, path, question) => {
        const all = (lists(user).get(path) ?? []).filter((row) =>
          meets(lists(user), path, row, question.filter),
        );
        const { value } = question;
        const answer = await ask(user, question);
        expectNear(answer.total, measure(all, value), "total");
        if (question.rows.length > 0) {
          expect(answer.row_count).toBe(groups(all, question.rows).size);
          expectGroups(
            answer.rows.map(({ keys, total }) => [keys, total]),
            all,
            question.rows,
            value,
          );
        }
        if (question.columns.length > 0) {
          const totals = answer.columns.map((key, at) => [[key], answer.column_totals[at] ?? null] as const);
          expectGroups(totals, all, question.columns, value);
        }
        if (question.rows.length > 0 && question.columns.length > 0) expectCells(answer, all, question);
        await expectListsAgree(user, question, answer);
      },
    );
  }, 600_000);
});

describe("Grouping by a text column that only the database writes", () => {
  it("A group in Explore counts as many rows as the list shows when it is filtered by the group's value.", async () => {
    for (const record of records) {
      const entered = new Set(record.fields.map(({ name }) => name));
      const texts = [...listedColumns(record).values()].filter(
        ({ name, type }) => type === "text" && !entered.has(name) && name !== "process_stage",
      );
      for (const { name } of texts) {
        const question = {
          record: record.path,
          rows: [name],
          columns: [],
          value: { kind: "count" },
          filter: {},
        };
        const answer = await callAs("central", "POST", "/api/explore", question);
        const rows = answer.status === 200 ? (answer.body.data as Answer).rows.slice(0, 2) : [];
        for (const { keys, total } of rows) {
          const filter = cellFilter(undefined, [[name, keys[0] ?? null]]);
          const list = await callAs("central", "POST", `/api/${record.path}`, {
            page: 1,
            page_size: 1,
            filter,
          });
          expect([list.status, list.body.total], `${record.path} ${name} ${keys[0]}`).toEqual([200, total]);
        }
      }
    }
  }, 120_000);
});

function expectCells(answer: Answer, all: readonly NaiveRow[], { rows, columns, value }: NaiveQuestion) {
  const expected = groups(all, [...rows, ...columns]);
  const empty = ["count", "distinct", "sum"].includes(value.kind) ? 0 : null;
  for (const row of answer.rows) {
    for (const [at, column] of answer.columns.entries()) {
      const group = expected.get(JSON.stringify([...row.keys, column]));
      const cell = row.values[at] ?? null;
      expectNear(cell, group ? measure(group, value) : empty, JSON.stringify([...row.keys, column]));
    }
  }
}

/** Opens the lists of the total, a row, a column and a cell, and compares their counts or sums with the answer. */
async function expectListsAgree(user: DemoUser, question: NaiveQuestion, answer: Answer) {
  const row = answer.rows[Math.floor(answer.rows.length / 2)];
  const column = answer.columns.length - 1;
  const named = (names: readonly string[], keys: readonly GroupKey[]) =>
    names.map((name, at) => [name, keys[at] ?? null] as const);
  const cells: [groups: (readonly [string, GroupKey])[], value: number | null][] = [[[], answer.total]];
  if (row) cells.push([named(question.rows, row.keys), row.total]);
  if (column >= 0) {
    const last = named(question.columns, [answer.columns[column] ?? null]);
    cells.push([last, answer.column_totals[column] ?? null]);
    if (row) cells.push([[...named(question.rows, row.keys), ...last], row.values[column] ?? null]);
  }
  const { kind, field = "" } = question.value;
  if (kind !== "count" && kind !== "sum") return;
  for (const [keys, value] of cells) {
    const filter = cellFilter(question.filter as never, keys);
    const sums = kind === "sum" ? { sums: [field] } : {};
    const list = await callAs(user, "POST", `/api/${question.record}`, {
      page: 1,
      page_size: 1,
      filter,
      ...sums,
    });
    expect(list.status, list.text).toBe(200);
    const { total, sums: added } = list.body as { total?: number; sums?: Record<string, number> };
    expectNear(kind === "sum" ? (added?.[field] ?? 0) : (total ?? -1), value, JSON.stringify(filter));
  }
}
