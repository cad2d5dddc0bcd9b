/**
 * Blank import template. Its headings are those of an export, so that an import recognizes them. Required columns have
 * another colour and a note. Cells have menus with the allowed values. A menu with the values of a dropdown list or of
 * other records only suggests values. A second sheet shows the lists. The last sheet explains the template; imports
 * ignore it.
 */
import ExcelJS from "exceljs";
import { columnLetters } from "#shared/import/reading/cells.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { months, quarters } from "#shared/rules/periods.ts";
import { aboutSheet } from "#shared/rules/report-file.ts";
import { requiredColumns } from "./required-columns.ts";
import { colours, fillOf, headingRows, layOutSheet } from "./sheet-layout.ts";
import { workbookBytes } from "./workbook-bytes.ts";

/** Choices by field name, for fields whose choices are not in the registry. */
export type FieldChoices = Readonly<Record<string, readonly string[]>>;

type RequiredColumns = ReturnType<typeof requiredColumns>;

const listSheet = "Lists";
/** Number of rows below the headings that have menus and formats. */
const preparedRows = 5000;

/** @param level Level of the user who imports the file. */
export async function buildTemplate(
  record: AnyRecord,
  choices: FieldChoices,
  level: string | null,
): Promise<ArrayBuffer> {
  const required = requiredColumns(record, level);
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet(sheetName(record.label));
  layOutSheet(sheet, record);
  markRequired(sheet, record, required);
  const lists = workbook.addWorksheet(listSheet);
  let listColumns = 0;
  for (const [index, field] of record.fields.entries()) {
    const values = fixedChoices(field) ?? choices[field.name] ?? [];
    const rule =
      values.length > 0 ? choiceRule(field, writeList(lists, listColumns++, field, values)) : typeRule(field);
    const letters = columnLetters(index);
    const range = `${letters}${headingRows + 1}:${letters}${headingRows + preparedRows}`;
    if (rule) validationsOf(sheet).add(range, rule);
  }
  if (listColumns === 0) workbook.removeWorksheet(lists.id);
  else lists.views = [{ state: "frozen", ySplit: 1 }];
  explainRequired(workbook.addWorksheet(aboutSheet), record, required);
  return await workbookBytes(workbook);
}

/** Colours the headings of the required columns, and says in a note when each column is required. */
function markRequired(sheet: ExcelJS.Worksheet, record: AnyRecord, required: RequiredColumns): void {
  for (const [index, { name }] of record.fields.entries()) {
    const sentence = required.get(name);
    if (sentence === undefined) continue;
    const cell = sheet.getCell(headingRows, index + 1);
    cell.style = { ...cell.style, fill: fillOf(colours.required) };
    cell.note = sentence;
  }
}

/** Fills the sheet that explains the template: the name of the record type, and its required columns. */
function explainRequired(sheet: ExcelJS.Worksheet, record: AnyRecord, required: RequiredColumns): void {
  sheet.columns = [{ width: 32 }, { width: 90 }].map((column) => ({ ...column, style: { numFmt: "@" } }));
  sheet.addRow([record.label, "Blank template for an import. Enter one record per row, below the headings."]);
  sheet.addRow(["Yellow headings", "Columns that a new record must fill in:"]);
  for (const { name, label } of record.fields)
    if (required.has(name)) sheet.addRow([label, required.get(name)]);
  sheet.getColumn(1).font = { bold: true };
  sheet.getCell(2, 1).fill = fillOf(colours.required);
}

/** Returns a valid sheet name: at most 31 characters, without characters that have a meaning in cell addresses. */
const sheetName = (label: string): string => label.replace(/[\\/?*[\]:']/g, " ").slice(0, 31);

/** exceljs stores validations by range in this property. Its type declarations omit the property. */
const validationsOf = (sheet: ExcelJS.Worksheet) =>
  (sheet as unknown as { dataValidations: { add(range: string, rule: ExcelJS.DataValidation): void } })
    .dataValidations;

function fixedChoices(field: Field): readonly string[] | null {
  if (field.options?.from === "values") return field.options.values;
  switch (field.kind) {
    case "yes_no":
      return ["Yes", "No"];
    case "quarter":
      return quarters;
    case "month":
      return months;
    default:
      return null;
  }
}

/** Writes one list and returns its range as a cell reference. */
function writeList(
  sheet: ExcelJS.Worksheet,
  column: number,
  field: Field,
  values: readonly string[],
): string {
  const head = sheet.getCell(1, column + 1);
  head.value = `${field.label} (choices)`;
  head.font = { bold: true };
  for (const [index, value] of values.entries()) {
    const cell = sheet.getCell(index + 2, column + 1);
    cell.numFmt = "@";
    cell.value = value;
  }
  sheet.getColumn(column + 1).width = Math.min(48, Math.max(...values.map((value) => value.length), 16) + 2);
  const letters = columnLetters(column);
  return `${listSheet}!$${letters}$2:$${letters}$${values.length + 1}`;
}

function choiceRule(field: Field, reference: string): ExcelJS.DataValidation {
  const binding = fixedChoices(field) !== null || field.options?.from === "place";
  return {
    type: "list",
    allowBlank: true,
    formulae: [reference],
    showErrorMessage: binding,
    errorStyle: "stop",
    errorTitle: field.label,
    error: "Choose a value from the list.",
  };
}

function typeRule(field: Field): ExcelJS.DataValidation | null {
  const common = {
    allowBlank: true,
    showErrorMessage: true,
    errorStyle: "stop",
    errorTitle: field.label,
  } as const;
  switch (field.kind) {
    case "integer": {
      const error = "Type a whole number, without words.";
      return { ...common, type: "whole", operator: "greaterThanOrEqual", formulae: [field.min ?? 0], error };
    }
    case "decimal":
      return {
        ...common,
        type: "decimal",
        operator: "between",
        formulae: [field.min ?? -Number.MAX_SAFE_INTEGER, field.max ?? Number.MAX_SAFE_INTEGER],
        error: "Type a number, without words.",
      };
    case "year":
      return {
        ...common,
        type: "whole",
        operator: "between",
        formulae: [field.min ?? 1990, field.max ?? 2100],
        error: "Type a year of four digits.",
      };
    case "date":
      return {
        ...common,
        type: "date",
        operator: "between",
        formulae: [new Date("1900-01-02T00:00:00Z"), new Date("2100-12-31T00:00:00Z")],
        error: "Type a date.",
      };
    default:
      return null;
  }
}
