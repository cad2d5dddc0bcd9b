/**
 * A week without a connection. The user enters 200 rows of six forms with 60 photos, and restarts the browser
 * meanwhile. Then the app sends everything, although every fifth request is lost and the server is killed twice. Each
 * row and photo is stored exactly once.
 */
import { createHash } from "node:crypto";
import { expect, type Locator, type Page, test } from "playwright/test";
import { pidOf } from "../support/function-process.ts";
import { inside, photo } from "./evidence-support.ts";
import { fillIn } from "./forms.ts";
import {
  type BadLine,
  chooseWaitingArbo,
  enterRows,
  expectWaiting,
  makeProfile,
  openBrowser,
  signInAndInstall,
  startBadLine,
  waitingLink,
} from "./outbox-support.ts";
import { database } from "./support.ts";

const mark = "Offline week";

const clear = () =>
  database(async (sql) => {
    for (const table of ["form_11_geotags", "form11_accomps", "form7_proddevs", "fme_inventory_table"])
      await sql`delete from ${sql(`public.${table}`)} where arbo_name like ${`${mark}%`}`;
    await sql`delete from public.arbo_trainings where training_title like ${`${mark}%`}`;
    await sql`delete from public.participants where participant_name like ${`${mark}%`}`;
    await sql`delete from public.arbo_masterlist where arbo_name like ${`${mark}%`}`;
  });

test.beforeAll(clear);
test.afterAll(clear);

const numbered = (number: number): string => String(number).padStart(3, "0");
const names = (what: string, from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `${mark} ${what} ${numbered(from + index)}`);
const arboName = (number: number): string => `${mark} cooperative ${numbered(number)}`;

/** Returns ten photos for a support record, each with different bytes. */
const photosOf = (record: number) =>
  Array.from({ length: 10 }, (_, index) =>
    photo(`week-${record}-${index}.jpg`, {
      text: `${mark} ${record} ${index}`,
      gps: { latitude: inside.latitude, longitude: inside.longitude + (record * 10 + index) / 10_000 },
      size: 30_000,
    }),
  );
const photographed = [1, 2, 3, 4, 5, 6];

/**
 * Returns a function that chooses an ARBO which the app has not sent yet. `enterRows` calls this function before it
 * types the rows.
 */
const ofArbo = (number: number, more?: (form: Locator) => Promise<void>) => async (form: Locator) => {
  await chooseWaitingArbo(form, arboName(number));
  await more?.(form);
};

const period =
  (more: Record<string, string> = {}) =>
  (form: Locator) =>
    fillIn(form, { Reporting: { "Year reported": "2026", ...more } });

/**
 * Enters the rows of Monday: 20 ARBOs, and 30 participants of each of two ARBOs. Then checks the number of unsent
 * entries.
 */
const monday = async (page: Page) => {
  const rows = names("cooperative", 0, 20).map((name) => ({ "ARBO name": name }));
  await enterRows(page, { route: "ARBO_Masterlist", noun: "ARBO", rows });
  await expectWaiting(page, 20);
  for (const arbo of [1, 2]) {
    const people = names("person", arbo * 30 - 30, arbo * 30).map((name) => ({ "Participant name": name }));
    await enterRows(page, { route: "Participants", noun: "participant", start: ofArbo(arbo), rows: people });
  }
  await expectWaiting(page, 80);
};
const tuesday = async (page: Page) => {
  for (const arbo of [1, 2]) {
    const rows = names("training", arbo * 20 - 20, arbo * 20).map((title, index) => ({
      "Training title": title,
      "Start date": `0${1 + (index % 9)}102026`,
    }));
    await enterRows(page, { route: "ARBO_Training", noun: "training", start: ofArbo(arbo), rows });
  }
  await expectWaiting(page, 120);
};
const wednesday = async (page: Page) => {
  for (const arbo of photographed) {
    const rows = names("machine", arbo * 5 - 5, arbo * 5).map((name) => ({ "Hard component": name }));
    const start = ofArbo(arbo, period({ "Quarter reported": "Q1" }));
    await enterRows(page, { route: "Form11Accomp", noun: "support record", start, rows });
  }
  await expectWaiting(page, 150);
};
const thursday = async (page: Page) => {
  const products = names("product", 0, 30).map((name) => ({ "Product name": name }));
  const start = ofArbo(7, period());
  await enterRows(page, { route: "Form7ProdDevTarget", noun: "target", start, rows: products });
  const machines = names("mill", 0, 20).map((name) => ({ "Project title": name }));
  await enterRows(page, { route: "FME_Inventory", noun: "machine", start: ofArbo(8), rows: machines });
  await expectWaiting(page, 200);
};
const friday = async (page: Page) => {
  await waitingLink(page).click();
  for (const record of photographed) {
    await page
      .getByRole("row", { name: new RegExp(`^${arboName(record)} New: support record`) })
      .first()
      .getByRole("button", { name: /^Add photos to / })
      .click();
    await page.getByLabel("Photos to upload").setInputFiles(photosOf(record));
    await page.getByRole("button", { name: "Upload 10" }).click();
    await expect(page.getByText("10 kept on this computer")).toBeVisible();
    await page.getByRole("button", { name: "Done" }).click();
  }
  await expectWaiting(page, 260);
};

