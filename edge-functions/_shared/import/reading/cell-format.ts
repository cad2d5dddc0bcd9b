/**
 * Converts the cells of each column to the values that they mean. Handles amounts in thousands, dates written day
 * first, decimal commas, placeholders such as "none", and numbers that Excel turned into dates. If the user must answer
 * a question about a column, the column is not imported before the answer.
 */
import type { AnyRecord, Field } from "../../records/vocabulary/types.ts";
import { dateSystemOffset } from "../../rules/dates.ts";
import { roundTo } from "../../rules/decimals.ts";
import { formatNumber, parseNumber } from "../../rules/numbers.ts";
import { enumerate, joinList, splitList } from "../../rules/text.ts";
import { isBlankWord, isMark, isPlaceholder, readsPlaceholderAsBlank } from "../../validate/placeholders.ts";
import { fieldsOf } from "../../validate/validate.ts";
import { isAmount, repairCell, replaceValue, withWritten } from "./cell-repairs.ts";
import {
  cellAddress,
  cellText,
  cellValue,
  columnLetters,
  isBlankCell,
  isCellProblem,
  linkOf,
  messageText,
  noteOf,
  type RawCell,
  type Sheet,
  type SheetRow,
} from "./cells.ts";
import {
  dateEvidence,
  type Evidence,
  hasCommaGroups,
  hasOneCommaGroup,
  hasPointGroups,
  numberEvidence,
  onePointGroupIn,
  parseDayFirst,
  replaceDecimalComma,
  swapDayAndMonth,
} from "./column-style.ts";
import { type ChosenColumn, columnName, fieldLabel, tickIn } from "./columns.ts";
import type { Headings } from "./headings.ts";
import { type Asker, nameRows } from "./questions.ts";
import { unitsOfRow } from "./row-roles.ts";
import { areNumbered, nameWithoutFootnote, withoutNumber } from "./text-repairs.ts";
import { conversion, headingParts, isMoney, type Unit, unitOf, unitOfTitle } from "./units.ts";

/** The sheet whose cells are converted, with questions to the user and remarks about the sheet. */
interface CellContext {
  record: AnyRecord;
  sheet: Sheet;
  headings: Headings;
  chosen: readonly ChosenColumn[];
  rows: readonly SheetRow[];
  /** Row that is below the headings and contains the units of the columns. */
  unitsRow: SheetRow | undefined;
  asker: Asker;
  remarks: string[];
}

/** A column that is imported into a field. `index` is the column's position in each row, from 0. */
interface Column {
  index: number;
  field: Field;
  heading: string;
  cells: readonly (RawCell | undefined)[];
}

/** Converts one cell. Returns undefined to leave the cell unchanged. */
type Step = (cell: RawCell, row: SheetRow) => RawCell | undefined;

/**
 * Function that converts the cells of a column; null if the column needs no conversion. "out" means that the column is
 * not imported.
 */
type ColumnStep = Step | "out" | null;

/**
 * Returns the rows with converted cells, and the field of each column. The field is null for a column that is not
 * imported.
 */
export function formatRows(context: CellContext): { rows: SheetRow[]; fields: (string | null)[] } {
  const { record, chosen, rows } = context;
  const fields = chosen.map(({ field }) => field);
  const columns = fields.flatMap((name, index): Column[] => {
    const field = name === null ? undefined : fieldsOf(record).get(name);
    const heading = chosen[index]?.heading ?? "";
    return field ? [{ index, field, heading, cells: rows.map(({ cells }) => cells[index]) }] : [];
  });
  const steps = new Map<number, Step[]>(columns.map(({ index }) => [index, []]));
  const add = (column: Column, columnStep: ColumnStep) => {
    if (columnStep === "out") {
      fields[column.index] = null;
      steps.delete(column.index);
    } else if (columnStep) steps.get(column.index)?.push(columnStep);
  };
  for (const column of columns) add(column, tickedStep(chosen, column));
  for (const column of columns) add(column, (cell) => repairCell(column.field, cell));
  reportLinks(context, columns);
  for (const column of columns) add(column, joinedStep(context, column));
  for (const column of columns) add(column, mergedStep(context, column));
  for (const column of columns) add(column, numberedStep(context, column));
  for (const column of columns) add(column, textStep(context, column));
  for (const column of columns) add(column, listStep(column));
  const dated = columns.filter(({ field }) => field.kind === "date");
  for (const column of dated) add(column, partialDateStep(context, column));
  for (const column of dated) add(column, dateStep(context, column, dated));
  const numbered = columns.filter(({ field }) => field.kind === "integer" || field.kind === "decimal");
  for (const column of numbered) add(column, styleStep(context, column, numbered));
  askAboutUnits(context, numbered, add);
  const dressed = rows.map((row): SheetRow => {
    const cells = row.cells.map((cell, index) =>
      (steps.get(index) ?? []).reduce<RawCell>((now, step) => step(now, row) ?? now, cell),
    );
    return { ...row, cells };
  });
  return { rows: dressed, fields };
}

