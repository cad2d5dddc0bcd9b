/**
 * `npm run export` writes all data of the running system in open formats. The test reads the files back and compares
 * them with the database.
 */

import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nameOf } from "../../supabase/local/export/catalog.ts";
import { runEntry } from "../support/backups.ts";
import { jpeg } from "../support/photos.ts";
import { cleanUpFiles, createSupportRecord, geotag, inside, saved, storage } from "./evidence-support.ts";
import {
  differencesOf,
  exportedTables,
  filesIn,
  parent,
  rowsIn,
  runExport,
  textOf,
} from "./export-support.ts";
import { arbo, callAs, cleanUp, database, mark, rowsOf, save, stack } from "./support.ts";

const whole = path.join(parent, "whole");
const photo = jpeg({ size: 60_000 });
let output: { code: number | null; text: string };
let upload: { file_path: string; thumbnail_path: string | null; id: number };

beforeAll(async () => {
  const remarks = '"quoted", with\na line break, =1+1, ñ 🌾 and \\N';
  await save("provincial", "arbo-masterlist", [
    arbo({ remarks }),
    arbo({ remarks: "" }),
    arbo({ remarks: "\\." }),
  ]);
  await database`update public.arbo_masterlist set remarks = ${remarks}, sitio_purok_street = '' where arbo_name like ${`${mark}%`}`;
  const fields = { upload_id: randomUUID(), form11_id: await createSupportRecord(), ...inside };
  const row = await saved(geotag("provincial", { file: photo, fields }));
  const [stored] = await database<
    (typeof upload)[]
  >`select * from public.form_11_geotags where id = ${row.id}`;
  upload = stored as typeof upload;
  output = await runExport("whole");
}, 120_000);
afterAll(async () => {
  await rm(parent, { recursive: true, force: true });
  await cleanUpFiles();
  await cleanUp();
});

describe("An export of the whole system", () => {
  it("The export command succeeds and reports the number of rows, tables and files.", () => {
    expect(output.text).toMatch(/whole: [\d,]+ rows of \d+ tables, \d+ files, in [\d.]+ s\n$/);
    expect(output.code).toBe(0);
  });

  it("The exported CSV file of each table contains exactly the table's rows in the database.", {
    timeout: 120_000,
  }, async () => {
    const tables = await exportedTables();
    expect(tables.length).toBeGreaterThan(40);
    for (const table of tables) {
      const csv = await textOf("whole", `csv/${nameOf(table)}.csv`);
      const n = await database.begin((tx) => differencesOf(tx, table, csv));
      expect([nameOf(table), n]).toEqual([nameOf(table), 0]);
    }
  });

  it("An exported JSON Lines file has the same rows in the same order as the CSV file.", {
    timeout: 60_000,
  }, async () => {
    for (const table of await exportedTables()) {
      const name = nameOf(table);
      const lines = (await textOf("whole", `jsonl/${name}.jsonl`)).split("\n").slice(0, -1);
      const rows = await rowsIn("whole", `csv/${name}.csv`);
      const shown = (value: unknown) =>
        value === null ? null : typeof value === "object" ? JSON.stringify(value) : String(value);
      // Compares numbers as text, because JavaScript would round some of them.
      const exact = (line: string) =>
        JSON.parse(line.replaceAll(/(?<=[{,]"\w+":)-?\d[\d.]*(?=[,}])/g, '"$&"')) as Record<string, unknown>;
      expect(lines.length).toBe(rows.length);
      for (const [at, line] of lines.entries()) {
        const row = exact(line);
        for (const { name: column, kind } of table.columns) {
          const cell = rows[at]?.[column] ?? null;
          const expected =
            kind === "array" || kind === "json" ? cell && JSON.stringify(JSON.parse(cell)) : cell;
          const found =
            kind === "array" || kind === "json"
              ? shown((JSON.parse(line) as typeof row)[column])
              : shown(row[column]);
          if (found !== expected) expect([name, column, found]).toEqual([name, column, expected]);
        }
      }
    }
  });

  it("An exported CSV file distinguishes NULL (an empty field) from an empty text (two quotes).", async () => {
    const rows = (await rowsIn("whole", "csv/arbo_masterlist.csv")).filter((row) =>
      row.arbo_name?.startsWith(mark),
    );
    expect(rows.map((row) => [row.sitio_purok_street, row.cd])).toEqual(Array(3).fill(["", null]));
    expect(rows[0]?.remarks).toBe('"quoted", with\na line break, =1+1, ñ 🌾 and \\N');
  });

  it("The export's tables.csv shows for each table the number of rows in the database.", async () => {
    for (const { table, rows } of await rowsIn("whole", "tables.csv")) {
      const [name = "", schema = "public"] = String(table).split(".").reverse();
      const [counted] = await database.unsafe<{ n: string }[]>(`select count(*) as n from ${schema}.${name}`);
      expect([table, rows]).toEqual([table, counted?.n]);
    }
  });

  it("An exported photo has the same bytes as the uploaded photo.", async () => {
    const bytes = readFileSync(path.join(whole, "files", upload.file_path));
    expect(bytes.equals(photo)).toBe(true);
    const listed = (await rowsIn("whole", "files.csv")).filter(({ row_id }) => row_id === String(upload.id));
    expect(listed).toContainEqual({
      ...{ file: `files/${upload.file_path}`, part: "original", table: "form_11_geotags" },
      ...{ row_id: String(upload.id), row_deleted: "false" },
      ...{ file_name: "photo.jpg", content_type: "image/jpeg" },
      ...{
        bytes: String(photo.length),
        sha256: createHash("sha256").update(photo).digest("hex"),
        state: "copied",
      },
    });
  });

  it("The file SHA256SUMS of an export lists every other file with its hash.", () => {
    const checked = execFileSync("sha256sum", ["-c", "SHA256SUMS"], { cwd: whole, encoding: "utf8" });
    const names = checked
      .split("\n")
      .slice(0, -1)
      .map((line) => line.replace(/: OK$/, ""));
    expect(names.sort()).toEqual(
      filesIn(whole)
        .filter((name) => name !== "SHA256SUMS")
        .sort(),
    );
  });

  it("Only the operating-system user who made an export can read its folder and files.", () => {
    expect(statSync(whole).mode & 0o777).toBe(0o700);
    for (const name of filesIn(whole)) expect(statSync(path.join(whole, name)).mode & 0o777).toBe(0o600);
  });

  it("The user log has an entry about an export of all tables.", async () => {
    const body = { action: "export", form_name: "All tables" };
    const entries = rowsOf(await callAs("admin", "POST", "/api/user-log/read", body));
    expect(entries[0]).toMatchObject({
      ...{ form_label: "All tables", user_name: `${os.userInfo().username}@${os.hostname()}` },
      ...{ changes: { purpose: [null, "open formats"] }, source: "database" },
    });
  });

  it("The data dictionary of an export explains every exported column.", async () => {
    const lines = await rowsIn("whole", "data-dictionary.csv");
    const columns = (await exportedTables()).flatMap((table) =>
      table.columns.map(({ name }) => `${nameOf(table)}.${name}`),
    );
    expect(lines.map(({ table, column }) => `${table}.${column}`)).toEqual(columns);
    expect(lines.filter(({ meaning }) => !meaning)).toEqual([]);
    expect((await rowsIn("whole", "tables.csv")).filter(({ meaning }) => !meaning)).toEqual([]);
    const marked =
      await database`select table_name || '.' || column_name as name from private.sensitive_columns`;
    expect(
      lines
        .filter(({ sensitive }) => sensitive === "yes")
        .map(({ table, column }) => `${table}.${column}`)
        .sort(),
    ).toEqual(marked.map(({ name }) => String(name)).sort());
  });
});

