/**
 * Tests the jobs of the Excel worker: reading files, and writing reports, the template and the workbook of problem
 * rows.
 */
import { describe, expect, it } from "vitest";
import { cellText } from "#shared/import/reading/cells.ts";
import { findLayout } from "#shared/import/reading/headings.ts";
import { readSheet } from "#shared/import/reading/reading.ts";
import { form5Accomp } from "#shared/records/forms/form-5.ts";
import { records } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import {
  ExcelJobs,
  type ExcelReply,
  type ExcelRequest,
} from "../../../web/src/records/workbook/excel-jobs.ts";
import { readImportFile } from "../../../web/src/records/workbook/read-file.ts";
import { requiredColumns } from "../../../web/src/records/workbook/required-columns.ts";
import { classesOf, classifySheet, province, region } from "../import/support.ts";
import { loadWorkbook, readRows, record, workbookOf } from "./support.ts";

const { path, route } = record;
const place = { region_name: region, province_name: province };

async function repliesTo(...requests: ExcelRequest[]): Promise<ExcelReply[]> {
  const replies: ExcelReply[] = [];
  // Replies are cloned, as when a worker posts a message.
  const jobs = new ExcelJobs((reply) => replies.push(structuredClone(reply)));
  for (const request of requests) await jobs.handle(request);
  return replies;
}

async function fileFrom(...requests: ExcelRequest[]): Promise<ArrayBuffer> {
  const last = (await repliesTo(...requests)).at(-1);
  if (last?.kind !== "file") throw new Error(`No file, but ${JSON.stringify(last)}`);
  return last.file.arrayBuffer();
}

describe("Excel worker that reads an import file", () => {
  it("The Excel worker sends the rows of an imported file in parts.", async () => {
    const bytes = (
      await workbookOf([["arbo_name"], ...Array.from({ length: 900 }, (_, row) => [`N ${row}`])])
    ).buffer;
    const replies = await repliesTo({ kind: "read", route, bytes, sheet: null });
    const parts = replies.flatMap((reply) => (reply.kind === "rows" ? [reply.rows.length] : []));
    expect(parts).toEqual([400, 400, 101]);
    expect(replies[0]).toMatchObject({ kind: "progress", step: "checking" });
    expect(replies.at(-1)).toMatchObject({ kind: "done", sheet: { name: "Masterlist", remarks: [] } });
  });

  it("The Excel worker reports that an imported file is empty.", async () => {
    expect(await repliesTo({ kind: "read", route, bytes: new ArrayBuffer(0), sheet: null })).toEqual([
      { kind: "failed", message: "The file is empty." },
    ]);
  });
});

