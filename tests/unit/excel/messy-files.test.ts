/**
 * Tests messy files from their bytes to the rows that would be saved. `messy-files.thorough.spec.ts` does the same in
 * a browser.
 */
import { describe, expect, it } from "vitest";
import { countRows } from "#shared/import/classify/counts.ts";
import { PlaceBook } from "#shared/import/places.ts";
import { columnLetters } from "#shared/import/reading/cells.ts";
import { fieldLabel } from "#shared/import/reading/columns.ts";
import { openQuestions, type ReadingChoices } from "#shared/import/reading/questions.ts";
import { readLocations } from "../../../seed/psgc/locations.ts";
import { classifyFile, prepareSheet } from "../../../web/src/records/import/preview/prepare.ts";
import { rowsToSave } from "../../../web/src/records/import/preview/rows-to-save.ts";
import { type ReadSheet, readImportFile } from "../../../web/src/records/workbook/read-file.ts";
import { central, places, provincial } from "../import/support.ts";
import type { MessyFile } from "./messy/files.ts";
import { messyFiles } from "./messy/index.ts";
import { record } from "./support.ts";

/** The simulated user imports rows with unusual values, and gives this reason. */
const unusual = { reason: "As counted.", leaveOut: false };

const wholeCountry = new PlaceBook(readLocations());

const readFile = async ({ make }: MessyFile): Promise<ReadSheet> => readImportFile(await make(), record);

async function previewed(file: MessyFile, sheet: ReadSheet, choices: ReadingChoices) {
  const stored = (file.stored ?? []).map((row, index) => ({ id: index + 1, row_version: 1, ...row }));
  const tools = {
    record,
    access: file.as === "central" ? central : provincial,
    places: file.as === "central" ? wholeCountry : places,
    barangaysOf: async () => [],
    lists: undefined,
    choices,
    list: async () => stored,
    listParents: async () => [],
    listOf: () => async () => [],
  };
  const prepared = await prepareSheet(tools, sheet);
  return { prepared, rows: await classifyFile(tools, prepared, false) };
}

/**
 * Answers the import's questions as the file's description says, and returns the answers. A question without an answer
 * in the description fails the test.
 */
async function answered(file: MessyFile, sheet: ReadSheet): Promise<ReadingChoices> {
  const answers: Record<string, string> = {};
  const columns: Record<number, string> = {};
  for (const [letters, label] of Object.entries(file.mapped ?? {})) {
    const column = Array.from({ length: 400 }, (_, index) => columnLetters(index)).indexOf(letters);
    columns[column] = record.fields.find(({ name }) => fieldLabel(record, name) === label)?.name ?? "";
  }
  const used = new Set<string>();
  for (let round = 0; round < 5; round++) {
    const { prepared, rows } = await previewed(file, sheet, { answers, columns });
    const open = openQuestions(prepared.reading.questions);
    // No rows can be saved before the questions are answered.
    if (open.length > 0) expect(rowsToSave({ rows, prepared, unusual, decisions: new Map() })).toEqual([]);
    for (const { id, text, options } of open) {
      const key = Object.keys(file.answers ?? {}).find((part) => text.includes(part));
      const label = file.answers?.[key ?? ""];
      const option = options.find((one) => one.label === label);
      expect(option, `${text} ${JSON.stringify(options)}`).toBeDefined();
      answers[id] = option?.value ?? "";
      used.add(key ?? "");
    }
    if (open.length === 0) break;
  }
  expect([...used].sort(), "questions that were expected").toEqual(Object.keys(file.answers ?? {}).sort());
  return { answers, columns };
}

describe("Import of messy files", () => {
  it("Coverage: The tests import at least 60 messy files with different names.", () => {
    expect(messyFiles.length).toBeGreaterThanOrEqual(60);
    expect(new Set(messyFiles.map(({ file }) => file)).size).toBe(messyFiles.length);
  });

  it.each(messyFiles.map((file) => [file.name, file] as const))(
    "The import handles the messy file %s as expected.",
    async (_, file) => {
      if (file.refused) {
        await expect(readFile(file)).rejects.toThrow(file.refused);
        return;
      }
      const sheet = await readFile(file);
      const choices = await answered(file, sheet);
      // The import shows remarks about a column only until the user maps the column by hand.
      const first = await previewed(file, sheet, {});
      const { prepared, rows } = await previewed(file, sheet, choices);
      const said = [
        ...sheet.remarks,
        ...first.prepared.reading.remarks,
        ...prepared.reading.remarks,
        ...prepared.reading.questions.map(({ text }) => text),
        ...rows.flatMap(({ issues, notes, repeats }) => [
          ...[...issues, ...notes].map(({ cell, reason }) => `${cell} ${reason}`),
          repeats === null ? "" : `Repeats row ${repeats}`,
        ]),
      ].join("\n");
      for (const pattern of file.says ?? []) expect(said).toMatch(pattern);
      const decisions = new Map<number, string>();
      for (const row of rows) {
        const label = file.decided?.[row.row];
        const option = row.options.find((one) => one.label === label);
        if (label) decisions.set(row.row, option?.key ?? "");
      }
      const saved = rowsToSave({ rows, prepared, unusual, decisions }).map(({ payload }) => payload);
      expect(saved.length, said).toBe(file.saved?.length);
      for (const [index, expected] of (file.saved ?? []).entries()) {
        for (const [name, value] of Object.entries(expected)) {
          expect([name, saved[index]?.[name] ?? undefined]).toEqual([name, value]);
        }
      }
      const classes = Object.entries(countRows(rows).classes).filter(([, count]) => count > 0);
      if (file.classes) expect(Object.fromEntries(classes)).toEqual(file.classes);
    },
  );
});
