/**
 * Types of the registry, which describes each record type. Columns and constraints are defined in supabase/schemas; a
 * `RecordType` describes how they are shown and entered. Forms, tables, filters, imports, exports and the API are
 * derived from it.
 *
 * Field names are typed against the generated `database.types.ts`, so a renamed column does not compile. Generic code
 * never checks which record type it handles.
 */
import type { Database } from "../../database.types.ts";
import { type DropdownList, dropdownLists } from "./dropdown-lists.ts";

export type Tables = Database["public"]["Tables"];
export type TableName = keyof Tables & string;
/** Name of a view, with its schema unless the schema is public. */
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
 * - list: array of strings; requests and responses of the API join them with commas
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
 * Source of the choices of a field. With `dropdown`, users may also enter other values. With `record`, the choices are
 * rows of another record type: the column `value` is stored, and the column `label` is shown.
 */
export type OptionSource =
  | { from: "dropdown"; list: DropdownList; column?: "type" | "category" | "sub_category" }
  /** `labels`: the texts that users see, by stored value. Without a label, the stored value is shown. */
  | { from: "values"; values: readonly string[]; labels?: Readonly<Record<string, string>> }
  | { from: "place"; level: "region" | "province" | "muncity" | "barangay" }
  | { from: "years" }
  | { from: "record"; path: string; value: string; label: string };

export interface Field<Column extends string = string> {
  name: Column;
  label: string;
  kind: FieldKind;
  /** Key of the field's group: a section of the form, and a heading above columns of the table. */
  group: string;
  options?: OptionSource;
  /** Other spellings in lower case, each with the value that replaces it when a row is saved or filtered. */
  synonyms?: Readonly<Record<string, string>>;
  required?: boolean;
  /** Initial value of the field in a new form. Users may change the value. */
  preset?: string;
  /** Set for text that the keyboard must not correct automatically. */
  typed?: "username" | "email";
  /** Help text under the input, if the label is not enough. */
  help?: string;
  /** Minimum and maximum of a number, inclusive. The default for integers is 0 to 2,147,483,647. */
  min?: number;
  max?: number;
  /** Other headings that files use for this field. The words may be in any order, and a unit in brackets may follow. */
  headings?: readonly string[];
  /** Maximum length of a text, or of an item in a list, in characters. Default 250; for long_text 4000. */
  maxLength?: number;
  /** True if the number is shown as a percentage with two decimals (spec section 9). */
  percentage?: boolean;
  /** Maximum number of years after the current year that users can choose for a date. Default 0. */
  yearsAhead?: number;
  /** True if the text is a point in time with a time zone. Screens show day, hour and minute in Manila. */
  moment?: boolean;
  /** Number of decimal digits, equal to the scale of the column. Default 2; for percentages 4. */
  decimals?: number;
  /**
   * Row of another record type from which the form fills in the field. When the user chooses and confirms a row, the
   * form copies its value, which the user can then edit (spec section 2). `path` is the path of the other record type.
   * `field` is a field of its row, or `id`.
   */
  filledFrom?: { path: string; field: string };
  /** Values that only the database sets. `why` is the error message for users who enter such a value. */
  reserved?: { values: readonly string[]; why: string };
  /**
   * Unit of a number whose label contains no unit in brackets. If a file has a different unit for the column, the
   * import asks the user.
   */
  unit?: "PHP";
  /** Field that contains the unit of this number, such as kilograms. Numbers with different units are never added. */
  unitIn?: string;
  /**
   * True if the page of an ARBO shows the sum of this number over the ARBO's rows. Not set for numbers of people,
   * because several rows may count the same people.
   */
  summed?: boolean;
  /**
   * True if a sum of this number has no meaning, such as the sum of ages or of prices per unit, or because several rows
   * of a report repeat it. Tables show no total of the field, and Explore offers and computes no sum.
   */
  untotalled?: boolean;
  /**
   * True if only callers with the Sensitive right can read the field (RA 10173). Other callers may enter a value, but
   * can't clear it.
   */
  sensitive?: boolean;
  /**
   * True if the field contains links to files attached to the record (POST /api/attachments). Only the database writes
   * the links.
   */
  attached?: boolean;
}

export interface FieldGroup {
  key: string;
  label: string;
}

/** A total that must equal the sum of its parts if all parts are given. Forms compute it (spec section 5). */
export interface SumRule<Column extends string = string> {
  total: Column;
  parts: readonly Column[];
  /** Name of the equivalent check constraint in the database. */
  constraint: string;
}

/** Value of a field in a rule. Rules can't use fields of the kind `list`. */
export type RuleValue = string | number | null;

/**
 * A field that forms and imports compute from other fields. A save with a different value is refused; the message shows
 * both values. Totals (`SumRule`) are computed before computed fields. A computed rule that uses the result of another
 * computed rule must be listed after it.
 */
