/**
 * The validator (form, import, API) and the check constraints of the tables say the same about the same 1,000 rows, rule
 * by rule: what the one takes and fills in, the other takes; what the one refuses, the other refuses. The database judges
 * by the constraints' own expressions, all of a table's together, over rows of the real row type.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordByPath, records } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { missingFacts } from "#shared/validate/facts.ts";
import { fieldsOf, validateRecord } from "#shared/validate/validate.ts";
import { type Case, casesOf, type Rule, rulesOf } from "../parity/rule-cases.ts";
import { sample } from "../support/thorough.ts";
import { cleanUp, database, stack } from "./support.ts";

const many = 1000;
/** The same cases every time; another number, other cases. */
const seed = 20_251_103;

/** One connection, which keeps the function below. */
const connection = openDatabase(stack.databaseUrl, { most: 1 });

/** A function of this session: whether a row of a table holds against all its checks. What is too large does not. */
beforeAll(async () => {
  await connection.unsafe(`
    create function pg_temp.prepare(target regclass) returns void language plpgsql as $$
    begin
      execute format(
        'create or replace function pg_temp.judge(sent jsonb) returns boolean language plpgsql as $f$
         begin
           return (select %2$s from jsonb_populate_record(null::%1$s, sent));
         exception when numeric_value_out_of_range then
           return false;
         end $f$',
        target,
        (select string_agg(format('coalesce(%s, true)', pg_get_expr(conbin, conrelid)), ' and ')
         from pg_catalog.pg_constraint where conrelid = target and contype = 'c'));
    end $$`);
});

afterAll(async () => {
  await connection.end();
  await cleanUp();
});

/** Asks the database in one statement which of the rows it would take. */
async function taken(record: AnyRecord, cases: readonly Case[]): Promise<boolean[]> {
  await connection.unsafe(`select pg_temp.prepare('public.${record.table}')`);
  const rows = cases.map(({ row, entered }) => ({ ...row, time_stamp: entered.toISOString() }));
  const [answer] = await connection.unsafe<{ verdicts: boolean[] }[]>(
    `select json_agg(pg_temp.judge(item) order by place) as verdicts
     from jsonb_array_elements($1::text::jsonb) with ordinality sent (item, place)`,
    [JSON.stringify(rows)],
  );
  return answer?.verdicts ?? [];
}

interface Judged extends Case {
  refused: boolean;
  problems: string[];
}

/** The row as the validator would write it; where it refuses the row, as it was sent. */
function judge(record: AnyRecord, rule: Rule, { row, entered }: Case): Judged {
  const { value, problems: all } = validateRecord(record, row, "insert", { now: entered });
  // What a new row must name is no check of the table, and has its own test (required-facts.test.ts).
  const lacking = new Set(
    missingFacts(record, row).map(({ label, message }) => message ?? `${label} is required`),
  );
  const problems = all.filter(({ message }) => !lacking.has(message));
  const refused = problems.length > 0;
  // What cannot be stored cannot be filled in: then the largest value that can be must be wrong.
  const unstorable =
    refused && row[rule.field] === null && problems.every(({ field }) => field === rule.field);
  const most = fieldsOf(record).get(rule.field)?.max ?? 2_147_483_647;
  return {
    row: refused ? { ...row, ...(unstorable ? { [rule.field]: most } : {}) } : value,
    entered,
    refused,
    problems: problems.map(({ message }) => message),
  };
}

const tables = [...new Map(records.map(({ path, table }) => [table, recordByPath(path)])).values()].filter(
  (record): record is AnyRecord => record !== undefined && rulesOf(record).length > 0,
);

describe.each(sample(tables, 6).map((record) => [record.table, record] as const))("%s", (_, record) => {
  it.each(rulesOf(record).map((rule) => [rule.field, rule.constraint, rule] as const))(
    "%s: the validator and %s agree on 1,000 rows",
    async (_, __, rule) => {
      const cases = fc
        .sample(casesOf(record, rule), { numRuns: many, seed })
        .map((one) => judge(record, rule, one));
      const verdicts = await taken(record, cases);
      const disagreements = cases.filter(({ refused }, place) => refused === verdicts[place]);
      expect(disagreements.slice(0, 5)).toEqual([]);
      expect(verdicts).toHaveLength(many);
      // A rule that never refuses, or never takes, would have agreed with anything.
      const refusals = cases.filter(({ refused }) => refused).length;
      expect(refusals).toBeGreaterThan(many / 100);
      expect(many - refusals).toBeGreaterThan(many / 100);
    },
  );
});

it("every rule of the registry stands on a check constraint of its table", async () => {
  const rows = await database<{ name: string; table: string }[]>`
    select conname as name, conrelid::regclass::text as table from pg_catalog.pg_constraint where contype = 'c'`;
  const there = new Set(rows.map(({ name, table }) => `${table.replace(/^public\./, "")} ${name}`));
  const missing = tables.flatMap((record) =>
    rulesOf(record)
      .map(({ constraint }) => `${record.table} ${constraint}`)
      .filter((name) => !there.has(name)),
  );
  expect(missing).toEqual([]);
});
