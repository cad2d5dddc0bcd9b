/** Maps the columns of a sheet to fields: by heading, by position, or by the user's choice. */
import type { AnyRecord, Field } from "../../records/vocabulary/types.ts";
import { enumerate, foldText } from "../../rules/text.ts";
import { isMark, isPlaceholder } from "../../validate/placeholders.ts";
import { cellText, columnLetters, isBlankCell, type RawCell, type Sheet, type SheetRow } from "./cells.ts";
import { choiceNamed } from "./heading-interpretation.ts";
import { type ColumnHeading, type Headings, widthOf } from "./headings.ts";
import type { Asker, ReadingChoices } from "./questions.ts";
import { unitOf } from "./units.ts";

export interface ChosenColumn {
  heading: string;
  field: string | null;
  why: string;
  /**
   * Indexes of other columns that are mapped to the same field. Their texts are appended to the text of this column.
   */
  joined?: readonly number[];
  /** Text between the joined texts. "; " by default. */
  joiner?: string;
  /** Indexes of the columns whose ticks have the value of the field, with the choice that each column means. */
  ticks?: readonly { index: number; choice: string }[];
}

interface ColumnContext {
  record: AnyRecord;
  sheet: Sheet;
  headings: Headings;
  below: readonly SheetRow[];
  choices: ReadingChoices;
  asker: Asker;
}

/** Reasons for leaving out a column without asking the user. */
export const unknownHeading = "no field has this name";
export const noHeading = "no heading";
export const beyondFields = "beyond the last field";
export const fieldTaken = "another column is used for this field";

/** Returns the fields that a column can be mapped to: all except those with a fixed value on this screen. */
export const mappableFields = (record: AnyRecord): Field[] =>
  record.fields.filter((field) => record.fixed?.[field.name] === undefined);

/** Returns the label of a field. If another field has the same label, the field's group is added. */
export function fieldLabel(record: AnyRecord, name: string): string {
  const field = record.fields.find((candidate) => candidate.name === name);
  if (!field) return name;
  const repeated = record.fields.some((other) => other !== field && other.label === field.label);
  const group = record.groups.find(({ key }) => key === field.group);
  return repeated && group ? `${group.label}, ${field.label}` : field.label;
}

/** Returns the name of a column for messages, for example: Column F, “Total assets”. */
export const columnName = (column: number, heading: string): string =>
  heading ? `Column ${columnLetters(column)}, “${heading}”` : `Column ${columnLetters(column)}`;

export function chooseColumns(context: ColumnContext): ChosenColumn[] {
  const chosen = context.headings.row === null ? byPlace(context) : byHeading(context);
  const said = Object.entries(context.choices.columns ?? {}).filter(
    ([column]) => Number(column) < chosen.length,
  );
  for (const [column, field] of said) {
    for (const other of chosen)
      if (field !== null && other.field === field)
        Object.assign(other, { field: null, why: "another column was chosen" });
    const own = chosen[Number(column)];
    if (own)
      Object.assign(own, {
        field,
        why: field === null ? "left out" : "chosen by hand",
        joined: undefined,
        ticks: undefined,
      });
  }
  return withoutHidden(context, chosen);
}

function byPlace({ record, sheet, below, choices, asker }: ColumnContext): ChosenColumn[] {
  const fields =
    choices.start === undefined && record.fixed === undefined ? record.fields : mappableFields(record);
  const width = widthOf(sheet.rows);
  const chosen = Array.from({ length: width }, (_, column): ChosenColumn => {
    const field = fields[(choices.start ?? 0) + column]?.name ?? null;
    return {
      heading: "",
      field,
      why: field ? "by position, because there are no headings" : beyondFields,
    };
  });
  // Asks whether the columns are in the order of the template. Does not ask if the sheet has as many columns as the
  // template. Does not ask either if the user has chosen columns or said that there are no headings.
  const known = choices.headingRow === null || Object.keys(choices.columns ?? {}).length > 0;
  if (known || width === record.fields.length || below.length === 0) return chosen;
  const options = { order: "Yes", none: "No, I will choose each column’s field under Columns" };
  const text = "No heading row was found. Are the columns in the order of the template?";
  const answer = asker.ask("order", text, options);
  return answer === "order" ? chosen : chosen.map((column) => ({ ...column, field: null, why: noHeading }));
}

