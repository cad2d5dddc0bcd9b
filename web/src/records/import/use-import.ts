/** The import of a file, or of a pasted block, as its dialog drives it: choose, preview, save, cancel, resume (spec sections 4 and 5). */
import { useCallback, useEffect, useRef, useState } from "react";
import type { ImportAccess } from "#shared/import/access.ts";
import type { ClassifiedRow } from "#shared/import/classify.ts";
import type { ListRows } from "#shared/import/existing.ts";
import { ListBook } from "#shared/import/list-book.ts";
import type { ReadingChoices } from "#shared/import/reading/questions.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api } from "../../lib/http/api.ts";
import { ApiProblem, messageOf } from "../../lib/http/problem.ts";
import { newImportId } from "../common/import-id.ts";
import { rowsChanged } from "../common/use-records.ts";
import { type JobProgress, readFile } from "../workbook/excel-client.ts";
import type { ReadSheet } from "../workbook/read-file.ts";
import { askTheServer } from "./ask-server.ts";
import { listChoices } from "./choices.ts";
import { barangaysOf, loadPlaceBook } from "./place-book.ts";
import { classifyFile, type PreparedFile, type PrepareTools, prepareSheet } from "./preview/prepare.ts";
import { type Decisions, savable, type UnusualAnswer } from "./preview/savable.ts";
import { SaveController, type SaveState } from "./save-controller.ts";

/** How long the sentence of success stands before the preview clears (spec sections 4 and 9). */
const clearsAfter = 2000;

export interface Preview {
  fileName: string;
  sheet: Omit<ReadSheet, "rows">;
  choices: ReadingChoices;
  prepared: PreparedFile;
  rows: readonly ClassifiedRow[];
  textAsZero: boolean;
  decisions: Decisions;
  unusual: UnusualAnswer;
}

/** What is imported: a file, or a block that was pasted. */
export interface ImportSource extends Pick<PrepareTools, "shared"> {
  name: string;
  /** What is known of it beforehand. */
  choices: ReadingChoices;
  /** Reads the sheet of that name, or the likeliest. */
  read: (
    wanted: string | null,
    listeners: { signal: AbortSignal; onProgress: (progress: JobProgress) => void },
  ) => Promise<ReadSheet>;
}

export const fileSource = (record: AnyRecord, file: File): ImportSource => ({
  name: file.name,
  choices: {},
  read: (wanted, listeners) => readFile(record.route, file, wanted, listeners),
});

export type ImportStep =
  | { name: "choose"; problem: string | null }
  | { name: "reading"; fileName: string; progress: JobProgress }
  | { name: "preview"; preview: Preview; save: SaveState | null; busy: boolean };

export interface Import {
  step: ImportStep;
  choose: (source: ImportSource) => void;
  /** Reads what was chosen again, against what is stored now. */
  again: () => void;
  /** Reads another sheet of the workbook. */
  chooseSheet: (name: string) => void;
  /** Says how the sheet is to be read; the rows are judged again. */
  readAs: (choices: ReadingChoices) => void;
  readTextAsZero: (textAsZero: boolean) => void;
  /** Says why unusual values are right, or leaves their rows out. */
  explain: (unusual: UnusualAnswer) => void;
  /** Decides about rows that are left out otherwise; null leaves them out. */
  decide: (rows: readonly number[], option: string | null) => void;
  save: () => void;
  cancel: () => void;
  reset: () => void;
}

const start: ImportStep = { name: "choose", problem: null };

/** What the rows of one import are read with. It is fetched once; answering questions fetches nothing again. */
interface Session {
  source: ImportSource;
  sheet: ReadSheet;
  tools: Pick<PrepareTools, "places" | "barangaysOf" | "lists" | "list">;
}

