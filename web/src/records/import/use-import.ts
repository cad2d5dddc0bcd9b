/** The import of a file as the modal drives it: choose, preview, save, cancel, resume (spec sections 4 and 5). */
import { useCallback, useEffect, useRef, useState } from "react";
import type { ImportAccess } from "../../../../edge-functions/_shared/import/access.ts";
import type { ClassifiedRow } from "../../../../edge-functions/_shared/import/classify.ts";
import type { AnyRecord } from "../../../../edge-functions/_shared/records/types.ts";
import { api } from "../../lib/api.ts";
import { ApiProblem, messageOf } from "../../lib/problem.ts";
import { type JobProgress, readFile } from "../export/excel-client.ts";
import { rowsChanged } from "../use-records.ts";
import { newImportId } from "./import-id.ts";
import { loadPlaceBook } from "./place-book.ts";
import { classifyFile, type PreparedFile, prepareFile } from "./prepare.ts";
import { SaveController, type SaveState } from "./save-controller.ts";

/** How long the sentence of success stands before the preview clears (spec sections 4 and 9). */
const clearsAfter = 2000;

export interface Preview {
  fileName: string;
  prepared: PreparedFile;
  rows: readonly ClassifiedRow[];
  textAsZero: boolean;
}

export type ImportStep =
  | { name: "choose"; problem: string | null }
  | { name: "reading"; fileName: string; progress: JobProgress }
  | { name: "preview"; preview: Preview; save: SaveState | null };

export interface Import {
  step: ImportStep;
  choose: (file: File) => void;
  /** Reads the chosen file again, against what is stored now. */
  again: () => void;
  readTextAsZero: (textAsZero: boolean) => void;
  save: () => void;
  cancel: () => void;
  reset: () => void;
}

const start: ImportStep = { name: "choose", problem: null };

export const savable = (rows: readonly ClassifiedRow[]): ClassifiedRow[] =>
  rows.filter((row) => row.payload !== null);

export function useImport(record: AnyRecord, access: ImportAccess): Import {
  const [step, setStep] = useState<ImportStep>(start);
  const chosen = useRef<File | null>(null);
  const running = useRef<AbortController | null>(null);
  const saver = useRef<SaveController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const reset = useCallback(() => {
    running.current?.abort();
    saver.current = null;
    chosen.current = null;
    setStep(start);
  }, []);

  /** Work that a later choice or a cancellation makes void. */
  const begin = useCallback(() => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    return abort.signal;
  }, []);

  const choose = useCallback(
    async (file: File) => {
      const signal = begin();
      chosen.current = file;
      saver.current = null;
      const onProgress = (progress: JobProgress) => {
        if (!signal.aborted) setStep({ name: "reading", fileName: file.name, progress });
      };
      onProgress({ step: "opening", done: 0, all: 0 });
      try {
        const prepared = await prepareFile({
          record,
          access,
          places: record.scoped ? await loadPlaceBook() : undefined,
          read: () => readFile(record.route, file, { signal, onProgress }),
          list: async (filter) => (await api.list(record.path, { ...record.fixed, ...filter }, signal)).data,
          signal,
          onProgress,
        });
        const rows = await classifyFile({ record, access }, prepared, false, signal);
        const preview = { fileName: file.name, prepared, rows, textAsZero: false };
        if (!signal.aborted) setStep({ name: "preview", preview, save: null });
      } catch (problem) {
        if (!signal.aborted) setStep({ name: "choose", problem: messageOf(problem) });
      }
    },
    [record, access, begin],
  );

  const preview = step.name === "preview" ? step.preview : null;

  const readTextAsZero = useCallback(
    async (textAsZero: boolean) => {
      if (!preview) return;
      const signal = begin();
      const rows = await classifyFile({ record, access }, preview.prepared, textAsZero, signal).catch(
        () => null,
      );
      if (rows && !signal.aborted) {
        setStep({ name: "preview", preview: { ...preview, rows, textAsZero }, save: null });
      }
    },
    [preview, record, access, begin],
  );

  const save = useCallback(async () => {
    if (!preview) return;
    saver.current ??= saverOf(record, preview.rows, (state) =>
      setStep({ name: "preview", preview, save: state }),
    );
    const mine = saver.current;
    const { status } = await mine.run();
    await rowsChanged(record);
    if (status !== "saved") return;
    setTimeout(() => {
      if (saver.current === mine) reset();
    }, clearsAfter);
  }, [preview, record, reset]);

  const cancel = useCallback(() => {
    if (saver.current?.state.status === "saving") saver.current.cancel();
    else reset();
  }, [reset]);

  const again = useCallback(() => {
    if (chosen.current) void choose(chosen.current);
  }, [choose]);

  return {
    step,
    choose: (file) => void choose(file),
    again,
    readTextAsZero: (textAsZero) => void readTextAsZero(textAsZero),
    save: () => void save(),
    cancel,
    reset,
  };
}

function saverOf(
  record: AnyRecord,
  rows: readonly ClassifiedRow[],
  onChange: (state: SaveState) => void,
): SaveController {
  return new SaveController({
    rows: savable(rows).map((row) => row.payload ?? {}),
    importId: newImportId(),
    send: async (batch, numbered) => {
      await api.update(record.path, batch, numbered);
    },
    explain: (problem) => ({
      message: messageOf(problem),
      index: problem instanceof ApiProblem ? problem.details[0]?.index : undefined,
    }),
    onChange,
  });
}
