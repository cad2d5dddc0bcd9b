/**
 * Rows of an export. Random values are the same when read back, and all tables are from the same moment. A large table
 * needs little memory, and a failed export leaves no folder.
 */
import { readdirSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import type { ExportColumn, ExportTable } from "../../supabase/local/export/catalog.ts";
import { exportData, writeTable } from "../../supabase/local/export/export-data.ts";
import { ExportFolder } from "../../supabase/local/export/folder.ts";
import { valueSettings } from "../../supabase/local/export/table-files.ts";
import { readCsv } from "../support/csv.ts";
import "../support/property-seed.ts";
import { rounds } from "../support/thorough.ts";
import { parent, rowsIn, withOwner } from "./export-support.ts";
import { arbo, cleanUp, database, mark, save, stack } from "./support.ts";

afterAll(async () => {
  await rm(parent, { recursive: true, force: true });
  await cleanUp();
});

const source = { databaseUrl: stack.databaseUrl, openFile: async () => null };

function tableOf(from: string, kinds: Record<string, ExportColumn["kind"]>): ExportTable {
  const rest = { type: "text", required: false, meaning: null, checks: [], refersTo: [], sensitive: false };
  const columns = Object.entries(kinds).map(([name, kind]) => ({ name, kind, ...rest }));
  return { schema: "public", name: "random", source: from, meaning: null, key: ["id"], columns };
}

/** Texts with many of the characters that CSV and JSON treat specially. NUL cannot be stored in Postgres. */
const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('"', ",", "\n", "\r", "\\", ".", " ", "\t", "\u0001", "\u0002", "\u2028", "ñ"),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
    ),
  })
  .filter((one) => !one.includes("\0"));
