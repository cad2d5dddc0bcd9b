/** For every record type, the search finds a row by the text of any cell of the row. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { records } from "#shared/records/index.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { formatDate } from "#shared/rules/dates.ts";
import { cellText, stageText, titleText } from "../../web/src/records/common/cell-text.ts";
import { sample } from "../support/thorough.ts";
import { arbo, callAs, cleanUp, type DemoUser, database, mark, type Row, rowsOf, save } from "./support.ts";

const rowsAtMost = 200;
/** Number of texts that the test searches for per column. The texts have different lengths. */
const textsAColumn = 3;
const callsAtOnce = 8;

const columnsOf = (record: AnyRecord): readonly Field[] => [...record.fields, ...(record.serverFields ?? [])];

/**
 * Checks in two ways whether a search finds the row: with an exact count, which uses the search index, and with a
 * limited count, which scans the rows.
 */
async function finds(record: AnyRecord, row: Row, q: string, user: DemoUser = "admin"): Promise<boolean> {
  const asked = { q, id: row.id, page: 1, page_size: 1 };
  const answers = await Promise.all(
    [asked, { ...asked, count: "capped" }].map((body) => callAs(user, "POST", `/api/${record.path}`, body)),
  );
  const totals = answers.map(({ status, body, text }) => {
    if (status !== 200) throw new Error(`${record.path}, ${q}: ${text}`);
    return body.total;
  });
  expect(totals[1], `${record.path}, ${q}`).toBe(totals[0]);
  return totals[0] === 1;
}

/**
 * Texts that a user may type to search for a date or a number: the whole value in common formats, or a part of a date.
 */
function typedForms(field: Field, value: unknown): string[] {
  if (field.kind === "date" && typeof value === "string") {
    const [year = "", month = "", day = ""] = value.split("-");
    const date = new Date(`${value}T00:00:00Z`);
    const named = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(date);
    return [
      value,
      formatDate(value),
      `${Number(month)}/${Number(day)}/${year}`,
      `${month}/${day}/${year}`,
      named({ month: "long", day: "numeric", year: "numeric" }),
      named({ month: "long", day: "numeric", year: "numeric", weekday: "long" }),
      `${Number(day)} ${named({ month: "short" })} ${year}`,
      named({ month: "short", year: "numeric" }),
      named({ month: "short", day: "numeric" }),
      `${year}-${month}`,
      `${Number(month)}/${year}`,
    ];
  }
  if (typeof value === "number" && field.kind !== "year" && !field.percentage) {
    const shown = cellText(field, value);
    const decimals = shown.includes(".") ? "" : ".00";
    return [String(value), `₱${shown}`, `PHP ${shown}${decimals}`, `P${shown}${decimals}`];
  }
  return [];
}

/** Picks rows whose values in a column range from the shortest to the longest text. */
function samples(field: Field, rows: readonly Row[]): { row: Row; q: string }[] {
  const byText = new Map<string, Row>();
  for (const row of rows) {
    const text = cellText(field, row[field.name]);
    if (text.trim() !== "" && !byText.has(text)) byText.set(text, row);
  }
  const texts = [...byText.keys()].sort((one, other) => one.length - other.length);
  const step = Math.max(1, (texts.length - 1) / (textsAColumn - 1));
  const places = Array.from({ length: Math.min(textsAColumn, texts.length) }, (_, n) => Math.round(n * step));
  return places.flatMap((place) => {
    const text = texts[place] ?? "";
    const row = byText.get(text);
    const more = row && place === texts.length - 1 ? typedForms(field, row[field.name]) : [];
    return row ? [text, ...more].map((q) => ({ row, q })) : [];
  });
}

async function notFound(record: AnyRecord, tries: readonly { row: Row; q: string; name: string }[]) {
  const missed: string[] = [];
  const left = [...tries];
  const work = async () => {
    for (let one = left.pop(); one; one = left.pop()) {
      if (!(await finds(record, one.row, one.q))) missed.push(`${one.name} of ${one.row.id}: ${one.q}`);
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, work));
  return missed.sort();
}

beforeAll(async () => {
  // Inserts photo rows without storing any files, because the demo data have no photos.
  await database`
    insert into public.form_11_geotags (form11_id, latitude, longitude, accuracy, location_source, caption, remarks, region_name,
      province_name, upload_id, file_path, thumbnail_path, file_name, content_type, size, sha256, taken_at, duplicate_of)
    select id, 15.486512, 120.97, 4.5, 'exif', caption, ${mark}, region_name, province_name, gen_random_uuid(),
      'a/b/c.jpg', 'a/b/c.thumb.jpg', ${`${mark} warehouse.jpg`}, 'image/jpeg', 1234567, repeat('ab', 32), '2025-03-18 06:05:30+00', 1234
    from public.form11_accomps cross join (values ('Finished warehouse'), (null)) v (caption)
    where province_name is not null order by id limit 2`;
});

