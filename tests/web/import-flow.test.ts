/** State machine of an import: the result of each event in each step. */
import { describe, expect, it } from "vitest";
import {
  type ImportEvent,
  type ImportStep,
  importFlow,
  importStart,
  type Preview,
} from "../../web/src/records/import/import-flow.ts";
import type { SaveState } from "../../web/src/records/import/save-controller.ts";

const preview = {
  fileName: "rows.csv",
  choices: {},
  textAsZero: false,
  rows: [],
  decisions: new Map([[2, "anyway"]]),
  unusual: { reason: "", leaveOut: false },
} as unknown as Preview;
const other = { ...preview, fileName: "others.csv" };
const progress = { step: "reading", done: 3, all: 10 };
const save: SaveState = {
  importId: "00000000-0000-4000-8000-000000000001",
  status: "failed",
  rows: 60,
  savedRows: 50,
  batches: 2,
  savedBatches: 1,
  failure: { batch: 2, message: "no", rows: [] },
};

const steps: Readonly<Record<string, ImportStep>> = {
  choose: importStart,
  refused: { name: "choose", problem: "This is no workbook.", last: null },
  ended: { name: "choose", problem: null, last: { preview, save } },
  reading: { name: "reading", fileName: "rows.csv", progress },
  preview: { name: "preview", preview, save: null, busy: false },
  stopped: { name: "preview", preview, save, busy: false },
  judging: { name: "preview", preview: { ...preview, textAsZero: true }, save: null, busy: true },
  decided: {
    name: "preview",
    preview: { ...preview, decisions: new Map([[3, "merge"]]) },
    save: null,
    busy: false,
  },
  explained: {
    name: "preview",
    preview: { ...preview, unusual: { reason: "harvest", leaveOut: false } },
    save: null,
    busy: false,
  },
  others: { name: "preview", preview: other, save: null, busy: false },
};

const events: Readonly<Record<string, readonly ImportEvent[]>> = {
  reads: [{ type: "reading", fileName: "rows.csv", progress }],
  judges: [{ type: "judged", preview: other }],
  "judges again": [{ type: "judging again", choices: {}, textAsZero: true }],
  decides: [
    { type: "decided", rows: [2], option: null },
    { type: "decided", rows: [3], option: "merge" },
  ],
  explains: [{ type: "explained", unusual: { reason: "harvest", leaveOut: false } }],
  saves: [{ type: "saving", save }],
  fails: [{ type: "failed", problem: "This is no workbook." }],
  ends: [{ type: "ended" }],
  leaves: [{ type: "left" }],
};

/**
 * Each item has the step before an event, the event, and the step afterwards. An event that doesn't concern the step
 * must return the same state object.
 */
const table: readonly (readonly [from: string, event: string, to: string])[] = [
  ["choose", "reads", "reading"],
  ["choose", "judges again", "choose"],
  ["choose", "decides", "choose"],
  ["choose", "explains", "choose"],
  ["choose", "saves", "choose"],
  ["choose", "ends", "choose"],
  ["choose", "leaves", "choose"],
  ["ended", "reads", "reading"],
  ["ended", "leaves", "choose"],
  ["refused", "reads", "reading"],
  ["refused", "leaves", "choose"],
  ["reading", "reads", "reading"],
  ["reading", "judges", "others"],
  ["reading", "judges again", "reading"],
  ["reading", "decides", "reading"],
  ["reading", "saves", "reading"],
  ["reading", "fails", "refused"],
  ["reading", "leaves", "choose"],
  ["preview", "reads", "reading"],
  ["preview", "judges again", "judging"],
  ["preview", "decides", "decided"],
  ["preview", "explains", "explained"],
  ["preview", "saves", "stopped"],
  ["preview", "ends", "preview"],
  ["preview", "leaves", "choose"],
  ["judging", "judges", "others"],
  ["judging", "fails", "refused"],
  ["judging", "leaves", "choose"],
  ["stopped", "decides", "decided"],
  ["stopped", "explains", "explained"],
  ["stopped", "judges again", "judging"],
  ["stopped", "reads", "reading"],
  ["stopped", "saves", "stopped"],
  ["stopped", "ends", "ended"],
  ["stopped", "leaves", "choose"],
];

describe("Steps of an import", () => {
  it.each(table)(
    'If an import is in the step "%s" and the event "%s" occurs, the next step is "%s".',
    (from, event, to) => {
      const start = steps[from] as ImportStep;
      const end = (events[event] ?? []).reduce(importFlow, start);
      expect(end).toEqual(steps[to]);
      if (from === to && start.name !== "preview" && event !== "reads") expect(end).toBe(start);
    },
  );

  it("When a user decides about an import row, the app does not modify the earlier state object.", () => {
    importFlow(steps.preview as ImportStep, { type: "decided", rows: [9], option: "anyway" });
    expect([...preview.decisions]).toEqual([[2, "anyway"]]);
  });
});
