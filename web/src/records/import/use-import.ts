/**
 * State of an import from a file or a pasted block: choose, preview, save, cancel and resume (spec sections 4 and 5).
 */
import { useEffect, useReducer, useRef } from "react";
import type { ImportAccess } from "#shared/import/access.ts";
import type { ReadingChoices } from "#shared/import/reading/questions.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { invalidateRows } from "../../lib/http/query-client.ts";
import { offerUndo } from "../bulk/undo.ts";
import { undoImport } from "../receipts/take-back.ts";
import {
  type ImportEvent,
  type ImportStep,
  importFlow,
  importStart,
  type Preview,
  type ReadAs,
} from "./import-flow.ts";
import {
  classifySource,
  createSaver,
  type ImportSource,
  type OpenSource,
  openSource,
} from "./import-work.ts";
import { addRefused, type RefusedRows } from "./preview/refused-rows.ts";
import type { UnusualAnswer } from "./preview/rows-to-save.ts";
import type { SaveController } from "./save-controller.ts";

/** Milliseconds to show the success message before the preview clears (spec sections 4 and 9). */
const clearsAfter = 2000;

export interface Import {
  step: ImportStep;
  choose: (source: ImportSource) => void;
  /** Reads the current source again and compares its rows with the records that are stored now. */
  again: () => void;
  /** Reads a different sheet of the workbook. */
  chooseSheet: (name: string) => void;
  /** Changes the reading options; the rows are then checked again. */
  readAs: (choices: ReadingChoices) => void;
  readTextAsZero: (textAsZero: boolean) => void;
  /** Sets the reason for saving rows with unusual values, or the choice to skip these rows. */
  explain: (unusual: UnusualAnswer) => void;
  /** Includes rows that are skipped by default. If `option` is null, skips the rows again. */
  decide: (rows: readonly number[], option: string | null) => void;
  save: () => void;
  cancel: () => void;
  reset: () => void;
}

/** @param onSaved Called with the saved preview, after the success message has been shown for a while. */
export function useImport(
  record: AnyRecord,
  access: ImportAccess,
  onSaved?: (preview: Preview) => void,
): Import {
  const [step, dispatch] = useReducer(importFlow, importStart);
  const preview = step.name === "preview" ? step.preview : null;
  const reading = useReading(record, access, dispatch);
  const { opened } = reading;
  const saver = useSaver(record, dispatch, (saved) => {
    forget();
    dispatch({ type: "ended" });
    onSaved?.(saved);
  });

  const forget = () => {
    reading.forget();
    saver.forget();
  };
  const reset = () => {
    forget();
    dispatch({ type: "left" });
  };
  const open = (
    source: ImportSource,
    wanted: string | null,
    choices: ReadingChoices,
    refused: RefusedRows = new Map(),
  ) => {
    saver.forget();
    reading.open(source, wanted, choices, refused);
  };
  const judgeAgain = (change: Partial<ReadAs>) => {
    const source = opened.current;
    if (!preview || !source) return;
    saver.forget();
    reading.judgeAgain(source, { choices: preview.choices, textAsZero: preview.textAsZero, ...change });
  };
  return {
    step,
    choose: (source) => open(source, null, source.choices),
    again: () => {
      if (!opened.current) return;
      const { source, sheet, refused } = opened.current;
      const failure = step.name === "preview" ? step.save?.failure : null;
      const now = preview ? addRefused(refused, preview, failure) : refused;
      open(source, sheet.name || null, preview?.choices ?? source.choices, now);
    },
    chooseSheet: (name) => opened.current && open(opened.current.source, name, {}),
    readAs: (choices) => judgeAgain({ choices }),
    readTextAsZero: (textAsZero) => judgeAgain({ textAsZero }),
    decide: (rows, option) => dispatch({ type: "decided", rows, option }),
    explain: (unusual) => dispatch({ type: "explained", unusual }),
    save: () => void (preview && saver.save(preview)),
    cancel: () => saver.cancel() || reset(),
    reset,
  };
}

/** Reads a source and checks its rows. A new call aborts a call that is still running. */
function useReading(record: AnyRecord, access: ImportAccess, dispatch: (event: ImportEvent) => void) {
  const opened = useRef<OpenSource | null>(null);
  const running = useWork((problem) => dispatch({ type: "failed", problem }));
  return {
    /** The source that was read last. */
    opened,
    forget: () => {
      running.stop();
      opened.current = null;
    },
    /** @param wanted Name of the sheet. Null selects the most likely sheet. */
    open: (source: ImportSource, wanted: string | null, choices: ReadingChoices, refused: RefusedRows) =>
      running.start(async (signal) => {
        const onProgress = running.whileOn(signal, (progress: Progress) =>
          dispatch({ type: "reading", fileName: source.name, progress }),
        );
        onProgress({ step: "opening", done: 0, all: 0 });
        opened.current = await openSource(record, source, wanted, refused, { signal, onProgress });
        const judging = { record, access, choices, textAsZero: false, signal, onProgress };
        dispatch({ type: "judged", preview: await classifySource(opened.current, judging) });
      }),
    judgeAgain: (source: OpenSource, readAs: ReadAs) => {
      dispatch({ type: "judging again", ...readAs });
      running.start(async (signal) =>
        dispatch({
          type: "judged",
          preview: await classifySource(source, { record, access, signal, ...readAs }),
        }),
      );
    },
  };
}

/**
 * Saves the rows of a preview, or resumes a stopped save. Calls `done` after the success message has been shown for a
 * while.
 */
function useSaver(record: AnyRecord, dispatch: (event: ImportEvent) => void, done: (saved: Preview) => void) {
  const saver = useRef<SaveController | null>(null);
  // After the user has closed the dialog, `done` must not close or open anything.
  useEffect(
    () => () => {
      saver.current = null;
    },
    [],
  );
  return {
    forget: () => {
      saver.current = null;
    },
    /** Stops after the current batch. Returns false if no rows are being saved. */
    cancel: (): boolean => {
      const saving = saver.current?.state.status === "saving";
      if (saving) saver.current?.cancel();
      return saving;
    },
    save: async (preview: Preview) => {
      saver.current ??= createSaver(record, preview, (state) => dispatch({ type: "saving", save: state }));
      const mine = saver.current;
      const { status, importId, savedRows } = await mine.run();
      await invalidateRows(record);
      if (status === "saved" && record.scoped)
        offerUndo(record, undoImport(record, importId, savedRows, preview.fileName));
      if (status === "saved") setTimeout(() => saver.current === mine && done(preview), clearsAfter);
    },
  };
}

type Progress = Extract<ImportStep, { name: "reading" }>["progress"];

/** Runs one task at a time. A later task, a cancellation, or closing the dialog aborts the running task. */
function useWork(failed: (problem: string) => void) {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const stop = () => running.current?.abort();
  return {
    stop,
    start: (work: (signal: AbortSignal) => Promise<void>) => {
      stop();
      const abort = new AbortController();
      running.current = abort;
      const { signal } = abort;
      work(signal).catch((problem: unknown) => {
        if (!signal.aborted) failed(messageOf(problem));
      });
    },
    whileOn:
      <Value>(signal: AbortSignal, callback: (value: Value) => void) =>
      (value: Value) => {
        if (!signal.aborted) callback(value);
      },
  };
}