function byHeading({ record, headings, below, choices, asker }: ColumnContext): ChosenColumn[] {
  const said = new Set(Object.keys(choices.columns ?? {}).map(Number));
  const used = (column: number) => below.some(({ cells }) => !isBlankCell(cells[column]));
  const fixed = new Set(Object.keys(record.fixed ?? {}));
  const cellsIn = (column: number) => below.map(({ cells }) => cells[column]);
  const chosen = headings.columns
    .map((heading, column) => withCountedUnits(record, heading, cellsIn(column)))
    .map(({ text, above, field, candidates, exact }, column): ChosenColumn & { exact: boolean } => {
      const heading = [above, text].filter(Boolean).join(" › ");
      if (field !== null) return { heading, field, exact, why: why(record, text, above, field) };
      if (candidates.length === 0)
        return { heading, field: null, exact, why: text ? unknownHeading : noHeading };
      if (said.has(column) || !used(column))
        return { heading, field: null, exact, why: "it may mean several fields" };
      const options = Object.fromEntries([
        ...candidates.map((name) => [name, fieldLabel(record, name)]),
        ["", "Leave the column out"],
      ]);
      const question = `${columnName(column, heading)}: which field is it?`;
      const answer = asker.ask(`column ${column}`, question, options);
      return {
        heading,
        field: answer || null,
        exact,
        why: answer ? "chosen by hand" : "it may mean several fields",
      };
    });
  takeTicks(record, headings.columns, chosen, { below, asker, said });
  for (const name of new Set(chosen.flatMap(({ field }) => field ?? []))) {
    keepOne(record, name, chosen, { used, asker, below });
  }
  return chosen.map(({ exact: _, ...column }) =>
    column.field !== null && fixed.has(column.field) ? { ...column, field: column.field } : column,
  );
}

interface Ticking extends Pick<ColumnContext, "below" | "asker"> {
  /** Columns whose field the user has chosen. */
  said: ReadonlySet<number>;
}

/**
 * Finds columns that are headed by the choices of a field, such as "M" and "F", and have ticks. The first of them is
 * mapped to the field. The columns must have exactly one tick in most rows, because numbers below such headings can be
 * counts.
 */
function takeTicks(
  record: AnyRecord,
  headings: readonly ColumnHeading[],
  chosen: ChosenColumn[],
  { below, asker, said }: Ticking,
): void {
  for (const field of mappableFields(record)) {
    const ticks = headings.flatMap(({ text, field: meant, candidates }, index) => {
      const isOther = meant === null ? candidates.length > 0 : meant !== field.name;
      const choice = said.has(index) || isOther ? undefined : choiceNamed(field, text);
      return choice === undefined ? [] : [{ index, choice }];
    });
    const [first] = ticks;
    const isTaken = chosen.some(
      (one, index) => one.field === field.name && !ticks.some((tick) => tick.index === index),
    );
    if (!first || isTaken || new Set(ticks.map(({ choice }) => choice)).size < Math.max(2, ticks.length))
      continue;
    const cells = below.map((row) => ticks.map(({ index }) => tickIn(row.cells[index])));
    const filled = cells.filter((row) => row.some((tick) => tick !== false));
    const clear = filled.filter((row) => !row.includes(null) && row.filter(Boolean).length === 1);
    if (clear.length * 2 <= filled.length) continue;
    const names = enumerate(ticks.map(({ index }) => `${columnLetters(index)} (${chosen[index]?.heading})`));
    const text = `Columns ${names} have ticks. Is the ticked column the “${fieldLabel(record, field.name)}”?`;
    const answer = asker.ask(`ticks ${field.name}`, text, { in: "Yes", out: "No, leave them out" }, "in");
    for (const { index } of ticks) Object.assign(chosen[index] ?? {}, { field: null, why: "left out" });
    if (answer === "out") continue;
    const why = `ticks for column ${columnLetters(first.index)}`;
    for (const { index } of ticks) Object.assign(chosen[index] ?? {}, { why });
    Object.assign(chosen[first.index] ?? {}, {
      field: field.name,
      why: "by the ticks in the columns",
      ticks,
    });
  }
}

