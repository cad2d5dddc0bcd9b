/**
 * The export of one office has exactly the rows that the API lists to a user of this office, and no data of other
 * offices.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { records, withoutScreen } from "#shared/records/index.ts";
import { jpeg } from "../support/photos.ts";
import { cleanUpFiles, createSupportRecord, geotag, inside, saved } from "./evidence-support.ts";
import { filesIn, parent, rowsIn, runExport, textOf } from "./export-support.ts";
import { as, makePerson, removePeopleAfterwards, type TestPerson } from "./people-support.ts";
import { arbo, callAs, database, elsewhere, mark, province, region, rowsOf, save } from "./support.ts";

removePeopleAfterwards();

/**
 * Record types whose rows belong to offices, and the projects. If several record types share a table, only one of them
 * is listed.
 */
const types = [
  ...new Map([...records, ...withoutScreen].map((record) => [record.table, record])).values(),
].filter(({ scoped, table }) => scoped || table === "project_list");
const foreign = `${mark} of Bulacan ${randomUUID()}`;
let photoElsewhere: string;
let accounts: number;

const offices = [
  { name: "a province", level: "Provincial", options: ["--region", region, "--province", province] },
  { name: "a region", level: "Regional", options: ["--region", region] },
] as const;

beforeAll(async () => {
  const row = arbo({ ...elsewhere, arbo_name: foreign });
  await save("central", "arbo-masterlist", row);
  await save("central", "participant", { ...elsewhere, participant_name: foreign, arbo_name: foreign });
  await saved(geotagOf(await createSupportRecord()));
  const away = await createSupportRecord({ ...elsewhere, arbo_name: foreign });
  const { id } = await saved(geotagOf(away, { latitude: 14.8433, longitude: 120.8114 }));
  const [stored] = await database`select file_path from public.form_11_geotags where id = ${id}`;
  photoElsewhere = String(stored?.file_path);
  accounts = await countAccounts();
}, 60_000);
afterAll(async () => {
  await rm(parent, { recursive: true, force: true });
  await cleanUpFiles();
  await database`delete from public.participants where participant_name = ${foreign}`;
  await database`delete from public.form11_accomps where arbo_name = ${foreign}`;
  await database`delete from public.arbo_masterlist where arbo_name like ${`${mark}%`}`;
});

const geotagOf = (form11: number, place: object = {}) =>
  geotag("central", {
    file: jpeg({ size: 20_000 }),
    fields: { upload_id: randomUUID(), form11_id: form11, ...inside, ...place },
  });

async function countAccounts(): Promise<number> {
  const [row] =
    await database`select (select count(*) from auth.users)::int + (select count(*) from public.uac)::int as n`;
  return Number(row?.n);
}

describe.each(offices)("The export of $name", ({ level, options }) => {
  const folder = level.toLowerCase();
  let person: TestPerson;
  beforeAll(async () => {
    person = await makePerson({ level, rights: ["Read", "Sensitive"], routes: ["forms"] });
    accounts = await countAccounts();
    const made = await runExport(folder, ...options);
    expect(made).toEqual({ code: 0, text: expect.stringMatching(/rows of \d+ tables/) });
  }, 60_000);

  it.each(types)(
    "The export of an office contains exactly the rows that a user of this office can see: $label.",
    async ({ path: type, table }) => {
      const listed = rowsOf(await as(person.token, "POST", `/api/${type}`, {}));
      const lines = (await textOf(folder, `jsonl/${table}.jsonl`)).split("\n").slice(0, -1);
      const exported = new Map(lines.map((line) => [Number(JSON.parse(line).id), JSON.parse(line)]));
      expect([...exported.keys()].sort()).toEqual(listed.map(({ id }) => id).sort());
      for (const row of listed) {
        const same = exported.get(row.id);
        const shared = Object.keys(row).filter((name) => name in same);
        expect(shared.length).toBeGreaterThan(10);
        expect(shared.filter((name) => shown(row[name]) !== shown(same[name]))).toEqual([]);
      }
    },
  );

  it("The export of a province or region contains no row of an office outside this area.", async () => {
    for (const file of filesIn(path.join(parent, folder, "csv"))) {
      if (file === "offices.csv") continue;
      for (const row of await rowsIn(folder, `csv/${file}`)) {
        if (row.office === undefined) continue;
        const wanted = level === "Provincial" ? `${region} / ${province}` : `${region} / `;
        expect([file, row.office?.startsWith(wanted)]).toEqual([file, true]);
      }
    }
  });

  it("After the export of an office, the temporary user account that was created for the export no longer exists.", async () => {
    for (const name of filesIn(path.join(parent, folder)))
      expect(readFileSync(path.join(parent, folder, name), "latin1")).not.toMatch(/draft\.invalid/);
    expect(await countAccounts()).toBe(accounts);
  });

  it("The log entry about the export of one office names this office.", async () => {
    const [entry] = rowsOf(
      await callAs("admin", "POST", "/api/user-log/read", { action: "export", form_name: "All tables" }),
    );
    const office =
      level === "Provincial" ? { region_name: region, province_name: province } : { region_name: region };
    expect(entry).toMatchObject(office);
  });
});

/**
 * Converts a value for the comparison. Unlike the export, the API writes lists with commas, and times with fewer
 * digits.
 */
const shown = (value: unknown): string =>
  Array.isArray(value)
    ? value.join(", ")
    : typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)
      ? new Date(value).toISOString()
      : JSON.stringify(value ?? null).replace(/^"(.*)"$/, "$1");

it("The export of a province contains no ARBO name and no photo of another province.", () => {
  for (const name of filesIn(path.join(parent, "provincial"))) {
    expect([name, readFileSync(path.join(parent, "provincial", name), "latin1").includes(foreign)]).toEqual([
      name,
      false,
    ]);
  }
  const files = filesIn(path.join(parent, "provincial", "files"));
  expect(files.length).toBeGreaterThan(0);
  expect(files).not.toContain(photoElsewhere);
  const inRegion = filesIn(path.join(parent, "regional", "files"));
  expect(inRegion).toEqual(expect.arrayContaining([...files, photoElsewhere]));
});

it("The export command refuses an unknown region or province and prints the valid names.", async () => {
  expect((await runExport("none", "--region", "Region III")).text).toMatch(
    /^There is no region "Region III"\. The regions: /,
  );
  const unknown = await runExport("none", "--region", region, "--province", "Cebu");
  expect(unknown).toEqual({
    code: 1,
    text: expect.stringMatching(/has no office "Cebu"\. Its provinces: Aurora, /),
  });
  expect((await runExport("none", "--province", province)).text).toMatch(/^Usage: /);
});
