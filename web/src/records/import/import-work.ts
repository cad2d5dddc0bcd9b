/**
 * Runs an import: reads the source once, checks the rows after each change of the reading options, and saves the rows.
 */
import type { ImportAccess } from "#shared/import/access.ts";
import { ListBook } from "#shared/import/list-book.ts";
import type { ReadingChoices } from "#shared/import/reading/questions.ts";
import type { ListRows } from "#shared/import/stored-rows.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api } from "../../lib/http/api.ts";
import { ApiProblem, messageOf } from "../../lib/http/problem.ts";
import { sessionUserId } from "../../lib/http/session.ts";
import { requireUser } from "../../lib/require-user.ts";
import { newImportId } from "../common/import-id.ts";
import { registerImport } from "../receipts/receipts.ts";
import { type JobProgress, readFile } from "../workbook/excel-client.ts";
import type { ReadSheet } from "../workbook/read-file.ts";
import { listChoices } from "./choices.ts";
import type { Preview, ReadAs } from "./import-flow.ts";
import { barangaysOf, loadPlaceBook } from "./place-book.ts";
import { classifyFile, type PrepareTools, prepareSheet } from "./preview/prepare.ts";
import { markRefused, type RefusedRows } from "./preview/refused-rows.ts";
import { rowsToSave } from "./preview/rows-to-save.ts";
import { SaveController, type SaveState } from "./save-controller.ts";
import { addServerWarnings } from "./server-warnings.ts";

interface Listeners {
  signal: AbortSignal;
  onProgress: (progress: JobProgress) => void;
}

/** Source of an import: a file or a pasted block. */
export interface ImportSource extends Pick<PrepareTools, "shared"> {
  name: string;
  /** Initial options for reading the file. */
  choices: ReadingChoices;
  /** Reads the sheet with the given name. Null selects the most likely sheet. */
  read: (wanted: string | null, listeners: Listeners) => Promise<ReadSheet>;
}

export const fileSource = (record: AnyRecord, file: File): ImportSource => ({
  name: file.name,
  choices: {},
  read: (wanted, listeners) => readFile(record.route, file, wanted, listeners),
});

/**
 * An opened source with the data needed to check its rows. When the user changes the reading options, the rows are
 * checked again with the same data.
 */
export interface OpenSource {
  source: ImportSource;
  sheet: ReadSheet;
  refused: RefusedRows;
  tools: Pick<PrepareTools, "places" | "barangaysOf" | "lists" | "list" | "listParents" | "listOf">;
}

/** Reads a source, or another sheet of the source, and fetches the data needed to check its rows. */
export async function openSource(
  record: AnyRecord,
  source: ImportSource,
  wanted: string | null,
  refused: RefusedRows,
  listeners: Listeners,
): Promise<OpenSource> {
  const [places, lists, sheet] = await Promise.all([
    record.scoped ? loadPlaceBook() : undefined,
    listChoices(record),
    source.read(wanted, listeners),
  ]);
  listeners.signal.throwIfAborted();
  const list = listOnce(record.path, record.fixed);
  const tools = {
    ...{ places, barangaysOf: barangaysOnce(), lists: new ListBook(lists) },
    list,
    // If the import is of the parents' own record type, `list` also fetches the parents, so that no list is requested
    // twice.
    listParents: record.parent && record.parent.path !== record.path ? listOnce(record.parent.path) : list,
    listOf: listsOnce(),
  };
  return { source, sheet, refused, tools };
}

interface Judging extends ReadAs {
  record: AnyRecord;
  access: ImportAccess;
  signal: AbortSignal;
  onProgress?: PrepareTools["onProgress"];
}

/** Classifies the rows of a source. The preview starts without decisions of the user. */
export async function classifySource(
  { source, sheet, refused, tools }: OpenSource,
  judging: Judging,
): Promise<Preview> {
  const { record, choices, textAsZero, signal } = judging;
  const work = { ...judging, ...tools, shared: source.shared };
  const prepared = await prepareSheet(work, sheet);
  const classified = await classifyFile(work, prepared, textAsZero, signal);
  const checked = markRefused(classified, refused, prepared.reading.layout);
  const rows = await addServerWarnings(record, checked, signal);
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

/** Creates the controller that saves the rows of a preview. */
export const createSaver = (
  record: AnyRecord,
  preview: Preview,
  onChange: (state: SaveState) => void,
): SaveController => {
  const rows = rowsToSave(preview);
  const importId = newImportId();
  const userId = sessionUserId();
  // Imports of record types without an office get no receipt and can't be undone, because such record types have no
  // trash.
  let announced = !record.scoped;
  return new SaveController({
    rows: rows.map(({ payload }) => payload),
    importId,
    send: async (batch, numbered) => {
      requireUser(userId);
      if (!announced) {
        const file_name = preview.fileName.replace(/\p{Cc}/gu, " ").slice(0, longestFileName);
        const left_out = preview.rows.length - rows.length;
        await registerImport({
          import_id: importId,
          screen: record.route,
          file_name,
          rows: rows.length,
          left_out,
        });
        announced = true;
      }
      await api.update(record.path, batch, numbered);
    },
    explain: (problem) => ({
      message: messageOf(problem),
      rows: problem instanceof ApiProblem ? problem.details : [],
      breaksRule: problem instanceof ApiProblem && [400, 422].includes(problem.status),
    }),
    onChange,
  });
};

/**
 * Returns a function that fetches the barangays of a province. Returns an empty list for a province that was fetched
 * before.
 */
function barangaysOnce(): PrepareTools["barangaysOf"] {
  const sent = new Set<string>();
  return async (province) => {
    if (sent.has(province)) return [];
    sent.add(province);
    return await barangaysOf(province);
  };
}

/** Returns a function that gives the list function of a record type, always the same one per record type. */
function listsOnce(): PrepareTools["listOf"] {
  const lists = new Map<string, ListRows>();
  return (path) => {
    const list = lists.get(path) ?? listOnce(path);
    lists.set(path, list);
    return list;
  };
}

/** Returns a function that sends each list request only once. */
function listOnce(path: string, fixed?: AnyRecord["fixed"]): ListRows {
  const known = new Map<string, ReturnType<ListRows>>();
  return (filter) => {
    const key = JSON.stringify(filter);
    const rows = known.get(key) ?? api.list(path, { ...fixed, ...filter }).then(({ data }) => data);
    known.set(key, rows);
    // Don't cache failed requests, so that a failed request can be repeated.
    rows.catch(() => known.delete(key));
    return rows;
  };
}