/** @param onSaved Told once the sentence of success has stood for a while. */
export function useImport(record: AnyRecord, access: ImportAccess, onSaved?: () => void): Import {
  const [step, setStep] = useState<ImportStep>(start);
  const session = useRef<Session | null>(null);
  const running = useRef<AbortController | null>(null);
  const saver = useRef<SaveController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const reset = useCallback(() => {
    running.current?.abort();
    saver.current = null;
    session.current = null;
    setStep(start);
  }, []);

  /** Work that a later choice or a cancellation makes void. */
  const begin = useCallback(() => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    return abort.signal;
  }, []);

  const judge = useCallback(
    async (
      choices: ReadingChoices,
      textAsZero: boolean,
      signal: AbortSignal,
      onProgress?: PrepareTools["onProgress"],
    ) => {
      const { source, sheet, tools } = session.current ?? {};
      if (!source || !sheet || !tools) return;
      const { rows: _, ...told } = sheet;
      const given = {
        record,
        access,
        choices,
        shared: source.shared,
        signal,
        ...tools,
        ...(onProgress ? { onProgress } : {}),
      };
      const prepared = await prepareSheet(given, sheet);
      const classified = await classifyFile(given, prepared, textAsZero, signal);
      const rows = await askTheServer(record, classified, signal);
      if (signal.aborted) return;
      const decisions: Decisions = new Map();
      const unusual: UnusualAnswer = { reason: "", leaveOut: false };
      const preview = {
        fileName: source.name,
        sheet: told,
        choices,
        prepared,
        rows,
        textAsZero,
        decisions,
        unusual,
      };
      setStep({ name: "preview", preview, save: null, busy: false });
    },
    [record, access],
  );

  const open = useCallback(
    async (source: ImportSource, wanted: string | null, choices: ReadingChoices) => {
      const signal = begin();
      saver.current = null;
      const onProgress = (progress: JobProgress) => {
        if (!signal.aborted) setStep({ name: "reading", fileName: source.name, progress });
      };
      onProgress({ step: "opening", done: 0, all: 0 });
      try {
        const [places, lists, sheet] = await Promise.all([
          record.scoped ? loadPlaceBook() : undefined,
          listChoices(record),
          source.read(wanted, { signal, onProgress }),
        ]);
        signal.throwIfAborted();
        const tools = {
          places,
          barangaysOf: barangaysOnce(),
          lists: new ListBook(lists),
          list: listOnce(record),
        };
        session.current = { source, sheet, tools };
        await judge(choices, false, signal, onProgress);
      } catch (problem) {
        if (!signal.aborted) setStep({ name: "choose", problem: messageOf(problem) });
      }
    },
    [record, begin, judge],
  );

  const preview = step.name === "preview" ? step.preview : null;

  const judgeAgain = useCallback(
    async (choices: ReadingChoices, textAsZero: boolean) => {
      if (!preview) return;
      const signal = begin();
      saver.current = null;
      setStep({ name: "preview", preview: { ...preview, choices, textAsZero }, save: null, busy: true });
      try {
        await judge(choices, textAsZero, signal);
      } catch (problem) {
        if (!signal.aborted) setStep({ name: "choose", problem: messageOf(problem) });
      }
    },
    [preview, begin, judge],
  );

  const save = useCallback(async () => {
    if (!preview) return;
    saver.current ??= saverOf(record, savable(preview), (state) =>
      setStep({ name: "preview", preview, save: state, busy: false }),
    );
    const mine = saver.current;
    const { status } = await mine.run();
    await rowsChanged(record);
    if (status !== "saved") return;
    setTimeout(() => {
      if (saver.current !== mine) return;
      reset();
      onSaved?.();
    }, clearsAfter);
  }, [preview, record, reset, onSaved]);

  const decide = useCallback(
    (rows: readonly number[], option: string | null) => {
      if (!preview) return;
      const decisions = new Map(preview.decisions);
      for (const row of rows) {
        if (option === null) decisions.delete(row);
        else decisions.set(row, option);
      }
      setStep({ name: "preview", preview: { ...preview, decisions }, save: null, busy: false });
    },
    [preview],
  );

  const explain = useCallback(
    (unusual: UnusualAnswer) => {
      if (preview) setStep({ name: "preview", preview: { ...preview, unusual }, save: null, busy: false });
    },
    [preview],
  );

  const cancel = useCallback(() => {
    if (saver.current?.state.status === "saving") saver.current.cancel();
    else reset();
  }, [reset]);

  return {
    step,
    choose: (source) => void open(source, null, source.choices),
    again: () => {
      const { source, sheet } = session.current ?? {};
      if (source) void open(source, sheet?.name || null, preview?.choices ?? source.choices);
    },
    chooseSheet: (name) => {
      if (session.current) void open(session.current.source, name, {});
    },
    readAs: (choices) => void judgeAgain(choices, preview?.textAsZero ?? false),
    decide,
    explain,
    readTextAsZero: (textAsZero) => void judgeAgain(preview?.choices ?? {}, textAsZero),
    save: () => void save(),
    cancel,
    reset,
  };
}

/** Gives the barangays of each province once. */
function barangaysOnce(): PrepareTools["barangaysOf"] {
  const given = new Set<string>();
  return async (province) => {
    if (given.has(province)) return [];
    given.add(province);
    return await barangaysOf(province);
  };
}

/** Lists each filter once. */
function listOnce(record: AnyRecord): ListRows {
  const known = new Map<string, ReturnType<ListRows>>();
  return (filter) => {
    const key = JSON.stringify(filter);
    const rows =
      known.get(key) ?? api.list(record.path, { ...record.fixed, ...filter }).then(({ data }) => data);
    known.set(key, rows);
    // What failed is asked for again.
    rows.catch(() => known.delete(key));
    return rows;
  };
}

function saverOf(
  record: AnyRecord,
  rows: ReturnType<typeof savable>,
  onChange: (state: SaveState) => void,
): SaveController {
  return new SaveController({
    rows: rows.map(({ payload }) => payload),
    importId: newImportId(),
    send: async (batch, numbered) => {
      await api.update(record.path, batch, numbered);
    },
    explain: (problem) => ({
      message: messageOf(problem),
      rows: problem instanceof ApiProblem ? problem.details : [],
    }),
    onChange,
  });
}
