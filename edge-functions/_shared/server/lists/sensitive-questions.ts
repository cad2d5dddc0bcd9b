/**
 * Logs queries that filter, group or compute by sensitive fields (43_reading_log.sql), because their response reveals
 * sensitive values without showing a row. The log counts all people who meet the query's conditions as read.
 */
import type { Condition, Conditions } from "../../contracts/filters/conditions.ts";
import type { RecordFilter } from "../../contracts/filters/record-filters.ts";
import { sensitiveAmong } from "../../records/sensitive-among.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller, type CallerOptions } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { listedTable, type Table } from "../db/columns.ts";
import type { Parameters, Transaction } from "../db/database.ts";
import { allOf, relatedWhere } from "./conditions.ts";
import { conditionsOf, withClause } from "./filters.ts";
import { logPeopleAsked, readingOptions } from "./reading-log.ts";

/**
 * A use of a record type's sensitive fields in a query. `ids` returns SQL that selects the people about whom the
 * response reveals values.
 */
interface SensitiveQuestion {
  record: AnyRecord;
  fields: readonly string[];
  ids: (parameters: Parameters) => string;
}

const idsWhere = (record: AnyRecord, where: string): string =>
  `select id from ${listedTable(record).sql} where ${where}`;

/** Returns the sensitive fields in conditions on the filtered rows themselves. Ignores conditions on related rows. */
export function sensitiveFields(record: AnyRecord, conditions: Conditions): string[] {
  const names = conditions.flatMap((one): string[] => {
    if (one.kind === "related") return [];
    return one.kind === "any"
      ? one.filters.flatMap((filter) => sensitiveFields(record, filter))
      : [one.column.name];
  });
  return [...new Set(sensitiveAmong(record, names))];
}

/**
 * Returns a list with one `SensitiveQuestion` about the rows that an exploration counts. The list is empty if `fields`
 * is empty.
 * @param fields Sensitive fields that the exploration uses.
 */
export const ownQuestion = (
  record: AnyRecord,
  conditions: Conditions,
  fields: readonly string[],
): SensitiveQuestion[] =>
  fields.length > 0
    ? [
        {
          ...{ record, fields },
          ids: (parameters) => idsWhere(record, allOf(record, listedTable(record), conditions, parameters)),
        },
      ]
    : [];

/** Returns one SensitiveQuestion per condition on sensitive fields of related people, including nested conditions. */
export const relatedQuestions = (conditions: Conditions): SensitiveQuestion[] =>
  conditions.flatMap((one: Condition): SensitiveQuestion[] => {
    if (one.kind === "any") return one.filters.flatMap(relatedQuestions);
    if (one.kind !== "related") return [];
    const fields = sensitiveFields(one.record, one.where);
    const own: SensitiveQuestion = {
      ...{ record: one.record, fields },
      ids: (parameters) => idsWhere(one.record, relatedWhere(one, parameters)),
    };
    return [...(fields.length > 0 ? [own] : []), ...relatedQuestions(one.where)];
  });

/**
 * Returns a `SensitiveQuestion` for each use of sensitive fields in the filters of a list: one for all conditions on
 * the filtered rows, and one per condition on related people.
 * @param others Other columns about which the response reveals something, such as summed columns.
 */
export function filterQuestions(
  record: AnyRecord,
  filter: RecordFilter,
  others: readonly string[] = [],
): SensitiveQuestion[] {
  const { columns, conditions } = filter;
  const plain = sensitiveAmong(record, [...columns.keys(), ...others]);
  const fields = [...new Set([...plain, ...sensitiveFields(record, conditions)])];
  const ids = (parameters: Parameters) => {
    const { where, ctes } = conditionsOf(record, listedTable(record), filter, parameters);
    return `${withClause(...ctes)} ${idsWhere(record, where)}`;
  };
  return [...(fields.length > 0 ? [{ record, fields, ids }] : []), ...relatedQuestions(conditions)];
}

const logQuestion = (tx: Transaction, { record, fields, ids }: SensitiveQuestion): Promise<void> =>
  logPeopleAsked(tx, listedTable(record), (parameters) => `array(${ids(parameters)})`, fields);

/** Logs the sensitive fields that queries use. Must run in the transaction of these queries. */
export async function logQuestions(tx: Transaction, questions: readonly SensitiveQuestion[]): Promise<void> {
  for (const question of questions) await logQuestion(tx, question);
}

/**
 * Returns the options of a transaction. The transaction may write the log if its queries use sensitive fields
 * (`questions`).
 */
export const answerOptions = (
  questions: readonly SensitiveQuestion[],
  { replica, ...options }: CallerOptions,
): CallerOptions =>
  questions.length > 0 ? { ...options, write: "log" } : { ...options, ...(replica ? { replica } : {}) };

/** Runs `work`, and logs the sensitive fields that its queries use (`questions`) in the same transaction. */
export const answerAsCaller = <T>(
  caller: Caller,
  questions: readonly SensitiveQuestion[],
  work: (tx: Transaction) => Promise<T>,
  options: CallerOptions,
): Promise<T> =>
  asCaller(
    caller,
    async (tx) => {
      await logQuestions(tx, questions);
      return work(tx);
    },
    answerOptions(questions, options),
  );

/**
 * Runs `work`, which reads filtered rows of a table, and logs the filter's conditions on sensitive fields. `work`
 * itself must log the rows that it returns.
 */
export const readAsCaller = <T>(
  caller: Caller,
  table: Table,
  questions: readonly SensitiveQuestion[],
  work: (tx: Transaction) => Promise<T>,
  options: Pick<CallerOptions, "timeout"> = {},
): Promise<T> => answerAsCaller(caller, questions, work, { ...options, ...readingOptions(table) });
