/**
 * The vocabulary of the registry: how one record type is described.
 *
 * supabase/schemas are the truth about columns and constraints; a `RecordType` is the truth about presentation. Field
 * names are typed against the generated `database.types.ts`, so a renamed column does not compile. Schemas, forms,
 * grids, filters, imports, exports and the API derive from these descriptions and never ask which record they have.
 */
import type { Database } from "../../database.types.ts";
import { type DropdownList, dropdownLists } from "./dropdown-lists.ts";

export type Tables = Database["public"]["Tables"];
export type TableName = keyof Tables & string;
/** A view by its name, with its schema unless that is public. */
export type ViewName =
  | (keyof Database["public"]["Views"] & string)
  | `personal.${keyof Database["personal"]["Views"] & string}`;
export type ColumnName<T extends TableName> = keyof Tables[T]["Row"] & string;

/**
 * What a field holds, and with that how it is typed, stored, shown, imported and exported:
 * text and long_text are strings; integer and decimal numbers; year a four-digit integer; date an ISO `YYYY-MM-DD`
 * string shown as MM-DD-YYYY; yes_no is "Yes" or "No"; quarter "Q1" to "Q4"; month an English month name, limited to
 * the record's quarter; list an array of strings (comma-joined at the edge of the API).
 */
export type FieldKind =
  | "text"
  | "long_text"
  | "integer"
  | "decimal"
  | "year"
  | "date"
  | "yes_no"
  | "quarter"
  | "month"
  | "list";

/** Where the choices of a field come from. A dropdown list allows new values; a record list stores the chosen value. */
export type OptionSource =
  | { from: "dropdown"; list: DropdownList; column?: "type" | "category" | "sub_category" }
  /** `labels`: how values are shown in the choices, where that differs from the stored value. */
  | { from: "values"; values: readonly string[]; labels?: Readonly<Record<string, string>> }
  | { from: "place"; level: "region" | "province" | "muncity" | "barangay" }
  | { from: "years" }
  | { from: "record"; path: string; value: string; label: string };

export interface Field<Column extends string = string> {
  name: Column;
  label: string;
  kind: FieldKind;
  /** Key of the group (form section, grouped header) the field stands in. */
  group: string;
  options?: OptionSource;
  /** Other spellings of a value, in lower case, which are saved and filtered as it. */
  synonyms?: Readonly<Record<string, string>>;
  required?: boolean;
  /** What a new row begins with in a form, where most rows have it; people may change it. */
  preset?: string;
  /** What no keyboard should correct: a name to sign in with, or an address of e-mail. */
  typed?: "username" | "email";
  /** Says more under the input, where the label is not enough. */
  help?: string;
  /** Lower and upper bound of a number, both inclusive. Integers go from 0 to 2,147,483,647 unless said otherwise. */
  min?: number;
  max?: number;
  /** What else files call it; their own words in another order, or a unit in brackets, need no mention. */
  headings?: readonly string[];
  /** Longest text, in characters. Default 250, long_text 4000. */
  maxLength?: number;
  /** Shown as a percentage with two decimals (spec section 9). */
  percentage?: boolean;
  /** A text that is an instant with its time zone, shown as the day and the minute in Manila. */
  moment?: boolean;
  /** Digits after the point of a decimal, as many as its column keeps. Default 2, percentages 4. */
  decimals?: number;
  /**
   * The field takes its value from a row of another record type when one is chosen for the form, after a confirmation
   * (spec section 2): path of that record type, and its field, or its id. It stays editable.
   */
  filledFrom?: { path: string; field: string };
  /** Values that only the database gives, and why: a row keeps them, and nobody enters them. */
  reserved?: { values: readonly string[]; why: string };
  /** What a number counts in, where the label does not say so in brackets: an import takes no column in another unit unasked. */
  unit?: "PHP";
  /** A number whose total over an ARBO's rows, and by year, says something: money, not counts of the same people. */
  summed?: boolean;
  /** Read by the right Sensitive only (RA 10173). Other callers' rows lack it; they may enter a value, and not clear it. */
  sensitive?: boolean;
  /** Holds links to the files that are attached to the record (POST /api/attachments); the database keeps them. */
  attached?: boolean;
}

export interface FieldGroup {
  key: string;
  label: string;
}