/** Fires the event of a restored connection twice per second, as with an unstable connection. */
const flap = (page: Page): Promise<unknown> =>
  page.evaluate(() => void setInterval(() => window.dispatchEvent(new Event("online")), 500));

/** Kills the function that stores rows and photos after the app has sent the given number of requests. */
async function dieAfter(line: BadLine, requests: number): Promise<void> {
  await expect.poll(() => line.requests, { timeout: 120_000 }).toBeGreaterThan(requests);
  const killed = pidOf("api");
  process.kill(killed, "SIGKILL");
  await expect.poll(() => pidOf("api") !== killed && pidOf("api") !== 0, { timeout: 60_000 }).toBe(true);
}

test("Each of 200 rows and 60 photos that were entered offline is stored once.", async () => {
  test.setTimeout(600_000);
  const [line, profile] = [await startBadLine(), await makeProfile()];
  let { context, page } = await openBrowser(profile, line);
  await signInAndInstall(page, "provincial");
  for (const route of ["Form11Accomp", "FME_Inventory"]) await page.goto(`/homepage/forms/${route}`);
  line.isDown = true;
  await context.setOffline(true);
  for (const day of [monday, tuesday, wednesday]) {
    await day(page);
    await page.reload();
  }
  await context.close();
  ({ context, page } = await openBrowser(profile, line, true));
  await page.goto("/homepage/waiting");
  await expectWaiting(page, 150);
  await thursday(page);
  await friday(page);

  line.failEvery = 5;
  line.requests = 0;
  line.isDown = false;
  await context.setOffline(false);
  await flap(page);
  await dieAfter(line, 80);
  await dieAfter(line, 200);
  await expect(page.getByText("Everything has been sent.")).toBeVisible({ timeout: 240_000 });
  await expectWaiting(page, 0);
  console.log(`Requests: ${line.requests}, failed: ${JSON.stringify(line.failed)}`);
  await context.close();
  await line.stop();
  await profile.remove();
  await expectStoredOnce();
});

/** Returns the rows of a table as "name / ARBO". Checks that each row has exactly one log entry. */
async function rowsOf(table: string, name: string): Promise<string[]> {
  const owner = table === "arbo_masterlist" ? "t.id" : 't."arboPrimaryKey"';
  const rows = await database((sql) =>
    sql.unsafe<{ name: string; arbo: string | null; entries: number }[]>(
      `select t.${name} as name, a.arbo_name as arbo, (select count(*)::integer from private.user_log l
         where l.form_name = $1 and l.row_id = t.id) as entries
       from public.${table} t left join public.arbo_masterlist a on a.id = ${owner}
       where t.${name} like $2 order by 1`,
      [table, `${mark}%`],
    ),
  );
  expect(rows.filter(({ entries }) => entries !== 1)).toEqual([]);
  return rows.map((row) => `${row.name} / ${row.arbo}`);
}

/** Checks rows, references, log entries and files. */
async function expectStoredOnce(): Promise<void> {
  const expected = (what: string, number: number, arbo: (index: number) => number) =>
    names(what, 0, number).map((name, index) => `${name} / ${arboName(arbo(index))}`);
  expect(await rowsOf("arbo_masterlist", "arbo_name")).toEqual(expected("cooperative", 20, (index) => index));
  expect(await rowsOf("participants", "participant_name")).toEqual(
    expected("person", 60, (index) => 1 + Math.floor(index / 30)),
  );
  expect(await rowsOf("arbo_trainings", "training_title")).toEqual(
    expected("training", 40, (index) => 1 + Math.floor(index / 20)),
  );
  expect(await rowsOf("form11_accomps", "hard_component")).toEqual(
    expected("machine", 30, (index) => 1 + Math.floor(index / 5)),
  );
  expect(await rowsOf("form7_proddevs", "product_name")).toEqual(expected("product", 30, () => 7));
  expect(await rowsOf("fme_inventory_table", "prj_title")).toEqual(expected("mill", 20, () => 8));
  await expectPhotosOnce();
}

async function expectPhotosOnce(): Promise<void> {
  const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  const stored = await database(
    (sql) => sql<{ sha256: string; arbo: string; objects: number; entries: number }[]>`
      select g.sha256, s.arbo_name as arbo,
        (select count(*)::integer from storage.objects o where o.name = g.file_path) as objects,
        (select count(*)::integer from private.user_log l
          where l.form_name = 'form_11_geotags' and l.row_id = g.id) as entries
      from public.form_11_geotags g join public.form11_accomps s on s.id = g.form11_id
      where s.hard_component like ${`${mark}%`} order by 1`,
  );
  const sent = photographed.flatMap((record) =>
    photosOf(record).map(({ buffer }) => ({
      ...{ sha256: hashOf(buffer), arbo: arboName(record), objects: 1, entries: 1 },
    })),
  );
  expect(stored).toEqual(sent.toSorted((one, other) => (one.sha256 < other.sha256 ? -1 : 1)));
}