/** Matches ticks. The font Wingdings shows ü, þ and the three private characters as ticks. */
const ticked = /^(?:[x1vy✓✔√☑☒✅●•■üþ\uf0fc-\uf0fe]|\/+|\*+|yes|true)$/i;
const unticked = /^(?:|n|false|[☐□○])$/i;

/** Returns whether a cell is ticked. Returns null for a text that is neither a tick nor a placeholder. */
export function tickIn(cell: RawCell | undefined): boolean | null {
  const text = cellText(cell);
  // Removes the brackets of "(x)" and "[ ]", and the invisible character that makes a tick an emoji.
  const mark = text.replace(/[\s()[\]]|\ufe0f/g, "");
  if (ticked.test(mark)) return true;
  return unticked.test(mark) || (isPlaceholder(text) && !isMark(text)) ? false : null;
}

/**
 * A heading such as "Units" can mean the name of a unit or the number of units. If its cells are all numbers, the user
 * must choose between the two fields.
 */
function withCountedUnits(
  record: AnyRecord,
  heading: ColumnHeading,
  cells: readonly (RawCell | undefined)[],
): ColumnHeading {
  const counts = record.fields.filter(
    (field) => heading.field !== null && field.unitIn === heading.field && unitOf(field) === null,
  );
  const filled = cells.filter((cell) => !isBlankCell(cell));
  const isCount = filled.length > 0 && filled.every((cell) => /^[\d.,]+$/.test(cellText(cell).trim()));
  if (!heading.field || counts.length === 0 || !isCount) return heading;
  return { ...heading, field: null, candidates: [...counts.map(({ name }) => name), heading.field] };
}

function why(record: AnyRecord, text: string, above: string, name: string): string {
  const label = record.fields.find((field) => field.name === name)?.label ?? "";
  const alike = foldText(text) === foldText(label) || foldText(text) === foldText(name);
  if (alike && above === "") return "same name";
  return above === "" ? "by the words of the heading" : "by the heading and the headings above it";
}

const fullName = /^(?!first|given|middle|last|family)(?:\w+ )?name$|^buong pangalan$/i;
const suffix = /^(?:suffix|(?:name )?ext)/i;
/** Match the headings of columns with one part of a name each, in the order in which a full name is written. */
const nameParts = [
  fullName,
  /^(?:first|given) ?name|^unang pangalan/i,
  /^(?:middle ?(?:name|initial)|m\.? ?i\.?$|gitnang pangalan)/i,
  /^(?:last|family) ?name|^(?:surname|apelyido)/i,
  suffix,
];

/**
 * Returns the columns in the order of the parts of a name, such as "First name" and "Last name". Returns null if a
 * column is not a part of a name, or two columns are the same part. A column of full names only lacks the suffix.
 */
function inOrderOfName(columns: readonly number[], chosen: readonly ChosenColumn[]): number[] | null {
  const parts = columns.map((column) => {
    const heading = chosen[column]?.heading.split(" › ").at(-1)?.trim() ?? "";
    const partOf = (text: string) => nameParts.findIndex((pattern) => pattern.test(text));
    const part = partOf(heading);
    // Below the heading of a name, "Last" means "Last name".
    return { column, part: part < 0 ? partOf(`${heading} name`) : part };
  });
  const found = new Set(parts.map(({ part }) => part));
  const isComplete =
    !found.has(nameParts.indexOf(fullName)) || (found.size === 2 && found.has(nameParts.indexOf(suffix)));
  const isName = !found.has(-1) && found.size === parts.length && isComplete;
  return isName ? parts.sort((one, other) => one.part - other.part).map(({ column }) => column) : null;
}

