/**
 * `npm run db:guards -- <database url>`: whether a database, say one that was restored, has every guard that the
 * migrations give: row security and its force, policies, grants, definer functions, triggers. Restoring single tables
 * loses them without a word. A throw-away database made from the migrations says what there should be.
 */
import { pathToFileURL } from "node:url";
import postgres from "postgres";
import { withMigrations } from "./with-migrations.ts";

/** Each guard of a database as one line, in order. */
export async function readGuards(sql: postgres.ISql): Promise<string[]> {
  const rows = await sql<{ guard: string }[]>`
    with ours as (
      select oid, nspname from pg_catalog.pg_namespace where nspname in ('public', 'personal', 'private')
    ), callers as (
      select oid, rolname from pg_catalog.pg_roles
      where rolname in ('anon', 'authenticated', 'central_reader', 'provincial_reader', 'api_gateway', 'supabase_auth_admin')
      union all select 0, 'everybody'
    )
    select format('row security on %I.%I: %s', n.nspname, c.relname,
      concat_ws(', ', case when c.relrowsecurity then 'enabled' else 'none' end, case when c.relforcerowsecurity then 'forced' end)) as guard
    from pg_catalog.pg_class c join ours n on n.oid = c.relnamespace where c.relkind in ('r', 'p')
    union all
    select format('policy %I on %I.%I for %s to %s using (%s) with check (%s)', policyname, schemaname, tablename, cmd, array_to_string(roles, ', '), qual, with_check)
    from pg_catalog.pg_policies
    where schemaname in ('public', 'personal', 'private') or schemaname = 'storage' and policyname like 'evidence%'
    union all
    select format('%s on %I.%I to %s', lower(a.privilege_type), n.nspname, c.relname, r.rolname)
    from pg_catalog.pg_class c join ours n on n.oid = c.relnamespace, aclexplode(c.relacl) a join callers r on r.oid = a.grantee
    where c.relkind in ('r', 'p', 'v')
    union all
    select format('%s (%s) on %I.%I to %s', lower(a.privilege_type), string_agg(t.attname, ', ' order by t.attname), n.nspname, c.relname, r.rolname)
    from pg_catalog.pg_attribute t join pg_catalog.pg_class c on c.oid = t.attrelid join ours n on n.oid = c.relnamespace,
      aclexplode(t.attacl) a join callers r on r.oid = a.grantee
    group by a.privilege_type, n.nspname, c.relname, r.rolname
    union all
    select format('execute %s to %s', p.oid::regprocedure, coalesce(string_agg(r.rolname, ', ' order by r.rolname), 'nobody'))
    from pg_catalog.pg_proc p join ours n on n.oid = p.pronamespace
    left join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a on true left join callers r on r.oid = a.grantee
    group by p.oid
    union all
    select format('%s runs as %s with %s', p.oid::regprocedure, case when p.prosecdef then 'its owner' else 'the caller' end, array_to_string(p.proconfig, ', '))
    from pg_catalog.pg_proc p join ours n on n.oid = p.pronamespace
    union all
    select format('%s, %s', pg_get_triggerdef(t.oid), case t.tgenabled when 'D' then 'disabled' else 'enabled' end)
    from pg_catalog.pg_trigger t join pg_catalog.pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and p.pronamespace = 'private'::regnamespace
    order by 1`;
  return rows.map(({ guard }) => guard);
}

export interface Difference {
  missing: string[];
  unexpected: string[];
}

export function compareGuards(expected: readonly string[], found: readonly string[]): Difference {
  const without = (some: readonly string[], others: readonly string[]) => {
    const known = new Set(others);
    return some.filter((guard) => !known.has(guard));
  };
  return { missing: without(expected, found), unexpected: without(found, expected) };
}

async function guardsOf(databaseUrl: string): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    return await readGuards(sql);
  } finally {
    await sql.end();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [databaseUrl] = process.argv.slice(2);
  if (!databaseUrl) {
    console.error("Give the address of the database: npm run db:guards -- postgresql://…");
    process.exit(2);
  }
  const found = await guardsOf(databaseUrl);
  const expected = await withMigrations((stack) => guardsOf(stack.databaseUrl));
  const { missing, unexpected } = compareGuards(expected, found);
  for (const guard of missing) console.log(`missing:    ${guard}`);
  for (const guard of unexpected) console.log(`unexpected: ${guard}`);
  console.log(`${expected.length - missing.length} of ${expected.length} guards are there.`);
  process.exitCode = missing.length + unexpected.length > 0 ? 1 : 0;
}
