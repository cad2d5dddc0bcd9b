/**
 * REST can't store values that the contracts exclude. Every column that a signed-in user may write refuses values that
 * would break other users' screens, such as an infinite date or a text of megabytes.
 */
import { expect, it } from "vitest";
import { records, withoutScreen } from "#shared/records/index.ts";
import { isDatabaseError } from "#shared/server/sql/sql.ts";
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

interface Attempt {
  /** True if the database would store the value unchanged; false if it would refuse or correct the value. */
  stored: boolean;
  /** True if the trigger `verify_texts` refused the value. Only the error of this trigger names the column. */
  tooLong: boolean;
}

/** Tries to write the value to a row, and rolls back. */
async function attempt({ relation, name, type }: Column, value: string): Promise<Attempt> {
  let stored = false;
  const failure = await database
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
  return { stored, tooLong: isDatabaseError(failure) && failure.code === "23514" && failure.column === name };
}

/** Returns the columns that users can write through the REST interface. */
const writableColumns = () => database<Column[]>`
  select c.oid::regclass::text as relation, a.attname as name, format_type(a.atttypid, null) as type
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and (has_column_privilege('authenticated', a.attrelid, a.attnum, 'insert')
      or has_column_privilege('authenticated', a.attrelid, a.attnum, 'update'))
  order by 1, a.attnum`;

it("The database refuses or corrects values such as NaN in every column that REST clients can write.", async () => {
  const columns = await writableColumns();
  const tried = columns.flatMap((column) => (strange[column.type] ?? []).map((value) => ({ column, value })));
  expect(tried.length).toBeGreaterThan(50);
  const stored: string[] = [];
  for (const { column, value } of tried)
    if ((await attempt(column, value)).stored) stored.push(`${column.relation}.${column.name} = ${value}`);
  expect(stored).toEqual([]);
}, 240_000);

/** Longest text that the contracts allow, by table and column. In a list, the limit applies to each item. */
const limits = new Map(
  [...records, ...withoutScreen].flatMap(({ table, fields }) =>
    fields.map(({ name, kind, maxLength = kind === "long_text" ? 4000 : 250 }) => [
      `${table}.${name}`,
      maxLength,
    ]),
  ),
);

it("The database refuses texts that are too long in every column that REST clients can write.", async () => {
  const columns = await writableColumns();
  const texts = columns.filter(({ type }) => type === "text" || type === "text[]");
  expect(texts.length).toBeGreaterThan(500);
  const stored: string[] = [];
  const refused: string[] = [];
  for (const column of texts) {
    const place = `${column.relation.replace(/^public\./, "")}.${column.name}`;
    const limit = limits.get(place);
    const written = (text: string) => (column.type === "text" ? text : `{${text}}`);
    const tooLong = [written("x".repeat((limit ?? 4000) + 1)), written("a\u0007b")];
    if (column.type === "text[]") tooLong.push(written(`${"x,".repeat(500)}x`));
    for (const value of tooLong)
      if ((await attempt(column, value)).stored) stored.push(`${place}: ${value.length}`);
    if (limit === undefined) continue;
    if ((await attempt(column, written("x".repeat(limit)))).tooLong) refused.push(`${place}: ${limit}`);
  }
  expect({ stored, refused }).toEqual({ stored: [], refused: [] });
}, 240_000);

/** Columns that REST clients may write although they are not fields of the record type, with the reasons. */
const besideFields: Readonly<Record<string, string>> = {
  process_stage: "An approval is an update of this column.",
  status: "A REST client chooses Target or Accomplished; only the database sets Updated.",
  soft_check_reason: "A save sends the reason beside the fields.",
  upload_id: "The database accepts only an upload that the API has confirmed in the same transaction.",
  taken_at: "An upload sends the time beside the fields.",
};

/** Columns of tables that are not record types. The contracts of the API accept the same columns. */
const ofOtherTables: Readonly<Record<string, readonly string[]>> = {
  dropdown_values: ["list", "type", "category", "sub_category"],
  saved_views: ["screen", "name", "shared_with", "view"],
};

it("REST clients can write exactly the columns that the API accepts.", async () => {
  const writable = new Map<string, string[]>();
  for (const { relation, name } of await writableColumns()) {
    const table = relation.replace(/^public\./, "");
    writable.set(table, [...(writable.get(table) ?? []), name]);
  }
  const accepted = new Map(Object.entries(ofOtherTables).map(([table, names]) => [table, new Set(names)]));
  for (const { table, fields } of [...records, ...withoutScreen]) {
    const stored = (writable.get(table) ?? []).filter((name) => name in besideFields);
    const names = [...(accepted.get(table) ?? []), ...fields.map(({ name }) => name), ...stored];
    accepted.set(table, new Set(names));
  }
  const sorted = (all: ReadonlyMap<string, Iterable<string>>) =>
    Object.fromEntries([...all].map(([table, names]) => [table, [...names].sort()]));
  expect(sorted(writable)).toEqual(sorted(accepted));
});