interface Repeated {
  used: (column: number) => boolean;
  asker: Asker;
  below: readonly SheetRow[];
}

/**
 * If several columns are mapped to the same field, drops those that are blank or repeat another column. An exact
 * heading takes precedence. If several columns are left, asks the user which one to import.
 */
function keepOne(
  record: AnyRecord,
  name: string,
  chosen: (ChosenColumn & { exact: boolean })[],
  { used, asker, below }: Repeated,
): void {
  const all = chosen
    .flatMap(({ field }, column) => (field === name ? [column] : []))
    .sort((a, b) => Number(chosen[b]?.exact) - Number(chosen[a]?.exact) || a - b);
  const isSame = (one: number, other: number) =>
    below.every(({ cells }) => cellText(cells[one]) === cellText(cells[other]));
  const filled = all.filter(used);
  const kept = filled.filter(
    (column, place) => !filled.slice(0, place).some((other) => isSame(column, other)),
  );
  const [first = all[0]] = kept;
  const drop = (column: number) => Object.assign(chosen[column] ?? {}, { field: null, why: fieldTaken });
  for (const column of all) if (column !== first && !kept.includes(column)) drop(column);
  if (first === undefined || kept.length < 2) return;
  const label = fieldLabel(record, name);
  const joins = ["text", "long_text"].includes(
    record.fields.find((field) => field.name === name)?.kind ?? "",
  );
  const ofName = joins ? inOrderOfName(kept, chosen) : null;
  const [top = first, ...rest] = ofName ?? kept;
  const example = below.find(({ cells }) => kept.every((column) => !isBlankCell(cells[column]))) ?? below[0];
  const joinedName = (ofName ?? [])
    .map((column) => cellText(example?.cells[column]).trim())
    .join(" ")
    .trim();
  const two = kept.length === 2;
  const both = two ? "Both" : "All";
  const names = kept.map(
    (column) => `${columnLetters(column)}${chosen[column]?.heading ? ` (${chosen[column]?.heading})` : ""}`,
  );
  const answer = asker.ask<string>(
    `repeated ${name}`,
    `${two ? "Two" : kept.length} columns are “${label}”: ${enumerate(names)}. Which one should be imported?`,
    {
      ...Object.fromEntries(kept.map((column) => [columnLetters(column), `Column ${columnLetters(column)}`])),
      ...(joins
        ? { all: ofName ? `${both}, joined as “${joinedName}”` : `${both}, joined in this order` }
        : {}),
      none: two ? "Neither" : "None",
    },
  );
  if (answer === "all") {
    Object.assign(chosen[top] ?? {}, { joined: rest, ...(ofName ? { joiner: " " } : {}) });
    for (const column of rest)
      Object.assign(chosen[column] ?? {}, { field: null, why: `added to column ${columnLetters(top)}` });
    return;
  }
  for (const column of kept) if (answer !== columnLetters(column)) drop(column);
}

/** Asks whether to import columns that are hidden in the spreadsheet, because they may be leftovers. */
function withoutHidden(
  { sheet, below, choices, asker }: ColumnContext,
  chosen: ChosenColumn[],
): ChosenColumn[] {
  const hidden = (sheet.hiddenColumns ?? []).filter(
    (column) =>
      chosen[column]?.field &&
      !(choices.columns && column in choices.columns) &&
      below.some(({ cells }) => !isBlankCell(cells[column])),
  );
  if (hidden.length === 0) return chosen;
  const names = hidden.map((column) => `${columnLetters(column)} (${chosen[column]?.heading})`).join(", ");
  const text = `${hidden.length === 1 ? "A column is" : `${hidden.length} columns are`} hidden in the spreadsheet: ${names}.`;
  const answer = asker.ask("hidden columns", text, { in: "Import them", out: "Leave them out" });
  if (answer === "in") return chosen;
  return chosen.map((column, index) =>
    hidden.includes(index) ? { ...column, field: null, why: "hidden" } : column,
  );
}
