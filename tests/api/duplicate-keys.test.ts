/**
 * Saving a new row whose key is already stored, for all record types. The API refuses the new row and returns the
 * stored row. If the record type allows repeated keys, the user can ask the API to save the new row anyway.
 */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { SameRow } from "#shared/contracts/base/problems.ts";
import { records } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { mayRepeat } from "#shared/records/vocabulary/unique-keys.ts";
import { valuesOf } from "../../web/src/records/form/fields/form-values.ts";
import { duplicateKeyResponse } from "../duplicate-key-response.ts";
import { type Answer, callAs, database, type Row, rowsOf } from "./support.ts";

/** Leaves out record types with files, because their key is the file and they are saved by a multipart request. */
const entered = records.filter((record) => !record.files && record.keys.length > 0);

/** Saves a new row in the same way as the form. */
const register = (record: AnyRecord, row: object): Promise<Answer> =>
  callAs("admin", "PUT", `/api/${record.path}/update?import_id=${randomUUID()}&batch=1`, [row]);

const listed = async (record: AnyRecord): Promise<Row[]> =>
  rowsOf(await callAs("admin", "POST", `/api/${record.path}`, { ...record.fixed, page: 1, page_size: 50 }));

describe.each(entered.map((record) => [record.route, record] as const))("%s", (_, record) => {
  it("The API refuses a copy of a stored row, unless the record type allows duplicates and the user confirms the copy.", async () => {
    for (const stored of await listed(record)) {
      const copy = { ...record.fixed, ...valuesOf(record, stored) };
      const { status, body } = await register(record, copy);
      const [same] = (body.details?.[0]?.same_as ?? []) as SameRow[];
      // A row with a blank key field is not a duplicate of another row.
      if (status !== 409 || !same) continue;
      const { id, agreed } = same;
      expect(body).toEqual(duplicateKeyResponse(record, { ...stored, id }, agreed));
      const again = await register(record, { ...copy, save_anyway: true });
      expect(again.status === 409).toBe(!mayRepeat(record, agreed));
      for (const { id: copied } of again.status === 200 ? rowsOf(again) : [])
        await callAs("admin", "DELETE", `/api/${record.path}/delete`, { id: copied });
      return;
    }
    throw new Error("no row of the demo has a whole key");
  });
});

it("For every combination of fields that must be unique within a record type, the database has a unique index.", async () => {
  const indexes = await database<{ table_name: string; definition: string }[]>`
    select c.relname as table_name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and not i.indisprimary and c.relnamespace = 'public'::regnamespace
      and c.relname = any (${[...new Set(entered.map(({ table }) => table))]})`;
  for (const record of entered) {
    const own = indexes.filter(({ table_name }) => table_name === record.table);
    const columns = own.map(({ definition }) =>
      record.fields
        .map(({ name }) => name)
        .filter((name) => new RegExp(`\\b${name}\\b`).test(definition.split("(").slice(1).join("("))),
    );
    const keys = (record.uniqueKeys ?? []).map((key) => [...key].sort());
    expect([record.route, columns.map((names) => names.sort()).sort()]).toEqual([record.route, keys.sort()]);
    for (const key of record.uniqueKeys ?? []) expect(record.keys).toContainEqual(key);
  }
});
