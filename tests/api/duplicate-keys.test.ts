/**
 * Saving a new row whose key is already stored, for all record types. The API refuses the new row and returns the
 * stored row. If the record type allows repeated keys, the user can save the new row anyway.
 */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import type { SameRow } from "#shared/contracts/base/problems.ts";
import { records } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { mayRepeat } from "#shared/records/vocabulary/unique-keys.ts";
import { valuesOf } from "../../web/src/records/form/fields/form-values.ts";
import { duplicateKeyResponse } from "../duplicate-key-response.ts";
import {
  type Answer,
  arbo,
  callAs,
  cleanUp,
  database,
  mark,
  province,
  type Row,
  region,
  rowsOf,
  save,
} from "./support.ts";

afterAll(cleanUp);

/** Leaves out record types with files, because a multipart request saves them and their key is the file. */
const entered = records.filter((record) => !record.files && record.keys.length > 0);

/** Saves a new row in the same way as the form. */
const register = (record: AnyRecord, row: object): Promise<Answer> =>
  callAs("admin", "PUT", `/api/${record.path}/update?import_id=${randomUUID()}&batch=1`, [row]);

const listed = async (record: AnyRecord): Promise<Row[]> =>
  rowsOf(await callAs("admin", "POST", `/api/${record.path}`, { ...record.fixed, page: 1, page_size: 50 }));

describe.each(entered.map((record) => [record.route, record] as const))(
  "Duplicates of the record type %s",
  (_, record) => {
    it("The API refuses a row that equals a stored row; only record types that allow duplicates accept it with `save_anyway`.", async () => {
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
  },
);

it("For every combination of fields that must be unique in a record type, the database has a unique index.", async () => {
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

describe("Duplicate rows of the same ARBO or ARC", () => {
  const period = { reporting_year: 2025, reporting_quarter: "Q1", crop_product: `${mark} ${randomUUID()}` };
  const office = { region_name: region, province_name: province };
  const send = (row: object) =>
    callAs("provincial", "PUT", "/api/form-5-accomp/update", [{ ...row, ...period }]);
  const idsOf = ({ body }: Answer) => ((body.details?.[0]?.same_as ?? []) as SameRow[]).map(({ id }) => id);

  it("The API refuses a second equal row of an ARBO, whether it names the ARBO by ID, key, present name or former name.", async () => {
    const former = `${mark} ${randomUUID()}`;
    const [first] = await save("provincial", "arbo-masterlist", [
      arbo({ arbo_name: former, arbo_id: `T-${randomUUID()}`, muncity_name: "Licab" }),
    ]);
    const present = `${mark} ${randomUUID()}`;
    const [named] = await save("provincial", "arbo-masterlist", [
      { id: first?.id, row_version: first?.row_version, arbo_name: present },
    ]);
    const answer = await send({ ...office, muncity_name: "Licab", arbo_name: present });
    expect(answer.status, answer.text).toBe(200);
    const [{ id } = { id: 0 }] = rowsOf(answer);
    const spellings = [
      { ...office, muncity_name: "Licab", arbo_id: named?.arbo_id, arbo_name: `${mark} other name` },
      { ...office, arbo_id: named?.arbo_id },
      { ...office, arboPrimaryKey: named?.id },
      { ...office, arbo_name: present.toUpperCase() },
      { ...office, arbo_name: former },
      { region_name: "Region 3", province_name: province, arbo_name: present },
    ];
    for (const row of spellings) {
      const refused = await send(row);
      expect([refused.status, idsOf(refused)], JSON.stringify(row)).toEqual([409, [id]]);
      expect(refused.body.details?.[0]?.message).toMatch(/the same ARBO name, Region/);
    }
    const twice = await callAs("provincial", "PUT", "/api/form-5-accomp/update", [
      { ...spellings[1], ...period, reporting_quarter: "Q2" },
      { ...spellings[4], ...period, reporting_quarter: "Q2" },
    ]);
    expect([twice.status, twice.body.message]).toEqual([409, expect.stringMatching(/in the list twice/)]);
    await callAs("admin", "DELETE", "/api/form-5-accomp/delete", { id });
  });

  it("The API refuses a second equal row of the same ARC, but accepts an equal row of a different ARC.", async () => {
    const row = { ...office, muncity_name: "Licab", arc_name: `${mark} ${randomUUID()}` };
    const answer = await send(row);
    expect(answer.status, answer.text).toBe(200);
    const [{ id } = { id: 0 }] = rowsOf(answer);
    const refused = await send(row);
    expect([refused.status, idsOf(refused)]).toEqual([409, [id]]);
    const other = await send({ ...row, arc_name: `${mark} ${randomUUID()}` });
    expect(other.status, other.text).toBe(200);
    await callAs("admin", "DELETE", "/api/form-5-accomp/delete", { id: [id, rowsOf(other)[0]?.id] });
  });

  it("If a row equals a stored row and identifies its ARC only by the ARC ID, the API refuses it as a duplicate.", async () => {
    const [arc] = await database<{ arc_id: string; muncity_name: string }[]>`
      select arc_id, muncity_name from public.arc_masterlist
      where (region_name, province_name) = (${region}, ${province}) and muncity_name is not null limit 1`;
    const row = { ...office, ...arc };
    const answer = await send(row);
    expect(answer.status, answer.text).toBe(200);
    const [{ id } = { id: 0 }] = rowsOf(answer);
    for (const arc_id of [arc?.arc_id, ` ${arc?.arc_id}\u200b `]) {
      const refused = await send({ ...row, arc_id });
      expect([refused.status, idsOf(refused)]).toEqual([409, [id]]);
    }
    await callAs("admin", "DELETE", "/api/form-5-accomp/delete", { id });
  });

  it.each([
    ["arbo-masterlist", "arbo_id", { arbo_name: `${mark} ARBO` }],
    ["arc-masterlist", "arc_id", { arc_name: `${mark} ARC` }],
    [
      "arbo-training",
      "training_id",
      { training_title: `${mark} training`, start_date: "2025-02-03", arbo_name: mark },
    ],
  ])(
    "The API refuses a new row of %s whose ID differs from a stored ID only in spelling.",
    async (path, field, row) => {
      const save = (id: string, name: string) =>
        callAs("provincial", "PUT", `/api/${path}/update`, {
          ...{ region_name: region, province_name: province, [field]: id },
          ...Object.fromEntries(
            Object.entries(row).map(([key, value]) => [
              key,
              key.endsWith("name") ? `${value} ${name}` : value,
            ]),
          ),
        });
      const id = `Id-${randomUUID().slice(0, 8)}`;
      const answer = await save(id, "one");
      expect(answer.status, answer.text).toBe(200);
      const [stored = { id: 0 }] = rowsOf(answer);
      for (const spelling of [id.toLowerCase(), id.replaceAll("-", "–"), id.replaceAll("I", "Ｉ")]) {
        const refused = await save(spelling, spelling);
        expect([refused.status, idsOf(refused)], spelling).toEqual([409, [stored.id]]);
      }
      await callAs("admin", "DELETE", `/api/${path}/delete`, { id: stored.id });
    },
  );
});
