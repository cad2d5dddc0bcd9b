/** The changes of a log entry in words, for the drawer and for the exported file. */
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { people } from "#shared/records/administration/people.ts";
import { recordByRoute } from "#shared/records/index.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import {
  type DescribedChange,
  describeChanges,
  serverFields,
} from "../../../records/common/changes-table.tsx";
import { headingOf, screenByRoute } from "../../../records/common/record-screens.ts";
import { filterWords } from "../../../records/conditions/filter-words.ts";
import type { LogEntry } from "../common/admin-api.ts";
import { listNames } from "../lists/list-names.ts";
import type { RoleNames } from "../people/use-roles.ts";

/** Returns the label, the old value and the new value of each changed field. */
export function changesOf(entry: LogEntry, roles: RoleNames): DescribedChange[] {
  const record = entry.form_name === people.table ? people : recordByRoute(entry.route ?? "");
  const changes = Object.entries(entry.changes ?? {}).map(
    ([name, values]) => [name, values.map((value) => wordsOf(name, value, record, roles))] as const,
  );
  const known = [...(record?.fields ?? []), ...(record?.serverFields ?? []), ...logFields, ...serverFields];
  const unknown = changes.flatMap(([name]) =>
    known.some((field) => field.name === name) ? [] : text(name, sentenceCase(name)),
  );
  return describeChanges(
    { fields: [...known, ...unknown] },
    Object.fromEntries(changes) as NonNullable<LogEntry["changes"]>,
  );
}

const text = (name: string, label: string, labels?: Readonly<Record<string, string>>): Field => ({
  ...{ name, label, kind: "text", group: "" },
  ...(labels ? { options: { from: "values", values: Object.keys(labels), labels } } : {}),
});

/** Fields that appear in the log but on no record screen, with their labels. */
const logFields: readonly Field[] = [
  text("id", "Number"),
  text("user_id", "Id of the user"),
  { ...text("time_stamp", "Saved at"), moment: true },
  text("purpose", "Purpose", {
    export: "Export",
    list: "Whole list, read by a program",
    report: "Report about a person",
    download: "Download of an export",
  }),
  text("filters", "Filters"),
  { ...text("rows", "Rows"), kind: "integer" },
  text("fields", "Sensitive fields in questions"),
  text("import", "File"),
  text("screen", "Screen"),
  text("shared_with", "Shared with", { me: "Only the author", office: "Office", everyone: "Everyone" }),
  text("list", "List", listNames),
  text("type", "Value"),
  text("sub_category", "Sub-category"),
];

/**
 * Formats logged values that have no record field: ids of roles, names of fields and screens, filters, and booleans.
 */
function wordsOf(name: string, value: unknown, record: AnyRecord | undefined, roles: RoleNames): unknown {
  if (value === null || value === undefined) return value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (name === "uac_id" && typeof value === "number") return roles.get(value) ?? `no. ${value}`;
  if (name === "screen" && typeof value === "string") {
    const screen = screenByRoute(value);
    return screen ? headingOf(screen) : value;
  }
  if (name === "fields" && Array.isArray(value))
    return value.map((one) => record?.fields.find((field) => field.name === one)?.label ?? one);
  return typeof value === "object" && !Array.isArray(value) ? filtersInWords(value, record) : value;
}

/** Properties of a list request that don't filter rows. */
const otherParts = new Set(["count", "sums", "page", "page_size", "sort"]);

const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

/**
 * Returns one sentence per filter of an export. The log hides filters by sensitive fields from users without the
 * Sensitive right. If all filters are hidden, returns "No filters that you may see".
 */
function filtersInWords(filters: object, record: AnyRecord | undefined): string {
  const given = Object.entries(filters).filter(([name, value]) => !otherParts.has(name) && !isEmpty(value));
  const { q, filter, ...fields } = Object.fromEntries(given) as FilterGrammar & {
    q?: string;
    filter?: FilterGrammar;
  };
  const words = [fields, filter].flatMap((part) => filterWords(record ?? people, withoutEmptyParts(part)));
  return [...words, ...(q ? [`Contains the words: ${q}`] : [])].join("; ") || "No filters that you may see";
}

/** Removes the empty conditions of an "any" filter. A condition is empty if the log hides its field from this user. */
const withoutEmptyParts = (grammar: FilterGrammar | undefined): FilterGrammar | undefined =>
  grammar && Array.isArray(grammar.any)
    ? { ...grammar, any: grammar.any.filter((one) => !isEmpty(one)) }
    : grammar;

const sentenceCase = (name: string): string => {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