/** A total that must equal the sum of its parts when all of them are given; forms fill it in (spec section 5). */
export interface SumRule<Column extends string = string> {
  total: Column;
  parts: readonly Column[];
  /** Name of the check constraint that says the same in the database. */
  constraint: string;
}

/** A field's value as rules see it: lists take no part in them. */
export type RuleValue = string | number | null;

/**
 * A field that follows from others: forms and imports fill it in, and a given value that disagrees is refused with both.
 * Rules stand in an order in which each finds what it needs; sums come before all of them.
 */
export interface ComputedRule<Column extends string = string> {
  field: Column;
  from: readonly Column[];
  /**
   * The value, from those of `from` in order; null while it cannot be told. A pure function of `rules/`. `entered` is the
   * day in Manila on which the row was, or is being, entered (ISO).
   */
  compute: (values: readonly RuleValue[], entered: string) => RuleValue;
  /** How it follows, to complete "Gross sales is 100 but … gives 120". */
  formula: string;
  /** Name of the check constraint that says the same in the database. */
  constraint: string;
}

/** A date that must not be before another. */
export interface DateOrder<Column extends string = string> {
  from: Column;
  to: Column;
  /** Name of the check constraint that says the same in the database. */
  constraint: string;
}

/** A date that is not after the day in Manila on which the row was entered. */
export interface PastDate<Column extends string = string> {
  field: Column;
  /** Name of the check constraint that says the same in the database. */
  constraint: string;
}

/** What a new row of a form names: one of the fields of a fact must have a value. `private.required_facts` says the same. */
export interface Fact<Column extends string = string> {
  /** What is named, to complete "… is required". */
  label: string;
  anyOf: readonly Column[];
  /** Rows of this status do without: targets are of a year. */
  notFor?: "Target";
}

/**
 * Values that may be right and are asked about: saved with a word of reason (`soft_check_reason`, which the migration adds
 * with `private.ask_reasons`). The part above its whole; parts of a sum of which only some are given; a date in another
 * year than reported; ten times or more the most that rows with the same values reported for the quarter before.
 */
export type SoftCheck<Column extends string = string> =
  | { kind: "above"; field: Column; whole: Column }
  | { kind: "one_side"; field: Column; parts: readonly Column[] }
  | { kind: "other_year"; field: Column; year: Column }
  | { kind: "tenfold"; field: Column; same: readonly Column[] };

/** Rows of another record type from which rows of this one are entered, such as participants from their training. */
export interface EntrySource<Column extends string = string> {
  /** Path of the other record type. */
  path: string;
  /** What a new row takes over: its field, and the field of the other row (or its id). */
  takes: Readonly<Partial<Record<Column, string>>>;
}

/**
 * What the rows of a record type belong to: a row of another record type, or, where it names its own path, themselves.
 * Lists are narrowed to one parent by the filter `<name>`, the id of its row, and to a year of it by `<name>_year`; its page
 * is at /homepage/<name>/<id>.
 */
export interface Parent<Column extends string = string> {
  name: string;
  /** Path of the parents' record type. */
  path: string;
  /** The column with the id of the parent's row. */
  key: Column;
  /** The columns that the parent is known by and named by; the parent has both under these names. They follow it. */
  identifier: Column;
  title: Column;
  /** The parent's column with the names that it had before. */
  former: string;
}

/** Which reporting window guards the writes: one of the two, or the one that the row's own status names. */
export type RecordWindow = "target" | "accomplishment" | "status";

