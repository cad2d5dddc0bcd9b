/**
 * Benchmark of many rows. Compares an import of 10,000 rows with a COPY, a change of 50 rows with an update, and an
 * export of 10,000 rows with a select. COPY and update run only one trigger, which writes the search text that stored
 * rows must have.
 */
import { randomUUID } from "node:crypto";
import { from as copyFrom } from "pg-copy-streams";
import { chromium } from "playwright";
import { recordByPath } from "#shared/records/index.ts";
import type { Database, Transaction } from "#shared/server/sql/sql.ts";
import { makeArbo } from "../../../seed/country/arbo.ts";
import { readGazetteer } from "../../../seed/lib/gazetteer.ts";
import { createRandom } from "../../../seed/lib/random.ts";
import { openRecords, signInAs } from "../../e2e/support.ts";
import { browser } from "../../support/browser.ts";
import type { Bench } from "../bench.ts";
import { succeed } from "../client.ts";
import { compareDurations, compareShortest, type Measured, timed, toMeasured } from "../measure.ts";

const many = 10_000;
/** Number of rows per batch, as in the import of the web app. */
const batch = 50;
const atOnce = 4;
const mark = "BENCH-";

function rowsToImport(): Record<string, unknown>[] {
  const gazetteer = readGazetteer();
  const random = createRandom("bench/import");
  const province = gazetteer.province("Nueva Ecija");
  const taken = new Set<string>();
  const fields = recordByPath("arbo-masterlist")?.fields ?? [];
  return Array.from({ length: many }, (_, index) => {
    const arbo = {
      ...makeArbo(random, { province, arcs: [], sequence: index + 1, taken }),
      arbo_id: `${mark}${index}`,
    };
    return Object.fromEntries(
      fields.map(({ name }) => [name, (arbo as Record<string, unknown>)[name] ?? null]),
    );
  });
}

export async function measureImport({ database, origin, token }: Bench): Promise<Measured> {
  const { sql } = database;
  const access = await token("central");
  const rows = rowsToImport();
  const remove = () => sql`delete from public.arbo_masterlist where arbo_id like ${`${mark}%`}`;
  await remove();
  const importId = randomUUID();
  const batches = Array.from({ length: many / batch }, (_, at) => rows.slice(at * batch, (at + 1) * batch));
  const [product] = await timed(async () => {
    let next = 0;
    const lane = async () => {
      for (let at = next++; at < batches.length; at = next++) {
        await succeed(
          origin,
          `/api/arbo-masterlist/update?import_id=${importId}&batch=${at + 1}`,
          batches[at],
          access,
          "PUT",
        );
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
  });
  await remove();

  const columns = Object.keys(rows[0] ?? {});
  const text = rows.map((row) => columns.map((name) => copyText(row[name])).join("\t")).join("\n");
  let plain = 0;
  await withSearchTriggerOnly(sql, "arbo_masterlist", async (tx) => {
    [plain] = await timed(async () => {
      const stream = tx.submit(copyFrom(`copy public.arbo_masterlist (${columns.join(", ")}) from stdin`));
      await new Promise<void>((resolve, reject) => {
        stream.once("finish", resolve);
        stream.once("error", reject);
        stream.end(`${text}\n`);
      });
    });
  });
  return toMeasured("import of 10,000 rows beside one COPY with search text", 2.6, product, plain);
}

/** Runs the work on a table while only its search text trigger is enabled. Rolls the transaction back. */
async function withSearchTriggerOnly(
  sql: Database,
  table: string,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const done = new Error("taken back");
  await sql
    .begin(async (tx) => {
      await tx.unsafe(`alter table public.${table} disable trigger user, enable trigger write_search_text`);
      await work(tx);
      throw done;
    })
    .catch((error: unknown) => {
      if (error !== done) throw error;
    });
}

/** Changes the remarks of 50 rows of Form 11, which has the most triggers. */
export async function measureBulkChange({ database, origin, token, runs }: Bench): Promise<Measured> {
  const { sql } = database;
  const access = await token("central");
  const known = await sql<{ id: number }[]>`
    select id from public.form11_accomps where process_stage is distinct from 'Approved' and status = 'Accomplished'
    order by id limit ${batch}`;
  const ids = known.map(({ id }) => Number(id));
  let round = 0;
  const versions = async () =>
    sql<{ id: number; row_version: number }[]>`
      select id::integer, row_version from public.form11_accomps where id = any (${ids})`;
  const product = async () => {
    const remarks = `Bench ${round++}`;
    const rows = (await versions()).map((row) => ({ ...row, remarks }));
    await succeed(origin, "/api/form11-accomp/update", rows, access, "PUT");
  };
  const plain = async () => {
    await versions();
    await withSearchTriggerOnly(sql, "form11_accomps", async (tx) => {
      await tx`update public.form11_accomps set remarks = ${`Bench ${round++}`} where id = any (${ids})`;
    });
  };
  return compareDurations(
    `${batch} rows of Form 11 changed beside one update with search text`,
    runs,
    10,
    product,
    plain,
  );
}

const copyText = (value: unknown): string =>
  value === null || value === undefined ? "\\N" : String(value).replace(/[\\\t\n\r]/g, (sign) => `\\${sign}`);

/** Measures how long the API takes to return all rows of the masterlist, and how long a select of these rows takes. */
export async function measureExport({ database, origin, token, runs }: Bench): Promise<Measured> {
  const access = await token("central");
  const name = "export of the whole masterlist (10,000 rows at scale 1) beside one select";
  return compareShortest(name, 5, Math.min(5, runs), async () => {
    const [product, answer] = await timed(() => succeed(origin, "/api/arbo-masterlist", {}, access));
    const [plain, rows] = await timed(
      () =>
        database.sql`select * from public.arbo_masterlist order by arbo_name collate private.natural_order, id`,
    );
    if ((answer.data as unknown[]).length !== rows.length)
      throw new Error("The export has a different number of rows than the table");
    return { product, plain };
  });
}

/**
 * Measures how long the browser takes to export the masterlist to an Excel file, from the click to the file's link. For
 * comparison, measures the API request for these rows.
 */
export async function measureExcelExport({ origin, password, token, runs, scale }: Bench): Promise<Measured> {
  const access = await token("central");
  const chrome = await chromium.launch(browser);
  try {
    // Block the service worker, because it would store files while the export runs.
    const page = await chrome.newPage({ baseURL: origin, serviceWorkers: "block" });
    await signInAs(page, "central", password);
    const name = "the same as an Excel file of the browser, beside the call alone";
    return await compareShortest(name, 10, scale === 1 ? Math.min(3, runs) : 1, async () => {
      const [plain, { data }] = await timed(() => succeed(origin, "/api/arbo-masterlist", {}, access));
      await openRecords(page, "ARBO_Masterlist", "?tab=all");
      await page.getByRole("button", { name: "Export", exact: true }).click();
      const all = (data as unknown[]).length.toLocaleString("en");
      await page.getByRole("dialog").getByText(all).waitFor();
      const [product] = await timed(async () => {
        await page.getByRole("button", { name: "Yes, export" }).click();
        await page.getByRole("link", { name: /^Report_.+\.xlsx$/ }).waitFor({ timeout: 600_000 });
      });
      return { product, plain };
    });
  } finally {
    await chrome.close();
  }
}
