/**
 * Each row stores the key of its ARBO. A change of an ARBO's name or ARBO ID updates all rows of the ARBO (spec section
 * 3).
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordByPath, records } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { arbo, callAs, cleanUp, type DemoUser, database, mark, type Row, rowsOf, save } from "./support.ts";

/**
 * Record types to test: one per table that has a column for the ARBO. Geotags are left out, because they get their ARBO
 * from their Form 11 record.
 */
const named = [
  ...new Map(
    records
      .filter(({ parent, path, files }) => parent && parent.path !== path && !files)
      .map((record) => [record.table, record] as const),
  ).values(),
];

const masterlist = "arbo-masterlist";
const tables = named.map(({ table }) => table).sort();

interface Copied extends Row {
  arbo_name: string | null;
  arbo_id: string | null;
  /** Id of the ARBO's row, as text, because the database driver returns a bigint as text. */
  arboPrimaryKey: string | null;
}

/**
 * Inserts a copy of the province's newest row in the table. Sets each column that identifies the ARBO to its value in
 * `about`, or to null if `about` does not contain the column.
 */
async function copyTo(record: AnyRecord, about: Record<string, unknown>, office: Row): Promise<void> {
  const [one] = await database`
    select to_jsonb(t) as row from ${database(`public.${record.table}`)} t 
    where t.province_name = ${String(office.province_name)} order by id desc limit 1`;
  const columns = await database<{ name: string }[]>`
    select column_name::text as name from information_schema.columns
    where table_schema = 'public' and table_name = ${record.table} and is_generated = 'NEVER' and column_name <> 'id'`;
  const row = {
    ...(one?.row as Row),
    ...{ arbo_id: null, arbo_name: null, arboPrimaryKey: null, arc_id: null, training_id: null },
    ...{ region_name: office.region_name, province_name: office.province_name, muncity_name: null },
    ...{
      barangay_name: null,
      process_stage: "Approved",
      remarks: mark,
      fme_inventory_id: null,
      outside_confirmed: "Yes",
    },
    ...about,
  };
  const list = columns.map(({ name }) => `"${name}"`).join(", ");
  await database.unsafe(
    `insert into public.${record.table} (${list})
     select ${list} from jsonb_populate_record(null::public.${record.table}, $1::text::jsonb)`,
    [JSON.stringify(row)],
  );
}

const rowsOfArbo = (record: AnyRecord, where: string, value: unknown): Promise<Copied[]> =>
  database.unsafe(
    `select id, arbo_name, arbo_id, "arboPrimaryKey" from public.${record.table} where remarks = '${mark}' and ${where} = $1`,
    [value as never],
  ) as unknown as Promise<Copied[]>;

let present: Row;
const former = `${mark} former name`;

const change = async (fields: Record<string, unknown>): Promise<void> => {
  const [row] = await save("provincial", masterlist, [
    { id: present.id, row_version: present.row_version, ...fields },
  ]);
  present = row as Row;
};

beforeAll(async () => {
  [present] = (await save("provincial", masterlist, [arbo({ arbo_name: former })])) as [Row];
  for (const record of named) await copyTo(record, { arbo_name: former.toUpperCase() }, present);
}, 60_000);
afterAll(async () => {
  for (const { table } of named.toReversed())
    await database.unsafe(`delete from public.${table} where remarks = '${mark}'`);
  await cleanUp();
});

const expectRows = async (expected: object): Promise<void> => {
  const found = await Promise.all(
    named.map(async (record) => ({
      table: record.table,
      rows: await rowsOfArbo(record, `"arboPrimaryKey"`, present.id),
    })),
  );
  expect(found.map(({ table }) => table).sort()).toEqual(tables);
  for (const { table, rows } of found) expect({ table, rows }).toMatchObject({ table, rows: [expected] });
};