/** Adds a remark for each column whose texts have hyperlinks, because the addresses of the links are not imported. */
function reportLinks({ remarks }: CellContext, columns: readonly Column[]): void {
  for (const { index, field, heading, cells } of columns) {
    const links = cells.filter((cell) => linkOf(cell) !== undefined && linkOf(cell) !== cellText(cell));
    if (field.attached || links.length === 0) continue;
    const count = links.length === 1 ? "a cell links" : `${links.length} cells link`;
    remarks.push(
      `${columnName(index, heading)}: ${count} to an address that is not imported (${linkOf(links[0])}).`,
    );
  }
}

const problem = (cell: RawCell, reason: string): RawCell => ({ problem: reason, text: cellText(cell) });

/** Converts a tick in one of several columns, such as "M" and "F", to the choice that its column means. */
function tickedStep(chosen: readonly ChosenColumn[], { index }: Column): ColumnStep {
  const ticks = chosen[index]?.ticks;
  if (ticks === undefined) return null;
  return (cell, row) => {
    const other = ticks.find((tick) => tickIn(row.cells[tick.index]) === null);
    if (other)
      return problem(row.cells[other.index] ?? null, `${cellAddress(other.index, row.row)} is not a tick`);
    const ticked = ticks.filter((tick) => tickIn(row.cells[tick.index]));
    if (ticked.length < 2) return replaceValue(cell, ticked[0]?.choice ?? null);
    return problem(
      cell,
      `${enumerate(ticked.map(({ choice }) => choice))} are ticked; tick only one of them`,
    );
  };
}

/**
 * Appends the texts of other columns that are mapped to the same field. Leaves out placeholders, and numbers in front
 * of a part of a name.
 */
function joinedStep({ chosen, rows }: CellContext, { index, field }: Column): ColumnStep {
  const { joined: others, joiner } = chosen[index] ?? {};
  if (others === undefined) return null;
  const textsIn = (column: number) => rows.map(({ cells }) => cellText(cells[column]).trim()).filter(Boolean);
  const counted = joiner === undefined ? [] : others.filter((column) => areNumbered(textsIn(column)));
  return (own, row) => {
    const filled = [index, ...others].flatMap((column) => {
      const raw = row.cells[column] ?? null;
      const cell = column === index ? own : (repairCell(field, raw) ?? raw);
      const value = cellValue(cell);
      const whole = (typeof value === "string" ? value : cellText(cell)).trim();
      const text = counted.includes(column) ? withoutNumber(whole) : whole;
      return isBlankCell(cell) ? [] : [{ column, cell, text, address: cellAddress(column, row.row) }];
    });
    for (const { column, cell, text, address } of filled) {
      if (isCellProblem(cell)) return column === index ? cell : problem(cell, `${address}: ${cell.problem}`);
      if (joiner !== undefined && isMark(text)) return problem(cell, `${address} is not a part of a name`);
    }
    const parts = filled.filter(({ text }) => !isBlankWord(text));
    const more = parts.filter(({ column }) => column !== index);
    if (more.length === 0) return undefined;
    const text = parts.map((part) => part.text).join(joiner ?? "; ");
    const notes = more.flatMap(({ cell }) => noteOf(cell) ?? []);
    const addresses = enumerate(more.map(({ address }) => address));
    return replaceValue(own, text, [...notes, `joined with ${addresses}`].join("; "));
  };
}

/**
 * Handles merged cells. A text that is merged over several rows is used for each row. For an amount, the user is asked
 * whether it belongs to each row or only to the first. A cell that is merged with the cell to its left is blank.
 */