describe("Excel worker that writes a report file", () => {
  it("The Excel worker sends progress messages while it writes a report file.", async () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({ arbo_name: `N ${index}`, ...place }));
    const asked: unknown[] = [];
    const replies: ExcelReply[] = [];
    const jobs = new ExcelJobs(
      (reply) => replies.push(reply),
      async function* (...call) {
        asked.push(call);
        for (let start = 0; start < rows.length; start += 100) yield rows.slice(start, start + 100);
      },
    );
    await jobs.handle({ kind: "report", route, filter: { q: "N" }, token: "t", all: 500 });
    expect(asked).toEqual([[path, { q: "N" }, "t"]]);
    expect(replies).toMatchObject([
      { step: "fetching" },
      { step: "writing", done: 400, all: 500 },
      { step: "writing", done: 500, all: 500 },
      { step: "packing" },
      { kind: "file", rows: 500 },
    ]);
  });

  it("If a report with Pending and Approved rows is exported, its last column shows the stage of each row.", async () => {
    const rows = [
      { arbo_name: "One", process_stage: "Approved", ...place },
      { arbo_name: "Two", process_stage: null, ...place },
    ];
    const replies: ExcelReply[] = [];
    const jobs = new ExcelJobs(
      (reply) => replies.push(reply),
      async function* () {
        yield rows;
      },
    );
    await jobs.handle({ kind: "report", route, filter: {}, token: "t", all: 2, stages: true });
    const made = replies.at(-1);
    const bytes = made?.kind === "file" ? await made.file.arrayBuffer() : new ArrayBuffer(0);
    const sheet = (await loadWorkbook(bytes)).getWorksheet("Report");
    const last = record.fields.length + 1;
    expect([2, 3, 4].map((line) => sheet?.getRow(line).getCell(last).value)).toEqual([
      ...["Stage", "Approved", "Pending"],
    ]);
    expect(sheet?.columnCount).toBe(last);
    expect(classesOf(classifySheet(await readRows(bytes)))).toEqual(
      classesOf(classifySheet(await readRows(await fileFrom({ kind: "table", layout: record, rows })))),
    );
  });

  it.each(records.filter(({ approval }) => approval).map((one) => [one.route, one] as const))(
    "The import of a %s report with all tabs asks nothing about the stages.",
    async (_, one) => {
      const replies: ExcelReply[] = [];
      const jobs = new ExcelJobs(
        (reply) => replies.push(reply),
        async function* () {
          yield [
            { arbo_name: "One", process_stage: "Approved", ...place },
            { arbo_name: "Two", process_stage: null, ...place },
          ];
        },
      );
      const request = { kind: "report", filter: {}, token: "t", all: 2, stages: true } as const;
      await jobs.handle({ ...request, route: one.route });
      const made = replies.at(-1);
      const bytes = made?.kind === "file" ? await made.file.arrayBuffer() : new ArrayBuffer(0);
      const { rows } = await readImportFile(new Uint8Array(bytes), one);
      expect(rows.some(({ cells }) => cells.some((cell) => cellText(cell ?? null) === "Approved"))).toBe(
        true,
      );
      expect(readSheet(one, { rows }).questions).toEqual([]);
    },
  );

  it("The import ignores the sheet 'About this file' of an exported report.", async () => {
    const rows = [{ arbo_name: "One", ...place }];
    const lines = [["Conditions", 'Members <5 & "more"']] as const;
    const bytes = await fileFrom({ kind: "table", layout: record, rows, about: { lines } });
    const workbook = await loadWorkbook(bytes);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(["Report", "About this file"]);
    const about = workbook.getWorksheet("About this file")?.getSheetValues().slice(1);
    expect(about).toEqual([
      [undefined, ...(lines[0] ?? [])],
      [undefined, "Rows", "1"],
    ]);
    const replies = await repliesTo({ kind: "read", route, bytes, sheet: null });
    expect(replies.at(-1)).toMatchObject({
      sheet: { name: "Report", remarks: [], sheets: [{ name: "Report" }] },
    });
    expect(classesOf(classifySheet(await readRows(bytes)))).toEqual(
      classesOf(classifySheet(await readRows(await fileFrom({ kind: "table", layout: record, rows })))),
    );
  });

  it("The number of rows on an export's sheet 'About this file' excludes the row of totals.", async () => {
    const rows = [{ arbo_name: "One" }, { arbo_name: "All" }];
    const bytes = await fileFrom({ kind: "table", layout: record, rows, about: { lines: [], rows: 1 } });
    const about = (await loadWorkbook(bytes)).getWorksheet("About this file");
    expect(about?.getCell("B1").value).toBe("1");
  });
});

