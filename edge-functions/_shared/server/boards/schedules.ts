/**
 * Lists report schedules. A response without paging also lists the schedules of the target window and of the
 * accomplishment window separately, for the header of the web app (spec section 7).
 */
import type { ListQuery } from "../../contracts/record-lists.ts";
import { reportSchedules } from "../../records/administration/report-schedules.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { columnList, tableNamed } from "../db/columns.ts";
import type { JsonObject } from "../http/body.ts";
import { withClause } from "../lists/filters.ts";
import { listQuery } from "../lists/list.ts";
import { readPage } from "../lists/page.ts";

interface Schedules {
  /** Rows as JSON text: an array. */
  rows: string;
  total: number;
  target?: JsonObject[];
  accomp?: JsonObject[];
}

/** Every user who has a level can read all schedules. */
export async function listSchedules(caller: Caller, asked: ListQuery): Promise<Schedules> {
  const table = tableNamed(reportSchedules.table, reportSchedules.reads);
  const query = listQuery(table, asked);
  const { where, ctes, parameters } = query.filter;
  return asCaller(caller, async (tx) => {
    if (query.page) {
      const { rows, total } = await readPage(tx, table, query);
      return { rows, total };
    }
    const found = await tx.unsafe<{ item: JsonObject }[]>(
      `${withClause(...ctes)}
       select row_to_json(item) as item from (select ${columnList(table)} from ${table.sql} where ${where} order by ${query.order}) item`,
      parameters.values,
    );
    const items = found.map(({ item }) => item);
    const ofForm = (form: string) => items.filter((item) => item.form === form);
    return {
      rows: JSON.stringify(items),
      total: items.length,
      target: ofForm("target"),
      accomp: ofForm("accomplishment"),
    };
  });
}
