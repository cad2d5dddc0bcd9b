/**
 * Checks 1,000 rows per rule with the validator (of form, import and API) and with the check constraints of the table.
 * Both must accept the same rows. All check constraints of a table are evaluated at once.
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
/** A fixed seed, so that every run uses the same cases. */
const seed = 20_251_103;

/** A single connection, because the temporary function of this test exists only in its own session. */
const connection = openDatabase(stack.databaseUrl, { most: 1, patience: Number.POSITIVE_INFINITY });

/**
 * Creates a temporary function that checks a row against all check constraints of a table. A number that is out of
 * range fails the check.
 */
beforeAll(async () => {
  await connection.unsafe(`
    create function pg_temp.prepare(target regclass) returns void language plpgsql as $$
    begin
      execute format(
        'create or replace function pg_temp.passes_checks(sent jsonb) returns boolean language plpgsql as $f$
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

/** Returns for each row whether the database would accept it, with one statement for all rows. */
async function taken(record: AnyRecord, cases: readonly Case[]): Promise<boolean[]> {
  await connection.unsafe(`select pg_temp.prepare('public.${record.table}')`);
  const rows = cases.map(({ row, entered }) => ({ ...row, time_stamp: entered.toISOString() }));
  const [answer] = await connection.unsafe<{ verdicts: boolean[] }[]>(
    `select json_agg(pg_temp.passes_checks(item) order by place) as verdicts
     from jsonb_array_elements($1::text::jsonb) with ordinality sent (item, place)`,
    [JSON.stringify(rows)],
  );
  return answer?.verdicts ?? [];
}

interface CheckedCase extends Case {
  refused: boolean;
  problems: string[];
}

/** Returns the row as the validator would write it. If the validator refuses the row, returns it as sent. */
function checkCase(record: AnyRecord, rule: Rule, { row, entered }: Case): CheckedCase {
  const { value, problems: all } = validateRecord(record, row, "insert", { now: entered });
  // The check constraints do not check required facts; required-facts.test.ts tests these.
  const missingLabels = new Set(
    missingFacts(record, row).map(({ label, message }) => message ?? `${label} is required`),
  );
  const problems = all.filter(({ message }) => !missingLabels.has(message));
  const refused = problems.length > 0;
  // If the field is empty, the validator computes a value and may refuse it as out of range. The check constraints
  // accept an empty field. So the test sends a large wrong value, which the database must refuse.
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

describe.each(sample(tables, 6).map((record) => [record.table, record] as const))(
  "Rules of the table %s",
  (_, record) => {
    it.each(rulesOf(record).map((rule) => [rule.field, rule.constraint, rule] as const))(
      "The TypeScript validator of the field %s agrees with the check constraint %s on 1,000 rows.",
      async (_, __, rule) => {
        const cases = fc
          .sample(casesOf(record, rule), { numRuns: many, seed })
          .map((one) => checkCase(record, rule, one));
        const verdicts = await taken(record, cases);
        const disagreements = cases.filter(({ refused }, place) => refused === verdicts[place]);
        expect(disagreements.slice(0, 5)).toEqual([]);
        expect(verdicts).toHaveLength(many);
        // The cases must contain both refused rows and accepted rows; otherwise the agreement proves nothing.
        const refusals = cases.filter(({ refused }) => refused).length;
        expect(refusals).toBeGreaterThan(many / 100);
        expect(many - refusals).toBeGreaterThan(many / 100);
      },
    );
  },
);

it("Every rule of the TypeScript validator has a check constraint in the record type's table.", async () => {
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
