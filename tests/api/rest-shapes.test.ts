/**
 * REST can't store values that the contracts exclude. Every column that a signed-in user may write must refuse values
 * that would break the screens of other users, such as a list with a null or an infinite date.
 */
import { expect, it } from "vitest";
import { database } from "./support.ts";

interface Column {
  relation: string;
  name: string;
  type: string;
}

/** Values that Postgres accepts but no contract allows, by column type. */
const strange: Readonly<Record<string, readonly string[]>> = {
  numeric: ["NaN", "Infinity"],
  "double precision": ["NaN", "Infinity"],
  date: ["infinity", "-infinity", "0044-03-15 BC", "12345-01-01"],
  "timestamp with time zone": ["infinity", "-infinity"],
  "text[]": ["{NULL}", "{a,NULL}", "{{a},{b}}", "[5:6]={a,b}"],
  "bigint[]": ["{NULL}", "{{1},{2}}"],
};

class Undone extends Error {}

/**
 * Checks whether the database would store the value unchanged. Returns false if the database would refuse or correct
 * the value.
 */
async function isStored({ relation, name, type }: Column, value: string): Promise<boolean> {
  let stored = false;
  await database
    .begin(
      async (tx) => {
        const [row] = await tx.unsafe<{ same: boolean }[]>(
          `update ${relation} set "${name}" = $1::text::${type} where id = (select min(id) from ${relation})
           returning "${name}" is not distinct from $1::text::${type} as same`,
          [value],
        );
        stored = row?.same ?? false;
        throw new Undone();
      },
      { mode: "read write", patience: 20_000 },
    )
    .catch((error: unknown) => error);
  return stored;
}

it("In every column that users can write through the REST interface, the database refuses or corrects values such as NaN, infinite dates and lists with nulls.", async () => {
  const columns = await database<Column[]>`
    select c.oid::regclass::text as relation, a.attname as name, format_type(a.atttypid, null) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and (has_column_privilege('authenticated', a.attrelid, a.attnum, 'insert')
        or has_column_privilege('authenticated', a.attrelid, a.attnum, 'update'))
    order by 1, a.attnum`;
  const tried = columns.flatMap((column) => (strange[column.type] ?? []).map((value) => ({ column, value })));
  expect(tried.length).toBeGreaterThan(50);
  const stored: string[] = [];
  for (const { column, value } of tried)
    if (await isStored(column, value)) stored.push(`${column.relation}.${column.name} = ${value}`);
  expect(stored).toEqual([]);
}, 240_000);
