/**
 * Types of the registry, which describes each record type.
 *
 * Columns and constraints are defined in supabase/schemas; a `RecordType` defines their presentation. Field names are
 * typed against the generated `database.types.ts`, so a renamed column does not compile. Schemas, forms, grids,
 * filters, imports, exports and the API are derived from these descriptions. Generic code never checks which record
 * type it handles.
 */
import type { Database } from "../../database.types.ts";
import { type DropdownList, dropdownLists } from "./dropdown-lists.ts";

export type Tables = Database["public"]["Tables"];
export type TableName = keyof Tables & string;
/** Name of a view; with its schema, unless the schema is public. */
export type ViewName =
  | (keyof Database["public"]["Views"] & string)
  | `personal.${keyof Database["personal"]["Views"] & string}`;
export type ColumnName<T extends TableName> = keyof Tables[T]["Row"] & string;

/**
 * Kind of a field. It determines how values are typed, stored, shown, imported and exported:
 * - text and long_text: string
 * - integer and decimal: number
 * - year: four-digit integer
 * - date: ISO string `YYYY-MM-DD`, shown as MM-DD-YYYY
 * - yes_no: "Yes" or "No"
 * - quarter: "Q1" to "Q4"
 * - month: English month name, limited to the record's quarter
 * - list: array of strings, joined with commas at the edge of the API
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

/**
 * Source of the choices of a field. Users may also enter values that a dropdown list does not contain. The choices of
 * `record` are rows of another record type: `value` is the column that is stored, and `label` is the column that users
 * see.
 */
export type OptionSource =
  | { from: "dropdown"; list: DropdownList; column?: "type" | "category" | "sub_category" }
  /** `labels`: the texts that users see, by stored value. A value without a label is shown as stored. */
  | { from: "values"; values: readonly string[]; labels?: Readonly<Record<string, string>> }
  | { from: "place"; level: "region" | "province" | "muncity" | "barangay" }
  | { from: "years" }
  | { from: "record"; path: string; value: string; label: string };

export interface Field<Column extends string = string> {
  name: Column;
  label: string;
  kind: FieldKind;
  /** Key of the field's group. A group is a section of the form and a heading over columns of the table. */
  group: string;
  options?: OptionSource;
  /** Other spellings, in lower case, with the value that replaces them when a row is saved or filtered. */
  synonyms?: Readonly<Record<string, string>>;
  required?: boolean;
  /** Value that a new form starts with, for fields with a usual value. Users may change it. */
  preset?: string;
  /** Turns off the keyboard's corrections for usernames and e-mail addresses. */
  typed?: "username" | "email";
  /** Help text under the input, if the label is not enough. */
  help?: string;
  /** Lower and upper limit of a number, both inclusive. Integers go from 0 to 2,147,483,647 by default. */
  min?: number;
  max?: number;
  /**
   * Other headings that files use for the field. Headings with the same words in another order, or with a unit in
   * brackets, match even if they are not listed here.
   */
  headings?: readonly string[];
  /** Longest text or item of a list, in characters. Default 250; long_text 4000. */
  maxLength?: number;
  /** Shown as a percentage with two decimals (spec section 9). */
  percentage?: boolean;
  /** Number of years after the current year that the picker of a date offers. Default 0. */
  yearsAhead?: number;
  /** True if the text is an instant with a time zone. Screens show the day and minute in Manila time. */
  moment?: boolean;
  /** Decimal digits, equal to the scale of the column. Default 2; percentages 4. */
  decimals?: number;
  /**
   * Row of another record type from which the field takes its value. When the user chooses such a row in the form and
   * confirms, the value is copied into the field. The user can still edit the field (spec section 2). `path` is the
   * path of the other record type; `field` is a field of the other row, or `id`.
   */
  filledFrom?: { path: string; field: string };
  /** Values that only the database sets, and the error message for users who try to enter them. */
  reserved?: { values: readonly string[]; why: string };
  /**
   * Unit of a number whose label has no unit in brackets. An import asks before it reads a column that has a
   * different unit.
   */
  unit?: "PHP";
  /** Field with the unit of this number, such as kilograms. Numbers of different units are never added. */
  unitIn?: string;
  /**
   * True for numbers that are added up over the rows of an ARBO, such as amounts of money. Counts of people are not
   * added up, because several rows may count the same people.
   */
  summed?: boolean;
  /** True for numbers that no footer adds up, such as a number that several rows of a report repeat. */
  untotalled?: boolean;
  /**
   * Readable only with the Sensitive right (RA 10173). Responses omit the field for a caller without the right. This
   * caller may enter a value, but can't clear it.
   */
  sensitive?: boolean;
  /** Contains links to the files attached to the record (POST /api/attachments). Only the database writes it. */
  attached?: boolean;
}

export interface FieldGroup {
  key: string;
  label: string;
}

/** A total that must equal the sum of its parts, if all parts are given. Forms compute it (spec section 5). */
export interface SumRule<Column extends string = string> {
  total: Column;
  parts: readonly Column[];
  /** Name of the equivalent check constraint in the database. */
  constraint: string;
}

