/** The result of an Explore query as a table with labels, shares, ranks and links to the counted rows. */

import type { ExploreAnswer } from "#shared/contracts/explore.ts";
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { cellFilter, type GroupKey } from "#shared/explore/cell-filter.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { formatNumber } from "#shared/rules/numbers.ts";
import { enumerate } from "#shared/rules/text.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { tableValue } from "../../../lib/format.ts";
import type { Share } from "../common/explore-search.ts";
import type { Question } from "../question/question.ts";
import { groupNamed, isDatePart, valueOptions, valueText } from "../question/question-fields.ts";

/** One number of the table. */
export interface AnswerCell {
  /**
   * The number, or its share in percent if the table shows shares. Null if the group has no values, or values of
   * different units.
   */
  value: number | null;
  /** The value as displayed. */
  text: string;
  /** Filter that selects the rows that the number counts. */
  filter: FilterGrammar;
}

export interface AnswerColumn {
  id: string;
  label: string;
  /** Value over all rows of the column. Never a share, even if the table shows shares. */
  total: number | null;
  /** Filter that selects the rows that the column counts. */
  filter: FilterGrammar;
}

export interface AnswerRow {
  /** Key of the row, unique in the table. */
  id: string;
  /** One key per row field of the query. */
  keys: readonly GroupKey[];
  /** One label per row field of the query. */
  labels: string[];
  /** Rank by value, starting at 1. Equal values have the same rank. Null if the rows are sorted by name. */
  rank: number | null;
  cells: AnswerCell[];
  total: AnswerCell;
}

export interface AnswerTable {
  /** Name of the value that the table shows, such as "Sum of Gross sales (PHP)". */
  title: string;
  /** Headings of the row fields, one per row field of the query. */
  rowLabels: string[];
  columnLabel: string | null;
  columns: AnswerColumn[];
  rows: AnswerRow[];
  totals: AnswerCell[];
  total: AnswerCell;
  /** Number of rows that the table would have without a limit. */
  rowCount: number;
  /** The total that counts as 100 % for shares; undefined if the table shows numbers. */
  share: Share | undefined;
  /** True if the values are fractions that are shown as percentages: 0.125 is shown as 12.50%. */
  isPercentage: boolean;
  /**
   * Heading of the totals. It avoids the word "total" for values such as averages, which are not summed over the rows.
   */
  totalLabel: string;
  mixedUnits: string | undefined;
}

/** True if the numbers of several groups add up to their total. */
export const isAdditive = ({ value }: Question): boolean => value.kind === "count" || value.kind === "sum";

/** True if the numbers can be shown as shares of a total. */
export const hasShares = (question: Question): boolean =>
  isAdditive(question) || question.value.kind === "distinct";

/** Returns the label of a group's key. */
export function keyLabel(field: Field | undefined, name: string, key: GroupKey): string {
  if (key === null || key === "") return "(blank)";
  return field && !isDatePart(name) ? tableValue(field, key) : String(key);
}

interface Asked {
  record: AnyRecord;
  user: CurrentUser;
  question: Question;
  share: Share | undefined;
}

export function answerTable(asked: Asked, answer: ExploreAnswer): AnswerTable {
  const { record, user, question } = asked;
  const share = hasShares(question) ? asked.share : undefined;
  const field = (name: string) => groupNamed(record, user, name);
  const { rows, columns } = question;
  const measured = measuredField(asked);
  const format = formatOf(measured, answer);
  const cell = (
    value: number | null,
    whole: Whole,
    groups: readonly (readonly [string, GroupKey])[],
  ): AnswerCell => ({
    value: share ? shareOf(value, whole[share]) : value,
    text: share ? shareText(shareOf(value, whole[share])) : format(value),
    filter: cellFilter(question.filter, groups),
  });
  const ofColumn = (at: number): (readonly [string, GroupKey])[] =>
    columns === null ? [] : [[columns, answer.columns[at] ?? null]];
  const ranks = question.order === "value" ? ranksOf(answer.rows.map(({ total }) => total)) : [];
  const { total } = answer;
  return {
    title: valueTitle(record, user, question),
    rowLabels: rows.map((name) => field(name)?.label ?? name),
    columnLabel: columns === null ? null : (field(columns)?.label ?? columns),
    columns: answer.columns.map((key, at) => ({
      id: JSON.stringify(key),
      total: answer.column_totals[at] ?? null,
      filter: cellFilter(undefined, ofColumn(at)),
      label: keyLabel(field(columns ?? "")?.field, columns ?? "", key),
    })),
    rows: answer.rows.map((row, place) => {
      const groups = rows.map((name, at) => [name, row.keys[at] ?? null] as const);
      return {
        id: JSON.stringify(row.keys),
        keys: row.keys,
        labels: rows.map((name, at) => keyLabel(field(name)?.field, name, row.keys[at] ?? null)),
        rank: ranks[place] ?? null,
        cells: row.values.map((value, at) =>
          cell(value, { row: row.total, column: answer.column_totals[at] ?? null, total }, [
            ...groups,
            ...ofColumn(at),
          ]),
        ),
        total: cell(row.total, { row: row.total, column: total, total }, groups),
      };
    }),
    totals: answer.column_totals.map((value, at) =>
      cell(value, { row: total, column: value, total }, ofColumn(at)),
    ),
    total: cell(total, { row: total, column: total, total }, []),
    rowCount: answer.row_count,
    share,
    isPercentage: share === undefined && measured?.percentage === true,
    totalLabel: isAdditive(question) ? "Total" : "All",
    mixedUnits: answer.mixed_units,
  };
}