export interface RecordShape<Column extends string> {
  /** Segment under /api, e.g. "arbo-masterlist". */
  path: string;
  /** Route of the screen under its tab, e.g. "ARBO_Masterlist" (spec section 2). */
  route: string;
  /** The header tab under whose address the screen stands: /homepage/<tab>/<route>. Forms unless said otherwise. */
  tab?: "users";
  /** Heading of the tab's menu under which the screen stands: several have the same label. */
  section: string;
  /** Label in the header of the forms area (spec section 2). */
  label: string;
  noun: { one: string; many: string };
  /** Guards writes: a reporting window for office records; "administration" for reference records. */
  window: RecordWindow | "administration";
  /** Whether the record belongs to an office and carries region_name and province_name. */
  scoped: boolean;
  /** What its rows belong to. */
  parent?: Parent<Column>;
  /** Whether rows are approved, and the screen has the tabs New/Pending and Approved. */
  approval: boolean;
  groups: readonly FieldGroup[];
  /** In the order of the spec, which is the order of forms, imports and exports. */
  fields: readonly Field<Column>[];
  filters: readonly Column[];
  /** What the table shows beside the name, in this order: the facts that people compare. Other fields wait in the column chooser. */
  columns: readonly Column[];
  /** What a new row names: its ARBO or ARC, its period and what it is about. Stored rows without are listed as incomplete. */
  facts?: readonly Fact<Column>[];
  softChecks?: readonly SoftCheck<Column>[];
  sums?: readonly SumRule<Column>[];
  computed?: readonly ComputedRule<Column>[];
  dateOrders?: readonly DateOrder<Column>[];
  pastDates?: readonly PastDate<Column>[];
  /** Fields by which an imported row is recognized, tried in order: the first key whose values are all present. */
  keys: readonly (readonly Column[])[];
  /**
   * Those of `keys` that the database keeps unique: a row that repeats one is refused. A row that repeats another key, such
   * as a second sale of one day, is refused as stored already and may be saved anyway.
   */
  uniqueKeys?: readonly (readonly Column[])[];
  /**
   * Fields by which a new row is likely about the same as a stored one of its office: the first is a name and must agree
   * in its words, the others may not differ where both rows have them. People are warned, and may save all the same.
   */
  likelySame?: readonly (readonly Column[])[];
  /** The rows from which rows of this type are entered, one or many at once. */
  enteredFrom?: readonly EntrySource<Column>[];
  /** Names a row in titles, confirmations and messages. */
  title: Column;
  defaultSort: { field: Column; dir: "asc" | "desc" };
  /** Further segments under /api that mean the same records (spec section 7). */
  aliases?: readonly string[];
  /**
   * What tells the rows of this screen from the others of its table: every list of the screen is filtered by it, every
   * row that is added there carries it, and it is neither shown nor asked. The API's path knows no such limit.
   */
  fixed?: Readonly<Partial<Record<Column, string>>>;
  /** Paths of the record types whose rows the list call answers where it is narrowed to one of these statuses. */
  listsByStatus?: Readonly<Record<string, string>>;
  /** With `listsByStatus`: the lowest id of its own rows. A row with a lower id is of the other record type. */
  firstId?: number;
  /**
   * Every row has a file, sent along with it (POST /api/<path>/create): no import, no form without one. The file proves, or
   * belongs to, a row of another record type: of one table, or of the table that a field names.
   */
  files?: { owner: { table: TableName; id: Column } | { tableField: Column; id: Column } };
  /** Columns that come with the file or from the database: shown, sorted and filtered, never entered. */
  serverFields?: readonly Field<Column>[];
  /** What POST /api/<path>/points answers of each row, for a map. */
  points?: readonly Column[];
  /** The view that lists read instead of the table, where some fields are sensitive. Writes go to the table. */
  reads?: ViewName;
}

/** A record type of one table: every field name is a column of it. */
export type RecordType<T extends TableName> = RecordShape<ColumnName<T>> & { table: T };

/** A record type as generic code sees it. */
export type AnyRecord = RecordShape<string> & { table: TableName };

/** The fields of the search filter bar, in its order (spec section 2): every screen offers those that its rows have. */
export const searchBar = [
  "year_funded",
  "fund_source",
  "reporting_year",
  "reporting_quarter",
  "reporting_month",
  "region_name",
  "province_name",
  "muncity_name",
  "arbo_name",
] as const;

/** What a project and its ARBO are known by: a row that lacks one of them is in no list of filter values (section 5). */
export const choiceKey = ["year_funded", "fund_source", "subpsp_abbreviation", "arbo_name"] as const;

export { type DropdownList, dropdownLists };

/** Describes a record type; the call only checks the names against the table and keeps the literal types. */
export function defineRecord<T extends TableName>(record: RecordType<T>): RecordType<T> {
  return record;
}

/** Another screen over the same records: its own route, label and fixed values, and all else as described. */
export function anotherScreen<T extends TableName>(
  record: RecordType<T>,
  screen: Pick<RecordType<T>, "route" | "label" | "fixed">,
): RecordType<T> {
  return { ...record, ...screen };
}
