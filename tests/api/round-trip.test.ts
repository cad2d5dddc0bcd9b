/**
 * Exporting a list and importing the unchanged file changes no row. Pasting a block of the export, or opening a row in
 * its form, changes no row either. Tested for every record type.
 */
import ExcelJS from "exceljs";
import { beforeAll, describe, expect, it, type TestContext } from "vitest";
import type { ImportAccess } from "#shared/import/access.ts";
import type { ClassifiedRow } from "#shared/import/classify/classified-row.ts";
import { countRows } from "#shared/import/classify/counts.ts";
import { ListBook, listedFields } from "#shared/import/list-book.ts";
import { PlaceBook } from "#shared/import/places.ts";
import { parseBlock } from "#shared/import/reading/block.ts";
import type { Sheet, SheetRow } from "#shared/import/reading/cells.ts";
import { recordByPath, records } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { readLocations } from "../../seed/psgc/locations.ts";
import { valuesOf } from "../../web/src/records/form/fields/form-values.ts";
import { resolverFor } from "../../web/src/records/form/saving/resolver.ts";
import { classifyFile, prepareSheet } from "../../web/src/records/import/preview/prepare.ts";
import { ExcelJobs, type ExcelReply, type ExcelRequest } from "../../web/src/records/workbook/excel-jobs.ts";
import { readRows } from "../../web/src/records/workbook/row-reader.ts";
import { sample } from "../support/thorough.ts";
import { callAs, type Row, rowsOf, save } from "./support.ts";

const book = new PlaceBook(readLocations());
let access: ImportAccess;

beforeAll(async () => {
  const user = (await callAs("admin", "GET", "/api/auth/current-user")).body.data as { access: object };
  access = { ...user, ...user.access } as unknown as ImportAccess;
});

/** Runs a job of the screens' Excel worker as an administrator, and returns the replies of the worker. */
async function excel(request: ExcelRequest): Promise<ExcelReply[]> {
  const replies: ExcelReply[] = [];
  const jobs = new ExcelJobs(
    (reply) => replies.push(reply),
    async function* (path, filter) {
      const answer = await callAs("admin", "POST", `/api/${path}?purpose=export`, filter);
      yield* readRows(new Blob([answer.text]).stream());
    },
  );
  await jobs.handle(request);
  return replies;
}

async function exported({ route, fixed }: AnyRecord): Promise<ArrayBuffer> {
  const about = { lines: [["Conditions", "Region is CAR"]] as const };
  const request = { kind: "report", route, filter: { ...fixed }, token: "", all: 0, about } as const;
  const last = (await excel(request)).at(-1);
  if (last?.kind !== "file") throw new Error(JSON.stringify(last));
  return last.file.arrayBuffer();
}

async function listsOf(record: AnyRecord): Promise<ListBook> {
  const lists = listedFields(record).map(async ({ name, options }) => {
    if (options?.from !== "dropdown") return [name, []];
    const rows = rowsOf(await callAs("admin", "GET", `/dropdown/${options.list}`));
    return [name, rows.map((row) => String(row[options.column ?? "type"]))];
  });
  return new ListBook(Object.fromEntries(await Promise.all(lists)));
}

/** Classifies the rows of a sheet in the same way as the import preview. */
async function preview(record: AnyRecord, sheet: Sheet): Promise<ClassifiedRow[]> {
  const tools = {
    record,
    access,
    places: record.scoped ? book : undefined,
    barangaysOf: async () => [],
    lists: await listsOf(record),
    choices: {},
    list: (filter: object) => listed(record, filter),
    listParents: (filter: object) => listed(recordByPath(record.parent?.path ?? "") ?? record, filter),
    listOf: (path: string) => (filter: object) => listed(recordByPath(path) ?? record, filter),
  };
  const prepared = await prepareSheet(tools, sheet);
  expect(prepared.reading.questions).toEqual([]);
  return classifyFile(tools, prepared, false);
}

async function sheetOf({ route }: AnyRecord, bytes: ArrayBuffer): Promise<Sheet> {
  const replies = await excel({ kind: "read", route, bytes: bytes.slice(0), sheet: null });
  const last = replies.at(-1);
  const rows = replies.flatMap((reply): readonly SheetRow[] => (reply.kind === "rows" ? reply.rows : []));
  return { ...(last?.kind === "done" ? last.sheet : {}), rows };
}

const dayFormat = new Intl.DateTimeFormat("en", {
  month: "short",
  day: "2-digit",
  year: "numeric",
  timeZone: "UTC",
});

