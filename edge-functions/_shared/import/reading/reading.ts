/**
 * Reads a sheet: finds the headings, maps columns to fields, selects the data rows and converts the cells. Files and
 * pasted blocks are read in the same way. If a part of a sheet can be read in several ways, the user is asked, and the
 * part is not imported before the answer.
 */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { formatRows } from "./cell-format.ts";
import { columnLetters, isBlankCell, messageText, type Sheet, type SheetRow } from "./cells.ts";
import { type ChosenColumn, chooseColumns, fieldTaken } from "./columns.ts";
import { dataRows } from "./data-rows.ts";
import { fillDown } from "./fill-down.ts";
import { absentFields, findHeadings, type Layout } from "./headings.ts";
import { Asker, type Question, type ReadingChoices } from "./questions.ts";
import { readRepeatedHeadings } from "./repeated-headings.ts";
import { askAboutUnusedColumns, unusedReasons } from "./unused-columns.ts";

/** A column of the sheet and the field it is mapped to. */
export interface ColumnReading {
  column: number;
  heading: string;
  field: string | null;
  why: string;
  /** First filled cell below the heading, as the sheet shows it. */
  sample: string;
}

export interface Reading {
  layout: Layout;
  /** Data rows with converted cells. A cell has a note if its value differs from the text that the sheet shows. */
  rows: readonly SheetRow[];
  columns: readonly ColumnReading[];
  questions: readonly Question[];
  /** Sentences for the user about rows, columns and texts that were converted or are not imported. */
  remarks: readonly string[];
}

export function readSheet(record: AnyRecord, source: Sheet, choices: ReadingChoices = {}): Reading {
  const asker = new Asker(choices.answers);
  const remarks: string[] = [];
  const sheet = withDoubtfulQuotes(source, asker);
  const headings = findHeadings(record, sheet.rows, choices.headingRow);
  const firstRow = headings.row === null ? (sheet.rows[0]?.row ?? 1) : headings.row + 1;
  const lower = sheet.rows.filter(({ row }) => row >= firstRow);
  const below = readRepeatedHeadings({ record, headings, below: lower, asker });
  const chosen = chooseColumns({ record, sheet, headings, below, choices, asker });
  const data = dataRows({ record, sheet, headings, below, chosen, asker, remarks });
  askAboutUnusedColumns({ chosen, rows: data.rows, choices, asker });
  const fields = chosen.map(({ field }) => field);
  const dressed = formatRows({
    record,
    sheet,
    headings,
    chosen,
    rows: fillDown({
      record,
      headings,
      chosen: withPartsOfNames(chosen),
      rows: data.rows,
      leftOut: data.leftOut,
      asker,
    }),
    unitsRow: data.unitsRow,
    asker,
    remarks,
  });
  const columns = chosen.map(({ heading, why }, column): ColumnReading => {
    const field = dressed.fields[column] ?? null;
    const held = fields[column] !== null && field === null;
    const sample = data.rows.find(({ cells }) => !isBlankCell(cells[column]))?.cells[column];
    return {
      column,
      heading,
      field,
      why: held ? "not answered yet, or left out" : why,
      sample: messageText(sample),
    };
  });
  const ignored = columns.flatMap(({ column, heading, field, why, sample }) =>
    field !== null || (sample === "" && heading === "")
      ? []
      : [{ column: columnLetters(column), heading, reason: why }],
  );
  const layout: Layout = {
    headed: headings.row !== null,
    firstRow,
    columns: dressed.fields,
    ignored,
    absent: absentFields(record, dressed.fields),
  };
  return {
    layout,
    rows: dressed.rows,
    columns,
    // If a quotation mark makes the rows unclear, return only the question about it, because the answer may change all
    // other questions.
    questions:
      sheet.doubt && asker.questions[0]?.answer === null ? asker.questions.slice(0, 1) : asker.questions,
    remarks: [...remarks, ...ignoredRemark(ignored)],
  };
}

/** Returns the columns with the field of a name also in the other columns of its parts, which can have ditto marks. */
const withPartsOfNames = (chosen: readonly ChosenColumn[]): ChosenColumn[] =>
  chosen.map((column, index) => {
    const name = chosen.find(({ joined, joiner }) => joiner !== undefined && joined?.includes(index));
    return { ...column, field: column.field ?? name?.field ?? null };
  });

/** Asks how to split the text into rows, if a quotation mark may have joined several rows into one cell. */
function withDoubtfulQuotes(sheet: Sheet, asker: Asker): Sheet {
  const { doubt } = sheet;
  if (!doubt) return sheet;
  const { row, lines, closed, literalRows } = doubt;
  const text = `Row ${row} has a quote that ${closed ? "turns" : "is never closed and turns"} ${lines} lines into one cell. How should they be read?`;
  const answer = asker.ask("quotes", text, { lines: "Each line is a row", cell: "They are one cell" });
  return answer === "cell" ? sheet : { ...sheet, rows: literalRows };
}

/** Returns remarks that list the columns that are not imported, by reason. */
function ignoredRemark(ignored: Layout["ignored"]): string[] {
  const named = (reason: string) =>
    ignored
      .filter((one) => one.reason === reason)
      .map(({ column, heading }) => (heading ? `${heading} (${column})` : column));
  const unknown = unusedReasons.flatMap(named);
  const repeated = named(fieldTaken);
  return [
    ...(unknown.length > 0 ? [`These columns will not be imported: ${unknown.join(", ")}.`] : []),
    ...(repeated.length > 0
      ? [`Left out, because another column is used for the same field: ${repeated.join(", ")}.`]
      : []),
  ];
}
