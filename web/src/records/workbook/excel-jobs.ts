/**
 * Jobs of the Excel worker. The worker passes the messages of the page to this module, so that tests on Node can run
 * every job.
 */
import type { SheetRow } from "#shared/import/reading/cells.ts";
import { recordByRoute } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { stageText } from "../common/cell-text.ts";
import { stageField } from "../common/screen-fields.ts";
import type { AboutFile } from "./about-sheet.ts";
import { FileParts } from "./file-parts.ts";
import { FileProblem } from "./formats/file-problem.ts";
import { buildKeptWorkbook, type KeptSheet } from "./kept-workbook.ts";
import { buildProblemWorkbook, type ProblemRow } from "./problem-workbook.ts";
import { type ReadSheet, readImportFile } from "./read-file.ts";
import { ReportWriter } from "./report-writer.ts";
import { type Row, readRows } from "./row-reader.ts";
import type { SheetLayout } from "./sheet-layout.ts";
import { buildTemplate, type FieldChoices } from "./template.ts";

/** Messages from the page, one per job. The worker fetches the rows of a report itself, with the caller's token. */
export type ExcelRequest =
  | { kind: "read"; route: string; bytes: ArrayBuffer; sheet: string | null }
  /** `level`: the level of the user who imports the file. */
  | { kind: "template"; route: string; choices: FieldChoices; level: string | null }
  | { kind: "problems"; route: string; columns: readonly (string | null)[]; rows: readonly ProblemRow[] }
  /** Rows that wait in the outbox. */
  | { kind: "kept"; sheets: readonly KeptSheet[] }
  | ({ kind: "report"; route: string; filter: Readonly<Record<string, unknown>> } & ReportOptions)
  /** Rows that the page already has, such as the rows of a chart. */
  | { kind: "table"; layout: SheetLayout; rows: readonly Row[]; about?: AboutFile };

interface ReportOptions {
  token: string;
  /** True if the rows have different stages. The last column of the sheet then contains the stage. */
  stages?: boolean;
  /** Expected number of rows. */
  all: number;
  about?: AboutFile;
}

/** Messages to the page. The last message of a job is `done`, `file` or `failed`. */
export type ExcelReply =
  | { kind: "progress"; step: string; done: number; all: number }
  | { kind: "rows"; rows: readonly SheetRow[] }
  | { kind: "done"; sheet: Omit<ReadSheet, "rows"> }
  | { kind: "file"; file: Blob; rows: number }
  | { kind: "failed"; message: string };

export type Reply = (reply: ExcelReply) => void;

/**
 * Fetches all rows of a record type that match a filter (`POST /api/<path>` without a page) and yields them as they
 * arrive.
 */
export type FetchRows = (
  path: string,
  filter: Readonly<Record<string, unknown>>,
  token: string,
) => AsyncIterable<readonly Row[]>;

const fetchRows: FetchRows = async function* (path, filter, token) {
  // The server logs exports of personal data, so mark the request as an export.
  const response = await fetch(`/api/${path}?purpose=export`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    credentials: "include",
    body: JSON.stringify(filter),
  });
  if (!response.ok || !response.body) {
    const refusal = (await response.json().catch(() => null)) as { message?: string } | null;
    throw new FileProblem(
      refusal?.message ?? `The server returned an error (${response.status}). Export again.`,
    );
  }
  yield* readRows(response.body);
};

/** Maximum number of rows per message. A longer message would block the page on arrival. */
const rowsAtOnce = 400;

/** Runs the jobs of one worker. */
export class ExcelJobs {
  private readonly reply: Reply;
  private readonly fetchRows: FetchRows;

  constructor(reply: Reply, fetchAll: FetchRows = fetchRows) {
    this.reply = reply;
    this.fetchRows = fetchAll;
  }

  async handle(request: ExcelRequest): Promise<void> {
    try {
      await this.run(request);
    } catch (problem) {
      if (!(problem instanceof FileProblem)) console.error("An Excel job failed.", problem);
      const message = problem instanceof FileProblem ? problem.message : "The file could not be processed.";
      this.reply({ kind: "failed", message });
    }
  }

  private async run(request: ExcelRequest): Promise<void> {
    switch (request.kind) {
      case "read":
        return this.read(recordAt(request.route), new Uint8Array(request.bytes), request.sheet);
      case "template": {
        const { route, choices, level } = request;
        return this.sendFile([await buildTemplate(recordAt(route), choices, level)], 0);
      }
      case "problems": {
        const { route, columns, rows } = request;
        return this.sendFile([await buildProblemWorkbook(recordAt(route), columns, rows)], rows.length);
      }
      case "kept": {
        const sheets = request.sheets.map(({ route, rows }) => ({ record: recordAt(route), rows }));
        return this.sendFile([await buildKeptWorkbook(sheets)], 0);
      }
      case "report":
        return this.report(request);
      case "table":
        return this.write(request, request.layout, inParts(request.rows), request.rows.length);
    }
  }

  private report(request: Extract<ExcelRequest, { kind: "report" }>): Promise<void> {
    const { route, filter, token, all, stages } = request;
    this.reply({ kind: "progress", step: "fetching", done: 0, all: 0 });
    const record = recordAt(route);
    const rows = this.fetchRows(record.path, filter, token);
    if (!stages) return this.write(request, record, rows, all);
    return this.write(request, { ...record, fields: [...record.fields, stageField] }, withStages(rows), all);
  }

  private async write(
    { about }: { about?: AboutFile },
    layout: SheetLayout,
    parts: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
    all: number,
  ): Promise<void> {
    const file = new FileParts();
    const writer = new ReportWriter(layout, (part) => file.add(part));
    let reported = 0;
    for await (const rows of parts) {
      writer.add(rows);
      if (writer.rows - reported < rowsAtOnce && writer.rows < all) continue;
      reported = writer.rows;
      this.reply({ kind: "progress", step: "writing", done: reported, all });
    }
    this.reply({ kind: "progress", step: "packing", done: 0, all: 0 });
    writer.finish(about);
    this.sendFile(file.parts(), writer.rows);
  }

  private async read(
    record: AnyRecord,
    bytes: Uint8Array<ArrayBuffer>,
    wanted: string | null,
  ): Promise<void> {
    const onProgress = (step: string, done: number, all: number) =>
      this.reply({ kind: "progress", step, done, all });
    const { rows, ...sheet } = await readImportFile(bytes, record, onProgress, wanted);
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      this.reply({ kind: "rows", rows: rows.slice(start, start + rowsAtOnce) });
    }
    this.reply({ kind: "done", sheet });
  }

  private sendFile(parts: BlobPart[], rows: number): void {
    this.reply({ kind: "file", file: new Blob(parts, { type: workbookType }), rows });
  }
}

async function* withStages(parts: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for await (const rows of parts) yield rows.map((row) => ({ ...row, process_stage: stageText(row) }));
}

const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

function* inParts(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) yield rows.slice(start, start + rowsAtOnce);
}

function recordAt(route: string): AnyRecord {
  const record = recordByRoute(route);
  if (!record) throw new Error(`There is no record type at ${route}.`);
  return record;
}
