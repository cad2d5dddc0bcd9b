/**
 * Counts the rows in each review queue, such as rows that wait for approval, per screen and with the filters of the
 * request. Shows a queue only to users with the right to process its rows.
 */
import type { Drill, WorkQueue } from "../../charts/figures/types.ts";
import { reviewQueues } from "../../charts/work-queues.ts";
import type { RecordFilter } from "../../contracts/filters/record-filters.ts";
import { records } from "../../records/index.ts";
import { fullLabel } from "../../records/vocabulary/full-label.ts";
import type { ReviewFilter } from "../../records/vocabulary/review-filters.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { hasUnusualValues } from "../../records/vocabulary/unusual-values.ts";
import { tablesOf } from "../calls/serve-records.ts";
import type { Parameters } from "../db/database.ts";
import type { Filters } from "../figures/chart-filters.ts";
import { conditionsOf, withClause } from "../lists/filters.ts";
import { drillFilter, drillTo } from "./drill-filter.ts";

type Wanted = Pick<RecordFilter, "unusual"> & { review: ReviewFilter };

interface Part {
  record: AnyRecord;
  drill: Drill;
  /** Query that counts the rows. */
  query: string;
}

/**
 * Returns select expressions that count the rows of the queues, and a function that builds the queues from the row of
 * results.
 */
export function countReviews(
  filters: Filters,
  parameters: Parameters,
): { columns: string[]; read: (row: Readonly<Record<string, unknown>>) => WorkQueue[] } {
  const queues = reviewQueues.map(({ review, unusual = null, right, ...queue }) => ({
    ...queue,
    right,
    parts: records.flatMap((record) =>
      record.approval && (!unusual || hasUnusualValues(record))
        ? [partOf(record, { review, unusual }, filters, parameters)]
        : [],
    ),
  }));
  return {
    // Without the right for the queue, the caller gets null and nothing is counted.
    columns: queues.map(
      ({ key, right, parts }) =>
        `case when (select private.caller_has_right('${right}'))
           then array[${parts.map(({ query }) => `(${query})::float8`).join(", ")}] end as ${key}`,
    ),
    read: (row) => {
      const isReviewer = queues.some(({ key, right }) => right === "Approve" && row[key] !== null);
      return queues.flatMap(({ key, label, help, forReviewers, parts }) => {
        const numbers = row[key] as number[] | null;
        if (!numbers) return [];
        const words = (isReviewer && forReviewers) || { label, help };
        const counted = parts.map(({ record, drill }, at) => {
          const value = numbers[at] ?? 0;
          const noun = value === 1 ? record.noun.one : record.noun.many;
          return { label: `${noun}, ${fullLabel(record)}`, value, drill };
        });
        return [{ key, ...words, total: numbers.reduce((sum, one) => sum + one, 0), parts: counted }];
      });
    },
  };
}

function partOf(record: AnyRecord, wanted: Wanted, filters: Filters, parameters: Parameters): Part {
  const drill = drillTo(record, filters);
  const { listed } = tablesOf(record);
  const filter = conditionsOf(record, listed, drillFilter(drill.filters, wanted), parameters);
  const { review, unusual } = wanted;
  return {
    record,
    drill: { ...drill, filters: { ...drill.filters, review, ...(unusual ? { unusual: "true" } : {}) } },
    query: `${withClause(...filter.ctes)} select count(*) from ${listed.sql} where ${filter.where}`,
  };
}