/** A field's value in rules. Fields of kind list are not used in rules. */
export type RuleValue = string | number | null;

/**
 * A field computed from other fields. Forms and imports fill it in; an entered value that differs is refused with a
 * message that shows both values. All sums are computed first. The rules are then computed in the listed order, so
 * each rule comes after the rules on whose results it depends.
 */
export interface ComputedRule<Column extends string = string> {
  field: Column;
  from: readonly Column[];
  /**
   * Computes the value from the values of `from`, in order; null if the value can't be computed. A pure function of
   * `rules/`. `entered` is the ISO day in Manila on which the row was entered, or today for a new row.
   */
  compute: (values: readonly RuleValue[], entered: string) => RuleValue;
  /** Description of the formula, used in "Gross sales is 100 but … gives 120". */
  formula: string;
  /** Name of the equivalent check constraint in the database. */
  constraint: string;
}

/** A date that must not be before another date. */
export interface DateOrder<Column extends string = string> {
  from: Column;
  to: Column;
  /** Name of the equivalent check constraint in the database. */
  constraint: string;
}

/** A date that must not be after the day in Manila on which the row was entered. */
export interface PastDate<Column extends string = string> {
  field: Column;
  /** Name of the equivalent check constraint in the database. */
  constraint: string;
}

/**
 * A fact that a new row of a form must state: at least one of the fields `anyOf` must have a value. The table
 * `private.required_facts` has the same facts.
 */
export interface Fact<Column extends string = string> {
  /** Subject of the error message "… is required". */
  label: string;
  anyOf: readonly Column[];
  /** Error message that replaces "… is required". */
  message?: string;
  /** Rows with this status do not need the fact. For example, targets have no quarter. */
  notFor?: "Target";
}

/**
 * Checks for unusual values, which are saved only with a reason (`soft_check_reason`; its column is added by the
 * migration with `private.add_soft_checks`):
 * - above: a part is greater than its whole
 * - one_side: only some parts of a sum are given
 * - other_year: a date is not in the reported year
 * - tenfold: the value is ten times or more the largest value of the previous quarter in rows with the same values in
 *   the fields `same`
 */
export type SoftCheck<Column extends string = string> =
  | { kind: "above"; field: Column; whole: Column }
  | { kind: "one_side"; field: Column; parts: readonly Column[] }
  | { kind: "other_year"; field: Column; year: Column }
  | { kind: "tenfold"; field: Column; same: readonly Column[] };

/**
 * Comparisons of stored values with other rows. Values that a comparison finds are listed as unusual; a save asks for
 * no reason. The table `private.comparisons` has the same comparisons.
 * - tenfold: the value is ten times or more the largest value of the office's previous report with the same values in
 *   the fields `same`
 * - outlier: the value is far outside the values of its group in the country: the rows with the same values in the
 *   fields `group`
 */
export type Comparison<Column extends string = string> =
  | { kind: "tenfold"; field: Column; same: readonly Column[] }
  | { kind: "outlier"; field: Column; group: readonly Column[] };

/** Rows of another record type from which new rows can be entered, such as participants from their training. */
export interface EntrySource<Column extends string = string> {
  /** Path of the other record type. */
  path: string;
  /** Fields of the new row, each with the field of the other row (or `id`) from which it is copied. */
  takes: Readonly<Partial<Record<Column, string>>>;
}

/**
 * Declares that each row of a record type belongs to a parent row, as trainings belong to an ARBO. In the parent's own
 * record type, each row counts as its own parent. `name` is the name of the parent, such as "arbo". Lists then have the
 * filters `arbo` (id of the parent row, to list the rows that belong to it) and `arbo_year` (one year of these rows).
 * The page of the parent row is /homepage/arbo/<id>.
 */
export interface Parent<Column extends string = string> {
  name: string;
  /** Path of the parent's record type. */
  path: string;
  /** Column with the id of the parent's row. */
  key: Column;
  /**
   * Columns with the parent's identifier and title, which have the same names in the parent. Their values change
   * together with the parent.
   */
  identifier: Column;
  title: Column;
  /** Name of the parent's column that holds the former names of the parent. */
  former: string;
  /** Fields that name the owner of a row without a parent, in order. A record type may lack them. */
  instead: readonly string[];
}

/**
 * The reporting window that must be open for writes. With `status`, the status of the row decides: the target window
 * applies to rows with the status Target, the accomplishment window to all other rows.
 */
export type RecordWindow = "target" | "accomplishment" | "status";