type Whole = Record<Share, number | null>;

/** Returns the share in percent; null if the whole is zero or unknown. */
export const shareOf = (value: number | null, whole: number | null): number | null =>
  value === null || whole === null || whole === 0 ? null : (value / whole) * 100;

const oneDecimal = new Intl.NumberFormat("en-PH", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const shareText = (percent: number | null): string =>
  percent === null ? "" : `${oneDecimal.format(percent)}%`;

/** Returns the rank of each value of a descending list. Missing values have no rank. */
export function ranksOf(values: readonly (number | null)[]): (number | null)[] {
  const ranks: (number | null)[] = [];
  for (const [at, value] of values.entries()) {
    const before = ranks[at - 1] ?? null;
    ranks.push(value === null ? null : before !== null && values[at - 1] === value ? before : at + 1);
  }
  return ranks;
}

/** Returns the sentence that replaces the table if no rows are counted. */
export const nothingCounted = ({ noun }: AnyRecord, { filter }: Question): string =>
  Object.keys(filter).length > 0 ? `No ${noun.many} match the conditions.` : `There are no ${noun.many} yet.`;

/** Returns a sentence that states how many rows the table leaves out; null if the table has all rows. */
export const shownRows = ({ rows, rowCount }: AnswerTable): string | null =>
  shownOf([{ noun: "rows", shown: rows.length, all: rowCount }]);

interface ShownPart {
  noun: string;
  shown: number;
  all: number;
}

/** Returns a sentence such as "200 of 350 rows are shown"; null if all rows and columns are shown. */
export function shownOf(parts: readonly ShownPart[]): string | null {
  const cut = parts.filter(({ shown, all }) => shown < all);
  if (cut.length === 0) return null;
  const numbers = cut.map(({ noun, shown, all }) => `${formatNumber(shown)} of ${formatNumber(all)} ${noun}`);
  return `${enumerate(numbers)} are shown. The totals include all${cut.length === 1 ? ` ${cut[0]?.noun}` : ""}.`;
}

export const valueTitle = (record: AnyRecord, user: CurrentUser, { value }: Question): string =>
  valueOptions(record, user).find((option) => option.value === valueText(value))?.label ?? valueText(value);

const cents = new Intl.NumberFormat("en-PH", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Returns the field whose sum, average, minimum or maximum the query computes; undefined for a query that counts. */
const measuredField = ({ record, user, question: { value } }: Asked): Field | undefined =>
  value.kind === "count" || value.kind === "distinct"
    ? undefined
    : groupNamed(record, user, value.field ?? "")?.field;

/**
 * Returns a function that formats the numbers of the result. If a number has decimals, all numbers get two decimals, so
 * that they line up.
 */
function formatOf(field: Field | undefined, answer: ExploreAnswer): (value: number | null) => string {
  if (field?.percentage) return (value) => tableValue(field, value);
  const numbers = [
    answer.total,
    ...answer.column_totals,
    ...answer.rows.flatMap((row) => [row.total, ...row.values]),
  ];
  const format = numbers.some((value) => value !== null && !Number.isInteger(value)) ? cents : undefined;
  return (value) =>
    value === null ? "" : value !== 0 && format ? format.format(value) : formatNumber(value);
}
