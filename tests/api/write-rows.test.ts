/** Tests inserts and updates of many rows in one statement, on a new table in a transaction that is rolled back. */
import { expect, it } from "vitest";
import type { Table } from "#shared/server/db/columns.ts";
import { insertRows, updateRows } from "#shared/server/records/write-rows.ts";
import { openDatabase, type Transaction } from "#shared/server/sql/sql.ts";
import { rolledBack } from "../support/rolled-back.ts";
import { stack } from "./support.ts";

const database = openDatabase(stack.databaseUrl, { most: 1, patience: Number.POSITIVE_INFINITY });

const table: Table = {
  name: "write_rows_test",
  sql: 'public."write_rows_test"',
  columns: new Map(
    [
      { name: "id", type: "bigint", nullable: true, hasDefault: false },
      { name: "name", type: "text", nullable: true, hasDefault: false },
      { name: "amount", type: "numeric", nullable: true, hasDefault: false },
      { name: "tags", type: "text[]", nullable: true, hasDefault: false },
      { name: "stage", type: "text", nullable: true, hasDefault: true },
    ].map((column) => [column.name, column]),
  ),
};

const inTable = (work: (tx: Transaction) => Promise<void>): Promise<void> =>
  rolledBack(database, async (tx) => {
    await tx`create table public.write_rows_test (
      id bigint generated always as identity primary key, name text, amount numeric, tags text[], stage text not null default 'new')`;
    await work(tx);
  });

const names = async (tx: Transaction, ids: number[]) => {
  const rows = await tx<{ id: string; name: string }[]>`select id, name from public.write_rows_test`;
  const byId = new Map(rows.map((row) => [Number(row.id), row.name]));
  return ids.map((id) => byId.get(id));
};

it("insertRows returns the ids of the new rows in the order in which the caller passed the rows.", () =>
  inTable(async (tx) => {
    const rows = [
      { name: "a" },
      { name: "b", stage: "old" },
      { name: "c", amount: 1.5 },
      { name: "d", stage: "old", tags: ["x", "y,z"] },
    ];
    expect(await names(tx, await insertRows(tx, table, rows))).toEqual(["a", "b", "c", "d"]);
    const stored = await tx`select name, amount, tags, stage from public.write_rows_test order by name`;
    expect(stored).toEqual([
      { name: "a", amount: null, tags: null, stage: "new" },
      { name: "b", amount: null, tags: null, stage: "old" },
      { name: "c", amount: "1.5", tags: null, stage: "new" },
      { name: "d", amount: null, tags: ["x", "y,z"], stage: "old" },
    ]);
  }));

it("updateRows changes only the columns that the input contains.", () =>
  inTable(async (tx) => {
    const ids = await insertRows(tx, table, [
      { name: "a", amount: 1 },
      { name: "b", amount: 2 },
      { name: "c", amount: 3 },
    ]);
    const [first = 0, second = 0, third = 0] = ids;
    await updateRows(tx, table, [{ id: first, amount: null }, { id: second, name: "B" }, { id: third }]);
    const stored = await tx`select name, amount from public.write_rows_test order by id`;
    expect(stored).toEqual([
      { name: "a", amount: null },
      { name: "B", amount: "2" },
      { name: "c", amount: "3" },
    ]);
  }));