afterAll(async () => {
  await database`delete from public.form_11_geotags where remarks = ${mark}`;
  await cleanUp();
});

describe.each(sample(records, 4).map((record) => [record.route, record] as const))(
  "Search in the list of %s",
  (_, record) => {
    it("A user can find a row in a list by the content of any cell.", async ({ skip }) => {
      const answer = await callAs("admin", "POST", `/api/${record.path}`, {
        ...record.fixed,
        page: 1,
        page_size: rowsAtMost,
      });
      const rows = rowsOf(answer);
      skip(rows.length === 0, "no demo rows");
      const cells = columnsOf(record).flatMap((field) =>
        samples(field, rows).map((one) => ({ ...one, name: field.name })),
      );
      const titles = rows.slice(0, 5).map((row) => ({ row, q: titleText(record, row), name: "title" }));
      const stages = rows.slice(0, 5).map((row) => ({ row, q: stageText(row), name: "stage" }));
      const tries = [...cells, ...titles, ...(record.approval ? stages : [])];
      expect(await notFound(record, tries)).toEqual([]);
    }, 120_000);
  },
);

const masterlist = records.find(({ path }) => path === "arbo-masterlist") as AnyRecord;
const participants = records.find(({ path }) => path === "participant") as AnyRecord;

describe("Search in lists and in the user log", () => {
  it("A search for a date and a name finds only rows that contain both.", async () => {
    const [row] = await save("admin", "arbo-masterlist", [
      arbo({ date_of_registration: "2019-02-07", total_asset: 25_517_000 }),
    ]);
    if (!row) throw new Error("not saved");
    expect(await finds(masterlist, row, `${mark} Feb 07, 2019`)).toBe(true);
    expect(await finds(masterlist, row, `February 7, 2019 ${mark} 25,517,000.00`)).toBe(true);
    expect(await finds(masterlist, row, `${mark} Feb 08, 2019`)).toBe(false);
    expect(await finds(masterlist, row, `${mark} 2/7/2018`)).toBe(false);
    expect(await finds(masterlist, row, "25,517,001")).toBe(false);
  });

  it("A search treats % and _ as ordinary characters.", async () => {
    const remarks = Array.from({ length: 700 }, (_, n) => `${(n * 7919) % 9973}`)
      .join(" ")
      .slice(0, 3990);
    const [row] = await save("admin", "arbo-masterlist", [arbo({ remarks: `${remarks} 50%_\\` })]);
    if (!row) throw new Error("not saved");
    expect(await finds(masterlist, row, String(row.remarks))).toBe(true);
    expect(await finds(masterlist, row, `${mark} 50%_\\`)).toBe(true);
    expect(await finds(masterlist, row, `${mark} 5__%`)).toBe(false);
    expect((await callAs("admin", "POST", "/api/arbo-masterlist", { q: "x".repeat(4001) })).status).toBe(400);
  });

  it("A user without the Sensitive right can't find a person by birthday.", async () => {
    const [row] = await save("admin", "participant", [
      {
        participant_name: `${mark} person`,
        arbo_name: mark,
        region_name: "Region III (Central Luzon)",
        province_name: "Nueva Ecija",
        birthday: "1931-02-03",
        is_pwd: "Yes",
      },
    ]);
    if (!row) throw new Error("not saved");
    try {
      for (const q of ["Feb 03, 1931", "1931-02-03", "2/3/1931", `${mark} Yes`]) {
        expect(await finds(participants, row, q), q).toBe(true);
        expect(await finds(participants, row, q, "viewer"), q).toBe(false);
      }
      expect(await finds(participants, row, `${mark} person`, "viewer")).toBe(true);
      await callAs("admin", "POST", "/api/participant?purpose=export", { searchData: { q: "1931-02-03" } });
      const [entry] = await database<{ whole: object; shown: object }[]>`
        select changes as whole, private.remove_sensitive(form_name, changes) as shown
        from private.user_log where form_name = 'participants' and action = 'export' order by id desc limit 1`;
      expect(JSON.stringify(entry?.whole)).toContain("1931-02-03");
      expect(JSON.stringify(entry?.shown)).not.toContain("1931");
    } finally {
      await database`delete from public.participants where id = ${row.id}`;
    }
  });
});

it("A search of the user log finds an entry by the displayed time of the entry.", async () => {
  const [row] = await save("admin", "arbo-masterlist", [arbo()]);
  const [entry] = await database<{ id: string; at: Date }[]>`
    select id, at from private.user_log where form_name = 'arbo_masterlist' and row_id = ${row?.id ?? 0}`;
  if (!entry) throw new Error("not logged");
  const { momentInManila } = await import("../../web/src/lib/format.ts");
  const find = async (q: string) =>
    (await callAs("admin", "POST", "/api/user-log/read", { q, id: entry.id, page: 1 })).body.total;
  expect(await find(momentInManila(entry.at.toISOString()))).toBe(1);
  expect(await find("Mar 18, 1999")).toBe(0);
});
