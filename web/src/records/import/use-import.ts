/** The import of a file, or of a pasted block, as its dialog drives it: choose, preview, save, cancel, resume (spec sections 4 and 5). */
import { useCallback, useEffect, useRef, useState } from "react";
import type { ImportAccess } from "../../../../edge-functions/_shared/import/access.ts";
import type { ClassifiedRow } from "../../../../edge-functions/_shared/import/classify.ts";
import { ListBook } from "../../../../edge-functions/_shared/import/list-book.ts";
import type { AnyRecord } from "../../../../edge-functions/_shared/records/types.ts";
import { api } from "../../lib/api.ts";
import { ApiProblem, messageOf } from "../../lib/problem.ts";
import { type JobProgress, readFile } from "../export/excel-client.ts";
import { rowsChanged } from "../use-records.ts";
import { listChoices } from "./choices.ts";
import { newImportId } from "./import-id.ts";
import { barangaysOf, loadPlaceBook } from "./place-book.ts";
import { classifyFile, type PreparedFile, type PrepareTools, prepareFile } from "./prepare.ts";
import { SaveController, type SaveState } from "./save-controller.ts";

/** How long the sentence of success stands before the preview clears (spec sections 4 and 9). */
const clearsAfter = 2000;

export interface Preview {
  fileName: string;
  prepared: PreparedFile;
  rows: readonly ClassifiedRow[];
  textAsZero: boolean;
  /** Numbers of the likely duplicates that are saved all the same. */
  anyway: ReadonlySet<number>;
}

/** What is imported: a file, or a block that was pasted. */
export interface ImportSource extends Pick<PrepareTools, "layout" | "shared"> {
  name: string;
  read: (listeners: {
    signal: AbortSignal;
    onProgress: (progress: JobProgress) => void;
  }) => ReturnType<PrepareTools["read"]>;
}

export const fileSource = (record: AnyRecord, file: File): ImportSource => ({
  name: file.name,
  read: (listeners) => readFile(record.route, file, listeners),
});

export type ImportStep =
  | { name: "choose"; problem: string | null }
  | { name: "reading"; fileName: string; progress: JobProgress }
  | { name: "preview"; preview: Preview; save: SaveState | null };

export interface Import {
  step: ImportStep;
  choose: (source: ImportSource) => void;
  /** Reads what was chosen again, against what is stored now. */
  again: () => void;
  readTextAsZero: (textAsZero: boolean) => void;
  /** Says of likely duplicates that they are others. */
  saveAnyway: (rows: readonly number[], wanted: boolean) => void;
  save: () => void;
  cancel: () => void;
  reset: () => void;
}

const start: ImportStep = { name: "choose", problem: null };

/** What is sent for each row that is to be saved. */
export const savable = ({
  rows,
  anyway,
}: Pick<Preview, "rows" | "anyway">): { row: number; payload: Readonly<Record<string, unknown>> }[] =>
  rows.flatMap(({ row, payload, anyway: held }) => {
    const sent = payload ?? (anyway.has(row) ? held : null);
    return sent ? [{ row, payload: sent }] : [];
  });

/** @param onSaved Told once the sentence of success has stood for a while. */
export function useImport(record: AnyRecord, access: ImportAccess, onSaved?: () => void): Import {
  const [step, setStep] = useState<ImportStep>(start);
  const chosen = useRef<ImportSource | null>(null);
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
    async (source: ImportSource) => {
      const signal = begin();
      chosen.current = source;
      saver.current = null;
      const onProgress = (progress: JobProgress) => {
        if (!signal.aborted) setStep({ name: "reading", fileName: source.name, progress });
      };
      onProgress({ step: "opening", done: 0, all: 0 });
      try {
        const [places, lists] = await Promise.all([
          record.scoped ? loadPlaceBook() : undefined,
          listChoices(record),
        ]);
        const prepared = await prepareFile({
          record,
          access,
          layout: source.layout,
          shared: source.shared,
          places,
          barangaysOf,
          lists: new ListBook(lists),
          read: () => source.read({ signal, onProgress }),
          list: async (filter) => (await api.list(record.path, { ...record.fixed, ...filter }, signal)).data,
          signal,
          onProgress,
        });
        const rows = await classifyFile({ record, access }, prepared, false, signal);
        const preview = {
          fileName: source.name,
          prepared,
          rows,
          textAsZero: false,
          anyway: new Set<number>(),
        };
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
    saver.current ??= saverOf(record, savable(preview), (state) =>
      setStep({ name: "preview", preview, save: state }),
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

  const saveAnyway = useCallback(
    (rows: readonly number[], wanted: boolean) => {
      if (!preview) return;
      const others = [...preview.anyway].filter((row) => !rows.includes(row));
      const anyway = new Set(wanted ? [...others, ...rows] : others);
      setStep({ name: "preview", preview: { ...preview, anyway }, save: null });
    },
    [preview],
  );

  const cancel = useCallback(() => {
    if (saver.current?.state.status === "saving") saver.current.cancel();
    else reset();
  }, [reset]);

  const again = useCallback(() => {
    if (chosen.current) void choose(chosen.current);
  }, [choose]);

  return {
    step,
    choose: (source) => void choose(source),
    again,
    saveAnyway,
    readTextAsZero: (textAsZero) => void readTextAsZero(textAsZero),
    save: () => void save(),
    cancel,
    reset,
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
      index: problem instanceof ApiProblem ? problem.details[0]?.index : undefined,
    }),
    onChange,
  });
}
