/**
 * Verifies a restored database: numbers of rows, user log, files and guards (policies, triggers, constraints and other
 * schema objects).
 */
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { projectMigrations } from "../../postgres/migrations.ts";
import { compareGuards, guardsOf } from "../../schema/guards.ts";
import { withMigrations } from "../../schema/with-migrations.ts";
import type { Manifest } from "../backup-folder.ts";
import { backupFileOf } from "../cluster-backup.ts";
import { StorageError } from "../project.ts";
import { checkProof, evidenceOf, logProblems } from "../proof.ts";
import { withDatabase } from "../running.ts";

export interface Findings {
  /** Messages for the checks that passed. */
  well: string[];
  /** Messages for the problems found. */
  faults: string[];
}

/** Returns the hash of a stored file of the bucket `evidence`; null if there is no such file. */
export type HashOf = (path: string) => Promise<string | null>;

/**
 * Verifies a DATA_DIR after a restore. Uses the hashes of stored files in the manifest, because the restore has already
 * compared the files with these hashes.
 */
export async function verifyCluster(dataDir: string, manifest: Manifest): Promise<Findings> {
  return withDatabase(dataDir, ({ superuser, postgres }) =>
    verify(superuser, postgres, manifest, async (name) => backupFileOf(manifest, name)?.pieces[0] ?? null),
  );
}

/**
 * Verifies a database after a restore.
 * @param adminUrl URL of a role that can read everything.
 * @param ownerUrl URL that connects as `postgres`, to read the policies, triggers, constraints and other schema
 * objects (the guards).
 */
export async function verify(
  adminUrl: string,
  ownerUrl: string,
  manifest: Manifest,
  hashOf: HashOf,
): Promise<Findings> {
  const findings: Findings = { well: [], faults: [] };
  const sql = openDatabase(adminUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
  try {
    await checkRows(sql, manifest, findings);
    await checkLog(sql, findings);
    await checkFiles(sql, hashOf, findings);
  } finally {
    await sql.end();
  }
  await checkGuards(ownerUrl, manifest, findings);
  return findings;
}

async function checkRows(sql: Database, { proof }: Manifest, { well, faults }: Findings): Promise<void> {
  const differences = await checkProof(sql, proof);
  const tables = Object.keys(proof.rows).length;
  if (differences.length === 0) well.push(`rows: same numbers as in the backup, in ${tables} tables`);
  faults.push(...differences.map((text) => `rows: ${text}`));
}

async function checkLog(sql: Database, { well, faults }: Findings): Promise<void> {
  const problems = await logProblems(sql);
  if (problems === null) well.push("user log: this release has no hash chains yet");
  else if (problems.length === 0) well.push("user log: no entry is missing, altered or added");
  else faults.push(...problems);
}

async function checkFiles(sql: Database, hashOf: HashOf, { well, faults }: Findings): Promise<void> {
  const evidence = await evidenceOf(sql);
  const before = faults.length;
  for (const { path: name, sha256, row } of evidence) {
    const found = await hashOf(name).catch((error: unknown) => {
      if (error instanceof StorageError) return error;
      throw error;
    });
    if (found instanceof StorageError)
      faults.push(`files: ${name} of ${row} is not checked: ${found.message}`);
    else if (found === null) faults.push(`files: ${name} of ${row} is missing`);
    else if (sha256 !== null && found !== sha256)
      faults.push(`files: ${name} differs from the file of ${row}`);
  }
  if (faults.length === before)
    well.push(`files: all ${evidence.length} files of rows exist with the right hashes`);
}

async function checkGuards(
  ownerUrl: string,
  { migrations }: Manifest,
  { well, faults }: Findings,
): Promise<void> {
  const pending = (await projectMigrations()).filter(({ version }) => !migrations.includes(version));
  if (pending.length > 0) {
    well.push(
      `guards: not compared, because the backup is of an older release. The next start applies ${pending.length} migrations, ` +
        "then run npm run db:guards to compare",
    );
    return;
  }
  const found = await guardsOf(ownerUrl);
  const expected = await withMigrations((stack) => guardsOf(stack.databaseUrl));
  const { missing, unexpected, different } = compareGuards(expected, found);
  for (const [how, names] of Object.entries({ missing, unexpected, different }))
    faults.push(...names.map((what) => `guards: ${how}: ${what}`));
  if (missing.length + unexpected.length + different.length === 0)
    well.push(`guards: all ${expected.size} match`);
}