export interface RecordShape<Column extends string> {
  /** Path segment under /api, such as "arbo-masterlist". */
  path: string;
  /** Route of the screen under its tab, such as "ARBO_Masterlist" (spec section 2). */
  route: string;
  /** Header tab in the address of the screen: /homepage/<tab>/<route>. Default: forms. */
  tab?: "users";
  /** Heading in the tab's menu under which the screen is listed. It distinguishes screens with the same label. */
  section: string;
  /** Label in the header of the forms area (spec section 2). */
  label: string;
  noun: { one: string; many: string };
  /** Condition for writes: a reporting window for office records; "administration" for reference records. */
  window: RecordWindow | "administration";
  /** True if records belong to an office and have region_name and province_name. */
  scoped: boolean;
  /**
   * True if other records copy values of a row and do not refer to the row. The row can then be deleted while other
   * records have its values.
   */
  copied?: boolean;
  /** Parent to which the rows of this record type belong, such as an ARBO. */
  parent?: Parent<Column>;
  /** True if rows need approval. The screen then has the tabs New/Pending and Approved. */
  approval: boolean;
  groups: readonly FieldGroup[];
  /** Fields in the order of the spec, which is the order in forms, imports and exports. */
  fields: readonly Field<Column>[];
  filters: readonly Column[];
  /**
   * Columns that the table shows by default after the name, in this order. The subject of the list comes first, so that
   * it is visible without scrolling sideways. Other fields are in the column chooser.
   */
  columns: readonly Column[];
  /**
   * Facts that a new row must state: its ARBO or ARC, its period and its content. Stored rows that lack a fact are
   * listed as incomplete.
   */
  facts?: readonly Fact<Column>[];
  softChecks?: readonly SoftCheck<Column>[];
  comparisons?: readonly Comparison<Column>[];
  sums?: readonly SumRule<Column>[];
  computed?: readonly ComputedRule<Column>[];
  dateOrders?: readonly DateOrder<Column>[];
  pastDates?: readonly PastDate<Column>[];
  /**
   * Keys that identify an imported row. A key is a list of fields. The keys are tried in order, and a key is skipped
   * if the row lacks one of its values. The title of the parent means the parent itself (`keysOf`).
   */
  keys: readonly (readonly Column[])[];
  /**
   * Keys from `keys` that are unique in the database. A row that repeats a unique key is always refused. A row that
   * repeats any other key, such as a second sale on one day, is refused as a duplicate, but the user may save it
   * anyway.
   */
  uniqueKeys?: readonly (readonly Column[])[];
  /**
   * Fields that show that a new row is probably the same as a stored row of its office. The first field is a name,
   * and its words must match. The other fields must be equal if both rows have them. Users get a warning and may save
   * anyway.
   */
  likelySame?: readonly (readonly Column[])[];
  /** Record types from whose rows new rows can be entered, one or many at a time. */
  enteredFrom?: readonly EntrySource<Column>[];
  /** Field that names a row in titles, confirmations and messages. */
  title: Column;
  defaultSort: { field: Column; dir: "asc" | "desc" };
  /** Other path segments under /api for the same records (spec section 7). */
  aliases?: readonly string[];
  /**
   * Values that distinguish the rows of this screen from other rows of the same table. All lists of the screen filter
   * by these values, new rows get them, and the form does not show them. The API path is not limited to these values.
   */
  fixed?: Readonly<Partial<Record<Column, string>>>;
  /**
   * Paths of other record types, by status. If a list request filters by one of these statuses, the endpoint returns
   * rows of the other record type.
   */
  listsByStatus?: Readonly<Record<string, string>>;
  /**
   * Set with `listsByStatus`: the lowest id of this type's own rows. A row with a lower id belongs to the other record
   * type.
   */
  firstId?: number;
  /**
   * Set if every row has a file that is sent with the row (POST /api/<path>/create). Such rows can't be imported, and
   * can't be entered without a file. The file is evidence for a row of another record type, or an attachment of that
   * row. `owner` names the table of that other row, or the field that contains the table's name.
   */
  files?: { owner: { table: TableName; id: Column } | { tableField: Column; id: Column } };
  /** Columns whose values come with the file or from the database: shown, sorted and filtered, but never entered. */
  serverFields?: readonly Field<Column>[];
  /** Values that POST /api/<path>/points returns for each row on a map. */
  points?: readonly Column[];
  /**
   * View from which lists are read, for record types with sensitive fields. All other lists are read from the table.
   * Writes always go to the table.
   */
  reads?: ViewName;
}

/** A record type of one table: all field names are columns of the table. */
export type RecordType<T extends TableName> = RecordShape<ColumnName<T>> & { table: T };

/** A record type as generic code sees it. */
export type AnyRecord = RecordShape<string> & { table: TableName };

/** Fields of the search filter bar, in order (spec section 2). Each screen shows the fields that its rows have. */
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

/**
 * Columns that identify a project and its ARBO. A row that lacks one of them is missing from all lists of filter
 * values (spec section 5).
 */
export const choiceKey = ["year_funded", "fund_source", "subpsp_abbreviation", "arbo_name"] as const;

export { type DropdownList, dropdownLists };

/** Declares a record type. The function only checks names against the table and keeps literal types. */
export function defineRecord<T extends TableName>(record: RecordType<T>): RecordType<T> {
  return record;
}

/** Declares another screen over the same records, with its own route, label and fixed values. */
export function anotherScreen<T extends TableName>(
  record: RecordType<T>,
  screen: Pick<RecordType<T>, "route" | "label" | "fixed">,
): RecordType<T> {
  return { ...record, ...screen };
}
