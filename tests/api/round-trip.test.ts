/** Every list goes to a file and comes back: an export imported again changes nothing, and brings back what was deleted. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { ImportAccess } from "../../edge-functions/_shared/import/access.ts";
import type { SheetRow } from "../../edge-functions/_shared/import/cells.ts";
import type { ClassifiedRow } from "../../edge-functions/_shared/import/classify.ts";
import { countRows } from "../../edge-functions/_shared/import/counts.ts";
import { PlaceBook } from "../../edge-functions/_shared/import/places.ts";
import { records } from "../../edge-functions/_shared/records/index.ts";
import type { AnyRecord } from "../../edge-functions/_shared/records/types.ts";
import { ExcelJobs, type ExcelReply, type ExcelRequest } from "../../web/src/records/export/excel-jobs.ts";
import { classifyFile, prepareFile } from "../../web/src/records/import/prepare.ts";
import { callAs, type Row, rowsOf, save } from "./support.ts";

const places = path.resolve("web/public/data");
let book: PlaceBook;
let access: ImportAccess;

beforeAll(async () => {
  const [regions, provinces] = await Promise.all(
    ["regions", "provinces"].map(async (name) =>
      JSON.parse(await readFile(path.join(places, `${name}.json`), "utf8")),
    ),
  );
  book = new PlaceBook(regions, provinces);
  const user = (await callAs("admin", "GET", "/api/auth/current-user")).body.data as { access: object };
  access = { ...user, ...user.access } as unknown as ImportAccess;
});

/** What the worker of the screens answers to a job, its rows fetched by an administrator. */
async function excel(request: ExcelRequest): Promise<ExcelReply[]> {
  const replies: ExcelReply[] = [];
  const jobs = new ExcelJobs(
    (reply) => replies.push(reply),
    async (path, filter) => rowsOf(await callAs("admin", "POST", `/api/${path}?purpose=export`, filter)),
  );
  await jobs.handle(request);
  return replies;
}

async function exported({ route, fixed }: AnyRecord): Promise<ArrayBuffer> {
  const last = (await excel({ kind: "report", route, filter: { ...fixed }, token: "" })).at(-1);
  if (last?.kind !== "file") throw new Error(JSON.stringify(last));
  return last.bytes;
}

/** The rows of a file, each with its class, as the import's preview shows them. */
async function preview(record: AnyRecord, bytes: ArrayBuffer): Promise<ClassifiedRow[]> {
  const tools = {
    record,
    access,
    places: record.scoped ? book : undefined,
    read: async () => {
      const replies = await excel({ kind: "read", route: record.route, bytes: bytes.slice(0) });
      const rows = replies.flatMap((reply): readonly SheetRow[] => (reply.kind === "rows" ? reply.rows : []));
      return { rows: [...rows], remarks: [] };
    },
    list: async (filter: object) =>
      rowsOf(await callAs("admin", "POST", `/api/${record.path}`, { ...record.fixed, ...filter })),
  };
  return classifyFile(tools, await prepareFile(tools), false);
}

const remove = (record: AnyRecord, { id }: Row) =>
  callAs("admin", "DELETE", `/api/${record.path}/delete`, { id });

/** A row that is gone from the list, and a file that still has it. */
async function deletedRow(record: AnyRecord, file: ArrayBuffer): Promise<{ gone: Row; file: ArrayBuffer }> {
  const page = { ...record.fixed, page: 1, page_size: 10 };
  const rows = rowsOf(await callAs("admin", "POST", `/api/${record.path}`, page));
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

const inForms = records.filter((record) => record.tab === undefined && !record.files);
describe.each(inForms.map((record) => [record.route, record] as const))("%s", (_, record) => {
  it("comes back from its export: nothing has changed, and a deleted row is new", async () => {
    const file = await exported(record);
    const rows = await preview(record, file);
    expect(rows.length).toBeGreaterThan(0);
    expect(countRows(rows).classes.unchanged).toBe(rows.length);

    // An age is that of the day of entry: a row that is entered today has another one.
    if (record.computed?.some(({ field }) => field === "age")) return;
    const { gone, file: full } = await deletedRow(record, file);
    const fresh = (await preview(record, full)).filter((row) => row.class !== "unchanged");
    expect(fresh.map((row) => row.class)).toEqual(["new"]);
    const saved = await callAs("admin", "PUT", `/api/${record.path}/update`, [fresh[0]?.payload]);
    expect(saved.status, saved.text).toBe(200);
    const names = record.fields.map(({ name }) => name);
    const of = (row: Row | undefined) => names.map((name) => [name, row?.[name]]);
    expect(of(rowsOf(saved)[0])).toEqual(of(gone));
  }, 60_000);
});
