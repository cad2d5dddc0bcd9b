/**
 * Gives a transaction the access of a user of one office, so that the policies of the database decide which rows an
 * export contains. The user is created for this transaction only (as in 85_previews.sql), and the transaction never
 * commits.
 */
import type pg from "pg";
import { StackError } from "../common/stack-error.ts";
import type { ExportTable } from "./catalog.ts";
import { accountTables } from "./tables.ts";

export interface Office {
  region: string;
  /** Name of the province; null selects the offices of all provinces of the region. */
  province: string | null;
}

/** @throws StackError when there is no such office; the message lists the names that exist. */
export async function requireOffice(client: pg.Client, { region, province }: Office): Promise<void> {
  const { rows } = await client.query<{ region_name: string; province_name: string | null }>(
    `select region_name, province_name from public.offices where region_name is not null order by 1, 2 nulls first`,
  );
  if (rows.some((office) => office.region_name === region && office.province_name === province)) return;
  const provinces = rows.flatMap((office) =>
    office.region_name === region ? (office.province_name ?? []) : [],
  );
  if (provinces.length > 0)
    throw new StackError(`${region} has no office "${province}". Its provinces: ${provinces.join(", ")}.`);
  const regions = [...new Set(rows.map((office) => office.region_name))];
  throw new StackError(`There is no region "${region}". The regions: ${regions.join(", ")}.`);
}

/**
 * Gives the rest of the transaction the access of a user of the office who may read all fields, also sensitive ones.
 * The transaction becomes read-only.
 * @throws StackError when the central office has no enabled administrator, on whose behalf the temporary user is
 * created.
 */
export async function becomeOffice(client: pg.Client, { region, province }: Office): Promise<void> {
  const { rows } = await client.query<{ id: string }>(`
    select u.id from public.users u join public.uac r on r.id = u.uac_id and u.roles = any (r.rolename)
    join private.levels l on l.level = r.status
    where not u.disabled and l.all_offices and 'users' = any (r.route) and r.access_controls && '{Edit,Delete}'
    order by u.time_stamp limit 1`);
  const [administrator] = rows;
  if (!administrator)
    throw new StackError(
      "The export of one office needs an enabled administrator of the central office in the database.",
    );
  const claims = JSON.stringify({ sub: administrator.id, role: "authenticated", acts_for: "export" });
  await client.query(
    "select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true)",
    [claims, administrator.id],
  );
  const scope = province === null ? ["region_name"] : ["region_name", "province_name"];
  await client.query(
    `select private.begin_preview(null, jsonb_build_object('rolename', array['Export'], 'roletype', 'Export',
       'route', array['forms'], 'access_controls', array['Read', 'Sensitive'],
       'status', (select level from private.levels where scope = $1)), $2, $3)`,
    [scope, region, province],
  );
  // Use the role `authenticated`, whose policies work for users of every level. The reader roles (99_readers.sql) are
  // faster, but are not needed here.
  await client.query("set local role authenticated");
}

/**
 * Returns the tables and columns that the current role can read. A table with sensitive columns is read from the view
 * that has them.
 */
export async function readableTables(
  client: pg.Client,
  tables: readonly ExportTable[],
): Promise<ExportTable[]> {
  const found: ExportTable[] = [];
  for (const table of tables) {
    if (accountTables.includes(`${table.schema}.${table.name}`)) continue;
    const { rows } = await client.query<{ source: string; columns: string[] }>(
      `select v.source, array(select a.attname::text from pg_catalog.pg_attribute a
         where a.attrelid = v.source::regclass and a.attnum > 0
           and has_column_privilege(v.source::regclass, a.attnum, 'select')) as columns
       from (select coalesce(to_regclass(format('personal.%I', $1 || '_in_full'))::text, $2) as source) v`,
      [table.name, table.source],
    );
    const { source = "", columns: readable = [] } = rows[0] ?? {};
    const columns = table.columns.filter(({ name }) => readable.includes(name));
    if (columns.length > 0) found.push({ ...table, source, columns });
  }
  return found;
}
