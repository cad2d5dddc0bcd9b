/**
 * State machine of an import: the data of each step, and the effect of each event. A pure reducer without requests.
 * Events that a step does not handle leave the state unchanged.
 */
import type { ClassifiedRow } from "#shared/import/classify/classified-row.ts";
import type { ReadingChoices } from "#shared/import/reading/questions.ts";
import type { JobProgress } from "../workbook/excel-client.ts";
import type { ReadSheet } from "../workbook/read-file.ts";
import type { PreparedFile } from "./preview/prepare.ts";
import type { Decisions, UnusualAnswer } from "./preview/rows-to-save.ts";
import type { SaveState } from "./save-controller.ts";

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

/** An import that has saved its rows. */
export interface EndedImport {
  preview: Preview;
  save: SaveState;
}

/** Options for reading and checking the rows. */
export type ReadAs = Pick<Preview, "choices" | "textAsZero">;

export type ImportStep =
  /** `last`: the import that ended last. Set until the user chooses the next file or closes the dialog. */
  | { name: "choose"; problem: string | null; last: EndedImport | null }
  | { name: "reading"; fileName: string; progress: JobProgress }
  /** `busy`: the rows are being checked again. */
  | { name: "preview"; preview: Preview; save: SaveState | null; busy: boolean };

export type ImportEvent =
  | { type: "reading"; fileName: string; progress: JobProgress }
  | { type: "judged"; preview: Preview }
  | ({ type: "judging again" } & ReadAs)
  | { type: "decided"; rows: readonly number[]; option: string | null }
  | { type: "explained"; unusual: UnusualAnswer }
  | { type: "saving"; save: SaveState }
  | { type: "failed"; problem: string }
  /** Event: all rows are saved, and the success message has been shown for a while. */
  | { type: "ended" }
  | { type: "left" };

export const importStart: ImportStep = { name: "choose", problem: null, last: null };

export function importFlow(step: ImportStep, event: ImportEvent): ImportStep {
  switch (event.type) {
    case "reading":
      return { name: "reading", fileName: event.fileName, progress: event.progress };
    case "judged":
      return { name: "preview", preview: event.preview, save: null, busy: false };
    case "failed":
      return { name: "choose", problem: event.problem, last: null };
    case "left":
      return importStart;
    case "ended":
      return step.name === "preview" && step.save
        ? { name: "choose", problem: null, last: { preview: step.preview, save: step.save } }
        : step;
    default:
      return step.name === "preview" ? previewFlow(step, event) : step;
  }
}

type PreviewStep = Extract<ImportStep, { name: "preview" }>;
type PreviewEvent = Extract<ImportEvent, { type: "judging again" | "decided" | "explained" | "saving" }>;

function previewFlow(step: PreviewStep, event: PreviewEvent): PreviewStep {
  const { preview } = step;
  switch (event.type) {
    case "judging again": {
      const { choices, textAsZero } = event;
      return { ...step, preview: { ...preview, choices, textAsZero }, save: null, busy: true };
    }
    case "decided":
      return { ...step, preview: { ...preview, decisions: decided(preview.decisions, event) }, save: null };
    case "explained":
      return { ...step, preview: { ...preview, unusual: event.unusual }, save: null };
    case "saving":
      return { ...step, save: event.save };
  }
}

function decided(
  before: Decisions,
  { rows, option }: Pick<PreviewEvent & { type: "decided" }, "rows" | "option">,
): Decisions {
  const decisions = new Map(before);
  for (const row of rows) {
    if (option === null) decisions.delete(row);
    else decisions.set(row, option);
  }
  return decisions;
}