function mergedStep({ rows, asker }: CellContext, { index, field, heading }: Column): ColumnStep {
  const from = (row: SheetRow) => row.merged?.[index];
  const merged = rows.filter((row) => from(row) && !isBlankCell(row.cells[index]));
  if (merged.length === 0) return null;
  const beside: Step = (_, row) =>
    from(row)?.column !== undefined && from(row)?.column !== index ? null : undefined;
  const below = merged.filter((row) => from(row)?.column === index && from(row)?.row !== row.row);
  if (below.length === 0 || !["integer", "decimal"].includes(field.kind)) return beside;
  const text = `${columnName(index, heading)}: an amount is merged over several rows (${nameRows(below.map(({ row }) => row)).toLowerCase()}).`;
  const answer = asker.ask(`merged ${index}`, text, {
    first: "Use it for the first row only",
    each: "Use it for each row",
    none: "Leave merged amounts blank",
  });
  if (answer === null) return "out";
  if (answer === "each") return beside;
  const tops = new Set(below.map((row) => from(row)?.row));
  return (cell, row) => {
    if (beside(cell, row) === null) return null;
    const isBelow = from(row)?.row !== undefined && from(row)?.row !== row.row;
    if (!isBelow && !(answer === "none" && tops.has(row.row))) return undefined;
    return replaceValue(cell, null, "merged with other rows; left blank");
  };
}

/** Asks whether to remove row numbers in front of names, such as "1. Ani". */
function numberedStep({ record, asker }: CellContext, { index, field, heading, cells }: Column): ColumnStep {
  const texts = cells.filter((cell) => !isBlankCell(cell)).map((cell) => cellText(cell).trim());
  if (field.name !== record.title || !areNumbered(texts)) return null;
  const text = `${columnName(index, heading)}: the names begin with numbers (${texts[0]}). Are the numbers part of the names?`;
  const answer = asker.ask(`numbered ${index}`, text, {
    out: "No, remove the numbers",
    in: "Yes, keep the numbers",
  });
  if (answer === null) return "out";
  if (answer === "in") return null;
  return (cell) => {
    const value = cellValue(cell);
    return typeof value === "string" ? replaceValue(cell, withoutNumber(value.trim())) : undefined;
  };
}

const wholeDigits = 15;

/** Reports a number with more digits than Excel keeps. The number in the cell is then not the number that was typed. */
function reportLostDigits(cell: RawCell): RawCell | undefined {
  const value = cellValue(cell);
  if (typeof value !== "number" || (Math.abs(value) < 10 ** wholeDigits && !/e/.test(String(value))))
    return undefined;
  return problem(
    cell,
    `Excel keeps ${wholeDigits} digits of a number; format the cell as text and type it again`,
  );
}

/**
 * True if a number cell shows only a part of its digits, as "2.02E+11" for 202100123456, or "202" for 202100 in
 * thousands. Different IDs can then show the same text. Numbers with decimals are only checked for an exponent.
 */
function hidesDigits(cell: RawCell, value: number): boolean {
  const shown = cellText(cell);
  if (/\dE[+-]?\d/i.test(shown)) return true;
  return Number.isInteger(value) && !shown.replace(/\D/g, "").includes(String(Math.abs(value)));
}

/**
 * Corrects cells in text fields: placeholders such as "none", long numbers that Excel cut short, and numbers that Excel
 * turned into dates.
 */
