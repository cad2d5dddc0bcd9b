/** The work of an import: a source is read once, its rows are judged as often as one says how to read them, and saved. */
import type { ImportAccess } from "#shared/import/access.ts";
import { ListBook } from "#shared/import/list-book.ts";
import type { ReadingChoices } from "#shared/import/reading/questions.ts";
import type { ListRows } from "#shared/import/stored-rows.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api } from "../../lib/http/api.ts";
import { ApiProblem, messageOf } from "../../lib/http/problem.ts";
import { newImportId } from "../common/import-id.ts";
import { announce } from "../receipts/receipts.ts";
import { type JobProgress, readFile } from "../workbook/excel-client.ts";
import type { ReadSheet } from "../workbook/read-file.ts";
import { askTheServer } from "./ask-server.ts";
import { listChoices } from "./choices.ts";
import type { Preview, ReadAs } from "./import-flow.ts";
import { barangaysOf, loadPlaceBook } from "./place-book.ts";
import { classifyFile, type PrepareTools, prepareSheet } from "./preview/prepare.ts";
import { savable } from "./preview/savable.ts";
import { SaveController, type SaveState } from "./save-controller.ts";

interface Listeners {
  signal: AbortSignal;
  onProgress: (progress: JobProgress) => void;
}

/** What is imported: a file, or a block that was pasted. */
export interface ImportSource extends Pick<PrepareTools, "shared"> {
  name: string;
  /** What is known of it beforehand. */
  choices: ReadingChoices;
  /** Reads the sheet of that name, or the likeliest. */
  read: (wanted: string | null, listeners: Listeners) => Promise<ReadSheet>;
}

export const fileSource = (record: AnyRecord, file: File): ImportSource => ({
  name: file.name,
  choices: {},
  read: (wanted, listeners) => readFile(record.route, file, wanted, listeners),
});

/** What the rows of one import are read with. It is fetched once; answering questions fetches nothing again. */
export interface OpenSource {
  source: ImportSource;
  sheet: ReadSheet;
  tools: Pick<PrepareTools, "places" | "barangaysOf" | "lists" | "list" | "listParents">;
}

/** Reads a source, or another sheet of it, and what its rows are judged by. */
export async function openSource(
  record: AnyRecord,
  source: ImportSource,
  wanted: string | null,
  listeners: Listeners,
): Promise<OpenSource> {
  const [places, lists, sheet] = await Promise.all([
    record.scoped ? loadPlaceBook() : undefined,
    listChoices(record),
    source.read(wanted, listeners),
  ]);
  listeners.signal.throwIfAborted();
  const tools = {
    ...{ places, barangaysOf: barangaysOnce(), lists: new ListBook(lists) },
    list: listOnce(record.path, record.fixed),
    listParents: listOnce(record.parent?.path ?? record.path),
  };
  return { source, sheet, tools };
}

interface Judging extends ReadAs {
  record: AnyRecord;
  access: ImportAccess;
  signal: AbortSignal;
  onProgress?: PrepareTools["onProgress"];
}

/** The rows of a source with what would become of each; nothing is decided of them yet. */
export async function judgeSource({ source, sheet, tools }: OpenSource, judging: Judging): Promise<Preview> {
  const { record, choices, textAsZero, signal } = judging;
  const work = { ...judging, ...tools, shared: source.shared };
  const prepared = await prepareSheet(work, sheet);
  const classified = await classifyFile(work, prepared, textAsZero, signal);
  const rows = await askTheServer(record, classified, signal);
  signal.throwIfAborted();
  const { rows: _, ...summary } = sheet;
  return {
    fileName: source.name,
    sheet: summary,
    choices,
    prepared,
    rows,
    textAsZero,
    decisions: new Map(),
    unusual: { reason: "", leaveOut: false },
  };
}

const longestFileName = 255;

/** Saves what is to be saved of a preview. */
export const saverOf = (
  record: AnyRecord,
  preview: Preview,
  onChange: (state: SaveState) => void,
): SaveController => {
  const rows = savable(preview);
  const importId = newImportId();
  // What belongs to no office has no trash that it could be taken back to.
  let announced = !record.scoped;
  return new SaveController({
    rows: rows.map(({ payload }) => payload),
    importId,
    send: async (batch, numbered) => {
      if (!announced) {
        const file_name = preview.fileName.replace(/\p{Cc}/gu, " ").slice(0, longestFileName);
        const left_out = preview.rows.length - rows.length;
        await announce({ import_id: importId, screen: record.route, file_name, rows: rows.length, left_out });
        announced = true;
      }
      await api.update(record.path, batch, numbered);
    },
    explain: (problem) => ({
      message: messageOf(problem),
      rows: problem instanceof ApiProblem ? problem.details : [],
    }),
    onChange,
  });
};

/** Gives the barangays of each province once. */
function barangaysOnce(): PrepareTools["barangaysOf"] {
  const sent = new Set<string>();
  return async (province) => {
    if (sent.has(province)) return [];
    sent.add(province);
    return await barangaysOf(province);
  };
}

/** Lists each filter once. */
function listOnce(path: string, fixed?: AnyRecord["fixed"]): ListRows {
  const known = new Map<string, ReturnType<ListRows>>();
  return (filter) => {
    const key = JSON.stringify(filter);
    const rows = known.get(key) ?? api.list(path, { ...fixed, ...filter }).then(({ data }) => data);
    known.set(key, rows);
    // What failed is asked for again.
    rows.catch(() => known.delete(key));
    return rows;
  };
}
