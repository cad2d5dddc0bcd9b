/** Columns with values that become no field: they are named, and somebody gives them a field or leaves them out. */
import { foldText } from "../../rules/text.ts";
import { cellText, columnLetters, isBlankCell, type SheetRow } from "./cells.ts";
import { beyondFields, type ChosenColumn, noHeading, unknownHeading } from "./columns.ts";
import type { Asker, ReadingChoices } from "./questions.ts";

/** Why a column becomes no field, when nobody has been asked. */
export const unusedReasons: readonly string[] = [unknownHeading, noHeading, beyondFields];

/** Columns that our own workbook of problem rows adds. */
export const addedHeadings = ["Row in the file", "What is wrong"] as const;

const added: ReadonlySet<string> = new Set(addedHeadings.map(foldText));

/** Headings of columns that only number the rows. */
const numbering =
  /^(?:no\.?|nos\.?|#|item(?: no\.?)?|seq(?:uence)?\.?(?: no\.?)?|s\.? ?n\.?o?\.?|ctr\.?|count|row(?: no\.?)?|line(?: no\.?)?|)$/;

interface Table {
  chosen: readonly ChosenColumn[];
  rows: readonly SheetRow[];
  choices: ReadingChoices;
  asker: Asker;
}

export const unusedQuestion = "unused columns";

export function askForUnused({ chosen, rows, choices, asker }: Table): void {
  const unused = chosen.flatMap(({ heading, field, why }, column) =>
    field === null &&
    unusedReasons.includes(why) &&
    !(choices.columns && column in choices.columns) &&
    !added.has(foldText(heading)) &&
    rows.some(({ cells }) => !isBlankCell(cells[column])) &&
    !(numbering.test(foldText(heading)) && areCounted(rows, column))
      ? [heading ? `${heading} (${columnLetters(column)})` : columnLetters(column)]
      : [],
  );
  // Copied cells without headings take the fields in their order; what is behind the last of them has no name to ask by.
  if (unused.length === 0 || chosen.every(({ heading }) => !heading)) return;
  const text = `No field is called ${unused.join(", ")}. Choose a field for ${unused.length === 1 ? "the column" : "each column"} under Columns, or leave ${unused.length === 1 ? "it" : "them"} out.`;
  asker.ask(unusedQuestion, text, { out: "Leave out" });
}

/** Whether a column counts the rows: each figure is more than the one before, or begins again. */
function areCounted(rows: readonly SheetRow[], column: number): boolean {
  let before = 0;
  return rows.every(({ cells }) => {
    if (isBlankCell(cells[column])) return true;
    const figure = Number(cellText(cells[column]).replace(/[.)]$/, ""));
    const next = figure === 1 || figure === before + 1;
    before = figure;
    return next;
  });
}