const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const digits = (most: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: most });
const randomRow = fc.record({
  body: optional(text),
  list: optional(fc.array(text, { maxLength: 4 })),
  amount: optional(fc.tuple(digits(30), digits(20)).map(([whole, part]) => `-${whole}.${part}`)),
  big: optional(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
  moment: optional(
    fc.date({ min: new Date("0100-01-01"), max: new Date("9000-01-01"), noInvalidDate: true }),
  ),
  flag: optional(fc.boolean()),
  data: optional(fc.dictionary(text, text, { maxKeys: 3 })),
});
const kinds = {
  ...({ id: "plain", body: "plain", list: "array", amount: "plain", big: "plain" } as const),
  ...({ moment: "moment", flag: "boolean", data: "json" } as const),
};

it(
  "Exported CSV and JSON Lines files contain the same values as the database, for every column type.",
  { timeout: 120_000 },
  () =>
    withOwner(async (client) => {
      await client.query(`create temp table random (id int primary key, body text, list text[], amount numeric, big bigint,
      moment timestamptz, flag boolean, data jsonb)`);
      let n = 0;
      const property = fc.asyncProperty(fc.array(randomRow, { maxLength: 30 }), async (rows) => {
        const folder = path.join(parent, `random-${n++}`);
        await client.query("begin");
        await client.query(valueSettings);
        for (const [id, { moment, data, ...row }] of rows.entries())
          await client.query("insert into random values ($1, $2, $3, $4, $5, $6, $7, $8)", [
            ...[id, row.body, row.list, row.amount, row.big, moment?.toISOString() ?? null, row.flag],
            data && JSON.stringify(data),
          ]);
        const table = tableOf("random", kinds);
        await ExportFolder.create(folder, (files) => writeTable(client, table, files));
        const amounts = await client.query<{ amount: string | null }>(
          "select amount::text from random order by id",
        );
        await client.query("rollback");
        const [heads, ...cells] = readCsv(await readFile(path.join(folder, "csv/random.csv"), "utf8"));
        const lines = (await readFile(path.join(folder, "jsonl/random.jsonl"), "utf8"))
          .split("\n")
          .slice(0, -1);
        expect(heads).toEqual(Object.keys(kinds));
        expect([cells.length, lines.length]).toEqual([rows.length, rows.length]);
        for (const [id, row] of rows.entries()) {
          const [, body, list, amount, big, moment, flag, data] = cells[id] ?? [];
          const found = {
            ...{ body, list: list && JSON.parse(list), amount, big, moment: moment && new Date(moment) },
            ...{ flag: flag && flag === "true", data: data && JSON.parse(data) },
          };
          expect(found).toEqual({ ...row, amount: amounts.rows[id]?.amount });
          const line = lines[id] ?? "";
          const read = JSON.parse(line);
          expect([read.body, read.list, read.flag, read.data]).toEqual([
            row.body,
            row.list,
            row.flag,
            row.data,
          ]);
          expect(line).toContain(`"amount":${amounts.rows[id]?.amount},"big":${row.big},`);
        }
      });
      await fc.assert(property, { numRuns: rounds(40, 200) });
    }),
);

it("An export contains no row that was saved after the export started.", {
  timeout: 60_000,
}, async () => {
  const [row] = await save("provincial", "arbo-masterlist", arbo());
  await withOwner(async (client) => {
    // The test locks one table. Before the export waits for this lock, it reads other tables.
    await client.query("begin; lock table public.arc_masterlist in access exclusive mode");
    const running = exportData(source, path.join(parent, "moment"));
    await expect
      .poll(
        async () =>
          (
            await database`select from pg_locks where not granted and relation = 'public.arc_masterlist'::regclass`
          ).length,
        { timeout: 20_000 },
      )
      .toBe(1);
    await client.query(
      "insert into public.uac (rolename, roletype, status) values (array[$1], $1, 'Provincial')",
      [`${mark} during`],
    );
    await client.query("commit");
    await running;
  });
  const [ids, roles] = [
    await rowsIn("moment", "csv/arbo_masterlist.csv"),
    await rowsIn("moment", "csv/uac.csv"),
  ];
  await database`delete from public.uac where roletype = ${`${mark} during`}`;
  expect(ids.map(({ id }) => id)).toContain(String(row?.id));
  expect(roles.map(({ roletype }) => roletype)).not.toContain(`${mark} during`);
});

it("A failed export leaves no export folder behind.", { timeout: 60_000 }, async () => {
  const broken = {
    ...source,
    openFile: async () =>
      new Readable({
        read() {
          this.destroy(new Error("The disk is broken."));
        },
      }),
  };
  await database`
    insert into public.evidence_files (upload_id, user_id, evidence_table, row_id, office, window_name, file_path,
      file_name, content_type, size, sha256, state)
    select '00000000-0000-4000-8000-00000000e4b0', id, 'form_11_geotags', 0, ' / ', 'accomplishment',
      'a/b/c/00000000-0000-4000-8000-00000000e4b0.jpg', 'a.jpg', 'image/jpeg', 1, repeat('0', 64), 'kept'
    from public.users limit 1`;
  try {
    await expect(exportData(broken, path.join(parent, "broken"))).rejects.toThrow("The disk is broken.");
    const result = await exportData(source, path.join(parent, "incomplete"));
    expect(result.problems).toContainEqual(
      expect.stringMatching(/00000000e4b0\.jpg of form_11_geotags 0 is missing in Storage/),
    );
  } finally {
    await database`delete from public.evidence_files where upload_id = '00000000-0000-4000-8000-00000000e4b0'`;
  }
  expect(readdirSync(parent).filter((name) => name.startsWith("broken"))).toEqual([]);
});

it("An export of 300,000 rows needs less than 150 MB of additional memory.", { timeout: 120_000 }, () =>
  withOwner(async (client) => {
    await client.query("begin");
    await client.query(valueSettings);
    const many = tableOf(
      "(select g as id, repeat('x', 1000) as body from generate_series(1, 300000) g) many",
      {
        id: "plain",
        body: "plain",
      },
    );
    const before = process.memoryUsage().rss;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss - before);
    }, 20);
    const n = await ExportFolder.create(path.join(parent, "many"), (files) =>
      writeTable(client, many, files),
    );
    clearInterval(watch);
    await client.query("rollback");
    expect(n).toBe(300_000);
    // The export writes two files of 600 MB in total.
    expect(most).toBeLessThan(150 * 2 ** 20);
  }),
);
