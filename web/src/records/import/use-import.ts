/** The import of a file, or of a pasted block, as its dialog drives it: choose, preview, save, cancel, resume (spec sections 4 and 5). */
import { useEffect, useReducer, useRef } from "react";
import type { ImportAccess } from "#shared/import/access.ts";
import type { ReadingChoices } from "#shared/import/reading/questions.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { offerUndo } from "../bulk/undo.ts";
import { rowsChanged } from "../common/use-records.ts";
import { undoImport } from "../receipts/take-back.ts";
import {
  type ImportEvent,
  type ImportStep,
  importFlow,
  importStart,
  type Preview,
  type ReadAs,
} from "./import-flow.ts";
import { type ImportSource, judgeSource, type OpenSource, openSource, saverOf } from "./import-work.ts";
import type { UnusualAnswer } from "./preview/savable.ts";
import type { SaveController } from "./save-controller.ts";

/** How long the sentence of success stands before the preview clears (spec sections 4 and 9). */
const clearsAfter = 2000;

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

/** @param onSaved Told once the sentence of success has stood for a while. */
export function useImport(record: AnyRecord, access: ImportAccess, onSaved?: () => void): Import {
  const [step, tell] = useReducer(importFlow, importStart);
  const preview = step.name === "preview" ? step.preview : null;
  const opened = useRef<OpenSource | null>(null);
  const saver = useSaver(record, tell, () => {
    reset();
    onSaved?.();
  });
  const running = useWork((problem) => tell({ type: "failed", problem }));

  const reset = () => {
    running.stop();
    saver.forget();
    opened.current = null;
    tell({ type: "left" });
  };
  const open = (source: ImportSource, wanted: string | null, choices: ReadingChoices) => {
    saver.forget();
    running.start(async (signal) => {
      const onProgress = running.whileOn(signal, (progress: Progress) =>
        tell({ type: "reading", fileName: source.name, progress }),
      );
      onProgress({ step: "opening", done: 0, all: 0 });
      opened.current = await openSource(record, source, wanted, { signal, onProgress });
      const judging = { record, access, choices, textAsZero: false, signal, onProgress };
      tell({ type: "judged", preview: await judgeSource(opened.current, judging) });
    });
  };
  const judgeAgain = (change: Partial<ReadAs>) => {
    const source = opened.current;
    if (!preview || !source) return;
    const readAs = { choices: preview.choices, textAsZero: preview.textAsZero, ...change };
    saver.forget();
    tell({ type: "judging again", ...readAs });
    running.start(async (signal) =>
      tell({ type: "judged", preview: await judgeSource(source, { record, access, signal, ...readAs }) }),
    );
  };
  return {
    step,
    choose: (source) => open(source, null, source.choices),
    again: () => {
      const { source, sheet } = opened.current ?? {};
      if (source) open(source, sheet?.name || null, preview?.choices ?? source.choices);
    },
    chooseSheet: (name) => opened.current && open(opened.current.source, name, {}),
    readAs: (choices) => judgeAgain({ choices }),
    readTextAsZero: (textAsZero) => judgeAgain({ textAsZero }),
    decide: (rows, option) => tell({ type: "decided", rows, option }),
    explain: (unusual) => tell({ type: "explained", unusual }),
    save: () => void (preview && saver.save(preview)),
    cancel: () => saver.cancel() || reset(),
    reset,
  };
}

/** The save of a preview; running it again goes on with it. `done` is told once the sentence of success has stood. */
function useSaver(record: AnyRecord, tell: (event: ImportEvent) => void, done: () => void) {
  const saver = useRef<SaveController | null>(null);
  return {
    forget: () => {
      saver.current = null;
    },
    /** Ends it after the batch under way; false where nothing is being saved. */
    cancel: (): boolean => {
      const saving = saver.current?.state.status === "saving";
      if (saving) saver.current?.cancel();
      return saving;
    },
    save: async (preview: Preview) => {
      saver.current ??= saverOf(record, preview, (state) => tell({ type: "saving", save: state }));
      const mine = saver.current;
      const { status, importId, savedRows } = await mine.run();
      await rowsChanged(record);
      if (status === "saved" && record.scoped)
        offerUndo(record, undoImport(record, importId, savedRows, preview.fileName));
      if (status === "saved") setTimeout(() => saver.current === mine && done(), clearsAfter);
    },
  };
}

type Progress = Extract<ImportStep, { name: "reading" }>["progress"];

/** Work of which a later one, a cancellation, or the end of the dialog makes the one before void. */
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
      <Value>(signal: AbortSignal, tell: (value: Value) => void) =>
      (value: Value) => {
        if (!signal.aborted) tell(value);
      },
  };
}