function textStep({ record, asker }: CellContext, { index, field, heading, cells }: Column): ColumnStep {
  if (field.kind !== "text" && field.kind !== "long_text") return null;
  const days = field.kind === "text" ? cells.filter((cell) => cellValue(cell) instanceof Date) : [];
  let asDays: "text" | "blank" | null = null;
  if (days.length > 0) {
    const text = `${columnName(index, heading)}: ${days.length === 1 ? "a cell is a date" : `${days.length} cells are dates`} (${cellText(days[0])}). Excel turns numbers such as 9-3521 into dates.`;
    asDays = asker.ask(`days ${index}`, text, {
      blank: "Leave these cells blank",
      text: "Import the dates as text",
    });
    if (asDays === null) return "out";
  }
  const blanks = readsPlaceholderAsBlank(record, field);
  const step: Step = (cell) => {
    const value = cellValue(cell);
    if (value instanceof Date) {
      return asDays === "blank"
        ? replaceValue(cell, null, "a date; left blank")
        : replaceValue(cell, cellText(cell), "a date; imported as text");
    }
    const lost = reportLostDigits(cell);
    if (lost) return lost;
    // A long number that a program cut short has a plus sign in its exponent: "2E+11". An ID such as "3E07" has no sign.
    const exponent = typeof value === "string" ? /^\d(?:[.,]\d+)?E(\+?)\d+$/i.exec(value.trim()) : null;
    if (exponent) {
      return exponent[1]
        ? problem(
            cell,
            `"${exponent[0]}" is a long number cut short; format the cell as text and type it again`,
          )
        : replaceValue(cell, value, `"${exponent[0]}" is read as text, not as a number`);
    }
    if (typeof value === "number" && hidesDigits(cell, value)) {
      return replaceValue(cell, String(value), `${cellText(cell)} is read as ${value}`);
    }
    // Import the shown text instead of the number, because the text may have leading zeros of an ID.
    if (typeof value === "number" && cellText(cell) !== String(value))
      return replaceValue(cell, cellText(cell));
    if (blanks && value !== null && isPlaceholder(String(value))) {
      return replaceValue(cell, null, `"${String(value).trim()}" means no value; left blank`);
    }
    const plain = blanks && typeof value === "string" ? nameWithoutFootnote(value) : null;
    if (plain) {
      return replaceValue(cell, plain.text, `“${plain.mark}” looks like a footnote mark and is left out`);
    }
    return undefined;
  };
  return (cell, row) => withWritten(cell, step(cell, row));
}

/** Splits a list at commas, semicolons and line ends, and drops placeholders such as "none". */
function listStep({ field }: Column): ColumnStep {
  if (field.kind !== "list" || field.attached) return null;
  const { options } = field;
  // A title may contain a comma, an ID does not.
  const areTitles = options?.from !== "record" || options.value === options.label;
  const step: Step = (cell) => {
    const value = cellValue(cell);
    if (typeof value !== "string") return reportLostDigits(cell);
    const items = splitList(value.replace(/[;\r\n]+/g, ","));
    const named = options?.from === "record" ? items.filter((item) => !isPlaceholder(item)) : items;
    if (items.length > 0 && named.length === 0) {
      return replaceValue(cell, null, `"${value.trim()}" means no value; left blank`);
    }
    const list = joinList(named);
    const before = splitList(value);
    const isSplit = named.length > (areTitles ? 1 : before.length);
    if (list === joinList(before) && !isSplit) return undefined;
    const note = isSplit ? `split into ${named.length} items` : undefined;
    return replaceValue(cell, list, note);
  };
  return (cell, row) => withWritten(cell, step(cell, row));
}

/**
 * Asks the user about date cells that show only a part of a date. Excel stores "Mar 2021" as March 1, 2021, and adds
 * the current year to "Mar 15".
 */
function partialDateStep({ rows, asker }: CellContext, { index, heading }: Column): ColumnStep {
  const isPartial = (row: SheetRow) =>
    row.partialDates?.includes(index) === true && cellValue(row.cells[index]) instanceof Date;
  const partial = rows.filter(isPartial);
  if (partial.length === 0) return null;
  const named = nameRows(partial.map(({ row }) => row)).toLowerCase();
  const text = `${columnName(index, heading)}: ${named} ${partial.length === 1 ? "shows" : "show"} only a part of a date. The spreadsheet stores a whole date (${messageText(partial[0]?.cells[index])}).`;
  const answer = asker.ask(`partial dates ${index}`, text, {
    blank: "Leave these cells blank",
    whole: "Import the stored dates",
  });
  if (answer === null) return "out";
  if (answer === "whole") return null;
  return (cell, row) =>
    isPartial(row) ? replaceValue(cell, null, "only a part of a date; left blank") : undefined;
}

/**
 * Minimum number that is read as a date, in days since 1900: a day in 1949 for most date fields. For dates that are
 * always in the past, such as birthdays, it is a day in 1908. A smaller number is probably a count, a year or an ID.
 */
const earliestSerial = { general: 18_000, past: 3_000 };

/** Reports numbers in a date column that are too small to be dates, such as "98". */
function bareNumberStep({ pastDates }: AnyRecord, { name }: Field): Step {
  const isPast = pastDates?.some(({ field }) => field === name);
  const earliest = isPast ? earliestSerial.past : earliestSerial.general;
  return (cell) => {
    const value = cellValue(cell);
    const isNumber =
      typeof value === "number" || (typeof value === "string" && /^\d+(?:\.\d+)?$/.test(value.trim()));
    const serial = Number(value);
    // Years are not reported here, because the validator has its own message for them.
    const isYear = Number.isInteger(serial) && serial >= 1900 && serial <= 2100;
    if (!isNumber || isYear || serial >= earliest) return undefined;
    return problem(cell, `"${cellText(cell).trim()}" is not a date; write it as MM-DD-YYYY`);
  };
}