describe("Blank import template", () => {
  const template = () =>
    fileFrom({
      kind: "template",
      route,
      level: "Provincial",
      choices: { org_type: ["Federation", "Cooperative"] },
    });

  it("The import template contains the headings of an export but no rows.", async () => {
    const rows = await readRows(await template());
    expect(rows.map((row) => row.row)).toEqual([1, 2]);
    expect(findLayout(record, rows)).toMatchObject({ headed: true, firstRow: 3, ignored: [], absent: [] });
  });

  it("The import template marks the headings of required columns with a colour and a note.", async () => {
    const workbook = await loadWorkbook(await template());
    const sheet = workbook.worksheets[0];
    const heading = (name: string) =>
      sheet?.getCell(2, record.fields.findIndex((field) => field.name === name) + 1);
    expect(heading("arbo_name")?.value).toBe("ARBO name");
    expect(heading("arbo_name")?.note).toBe("Required.");
    expect(heading("arbo_name")?.fill).not.toEqual(heading("remarks")?.fill);
    expect(heading("remarks")?.note).toBeUndefined();
    const about = workbook.getWorksheet("About this file");
    const lines = about?.getSheetValues().map((row) => (row as string[] | undefined)?.slice(1)) ?? [];
    expect(lines).toContainEqual(["ARBO name", "Required."]);
    expect(lines.flat()).not.toContain("Remarks");
  }, 20_000);

  it("The import accepts a template in which only the required columns are filled in.", async () => {
    const workbook = await loadWorkbook(await template());
    const sheet = workbook.worksheets[0];
    const values: Record<string, string> = { ...place, arbo_name: "Bagong Sibol" };
    for (const [index, { name }] of record.fields.entries())
      if (sheet && values[name]) sheet.getCell(3, index + 1).value = values[name];
    expect([...requiredColumns(record, "Provincial").keys()].sort()).toEqual(Object.keys(values).sort());
    const bytes = await workbook.xlsx.writeBuffer();
    const replies = await repliesTo({ kind: "read", route, bytes: bytes as ArrayBuffer, sheet: null });
    expect(replies.at(-1)).toMatchObject({
      sheet: { name: "ARBO Masterlist", sheets: [{ name: "ARBO Masterlist" }, { name: "Lists" }] },
    });
    const [row] = classifySheet(await readRows(bytes as ArrayBuffer));
    expect(row).toMatchObject({ class: "new", issues: [], payload: values });
  }, 20_000);

  it.each(
    records
      .filter(({ files, tab }) => !files && tab === undefined)
      .map((one) => [one.route, one as AnyRecord] as const),
  )(
    "The import recognizes all columns of the import template of %s.",
    async (_, one) => {
      const bytes = await fileFrom({ kind: "template", route: one.route, choices: {}, level: null });
      const { rows } = await readImportFile(new Uint8Array(bytes), one);
      expect(findLayout(one, rows)).toMatchObject({ headed: true, firstRow: 3, ignored: [], absent: [] });
    },
    20_000,
  );

  it("If at least one of several columns is required, the import template says so.", () => {
    const columns = requiredColumns(form5Accomp as AnyRecord, null);
    expect(columns.get("crop_product")).toBe("Required.");
    expect(columns.get("arbo_name")).toMatch(/^Required: at least one of ARBO .*\.$/);
    expect(columns.get("reporting_quarter")).toBe("Required.");
    expect(columns.has("remarks")).toBe(false);
    expect(columns.has("status")).toBe(false);
    expect(columns.has("province_name")).toBe(false);
  });

  it("A cell with a fixed list in the import template rejects values that are not on the list.", async () => {
    const sheet = (await loadWorkbook(await template())).worksheets[0];
    const rule = (name: string) => {
      const column = record.fields.findIndex((field) => field.name === name) + 1;
      return [3, 1000].map((row) => sheet?.getCell(row, column).dataValidation);
    };
    expect(rule("org_type")).toMatchObject(Array(2).fill({ type: "list", formulae: ["Lists!$A$2:$A$3"] }));
    expect(rule("org_type")[0]?.showErrorMessage).not.toBe(true);
    expect(rule("registering_agency")[0]).toMatchObject({ type: "list", showErrorMessage: true });
    expect(rule("total_member")[0]).toMatchObject({ type: "whole", formulae: [0] });
    expect(rule("date_of_registration")[0]).toMatchObject({ type: "date" });
    expect(rule("remarks")[0]).toBeUndefined();
  }, 20_000);
});

describe("Workbook with the faulty rows of an import", () => {
  it("If a user imports the workbook with faulty rows that the import made, the import ignores its column of errors.", async () => {
    const sheet = await readRows(
      await workbookOf([
        ["arbo_name", "region_name", "province_name", "total_member", "remarks"],
        ["One", region, province, "many", { formula: "1+1" }],
      ]),
    );
    const source = sheet[1];
    if (!source) throw new Error("The row is missing.");
    const { columns } = findLayout(record, sheet);
    const rows = [{ source, reasons: ['D2 All members: "many" is not a number'], fields: ["total_member"] }];
    const bytes = await fileFrom({ kind: "problems", route, columns, rows });
    const written = (await loadWorkbook(bytes)).getWorksheet("Problems");
    const cells = written?.getRow(3);
    const texts = record.fields.map((_, index) => cells?.getCell(index + 1).value);
    expect(texts).toContain("many");
    expect(texts).toContain("=1+1");
    expect(cells?.getCell(record.fields.length + 2).value).toContain("is not a number");
    const again = await readRows(bytes);
    expect(findLayout(record, again).ignored.map((column) => column.heading)).toEqual([
      "Row in the file",
      "What is wrong",
    ]);
    expect(classesOf(classifySheet(again))).toEqual(["wrong"]);
  });
});
