/**
 * The data dictionary of an export: the meaning, type, unit and allowed values of each column, from the comments and
 * constraints of the database and from the registry.
 */
import { records, withoutScreen } from "#shared/records/index.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { type ExportColumn, type ExportTable, nameOf } from "./catalog.ts";
import { csvText } from "./folder.ts";
import { meanings, tableMeanings } from "./meanings.ts";
import { personalDataIn } from "./personal.ts";

const columnHeads = [
  ...["table", "position", "column", "type", "required", "label", "unit", "meaning", "allowed_values"],
  ...["sensitive", "personal", "refers_to"],
];

const allRecords: readonly AnyRecord[] = [...records, ...withoutScreen];

function fieldOf(table: string, column: string): Field | undefined {
  const fields = allRecords
    .filter((record) => record.table === table)
    .flatMap((record) => [...record.fields, ...(record.serverFields ?? [])]);
  return fields.find(({ name }) => name === column);
}

/**
 * Returns the unit of a field: the unit in the registry, the column that contains the unit, or a note for percentages.
 * If the field has none of these, returns the text in brackets at the end of the label. Null if there is no unit.
 */
function unitOf(field: Field | undefined): string | null {
  if (field?.unit) return field.unit;
  if (field?.unitIn) return `in column ${field.unitIn}`;
  if (field?.percentage) return "fraction shown as a percentage";
  return /\(([^()]+)\)$/.exec(field?.label ?? "")?.[1] ?? null;
}

/**
 * Matches check conditions that the dictionary leaves out, because they only exclude malformed values (NaN, empty
 * texts, nested arrays), limit lengths, or call functions of the database.
 */
const technical = /NaN|array_ndims|btrim|<> ''|char_length|cardinality|private\.| ~ '/;

/**
 * Returns a list of values, a range or a minimum in words. Returns an empty text for a technical condition, and any
 * other condition unchanged.
 */
function readCondition(condition: string): string {
  if (technical.test(condition)) return "";
  const list = /^\(?\(?"?\w+"? (?:=|<@) (?:ANY )?\(?ARRAY\[(.*?)\]\)?\)?\)?$/.exec(condition)?.[1];
  if (list !== undefined) return [...list.matchAll(/'((?:[^']|'')*)'/g)].map(([, text]) => text).join(" | ");
  const [, from, to] = /^\(\("?\w+"? >= (.+?)\) AND \("?\w+"? <= (.+?)\)\)$/.exec(condition) ?? [];
  if (from && to) return `${numberOf(from)} to ${numberOf(to)}`;
  const least = /^\("?\w+"? >= ([^ ]+)\)$/.exec(condition)?.[1];
  return least ? `at least ${numberOf(least)}` : condition;
}

/** Returns the number or day of a literal that Postgres writes with its type. */
const numberOf = (literal: string): string => /-?\d[\d.-]*/.exec(literal)?.[0] ?? literal;

const placeWords = { region: "region", province: "province", muncity: "city or town", barangay: "barangay" };

function allowedValues({ checks }: ExportColumn, field: Field | undefined): string | null {
  const options = field?.options;
  const parts = [
    options?.from === "values" ? options.values.join(" | ") : "",
    options?.from === "dropdown" ? `usual values: dropdown_values, list ${options.list}` : "",
    options?.from === "place" ? `name of a ${placeWords[options.level]} in psgc_places` : "",
    ...(options?.from === "values" ? [] : checks.map(readCondition)),
  ].filter((part) => part !== "");
  return parts.length > 0 ? parts.join("; ") : null;
}

function relationOf({ refersTo }: ExportColumn, field: Field | undefined): string | null {
  const { options } = field ?? {};
  if (refersTo.length > 0) return refersTo.join("; ");
  if (options?.from !== "record") return null;
  const other = allRecords.find(({ path }) => path === options.path);
  return other ? `${other.table}.${options.value}` : null;
}

function meaningOf(table: ExportTable, { name, meaning }: ExportColumn, field: Field | undefined) {
  return (
    meaning ?? field?.help ?? meanings[`${table.name}.${name}`] ?? field?.label ?? meanings[name] ?? null
  );
}

/** Returns data-dictionary.csv: one line per column. */
export function dictionaryOf(tables: readonly ExportTable[]): string {
  const lines = tables.flatMap((table) =>
    table.columns.map((column, index) => {
      const field = table.schema === "public" ? fieldOf(table.name, column.name) : undefined;
      return [
        ...[nameOf(table), String(index + 1), column.name, column.type, column.required ? "yes" : "no"],
        ...[field?.label ?? null, unitOf(field)],
        meaningOf(table, column, field),
        allowedValues(column, field),
        column.sensitive ? "yes" : "no",
        personalDataIn(table, column) ?? null,
        relationOf(column, field),
      ];
    }),
  );
  return csvText(columnHeads, lines);
}

/** Returns tables.csv: one line per table. @param rows Number of rows by the name of the table. */
export function tableList(tables: readonly ExportTable[], rows: ReadonlyMap<string, number>): string {
  const lines = tables.map((table) => {
    const name = nameOf(table);
    return [
      name,
      table.meaning ?? tableMeanings[table.name] ?? null,
      table.key.join(", "),
      String(rows.get(name) ?? 0),
    ];
  });
  return csvText(["table", "meaning", "key", "rows"], lines);
}