describe("An ARBO without an ARBO ID", () => {
  it("In every table, a new row whose ARBO name is written in upper case is linked to the ARBO of this name.", async () => {
    await expectRows({ arbo_name: former, arbo_id: null });
  });

  it("If a user renames an ARBO, all rows that are linked to the ARBO get the new name, even approved rows.", async () => {
    await change({ arbo_name: `${mark} second name` });
    expect(present).toMatchObject({ former_names: [former] });
    await expectRows({ arbo_name: `${mark} second name`, arbo_id: null });
  });

  it("If a user gives an ARBO an ARBO ID, all rows that are linked to the ARBO get this ID.", async () => {
    await change({ arbo_id: `${mark} by key 1` });
    await expectRows({ arbo_name: `${mark} second name`, arbo_id: `${mark} by key 1` });
  });

  it("If a user changes an ARBO's name and ARBO ID, all rows that are linked to the ARBO get both new values.", async () => {
    await change({ arbo_id: `${mark} by key 2`, arbo_name: `${mark} third name` });
    expect(present).toMatchObject({ former_names: [former, `${mark} second name`] });
    await expectRows({ arbo_name: `${mark} third name`, arbo_id: `${mark} by key 2` });
  });

  it("A user who clears an ARBO's ARBO ID in the masterlist also clears it in the ARBO's rows.", async () => {
    await change({ arbo_id: null });
    await expectRows({ arbo_name: `${mark} third name`, arbo_id: null });
  });

  it("The page of an ARBO that has no ARBO ID shows the ARBO's rows from every table.", async () => {
    const answer = await callAs("provincial", "POST", "/api/arbo-page", { id: present.id });
    const { sections } = answer.body.data as { sections: { route: string; total: number }[] };
    const shown = new Set(sections.filter(({ total }) => total === 1).map(({ route }) => route));
    for (const { table } of named)
      expect([table, records.some((record) => record.table === table && shown.has(record.route))]).toEqual([
        table,
        true,
      ]);
  });

  it("A user can find an ARBO by its former name, in the masterlist and in the global search.", async () => {
    const searched = await callAs("provincial", "POST", `/api/${masterlist}`, { q: former });
    expect(rowsOf(searched).map(({ id }) => id)).toEqual([present.id]);
    const filtered = await callAs("provincial", "POST", `/api/${masterlist}`, { former_names: [former] });
    expect(rowsOf(filtered).map(({ id }) => id)).toEqual([present.id]);
    const found = await callAs("provincial", "POST", "/api/find", { q: former });
    expect(JSON.stringify(found.body)).toContain(`"id":${present.id}`);
  });
});

it("A search in any list finds rows by a former name of their ARBO.", async () => {
  const found = async (user: DemoUser, table: string, q: string): Promise<unknown[]> => {
    // Two screens may show rows of the same table, so the test searches the lists of all screens of the table.
    const screens = records.filter((record) => record.table === table);
    const lists = screens.map(({ path, fixed }) => callAs(user, "POST", `/api/${path}`, { ...fixed, q }));
    return (await Promise.all(lists)).flatMap(rowsOf).map(({ arboPrimaryKey }) => arboPrimaryKey);
  };
  for (const { table } of named) {
    expect([table, await found("provincial", table, former.toUpperCase())]).toEqual([table, [present.id]]);
    expect([table, await found("central", table, former)]).toEqual([table, [present.id]]);
    expect([table, await found("provincial", table, `${former} and more`)]).toEqual([table, []]);
  }
});