const dateFormat = /\b(d{1,2}|m{1,2})[-/. ](d{1,2}|m{1,2})[-/. ]y{2,4}\b/i;

/** Detects the order of day and month in a heading such as "Date (DD/MM/YYYY)". */
function orderInHeading(heading: string): "own" | "other" | null {
  const match = dateFormat.exec(heading);
  if (!match) return null;
  return /^d/i.test(match[1] ?? "") ? "other" : "own";
}

/**
 * Determines whether the dates of a column have the day or the month first. Also corrects dates in which Excel swapped
 * day and month.
 */
function dateStep(
  { record, sheet, asker, remarks }: CellContext,
  column: Column,
  all: readonly Column[],
): ColumnStep {
  const { index, heading, cells } = column;
  const evidence = dateEvidence(cells);
  const name = columnName(index, heading);
  const others = all
    .filter((other) => other !== column)
    .map((other) => ({ heading: other.heading, evidence: dateEvidence(other.cells) }));
  const elsewhere = others.some((other) => isOther(other.evidence, other.heading));
  // Dates with dashes are probably from this app, which writes month-day-year. With other separators, the order of day
  // and month is unclear, so the user is asked.
  const ours = evidence.example.includes("-") || others.some((other) => other.evidence.own > 0);
  const order = styleOf(evidence, orderInHeading(heading), elsewhere || !ours, () =>
    asker.ask(
      `dates ${index}`,
      `${name}: is ${evidence.example || "a date"} written day first or month first?`,
      {
        own: "Month first",
        other: "Day first",
      },
    ),
  );
  if (order === null) return "out";
  const steps: Step[] = [];
  if (sheet.date1904) {
    steps.push((cell) =>
      /^\d+(?:\.\d+)?$/.test(String(cellValue(cell)).trim())
        ? replaceValue(cell, Number(cellValue(cell)) + dateSystemOffset)
        : undefined,
    );
  }
  if (order === "other") {
    remarks.push(`${name}: dates are read day first, as ${evidence.example || heading} shows.`);
    const real = cells.filter(
      (cell) => cellValue(cell) instanceof Date && swapDayAndMonth(cellValue(cell) as Date),
    );
    // Excel reads typed dates month first. So for a date typed day first, Excel swaps day and month, or keeps the text
    // if the swapped date does not exist.
    let swap = false;
    if (real.length > 0 && evidence.other > 0) {
      const text = `${name}: ${real.length === 1 ? "a cell is a real date" : `${real.length} cells are real dates`} beside texts such as ${evidence.example}. Excel may have swapped day and month (${messageText(real[0])}).`;
      const answer = asker.ask(`exchanged ${index}`, text, {
        right: "The dates are right",
        swap: "Swap day and month",
      });
      if (answer === null) return "out";
      swap = answer === "swap";
    }
    steps.push((cell) => {
      const value = cellValue(cell);
      if (swap && value instanceof Date && swapDayAndMonth(value))
        return replaceValue(cell, swapDayAndMonth(value), "day and month swapped");
      const day = parseDayFirst(cell);
      return day ? replaceValue(cell, day) : undefined;
    });
  }
  steps.push(bareNumberStep(record, column.field));
  return (cell, row) => steps.reduce((now, step) => step(now, row) ?? now, cell);
}

const isOther = (evidence: Evidence, heading = ""): boolean =>
  (evidence.other > 0 && evidence.own === 0) || orderInHeading(heading) === "other";

/**
 * Determines the format of the dates or numbers in a column. "own" is this app's format: month first, decimal point.
 * "other" is day first, decimal comma. Asks the user if cells or the heading contradict each other. If `doubtful` is
 * true, also asks if all cells can be read in both formats.
 */
function styleOf(
  { own, other, either }: Evidence,
  stated: "own" | "other" | null,
  doubtful: boolean,
  ask: () => "own" | "other" | null,
): "own" | "other" | null {
  const sides = new Set([
    ...(own > 0 ? ["own"] : []),
    ...(other > 0 ? ["other"] : []),
    ...(stated ? [stated] : []),
  ]);
  if (sides.size === 2) return ask();
  if (sides.has("other")) return "other";
  if (sides.has("own") || either === 0) return "own";
  return doubtful ? ask() : "own";
}

