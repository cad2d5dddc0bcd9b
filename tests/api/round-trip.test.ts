/**
 * What leaves a list comes back as it was, for every record type: an export that is imported again, a block that is
 * copied from it, and a row that is opened in its form.
 */
import ExcelJS from "exceljs";
import { beforeAll, describe, expect, it, type TestContext } from "vitest";
import type { ImportAccess } from "#shared/import/access.ts";
import type { ClassifiedRow } from "#shared/import/classify.ts";
import { countRows } from "#shared/import/counts.ts";
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

/** What the worker of the screens answers to a job, its rows fetched by an administrator. */
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
  const last = (await excel({ kind: "report", route, filter: { ...fixed }, token: "", all: 0 })).at(-1);
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

/** The rows of a sheet, each with its class, as the import's preview shows them. */
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

/** A cell as Excel shows it by its format, which is what it puts on the clipboard. */
function shownText({ value, numFmt }: ExcelJS.Cell): string {
  if (value instanceof Date) return dayFormat.format(value);
  if (typeof value !== "number" || numFmt === "0") return String(value ?? "");
  if (numFmt === "0.00%") return `${(value * 100).toFixed(2)}%`;
  const digits = numFmt === "#,##0.00" ? 2 : 0;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

const quoted = (text: string) => (/["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The clipboard after copying the sheet from a row on. */
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

/** A row that is gone from the list, and a file that still has it. */
async function deletedRow(record: AnyRecord, file: ArrayBuffer): Promise<{ gone: Row; file: ArrayBuffer }> {
  const rows = await listed(record, { page: 1, page_size: 10 });
  for (const gone of rows) if ((await remove(record, gone)).status === 200) return { gone, file };
  // Others need each of them: a copy under another name serves.
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

/** A record type of which the demo data have no row yet is told as skipped. */
const skipWithoutRows = async (record: AnyRecord, { skip }: TestContext) =>
  skip((await listed(record, { page: 1, page_size: 1 })).length === 0, "no demo rows");

const inForms = records.filter((record) => record.tab === undefined && !record.files);
describe.each(sample(inForms, 4).map((record) => [record.route, record] as const))("%s", (_, record) => {
  it("is unchanged when its export is imported, or copied with and without the headings", async (test) => {
    await skipWithoutRows(record, test);
    const file = await exported(record);
    unchanged(await preview(record, await sheetOf(record, file)));
    for (const from of [1, 2, 3]) {
      unchanged(await preview(record, { rows: parseBlock(await copied(record, file, from)) }));
    }
  }, 60_000);

  it("brings back a deleted row from the file as it was", async (test) => {
    await skipWithoutRows(record, test);
    // An age is that of the day of entry: a row that is entered today has another one.
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

  it("has no row that its own form would refuse or change", async () => {
    const typed = record.fields.filter((field) => !field.attached);
    for (const row of await listed(record)) {
      const judged = await resolverFor(record, row)(valuesOf(record, row), undefined, {
        fields: {},
        shouldUseNativeValidation: false,
      });
      expect(judged.errors, `row ${row.id}`).toEqual({});
      for (const { name } of typed) {
        expect(String(judged.values[name] ?? ""), `${name} of row ${row.id}`).toBe(String(row[name] ?? ""));
      }
    }
  });
});
