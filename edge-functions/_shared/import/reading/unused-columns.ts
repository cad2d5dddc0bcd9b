/**
 * Asks the user about columns that have values but no field. The user chooses a field for such a column or omits the
 * column.
 */
import { stageColumn } from "../../records/vocabulary/stage-column.ts";
import { foldText } from "../../rules/text.ts";
import { cellText, columnLetters, isBlankCell, type SheetRow } from "./cells.ts";
import { beyondFields, type ChosenColumn, noHeading, unknownHeading } from "./columns.ts";
import type { Asker, ReadingChoices } from "./questions.ts";

/** Reasons why a column has no field, except the user's own choice to omit it. */
export const unusedReasons: readonly string[] = [unknownHeading, noHeading, beyondFields];

/** Headings of the columns that this app adds when a user exports the rows with problems as a workbook. */
export const addedHeadings = ["Row in the file", "What is wrong"] as const;

const added: ReadonlySet<string> = new Set(addedHeadings.map(foldText));

const stages: ReadonlySet<string> = new Set(stageColumn.values.map(foldText));

/** True if the column is the one that an export of all tabs adds. A column with other values is asked about. */
const isStage = (heading: string, rows: readonly SheetRow[], column: number): boolean =>
  foldText(heading) === foldText(stageColumn.label) &&
  rows.every(({ cells }) => isBlankCell(cells[column]) || stages.has(foldText(cellText(cells[column]))));

/** Matches headings of columns that contain row numbers. */
const numbering =
  /^(?:no\.?|nos\.?|#|item(?: no\.?)?|seq(?:uence)?\.?(?: no\.?)?|s\.? ?n\.?o?\.?|ctr\.?|count|row(?: no\.?)?|line(?: no\.?)?|)$/;

interface Table {
  chosen: readonly ChosenColumn[];
  rows: readonly SheetRow[];
  choices: ReadingChoices;
  asker: Asker;
}

export const unusedQuestion = "unused columns";

export function askAboutUnusedColumns({ chosen, rows, choices, asker }: Table): void {
  const unused = chosen.flatMap(({ heading, field, why }, column) =>
    field === null &&
    unusedReasons.includes(why) &&
    !(choices.columns && column in choices.columns) &&
    !added.has(foldText(heading)) &&
    !isStage(heading, rows, column) &&
    rows.some(({ cells }) => !isBlankCell(cells[column])) &&
    !(numbering.test(foldText(heading)) && areCounted(rows, column))
      ? [heading ? `${heading} (${columnLetters(column)})` : columnLetters(column)]
      : [],
  );
  // Do not ask about columns beyond the last field of a pasted block without headings, because a question could not
  // name them.
  if (unused.length === 0 || chosen.every(({ heading }) => !heading)) return;
  const text = `No field is called ${unused.join(", ")}. Choose ${unused.length === 1 ? "one" : "their fields"} in the table of columns, or leave the ${unused.length === 1 ? "column" : "columns"} out.`;
  asker.ask(unusedQuestion, text, { out: "Leave out" });
}

/** True if a column contains row numbers: each number is one more than the previous one, or is 1. */
export function areCounted(rows: readonly SheetRow[], column: number): boolean {
  let before = 0;
  return rows.every(({ cells }) => {
    if (isBlankCell(cells[column])) return true;
    const figure = Number(cellText(cells[column]).replace(/[.)]$/, ""));
    const next = figure === 1 || figure === before + 1;
    before = figure;
    return next;
  });
}
