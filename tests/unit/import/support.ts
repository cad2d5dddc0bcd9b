/** Shared by the import tests: users, places, and functions that read and classify rows. */
import type { ImportAccess } from "#shared/import/access.ts";
import type { ClassifiedRow } from "#shared/import/classify/classified-row.ts";
import { Classifier } from "#shared/import/classify/classifier.ts";
import { indexByKeys } from "#shared/import/keys.ts";
import { linkRow } from "#shared/import/link-rows.ts";
import type { ListBook } from "#shared/import/list-book.ts";
import type { Parents } from "#shared/import/parents.ts";
import { PlaceBook } from "#shared/import/places.ts";
import type { RawCell, SheetRow } from "#shared/import/reading/cells.ts";
import type { ReadingChoices } from "#shared/import/reading/questions.ts";
import { readSheet } from "#shared/import/reading/reading.ts";
import { readRow } from "#shared/import/rows.ts";
import type { StoredRow } from "#shared/import/stored-rows.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";

export const now = new Date("2025-06-01T00:00:00Z");

export const region = "Region III (Central Luzon)";
export const province = "Nueva Ecija";
const office = `${region} / ${province}`;

export const places = new PlaceBook({
  regions: [
    { region_name: region, region_code: "03" },
    { region_name: "Region I (Ilocos Region)", region_code: "01" },
    { region_name: "National Capital Region (NCR)", region_code: "13" },
  ],
  provinces: [
    { province_name: province, province_code: "0349", region_code: "03" },
    { province_name: "Tarlac", province_code: "0369", region_code: "03" },
    { province_name: "Pangasinan", province_code: "0155", region_code: "01" },
  ],
});

export const central: ImportAccess = {
  level: "Central",
  rights: ["Read", "Edit", "Delete"],
  routes: ["forms", "dropdowns"],
  offices: { target: "all", accomplishment: "all" },
  windows: { target: { open: true }, accomplishment: { open: true } },
  reference: { project_list: { route: "dropdowns", keeps: "all" } },
};

export const provincial: ImportAccess = {
  level: "Provincial",
  region_name: region,
  province_name: province,
  rights: ["Read", "Edit", "Delete"],
  routes: ["forms"],
  offices: { target: [office], accomplishment: [office] },
  windows: { target: { open: true }, accomplishment: { open: true } },
  reference: { project_list: { route: "dropdowns", keeps: "nothing" } },
};

/** Returns a sheet with field names as headings and one row per object. */
export function sheetOf(rows: readonly Readonly<Record<string, RawCell>>[], names?: string[]): SheetRow[] {
  const columns = names ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return numbered([columns, ...rows.map((row) => columns.map((name) => row[name] ?? null))]);
}

export const numbered = (rows: readonly (readonly RawCell[])[]): SheetRow[] =>
  rows.map((cells, index) => ({ row: index + 1, cells }));

interface SheetContext {
  record?: AnyRecord;
  access?: ImportAccess;
  existing?: readonly StoredRow[];
  textAsZero?: boolean;
  lists?: ListBook;
  parents?: Parents | undefined;
  choices?: ReadingChoices;
}

export function classifySheet(rows: readonly SheetRow[], given: SheetContext = {}): ClassifiedRow[] {
  const record = given.record ?? (arboMasterlist as AnyRecord);
  const access = given.access ?? provincial;
  const { layout, rows: data } = readSheet(record, { rows }, given.choices);
  const stored = indexByKeys(record, given.existing ?? []);
  const fileRows = data
    .map((row) => readRow({ record, layout, user: access, places, lists: given.lists }, row))
    .map((row) => linkRow({ record, layout, user: access, parents: given.parents, stored }, row));
  const classifier = new Classifier({
    record,
    layout,
    access,
    existing: given.existing ?? [],
    rows: fileRows,
    textAsZero: given.textAsZero ?? false,
    now,
  });
  return fileRows.map((row) => classifier.classify(row));
}

/** Returns the class of each row, in the order of the file. */
export const classesOf = (rows: readonly ClassifiedRow[]): string[] => rows.map((row) => row.class);