/** Determines whether the numbers of a column have a decimal comma. Also reports numbers that Excel cut short. */
function styleStep({ asker, remarks }: CellContext, column: Column, all: readonly Column[]): ColumnStep {
  const { index, field, heading, cells } = column;
  const evidence = numberEvidence(cells);
  const name = columnName(index, heading);
  const others = all.filter((other) => other !== column);
  const elsewhere = others.some((other) => isOther(numberEvidence(other.cells)));
  // "1.500" can mean 1500 or 1.5.
  const isRound = (field.decimals ?? 0) < 3 && !field.percentage;
  const points = evidence.either > 0 && isRound;
  // "1,500" can also mean 1500 or 1.5. A number with points between thousands, such as "1.500,50", proves that the
  // column has decimal commas. "12,50" proves nothing, because it may be a typing error.
  const grouped = cells.find(hasOneCommaGroup);
  const commas = grouped !== undefined && (evidence.other > 0 ? !cells.some(hasPointGroups) : elsewhere);
  // In columns of amounts or whole numbers, commas usually separate thousands. So "15,00" is probably a typing error,
  // unless points separate thousands in another number of the sheet.
  const proved = [column, ...others].some((one) => one.cells.some(hasPointGroups));
  const mistyped = evidence.other > 0 && !proved && (field.kind === "integer" || isAmount(field));
  const unclear =
    evidence.own > 0 ? evidence.other > 0 : commas || mistyped || (evidence.other === 0 && points);
  const example = evidence.example || cellText(cells.find((cell) => !isBlankCell(cell)));
  const asked = evidence.own === 0 && commas && evidence.other > 0 ? cellText(grouped).trim() : example;
  const style = unclear
    ? asker.ask(`numbers ${index}`, `${name}: how should ${asked} be read?`, {
        own: "The point is a decimal point",
        other: "The point separates thousands, the comma decimals",
      })
    : evidence.other > 0
      ? "other"
      : "own";
  if (style === null) return "out";
  const cut: Step = (cell) => {
    const value = cellValue(cell);
    const short = typeof value === "string" ? /^\d(?:\.(\d+))?E\+?(\d+)$/i.exec(value.trim()) : null;
    if (!short || Number(short[2]) <= (short[1]?.length ?? 0)) return undefined;
    return problem(cell, `"${String(value).trim()}" is a long number cut short; write it in full`);
  };
  if (style === "own") {
    // Beside "12,000.00", a cell "12.000" is probably a typing error, and no answer about the column is right for both.
    if (unclear || !points || !cells.some(hasCommaGroups)) return cut;
    return (cell, row) => {
      const figures = onePointGroupIn(cell);
      if (figures === null) return cut(cell, row);
      const read = `${figures.replace(".", ",")} or ${formatNumber(Number(figures))}`;
      return problem(cell, `"${cellText(cell).trim()}" may mean ${read}; write one of these`);
    };
  }
  remarks.push(`${name}: numbers are read with a decimal comma, as ${example} shows.`);
  return (cell, row) => {
    // Beside "1.500,50", a cell "1,200" is probably a typing error.
    if (!unclear && isRound && hasOneCommaGroup(cell)) {
      const written = cellText(cell).trim();
      const read = `${written.replace(",", ".")} or ${written.replace(/0+$/, "").replace(/,$/, "")}`;
      return problem(cell, `"${written}" may mean ${read}; write one of these`);
    }
    const number = replaceDecimalComma(cell);
    return number === null ? cut(cell, row) : replaceValue(cell, number);
  };
}

/**
 * Compares the units in headings, title lines, the units row and number formats with the units of the fields. Asks the
 * user about each column with a different unit.
 */
