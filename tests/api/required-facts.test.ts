/**
 * A new row must contain some required facts: its ARBO or ARC, its period and its main content. A fact is given if one
 * of its fields has a value. No API saves a new accomplishment that lacks a fact, but stored rows that lack one can
 * still be read and changed.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { records } from "#shared/records/index.ts";
import type { Table } from "#shared/server/db/columns.ts";
import { incompleteRows } from "#shared/server/lists/incomplete.ts";
import { missingFacts } from "#shared/validate/facts.ts";
import { sample } from "../support/thorough.ts";
import {
  callAs,
  cleanUp,
  database,
  mark,
  province,
  type Row,
  region,
  rest,
  rowsOf,
  save,
} from "./support.ts";

const demanding = [
  ...new Map(records.filter((record) => record.facts).map((record) => [record.table, record])).values(),
];
const place = { region_name: region, province_name: province, remarks: mark };

/** Sample values for fields that give a required fact of a row, such as its period. */
const stated: Record<string, unknown> = {
  reporting_year: 2024,
  reporting_quarter: "Q1",
  sales_generated: 5,
  volume_produced: 5,
  training_title: "A training",
  date_conducted: "2024-02-03",
  start_date: "2024-02-02",
  end_date: "2024-02-04",
};
const statedValue = (name: string): unknown => stated[name] ?? `${mark} ${name}`;
/**
 * Leaves out fields that refer to other rows, because the test would have to create these rows. Each required fact has
 * other fields, too.
 */
const free = (names: readonly string[]) =>
  names.filter((name) => !/^(arbo_id|arboPrimaryKey|arc_id|(wo_)?training_id|fme_inventory_id)$/.test(name));