describe("Link between a saved row and its ARBO", () => {
  const product = { reporting_year: 2026, reporting_quarter: "Q3", product_name: mark };
  const saved = async (fields: Record<string, unknown>): Promise<Row> => {
    const place = { region_name: present.region_name, province_name: present.province_name };
    const [row] = await save("provincial", "form7-accomp", [
      { ...product, ...place, remarks: mark, ...fields },
    ]);
    return row as Row;
  };

  it("A new row with a former name of an ARBO gets linked to this ARBO.", async () => {
    expect(await saved({ arbo_name: former, save_anyway: true })).toMatchObject({
      arbo_name: `${mark} third name`,
      arboPrimaryKey: present.id,
    });
  });

  it("If a row names an unregistered ARBO and a user later registers this ARBO, the row is linked to the ARBO.", async () => {
    const later = `${mark} registered later`;
    const row = await saved({ arbo_name: later });
    expect(row).toMatchObject({ arbo_name: later, arboPrimaryKey: null });
    const [registered] = (await save("provincial", masterlist, [arbo({ arbo_name: later })])) as [Row];
    const record = recordByPath("form7-accomp") as AnyRecord;
    expect(await rowsOfArbo(record, "id", row.id)).toMatchObject([{ arboPrimaryKey: String(registered.id) }]);
  });

  it("If two ARBOs of an office have the same name, a new row with this name is linked to neither ARBO.", async () => {
    const twice = `${mark} twice`;
    await save("provincial", masterlist, [arbo({ arbo_name: twice, muncity_name: "Cuyapo" })]);
    await save("provincial", masterlist, [arbo({ arbo_name: twice, muncity_name: "Licab" })]);
    expect(await saved({ arbo_name: twice })).toMatchObject({ arbo_name: twice, arboPrimaryKey: null });
  });

  it("The API refuses a row if its arboPrimaryKey (an ARBO's masterlist id) and its ARBO ID belong to different ARBOs.", async () => {
    const [other] = (await save("provincial", masterlist, [arbo({ arbo_id: `${mark} by key 3` })])) as [Row];
    const answer = await callAs("provincial", "PUT", "/api/form7-accomp/update", [
      {
        ...{ ...product, region_name: present.region_name, province_name: present.province_name },
        ...{ arboPrimaryKey: present.id, arbo_id: other.arbo_id },
      },
    ]);
    expect(answer).toMatchObject({ status: 422, body: { details: [{ field: "arbo_id" }] } });
  });

  it("The API refuses a row whose arboPrimaryKey is valid but whose ARBO ID has never belonged to any ARBO.", async () => {
    const [known] = (await save("provincial", masterlist, [arbo({ arbo_id: `${mark} by key 7` })])) as [Row];
    const answer = await callAs("provincial", "PUT", "/api/form7-accomp/update", [
      {
        ...{ ...product, region_name: present.region_name, province_name: present.province_name },
        ...{ arboPrimaryKey: known.id, arbo_id: `${mark} by key 77` },
      },
    ]);
    expect(answer).toMatchObject({ status: 422, body: { details: [{ field: "arbo_id" }] } });
  });

  it("A row saved with an ARBO's former ARBO ID gets the ARBO's current ARBO ID.", async () => {
    const [known] = (await save("provincial", masterlist, [arbo({ arbo_id: `${mark} by key 5` })])) as [Row];
    await save("provincial", masterlist, [{ id: known.id, arbo_id: `${mark} by key 6` }]);
    const link = { arboPrimaryKey: known.id, arbo_id: `${mark} by key 5` };
    const corrected = { arboPrimaryKey: known.id, arbo_id: `${mark} by key 6` };
    expect(await saved({ ...link, product_name: `${mark} 5` })).toMatchObject(corrected);
    await save("provincial", masterlist, [arbo({ arbo_id: `${mark} by key 5` })]);
    expect(await saved({ ...link, product_name: `${mark} 6` })).toMatchObject(corrected);
  });

  it("If a user changes a row's ARBO name to a name that is not in the masterlist, the row loses its link to the ARBO.", async () => {
    const row = await saved({ arboPrimaryKey: present.id, product_name: `${mark} 2` });
    expect(row).toMatchObject({ arbo_name: `${mark} third name` });
    const [free] = await save("provincial", "form7-accomp", [
      { id: row.id, row_version: row.row_version, arbo_name: `${mark} elsewhere` },
    ]);
    expect(free).toMatchObject({ arbo_name: `${mark} elsewhere`, arboPrimaryKey: null });
  });

  it("If a user clears a row's ARBO ID or arboPrimaryKey, the row loses its link to the ARBO.", async () => {
    const [known] = (await save("provincial", masterlist, [arbo({ arbo_id: `${mark} by key 4` })])) as [Row];
    const unlinked = { arboPrimaryKey: null, arbo_id: null, arbo_name: known.arbo_name };
    const byId = await saved({ arbo_id: known.arbo_id, product_name: `${mark} 3` });
    expect(await save("provincial", "form7-accomp", [{ id: byId.id, arbo_id: null }])).toMatchObject([
      unlinked,
    ]);
    const [other] = (await save("provincial", masterlist, [arbo()])) as [Row];
    const byKey = await saved({ arboPrimaryKey: other.id, product_name: `${mark} 4` });
    expect(await save("provincial", "form7-accomp", [{ id: byKey.id, arboPrimaryKey: null }])).toMatchObject([
      { arboPrimaryKey: null, arbo_name: other.arbo_name },
    ]);
  });
});
