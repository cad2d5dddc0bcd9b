/**
 * The export classifies each text column: it states the kind of personal data in the column, or `no`. The
 * classification must cover all text columns.
 */
import { rm } from "node:fs/promises";
import { afterAll, expect, it } from "vitest";
import { nameOf } from "../../supabase/local/export/catalog.ts";
import { markedColumns, personalDataIn } from "../../supabase/local/export/personal.ts";
import { exportedTables, parent, rowsIn, runExport } from "./export-support.ts";
import { cleanUp, database } from "./support.ts";

afterAll(async () => {
  await rm(parent, { recursive: true, force: true });
  await cleanUp();
});

it("For every exported text column, the code says whether the column contains personal data.", async () => {
  const tables = await exportedTables();
  const columns = tables.flatMap((table) =>
    table.columns.map((column) => ({
      table: nameOf(table),
      name: column.name,
      mark: personalDataIn(table, column),
    })),
  );
  expect(columns.filter(({ mark }) => mark === undefined)).toEqual([]);
  const names = new Set(columns.flatMap(({ table, name }) => [name, `${table}.${name}`]));
  expect(markedColumns.filter((name) => !names.has(name))).toEqual([]);
  expect(markedColumns.length).toBe(new Set(markedColumns).size);
});

it("If the code does not say whether a new text column contains personal data, the check of exported columns reports the column.", async () => {
  await database`alter table public.form_10 add column export_test_note text`;
  try {
    const table = (await exportedTables()).find(({ name }) => name === "form_10");
    const unmarked = table?.columns.filter((column) => personalDataIn(table, column) === undefined);
    expect(unmarked?.map(({ name }) => name)).toEqual(["export_test_note"]);
  } finally {
    await database`alter table public.form_10 drop column export_test_note`;
  }
});

it("The data dictionary of an export says which kind of personal data each column contains.", {
  timeout: 60_000,
}, async () => {
  await runExport("marks");
  const lines = await rowsIn("marks", "data-dictionary.csv");
  const markOf = (table: string, column: string) =>
    lines.find((line) => line.table === table && line.column === column)?.personal;
  expect([
    markOf("participants", "participant_name"),
    markOf("participants", "birthday"),
    markOf("participants", "muncity_name"),
    markOf("form_11_geotags", "latitude"),
    markOf("users", "name"),
    markOf("psgc_places", "name"),
    markOf("participants", "id"),
  ]).toEqual(["name of a person", "sensitive", "no", "position", "name of a person", "no", "no"]);
});