/** Returns the text of a cell as Excel displays it, because Excel puts the displayed text on the clipboard. */
function shownText({ value, numFmt }: ExcelJS.Cell): string {
  if (value instanceof Date) return dayFormat.format(value);
  if (typeof value !== "number" || numFmt === "0") return String(value ?? "");
  if (numFmt === "0.00%") return `${(value * 100).toFixed(2)}%`;
  const digits = numFmt === "#,##0.00" ? 2 : 0;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

const quoted = (text: string) => (/["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Returns the clipboard text after a user copies the sheet from the given row to its end. */
async function copied(record: AnyRecord, bytes: ArrayBuffer, from: number): Promise<string> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes);
  const lines: string[] = [];
  workbook.getWorksheet("Report")?.eachRow({ includeEmpty: true }, (row, number) => {
    if (number < from) return;
    lines.push(record.fields.map((_, column) => quoted(shownText(row.getCell(column + 1)))).join("\t"));
  });
  return lines.join("\r\n");
}

const listed = async (record: AnyRecord, page: object = {}) =>
  rowsOf(await callAs("admin", "POST", `/api/${record.path}`, { ...record.fixed, ...page }));

const remove = (record: AnyRecord, { id }: Row) =>
  callAs("admin", "DELETE", `/api/${record.path}/delete`, { id });

/** Deletes a row. Returns the row, and an exported file that still contains the row. */
async function deletedRow(record: AnyRecord, file: ArrayBuffer): Promise<{ gone: Row; file: ArrayBuffer }> {
  const rows = await listed(record, { page: 1, page_size: 10 });
  for (const gone of rows) if ((await remove(record, gone)).status === 200) return { gone, file };
  // No stored row can be deleted, because other rows refer to it. So the test copies a row under another name, exports
  // the list, and deletes the copy.
  const own = record.keys?.flat().filter((name) => {
    const field = record.fields.find((one) => one.name === name);
    return field?.kind === "text" && field.options === undefined;
  });
  const copied = record.fields.map(({ name }) => [name, rows[0]?.[name]] as const);
  const copy = copied.map(([name, value]) => [name, own?.includes(name) ? `${value} II` : value]);
  const [gone] = await save("admin", record.path, [Object.fromEntries(copy)]);
  if (!gone) throw new Error("not saved");
  const withCopy = await exported(record);
  await remove(record, gone);
  return { gone, file: withCopy };
}

const unchanged = (rows: readonly ClassifiedRow[]) => {
  expect(rows.length).toBeGreaterThan(0);
  expect(countRows(rows).classes.unchanged).toBe(rows.length);
};

/** Reports the test as skipped if the demo data have no row of the record type. */
const skipWithoutRows = async (record: AnyRecord, { skip }: TestContext) =>
  skip((await listed(record, { page: 1, page_size: 1 })).length === 0, "no demo rows");

const inForms = records.filter((record) => record.tab === undefined && !record.files);
describe.each(sample(inForms, 4).map((record) => [record.route, record] as const))(
  "Export and import of %s",
  (_, record) => {
    it("If a user imports or pastes an exported file, the preview shows every row as unchanged.", async (test) => {
      await skipWithoutRows(record, test);
      const file = await exported(record);
      unchanged(await preview(record, await sheetOf(record, file)));
      for (const from of [1, 2, 3]) {
        unchanged(await preview(record, { rows: parseBlock(await copied(record, file, from)) }));
      }
    }, 60_000);

    it("If a row is deleted after an export, a user who imports the exported file adds the row again.", async (test) => {
      await skipWithoutRows(record, test);
      // Skips record types with an age, because the age is computed for the day of entry. A row that is deleted and
      // imported again may get a different age.
      if (record.computed?.some(({ field }) => field === "age")) return;
      const { gone, file } = await deletedRow(record, await exported(record));
      const rows = await preview(record, await sheetOf(record, file));
      const fresh = rows.filter((row) => row.class !== "unchanged");
      expect(fresh.map((row) => row.class)).toEqual(["new"]);
      const saved = await callAs("admin", "PUT", `/api/${record.path}/update`, [fresh[0]?.payload]);
      expect(saved.status, saved.text).toBe(200);
      const names = record.fields.map(({ name }) => name);
      const of = (row: Row | undefined) => names.map((name) => [name, row?.[name]]);
      expect(of(rowsOf(saved)[0])).toEqual(of(gone));
    }, 60_000);

    it("The edit form of a record type accepts every stored row without errors.", async () => {
      const typed = record.fields.filter((field) => !field.attached);
      for (const row of await listed(record)) {
        const resolved = await resolverFor(record, row)(valuesOf(record, row), undefined, {
          fields: {},
          shouldUseNativeValidation: false,
        });
        expect(resolved.errors, `row ${row.id}`).toEqual({});
        for (const { name } of typed) {
          expect(String(resolved.values[name] ?? ""), `${name} of row ${row.id}`).toBe(
            String(row[name] ?? ""),
          );
        }
      }
    });
  },
);
