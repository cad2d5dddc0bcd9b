/**
 * Proof that a restored database has everything that was backed up: numbers of rows per logged table and of log
 * entries, counted at one moment during the backup. A backup may also have rows that were written after the counting;
 * the user log shows how many. The log's hash chains prove that no log entry is missing.
 */
import { identifier, type Statements, type Transaction } from "#shared/server/sql/sql.ts";

export interface Proof {
  /**
   * Result of pg_current_snapshot() at the time when the rows were counted. Null if the rows were backed up and counted
   * in the same snapshot, so that the backup has no later rows.
   */
  snapshot: string | null;
  /** Number of rows of each table. The keys are names of tables, such as `public.arc_masterlist`. */
  rows: Record<string, number>;
  /** Number of user log entries; null if the database has no user log. */
  entries: number | null;
}

const log = "private.user_log";

/** Counts rows and log entries. Run in a repeatable read transaction, so that all counts are of one moment. */
export async function takeProof(tx: Transaction): Promise<Proof> {
  const [moment] = await tx<{ snapshot: string }[]>`select pg_current_snapshot()::text as snapshot`;
  const tables = await tx<{ name: string }[]>`
    select format('%s.%s', n.nspname, c.relname) as name
    from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where t.tgname = 'log_insert' and not t.tgisinternal order by 1`;
  const rows: Record<string, number> = {};
  for (const { name } of tables) rows[name] = await countOf(tx, name);
  return {
    snapshot: moment?.snapshot ?? "",
    rows,
    entries: (await exists(tx, log)) ? await countOf(tx, log) : null,
  };
}

/** Compares a restored database with the proof. Returns a message per difference; empty if everything matches. */
export async function checkProof(sql: Statements, proof: Proof): Promise<string[]> {
  const since = new Map<string, number>();
  let entries = 0;
  if (proof.snapshot !== null && proof.entries !== null) {
    // Count rows only by log entries that the database itself wrote. Entries that clients reported do not change rows.
    const changed = await sql<{ name: string | null; n: string; entries: string }[]>`
      select form_name as name, count(*) as entries,
        count(*) filter (where action = 'Insert' and source = 'database') - count(*) filter (where action = 'Delete' and source = 'database') as n
      from private.user_log where not pg_visible_in_snapshot(tx, ${proof.snapshot}::pg_snapshot) group by form_name`;
    for (const { name, n, entries: some } of changed) {
      since.set(`public.${name}`, Number(n));
      entries += Number(some);
    }
  }
  const wanted: [string, number][] = Object.entries(proof.rows).map(([name, n]) => [
    name,
    n + (since.get(name) ?? 0),
  ]);
  if (proof.entries !== null) wanted.push([log, proof.entries + entries]);
  const differences: string[] = [];
  for (const [name, n] of wanted) {
    const found = (await exists(sql, name)) ? await countOf(sql, name) : null;
    if (found === null) differences.push(`${name} is missing`);
    else if (found !== n) differences.push(`${name} has ${found} rows and should have ${n}`);
  }
  return differences;
}

async function exists(sql: Statements, name: string): Promise<boolean> {
  const [found] = await sql`select to_regclass(${name}) is not null as there`;
  return found?.there === true;
}

async function countOf(sql: Statements, name: string): Promise<number> {
  const [row] = await sql.unsafe<{ n: string }[]>(
    `select count(*) as n from ${name.split(".").map(identifier).join(".")}`,
  );
  return Number(row?.n);
}

/** Returns the versions of the migrations applied to a database, oldest first. */
export async function appliedMigrations(sql: Statements): Promise<string[]> {
  if (!(await exists(sql, "supabase_migrations.schema_migrations"))) return [];
  const rows = await sql<
    { version: string }[]
  >`select version from supabase_migrations.schema_migrations order by 1`;
  return rows.map(({ version }) => version);
}

/** A file that a row of the database needs in Storage. */
export interface EvidenceFile {
  path: string;
  /** Hash of the file. Null for thumbnails that were stored before hashes were introduced. */
  sha256: string | null;
  row: string;
}

/** Returns the files that the rows of the database need in Storage: originals and thumbnails. */
export const evidenceOf = (sql: Statements): Promise<EvidenceFile[]> => readEvidence(sql, true);

/** Returns the files of the rows that are kept, or of those that are not. */
async function readEvidence(sql: Statements, isKept: boolean): Promise<EvidenceFile[]> {
  if (!(await exists(sql, "public.evidence_files"))) return [];
  // Read the rows as JSON, because databases of earlier releases lack some of the columns.
  return sql<EvidenceFile[]>`
    select p.path, p.sha256, format('%s %s', f.j ->> 'evidence_table', f.j ->> 'row_id') as row
    from (select to_jsonb(e) as j from public.evidence_files e where (e.state = 'kept') = ${isKept}) f
    cross join lateral (values
      (f.j ->> 'file_path', f.j ->> 'sha256'), (f.j ->> 'thumbnail_path', f.j ->> 'thumbnail_sha256')) p (path, sha256)
    where p.path is not null order by p.path`;
}

/**
 * Returns the paths of all files of the bucket `evidence` that Storage or a row of the product knows. Leaves out the
 * files of deleted rows, as the check of stored files does.
 */
export async function knownFiles(sql: Statements): Promise<Set<string>> {
  const objects = (await exists(sql, "storage.objects"))
    ? await sql<
        { name: string }[]
      >`select name from storage.objects where bucket_id = 'evidence' order by name`
    : [];
  const deleted = new Set((await readEvidence(sql, false)).map(({ path }) => path));
  const stored = objects.map(({ name }) => name).filter((name) => !deleted.has(name));
  return new Set([...stored, ...(await evidenceOf(sql)).map(({ path }) => path)]);
}

/**
 * Returns the paths of the files that a backup lacks. A file that was deleted during the backup is not missing.
 * @param known Files that the backed-up rows know.
 * @param readKnown Reads the files that the database knows now.
 */
export async function findMissing(
  known: ReadonlySet<string>,
  isInBackup: (name: string) => boolean,
  readKnown: () => Promise<Set<string>>,
): Promise<string[]> {
  const lacking = [...known].filter((name) => !isInBackup(name));
  if (lacking.length === 0) return [];
  const stillKnown = await readKnown();
  return lacking.filter((name) => stillKnown.has(name));
}

/**
 * Checks the hash chains of the user log. Returns a message per problem; null if the database is of a release without
 * hash chains.
 */
export async function logProblems(sql: Statements): Promise<string[] | null> {
  const [found] = await sql`select to_regprocedure('private.find_log_problems()') is not null as there`;
  if (!found?.there) return null;
  const rows = await sql<{ entry: string | null; lane: number | null; problem: string }[]>`
    select entry, lane, problem from private.find_log_problems()`;
  return rows.map(
    ({ entry, lane, problem }) =>
      `user log, ${entry === null ? `chain ${lane}` : `entry ${entry}`}: ${problem}`,
  );
}
