/**
 * Transactions of the SQL module, and the clean-up of their connection. The lead of a transaction is a statement that
 * the module sends together with BEGIN.
 */
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { stack } from "./support.ts";

/** A single connection, so that a transaction sees any setting that the previous transaction left behind. */
const one = openDatabase(stack.databaseUrl, { most: 1, name: "test" });
afterAll(() => one.end());

const lead = (text: string) => ({ lead: { text, patience: 5000 } });

it("If the SQL module sends a statement together with BEGIN, the transaction's callback gets the result of this statement.", async () => {
  const text = "select set_config('test.lead', 'here', true); select 7 as seven";
  const seen = await one.begin(async (tx, row) => {
    const [now] = await tx`select current_setting('test.lead') as setting`;
    return { row, setting: now?.setting };
  }, lead(text));
  expect(seen).toEqual({ row: { seven: 7 }, setting: "here" });
  expect(await one.begin((_, row) => Promise.resolve(row))).toBeUndefined();
});

it("If a statement that the SQL module sends together with BEGIN fails, the module rolls back the transaction.", async () => {
  const text = "select set_config('test.lead', 'refused', true); select 1 / 0";
  let worked = 0;
  const refused = one.begin(() => Promise.resolve(worked++), lead(text));
  await expect(refused).rejects.toMatchObject({ code: "22012" });
  expect(worked).toBe(0);
  const [after] = await one`select coalesce(current_setting('test.lead', true), '') as setting,
    now() <> statement_timestamp() as within`;
  expect(after).toEqual({ setting: "", within: false });
});