it("An export from a Supabase project contains the same files as an export from the local system.", {
  timeout: 60_000,
}, async () => {
  const { databaseUrl, url, secretKey } = stack;
  const addresses = { DATABASE_URL: databaseUrl, SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey };
  const made = await runEntry("supabase/local/export/export.ts", addresses, path.join(parent, "project"));
  expect(made).toEqual({ code: 0, text: expect.stringMatching(/rows of \d+ tables, \d+ files/) });
  expect(filesIn(path.join(parent, "project")).sort()).toEqual(filesIn(whole).sort());
  const bytes = readFileSync(path.join(parent, "project", "files", upload.file_path));
  expect(bytes.equals(photo)).toBe(true);
});

it("The export command fails if a file is missing in Storage.", async () => {
  expect((await storage("service", "DELETE", `evidence/${upload.file_path}`)).status).toBe(200);
  const incomplete = await runExport("incomplete");
  expect(incomplete.code).toBe(1);
  expect(incomplete.text).toContain(
    `! files: ${upload.file_path} of form_11_geotags ${upload.id} is missing in Storage\n`,
  );
  await callAs("central", "DELETE", "/api/form-11-geo/delete", { id: upload.id });
  expect((await runExport("deleted")).code).toBe(0);
  for (const [folder, row_deleted] of [
    ["incomplete", "false"],
    ["deleted", "true"],
  ] as const)
    expect(await rowsIn(folder, "files.csv")).toContainEqual(
      expect.objectContaining({ file: `files/${upload.file_path}`, row_deleted, state: "missing" }),
    );
});

it("The export command refuses an existing target folder and an unknown argument.", async () => {
  const before = filesIn(whole).length;
  const refused = await runExport("whole");
  expect(refused).toEqual({ code: 1, text: expect.stringMatching(/whole exists already/) });
  expect(filesIn(whole).length).toBe(before);
  expect((await runExport("other", "--everything")).text).toMatch(/^Usage: /);
});