export interface ComputedRule<Column extends string = string> {
  field: Column;
  from: readonly Column[];
  /**
   * Computes the value from the values of `from`, in the order of `from`. Returns null if the value can't be computed.
   * The function must be a pure function of `rules/`.
   * @param entered ISO day in Manila on which the row was entered; today for a new row.
   */
  compute: (values: readonly RuleValue[], entered: string) => RuleValue;
  /** True if the value depends on the day, like an age. Older lists contain other values, which an import replaces. */
  changesWithTime?: true;
  /** The formula in words, for error messages such as "Gross sales is 100 but … gives 120". */
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
 * A requirement for a new row of a form: at least one of the fields `anyOf` must have a value. The table
 * `private.required_facts` lists the same requirements.
 */
export interface Fact<Column extends string = string> {
  /** Subject of the error message "… is required". */
  label: string;
  anyOf: readonly Column[];
  /** Error message that replaces "… is required". */
  message?: string;
  /** Status of rows that do not need the fact. For example, targets have no quarter. */
  notFor?: "Target";
}

/**
 * Checks for unusual values. An unusual value can only be saved with a reason (`soft_check_reason`). A migration
 * creates the column for the reason with `private.add_soft_checks`.
 * - above: a part is greater than its whole
 * - one_side: some parts of a sum have a value, and others are blank
 * - other_year: a date is not in the reported year
 * - tenfold: the value is at least ten times the largest value of the previous quarter, among rows with the same values
 *   in the fields `same`
 */
export type SoftCheck<Column extends string = string> =
  | { kind: "above"; field: Column; whole: Column }
  | { kind: "one_side"; field: Column; parts: readonly Column[] }
  | { kind: "other_year"; field: Column; year: Column }
  | { kind: "tenfold"; field: Column; same: readonly Column[] };

/**
 * Comparisons of stored values with other rows. A value that fails a comparison is listed as unusual, but can be saved
 * without a reason. The table `private.comparisons` lists the same comparisons.
 * - tenfold: the value is at least ten times the largest value in the office's previous report, among rows with the
 *   same values in the fields `same`
 * - outlier: the value is far from those of all rows in the country with the same values in the fields `group`
 */
export type Comparison<Column extends string = string> =
  | { kind: "tenfold"; field: Column; same: readonly Column[] }
  | { kind: "outlier"; field: Column; group: readonly Column[] };

/** Record type from whose rows users can enter new rows. For example, users enter participants from a training. */
export interface EntrySource<Column extends string = string> {
  /** Path of the record type of the source rows, such as the path of trainings. */
  path: string;
  /**
   * Fields that a new row copies from the source row. Maps the name of the field in the new row to its name in the
   * source row (or `id`).
   */
  takes: Readonly<Partial<Record<Column, string>>>;
}

/**
 * Declares that each row of a record type belongs to a parent row, as a training belongs to an ARBO. In the parent's
 * record type, each row is its own parent.
 *
 * If `name` is "arbo", lists can be filtered by `arbo` (id of the parent row) and `arbo_year` (year of the listed
 * rows). The parent's page is then /homepage/arbo/<id>.
 */
export interface Parent<Column extends string = string> {
  name: string;
  /** Path of the parent's record type. */
  path: string;
  /** Column with the id of the parent's row. */
  key: Column;
  /**
   * Column with the parent's identifier, such as the ARBO ID. It has the same name in the parent's table. The database
   * updates it in all rows when the parent's identifier changes. The same applies to `title`.
   */
  identifier: Column;
  title: Column;
  /** Name of the column in the parent's table that contains former names of the parent. */
  former: string;
  /**
   * Fields that identify the owner of a row without a parent, tried in this order. A record type can lack some of them.
   */
  instead: readonly string[];
}

/**
 * The reporting window that must be open when a row is written. With `status`, this is the target window for rows with
 * the status Target, else the accomplishment window.
 */
export type RecordWindow = "target" | "accomplishment" | "status";

export interface RecordShape<Column extends string> {
  /** Path segment under /api, such as "arbo-masterlist". */
  path: string;
  /** Route of the screen under its tab, such as "ARBO_Masterlist" (spec section 2). */
  route: string;
  /** Tab in the address of the screen: /homepage/<tab>/<route>. Default: forms. */
  tab?: "users";
  /** Heading in the menu above the screen's label. It distinguishes screens with the same label. */
  section: string;
  /** Label of the screen in the forms menu (spec section 2). */
  label: string;
  noun: { one: string; many: string };
  /**
   * Reporting window that must be open for writes. "administration": only administrators write the records, at any
   * time.
   */
  window: RecordWindow | "administration";
  /** True if records belong to an office and have region_name and province_name. */
  scoped: boolean;
  /**
   * True if other records copy values of a row instead of referring to it. The row can then be deleted although others
   * have its values.
   */
  copied?: boolean;
  /** Parent to which the rows of this record type belong, such as an ARBO. */
  parent?: Parent<Column>;
  /** True if rows need approval. The screen then has the tabs New/Pending and Approved. */
  approval: boolean;
  groups: readonly FieldGroup[];
  /** Fields in the order of the spec. Forms, imports and exports use the same order. */
  fields: readonly Field<Column>[];
  filters: readonly Column[];
  /**
   * Columns that the table shows by default after the name. The most important come first, so that users see them
   * without scrolling sideways. Users can add other fields.
   */
  columns: readonly Column[];
  /**
   * Values that a new row must have: its ARBO or ARC, its period and its content. A stored row without one of them is
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
   * Keys by which an imported row is matched with stored rows. A key is a list of fields. The keys are tried in order;
   * a key is skipped if the row lacks one of its values. A key with the parent's title compares the parents instead of
   * their titles (see `keysOf`).
   */
  keys: readonly (readonly Column[])[];
  /**
   * The keys that are unique in the database. A row with the same unique key as a stored row is always refused. If only
   * a key of `keys` that is not unique is the same, such as for a second sale on one day, the row is refused at first,
   * but the user may save it anyway.
   */
  uniqueKeys?: readonly (readonly Column[])[];
  /**
   * Fields by which an imported row without an ID is compared with stored rows. Only set if the ID is the only key. If
   * all fields are equal, the user decides whether the rows are the same record, because different records can have
   * equal values.
   */
  withoutId?: readonly Column[];
  /**
   * Fields that show whether a new row is probably the same record as a stored row of its office. The first field is a
   * name, whose words must match. The other fields must be equal if both rows have them. Users get a warning and may
   * save anyway.
   */
  likelySame?: readonly (readonly Column[])[];
  /** Record types from whose rows users can enter new rows of this type, one or many at a time. */
  enteredFrom?: readonly EntrySource<Column>[];
  /** Field that identifies a row in titles, confirmations and messages. */
  title: Column;
  defaultSort: { field: Column; dir: "asc" | "desc" };
  /** Other path segments under /api for the same records (spec section 7). */
  aliases?: readonly string[];
  /**
   * Values that distinguish this screen from other screens of the same table. The screen lists only rows with these
   * values, and new rows get them. The form does not show them. The API path serves all rows.
   */
  fixed?: Readonly<Partial<Record<Column, string>>>;
  /**
   * Paths of other record types, by status. A list request that filters by one of these statuses gets rows of the other
   * record type.
   */
  listsByStatus?: Readonly<Record<string, string>>;
  /**
   * Minimum id of this type's own rows, if `listsByStatus` is set. Rows with lower ids belong to the other record type.
   */
  firstId?: number;
  /**
   * Set if every row has a file, which is uploaded with the row (POST /api/<path>/create). Such rows can't be imported.
   * The file is evidence for, or an attachment of, a row of another record type. `owner` contains the table of that
   * row, or the field with the name of the table.
   */
  files?: { owner: { table: TableName; id: Column } | { tableField: Column; id: Column } };
  /** Columns that the file or the database sets. Screens show, sort and filter them, but users can't enter them. */
  serverFields?: readonly Field<Column>[];
  /** Columns that POST /api/<path>/points returns for each row, to show the rows on a map. */
  points?: readonly Column[];
  /**
   * View from which lists are read. Set for record types with sensitive fields. Other lists are read from the table,
   * and writes always use the table.
   */
  reads?: ViewName;
}

/** A record type whose fields are all columns of one table. */
export type RecordType<T extends TableName> = RecordShape<ColumnName<T>> & { table: T };

/** A record type of any table, for code that handles all record types. */
export type AnyRecord = RecordShape<string> & { table: TableName };

/**
 * Filters of the search bar, in order (spec section 2). Each screen shows those filters that are fields of its rows.
 */
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
 * Columns that identify a project and its ARBO. Filters offer only values of rows that have all these columns (spec
 * section 5).
 */
export const choiceKey = ["year_funded", "fund_source", "subpsp_abbreviation", "arbo_name"] as const;

export { type DropdownList, dropdownLists };

/** Declares a record type. Checks field names against the table, and keeps literal types. Returns its argument. */
export function defineRecord<T extends TableName>(record: RecordType<T>): RecordType<T> {
  return record;
}

/** Declares a second screen for the same records, with its own route, label and fixed values. */
export function anotherScreen<T extends TableName>(
  record: RecordType<T>,
  screen: Pick<RecordType<T>, "route" | "label" | "fixed">,
): RecordType<T> {
  return { ...record, ...screen };
}
