/**
 * The page of one parent, such as `POST /api/arbo-page {id}` or `{arbo_id}`: the parent's row with everything that
 * belongs to the parent. The registry (the descriptions of all record types) defines the record types that belong to
 * the parent, and their shown and summed fields. Row-level security limits the counts to rows that the caller can see.
 */

import { Problem } from "../../contracts/base/problems.ts";
import { recordByPath, records, screenOf } from "../../records/index.ts";
import type { PageField, PageOverdue, PageRow, ParentPage } from "../../records/parent-page.ts";
import type { Field, Parent } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { columnList, type Table, tableNamed } from "../db/columns.ts";
import { identifier, type Transaction } from "../db/database.ts";
import { readProjects } from "./parent-page-projects.ts";
import { readSection, type Screen } from "./parent-page-sections.ts";

/** Maximum number of overdue rows in the list. The response also has the total number. */
const mostOverdue = 100;

/** Selects the parent by row id or by its identifier column. */
export type ParentKey = { id: number } | { identifier: string };

/**
 * Reads the page of one parent.
 * @param name Name that the record types give to their parent, such as "arbo".
 * @throws Problem of kind `not_found` when the row doesn't exist or the caller can't see it.
 */
export async function parentPage(caller: Caller, name: string, wanted: ParentKey): Promise<ParentPage> {
  const linked = records.filter(({ path, parent }) => parent?.name === name && parent.path !== path);
  const [parent] = linked.flatMap((record) => record.parent ?? []);
  const home = parent && recordByPath(parent.path);
  if (!home) throw new Error(`Nothing belongs to ${name}.`);
  const homeTable = tableNamed(home.table, home.reads);
  const screens: Screen[] = await Promise.all(
    linked.map(async (record) => ({ record, table: await tableNamed(record.table, record.reads) })),
  );
  return asCaller(
    caller,
    async (tx) => {
      const row = await readHome(tx, homeTable, parent, wanted);
      if (!row) {
        throw new Problem(
          "not_found",
          `This ${home.noun.one} does not exist or belongs to an office that you cannot see.`,
        );
      }
      // Promise.all saves no time here, because a transaction runs its statements one after the other.
      const [sections, projects, overdue] = await Promise.all([
        Promise.all(screens.map((screen) => readSection(tx, screen, row.id))),
        readProjects(tx, screens, row.id),
        readOverdue(tx, row.id),
      ]);
      return {
        id: row.id,
        home: {
          route: home.route,
          path: home.path,
          noun: home.noun,
          groups: home.groups,
          fields: home.fields.map(pageField),
          row,
        },
        sections,
        projects,
        overdue,
      };
    },
    { replica: true },
  );
}

const pageField = ({ name, label, kind, group, percentage, decimals }: Field): PageField => ({
  ...{ name, label, kind, group },
  ...(percentage ? { percentage } : {}),
  ...(decimals === undefined ? {} : { decimals }),
});

async function readHome(
  tx: Transaction,
  table: Table,
  parent: Parent,
  wanted: ParentKey,
): Promise<PageRow | undefined> {
  const [condition, value] =
    "id" in wanted
      ? ["id = $1::text::bigint", String(wanted.id)]
      : [`${identifier(parent.identifier)} = $1`, wanted.identifier];
  const [found] = await tx.unsafe<{ row: PageRow }[]>(
    `select to_json(item) as row from (select ${columnList(table)} from ${table.sql} where ${condition}) item`,
    [value],
  );
  return found?.row;
}

interface OverdueRow {
  queue: string;
  message: string;
  due_on: string;
  overdue: boolean;
  table_name: string;
  row_id: number;
  status: string | null;
  missing_table: string | null;
}

async function readOverdue(tx: Transaction, id: number): Promise<ParentPage["overdue"]> {
  const rows = await tx.unsafe<{ item: OverdueRow; total: number }[]>(
    `select to_json(o) as item, count(*) over ()::float8 as total
     from (
       select queue, message, due_on, due_on <= private.today() as overdue, table_name, row_id, status, missing_table
       from public.overdue_of($1::text::bigint)) o
     order by o.due_on, o.table_name, o.row_id limit ${mostOverdue}`,
    [String(id)],
  );
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ item }) => overdueOf(item)) };
}

function overdueOf({ table_name, row_id, status, missing_table, ...shown }: OverdueRow): PageOverdue {
  const screen = screenOf(table_name, status);
  const missing = missing_table === null ? undefined : screenOf(missing_table, null);
  return {
    ...shown,
    row: screen ? { route: screen.route, id: row_id } : null,
    missing: missing ? { route: missing.route } : null,
  };
}
