/**
 * `POST /api/<path>/versions`: ids and versions of the filtered rows, for bulk actions. A client can select thousands
 * of rows at once, because the response has only two numbers per row, and then process a few hundred rows at a time.
 */
import type { RecordFilter } from "../../contracts/filters/record-filters.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import type { Caller } from "../access/token.ts";
import type { Table } from "../db/columns.ts";
import { noteRows } from "../observe/request.ts";
import { notApproved, ownRows } from "./column-conditions.ts";
import { conditionsOf, withClause } from "./filters.ts";
import { answerAsCaller, filterQuestions } from "./sensitive-questions.ts";

/** Timeout in milliseconds, the same as for reading the ids of an export. */
const timeout = 60_000;

/**
 * Reads ids and versions of the filtered rows.
 * @param asked `seen` is the snapshot that a list returned with its page; null if changes since then don't matter.
 * @returns JSON: `{id, row_version, changed_since, returned}`. `changed_since` has the ids of rows that changed after
 * the snapshot. `id` and `row_version` describe all other rows, in the same order. `returned` has the ids of those rows
 * that are returned to their office, and `own` the ids of pending ones that the caller may not approve. Both may be
 * missing.
 */
export const versionsAsCaller = (
  caller: Caller,
  record: AnyRecord,
  table: Table,
  asked: { filter: RecordFilter; seen: string | null },
): Promise<string> =>
  answerAsCaller(
    caller,
    filterQuestions(record, asked.filter),
    async (tx) => {
      const { where, ctes, parameters } = conditionsOf(record, table, asked.filter);
      const since =
        asked.seen === null
          ? "select null::bigint"
          : `select private.find_rows_changed_since('${record.table}', array(select id from chosen), ${parameters.add(asked.seen, "pg_snapshot")})`;
      const returned = `'returned', json_agg(id order by id) filter (where not changed and id in (
             select row_id from private.reviews
             where table_name = '${record.table}' and state = 'returned' and not ended)),
           'own', json_agg(id order by id) filter (where not changed and own),`;
      const [row] = await tx.unsafe<{ versions: string; count: number }[]>(
        `${withClause(
          ...ctes,
          `chosen as materialized (select id, row_version${record.approval ? `, (${notApproved} and ${ownRows}) as own` : ""} from ${table.sql} where ${where})`,
          `since (id) as materialized (${since})`,
        )}
         select json_strip_nulls(json_build_object(
           'id', coalesce(json_agg(id order by id) filter (where not changed), '[]'),
           'row_version', coalesce(json_agg(row_version order by id) filter (where not changed), '[]'),
           ${record.approval ? returned : ""}
           'changed_since', coalesce(json_agg(id order by id) filter (where changed), '[]')))::text as versions,
           count(*)::integer as count
         from (select *, id in (select id from since) is true as changed from chosen) rows`,
        parameters.values,
      );
      noteRows(row?.count ?? 0);
      return row?.versions ?? "";
    },
    { timeout },
  );