function askAboutUnits(
  context: CellContext,
  columns: readonly Column[],
  add: (column: Column, columnStep: ColumnStep) => void,
) {
  const { headings, sheet, unitsRow } = context;
  const below = unitsRow ? unitsOfRow(unitsRow) : [];
  const title = headings.titles.map(unitOfTitle).find((unit) => unit !== null);
  const general: Column[] = [];
  for (const column of columns) {
    const { text = "", above = "" } = headings.columns[column.index] ?? {};
    const shown = sheet.formatUnits?.[column.index];
    const currency = shown ? { base: shown, scale: 1, text: shown } : null;
    const own = unitOf(column.field);
    // Apply a unit in a group heading or a title only to columns that can be measured in this unit.
    const group = headingParts(above).unit;
    const grouped = group && concerns(group, own) ? group : null;
    const unit = headingParts(text).unit ?? grouped ?? below[column.index] ?? currency;
    const letter = unit && /^[mkb]$/i.test(unit.text) && own === null;
    if (column.field.percentage && (!unit || unit.base === "%"))
      add(column, percentStep(context, column, unit !== null));
    else if (unit && !letter) add(column, unitStep(context, column, unit));
    else if (title && concerns(title, own) && conversion(column.field, title) !== 1) general.push(column);
  }
  const money = general.filter(({ field }) => unitOf(field)?.base === "PHP");
  const concerned = money.length > 0 ? money : general;
  if (!title || concerned.length === 0) return;
  const labels = concerned.map(({ index }) => columnLetters(index)).join(", ");
  const columnStep = askUnit(
    context,
    "units",
    `The sheet says “${title.text}”, which applies to ${concerned.length === 1 ? "column" : "columns"} ${labels}.`,
    title,
    concerned[0]?.field,
  );
  for (const column of concerned) add(column, columnStep);
}

const concerns = (unit: Unit, own: Unit | null): boolean =>
  unit.base === null || unit.base === own?.base || (isMoney(unit) && own !== null && isMoney(own));

function unitStep(context: CellContext, { index, field, heading, cells }: Column, unit: Unit): ColumnStep {
  if (conversion(field, unit) === 1 || cells.every(isBlankCell)) return null;
  const own = unitOf(field);
  const stored = own ? `stored in ${own.text}` : "stored without a unit";
  const text = `${columnName(index, heading)} is in ${unit.text.replace(/^in /i, "")}; ${fieldLabel(context.record, field.name)} is ${stored}.`;
  return askUnit(context, `unit ${index}`, text, unit, field);
}

/**
 * Asks whether a number without a percent sign, such as 5, means 5% or 500%. The user is only asked if the unit of the
 * column is percent, or if a number is above 1.
 */
function percentStep(
  { asker }: CellContext,
  { index, heading, cells }: Column,
  inPercent: boolean,
): ColumnStep {
  const numberIn = (cell: RawCell | undefined): number => {
    if (cell === undefined || isCellProblem(cell) || cellText(cell).includes("%")) return 0;
    const value = cellValue(cell);
    const number = parseNumber(
      typeof value === "string" ? value.replace(/^(\d+),(?=\d{1,2}$)/, "$1.") : value,
    );
    return number.ok ? (number.value ?? 0) : 0;
  };
  const numbers = cells.map(numberIn).filter((number) => number !== 0);
  const example = numbers.find((number) => Math.abs(number) > 1) ?? numbers[0];
  if (example === undefined || !(inPercent || Math.abs(example) > 1)) return null;
  const [percent, fraction] = [example, roundTo(example * 100, 6)].map(
    (number) => `${formatNumber(number)}%`,
  );
  const text = `${columnName(index, heading)}: does ${formatNumber(example)} mean ${percent} or ${fraction}?`;
  const answer = asker.ask(`percent ${index}`, text, { percent, fraction });
  if (answer === null) return "out";
  if (answer === "fraction") return null;
  return (cell) => {
    const number = numberIn(cell);
    return number === 0 ? undefined : replaceValue(cell, Number((number / 100).toPrecision(15)));
  };
}

function askUnit(
  { asker }: CellContext,
  id: string,
  text: string,
  unit: Unit,
  field: Field | undefined,
): ColumnStep {
  const factor = field ? conversion(field, unit) : null;
  const multiply: Record<string, string> =
    factor !== null && factor !== 1
      ? {
          multiply:
            factor >= 1
              ? `Multiply by ${formatNumber(factor)}`
              : `Divide by ${formatNumber(roundTo(1 / factor, 6))}`,
        }
      : {};
  const answer = asker.ask<string>(id, text, {
    ...multiply,
    keep: "Keep the numbers as they are",
    out: "Leave out",
  });
  if (answer === null || answer === "out") return "out";
  if (answer === "keep" || factor === null) return null;
  return (cell) => {
    const number = isCellProblem(cell) ? null : parseNumber(cellValue(cell));
    if (!number?.ok || number.value === null) return undefined;
    return replaceValue(cell, Number((number.value * factor).toPrecision(15)));
  };
}
