/**
 * Builds the SQL statements that the product sends for a request, and measures their time in the database. They run
 * with policies as a caller, or without policies as the owner of the tables.
 */
import { dashboards } from "#shared/charts/dashboards/index.ts";
import type { DashboardName } from "#shared/charts/figures/types.ts";
import { listBody } from "#shared/contracts/record-lists.ts";
import { recordByPath } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { switchToReadingRole } from "#shared/server/access/as-caller.ts";
import { dashboardStatement } from "#shared/server/boards/dashboard.ts";
import { listedTable } from "#shared/server/db/columns.ts";
import type { Transaction } from "#shared/server/db/database.ts";
import { listQuery } from "#shared/server/lists/list.ts";
import { readPage } from "#shared/server/lists/page.ts";
import { openDatabase, type Database as Pool } from "#shared/server/sql/sql.ts";

export interface Sent {
  text: string;
  values: readonly (string | null)[];
}

/** Returns the record type of an API path. @throws if no record type has the path. */
export function recordOf(path: string): AnyRecord {
  const record = recordByPath(path);
  if (!record) throw new Error(`There is no record type ${path}`);
  return record;
}

/** Returns the statement for one page of a list. */
export async function pageStatement(record: AnyRecord, body: Record<string, unknown>): Promise<Sent> {
  const table = listedTable(record);
  const sent: Sent[] = [];
  const recorder = {
    unsafe: async (text: string, values: readonly (string | null)[]) => {
      sent.push({ text, values });
      return [];
    },
  };
  await readPage(recorder as unknown as Transaction, table, listQuery(table, listBody(record).parse(body)));
  const [statement] = sent;
  if (!statement) throw new Error(`No statement was sent for ${record.path}`);
  return statement;
}

/** Returns the statement for a dashboard without filters. */
export function chartStatement(name: DashboardName): Sent {
  const { text, parameters } = dashboardStatement(dashboards[name], new Map());
  return { text, values: parameters.values };
}

/** Runs statements over one connection, in a transaction with a user's claims, with or without the policies. */
export class Database {
  readonly sql: Pool;

  constructor(databaseUrl: string) {
    this.sql = openDatabase(databaseUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
  }

  async userId(username: string): Promise<string> {
    const [row] = await this.sql<{ id: string }[]>`select id from public.users where username = ${username}`;
    if (!row) throw new Error(`There is no user ${username}`);
    return row.id;
  }

  /**
   * @param policies If false, the statements run as the tables' owner, to whom no policy applies. The user's claims are
   * always set, because functions read them.
   */
  async as<T>(
    userId: string,
    policies: boolean,
    work: (run: (sent: Sent) => Promise<unknown>) => Promise<T>,
  ): Promise<T> {
    const inTransaction = async (tx: Transaction) => {
      const claims = JSON.stringify({ sub: userId, role: "authenticated" });
      // Sets the claims in one round trip, as the API does, so that runs with and without policies have equally many
      // round trips.
      await tx.unsafe(
        `select set_config('request.jwt.claims', '${claims}', true), set_config('request.jwt.claim.sub', '${userId}', true);
         ${policies ? `select ${switchToReadingRole}` : ""}`,
      );
      return work((sent) => tx.unsafe(sent.text, [...sent.values]));
    };
    return this.sql.begin(inTransaction, { mode: "read only" });
  }

  close(): Promise<void> {
    return this.sql.end();
  }
}