/** Describes a table as the functions do, but with only the details that the list filter needs. */
async function tableOf(name: string): Promise<Table> {
  const columns = await database<{ name: string; type: string }[]>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${`public.${name}`}::text::regclass and attnum > 0`;
  return {
    name,
    sql: name,
    columns: new Map(
      columns.map((column) => [column.name, { ...column, nullable: true, hasDefault: false }]),
    ),
  };
}

beforeAll(() => callAs("admin", "GET", "/api/auth/current-user"));

afterAll(async () => {
  for (const { table } of demanding)
    await database`delete from ${database(`public.${table}`)} where remarks = ${mark}`;
  await cleanUp();
});

it("For each record type, the TypeScript code and the database require the same fields of a new row.", async () => {
  const stored = await database<{ table_name: string; columns: string[]; not_for: string | null }[]>`
    select table_name, columns, not_for from private.required_facts order by table_name collate "C", place`;
  const named = demanding
    .flatMap((record) =>
      (record.facts ?? []).map(({ anyOf, notFor = null }) => ({
        table_name: record.table,
        columns: [...anyOf],
        not_for: notFor,
      })),
    )
    .sort((a, b) => (a.table_name < b.table_name ? -1 : a.table_name > b.table_name ? 1 : 0));
  expect(named.map((fact) => ({ ...fact }))).toEqual(stored.map((fact) => ({ ...fact })));
  expect(demanding).toHaveLength(16);
});

describe.each(sample(demanding, 6).map((record) => [record.path, record] as const))(
  "/api/%s",
  (path, record) => {
    const facts = record.facts ?? [];
    /** Values of the required fields. A row with only these values lacks all required facts, such as its period. */
    const least = Object.fromEntries(
      record.fields
        .filter(({ name, required }) => required && name !== "region_name")
        .map(({ name }) => [name, statedValue(name)]),
    );

    it("If all fields of a required group are empty in a new row, both the API and REST refuse the row.", async () => {
      const choice = fc.tuple(
        ...facts.map(({ anyOf }) => fc.subarray(free(anyOf), { maxLength: Math.min(2, free(anyOf).length) })),
      );
      const chosen = fc.sample(
        fc.oneof(
          choice,
          choice,
          choice.map((names) =>
            names.map((some, at) => (some.length > 0 ? some : free(facts[at]?.anyOf ?? []).slice(0, 1))),
          ),
        ),
        { numRuns: 8, seed: 11 },
      );
      for (const names of [...chosen, facts.map(() => [])]) {
        const row: Record<string, unknown> = {
          ...place,
          ...least,
          ...Object.fromEntries(names.flat().map((name) => [name, statedValue(name)])),
        };
        const missing = missingFacts(record, row).map(({ anyOf }) => anyOf[0]);
        const answer = await callAs("provincial", "PUT", `/api/${path}/update`, {
          ...row,
          save_anyway: true,
        });
        expect([answer.status === 200, names]).toEqual([missing.length === 0, names]);
        if (missing.length > 0) expect(answer.body.details?.map(({ field }) => field)).toEqual(missing);
        const direct = await rest("provincial", "POST", `${record.table}?select=id`, {
          ...row,
          ...(record.fields.some(
            ({ name, kind }) => name === "training_title" && kind === "list" && name in row,
          )
            ? { training_title: ["A training"] }
            : {}),
        });
        expect([direct.status === 201, names]).toEqual([missing.length === 0, names]);
      }
    }, 60_000);

    it("A user can edit a stored row that lacks a required value.", async () => {
      const [kept = ""] = free(facts.at(-1)?.anyOf ?? []);
      const row = { ...place, ...least };
      const isList = record.fields.find(({ name }) => name === kept)?.kind === "list";
      const asColumn = (name: string) => (isList ? [statedValue(name)] : statedValue(name));
      const [bare, held] = await database<{ id: number }[]>`
      insert into ${database(`public.${record.table}`)} ${database([
        { ...row, [kept]: null },
        { ...row, [kept]: asColumn(kept) },
      ])} returning id::int`;
      const [changed] = await save("provincial", path, { id: bare?.id, cd: "1st District" });
      expect(changed).toMatchObject({ cd: "1st District", arbo_name: null });
      const listed = await callAs("provincial", "POST", `/api/${path}`, { remarks: mark, id: bare?.id });
      expect(rowsOf(listed)).toHaveLength(1);
      const emptied = await callAs("provincial", "PUT", `/api/${path}/update`, {
        id: held?.id,
        [kept]: null,
      });
      expect([emptied.status, emptied.body.details?.[0]?.field]).toEqual([400, facts.at(-1)?.anyOf[0]]);
      const direct = await rest("provincial", "PATCH", `${record.table}?select=id&id=eq.${held?.id}`, {
        [kept]: null,
      });
      expect(direct.status).toBe(400);
    });

    it("The filter `incomplete` finds exactly the rows that lack a required value.", async () => {
      const all = rowsOf(await callAs("provincial", "POST", `/api/${path}`, {}));
      const hasMissingFacts = (row: Row) => missingFacts(record, row).length > 0;
      for (const [incomplete, wanted] of [
        [true, all.filter(hasMissingFacts)],
        ["true", all.filter(hasMissingFacts)],
        [false, all.filter((row) => !hasMissingFacts(row))],
      ] as const) {
        const listed = await callAs("provincial", "POST", `/api/${path}`, { incomplete });
        expect(new Set(rowsOf(listed).map(({ id }) => id))).toEqual(new Set(wanted.map(({ id }) => id)));
      }
      expect(all.filter(hasMissingFacts).length).toBeGreaterThan(0);
      const wrong = await callAs("provincial", "POST", `/api/${path}`, { incomplete: "perhaps" });
      expect([wrong.status, wrong.body.details?.[0]?.field]).toEqual([400, "incomplete"]);
      const condition = incompleteRows(record, await tableOf(record.table));
      // Postgres uses a partial index only for a query with the index's condition, so the filter must have this
      // condition.
      const conditions = await database.begin(async (tx) => {
        await tx.unsafe(
          `create temp table asked on commit drop as select * from public.${record.table} limit 0`,
        );
        await tx.unsafe(`create index asked_incomplete on asked (id) where ${condition}`);
        return tx.unsafe<{ condition: string }[]>(
          `select pg_get_expr(indpred, indrelid) as condition from pg_index
         where indexrelid in ('asked_incomplete'::regclass, 'public.${record.table}_incomplete'::regclass)`,
        );
      });
      expect(conditions).toHaveLength(2);
      expect(conditions[0]).toEqual(conditions[1]);
    });
  },
);
