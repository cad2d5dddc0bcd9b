/**
 * `npm run rotate -- <secret>…`: gives the named passwords and keys in DATA_DIR/secrets.json new values; `all` means
 * all of them. The system must be stopped. The page rotation.md describes each password and key.
 */
import { openDatabase } from "#shared/server/sql/sql.ts";
import { runCommand } from "./common/interruption.ts";
import { claimDataDir } from "./common/processes.ts";
import {
  readSecrets,
  renewSecrets,
  requireSecrets,
  type SecretName,
  type Secrets,
  secretNames,
  writeSecrets,
} from "./common/secrets.ts";
import { readSettings } from "./common/settings.ts";
import { StackError } from "./common/stack-error.ts";
import { openServer } from "./postgres/offline-server.ts";
import { setPasswords } from "./postgres/platform.ts";
import { superuser } from "./postgres/postgres.ts";

function readNames(): readonly SecretName[] {
  const words = process.argv.slice(2);
  if (words.length === 1 && words[0] === "all") return secretNames;
  const known = words.filter((word): word is SecretName => secretNames.some((name) => name === word));
  if (known.length > 0 && known.length === words.length) return known;
  throw new StackError(
    `Usage: DATA_DIR=<folder of the system> npm run rotate -- all, or some of: ${secretNames.join(" ")}`,
  );
}

/**
 * Sets the passwords of the database's roles and stores the secrets. If either fails, passwords and secrets stay
 * unchanged. A signal to the process does not stop this function, which takes about a second.
 */
async function rotate(dataDir: string, names: readonly SecretName[]): Promise<void> {
  const server = await openServer(dataDir);
  const sql = openDatabase(server.urls.superuser, { most: 1, patience: Number.POSITIVE_INFINITY });
  try {
    const before = (await readSecrets(dataDir)) as Secrets;
    const after = await renewSecrets(before, names);
    await sql
      .begin(async (tx) => {
        await setPasswords(tx, after);
        await tx.unsafe(`alter role ${superuser} password '${after.superuserPassword}'`);
        await writeSecrets(dataDir, after);
      })
      .catch(async (error: unknown) => {
        await writeSecrets(dataDir, before);
        throw error;
      });
  } finally {
    await sql.end();
    await server.stop();
  }
}

async function run(): Promise<void> {
  const names = readNames();
  const { dataDir } = readSettings(process.env);
  await requireSecrets(dataDir);
  const claim = await claimDataDir(dataDir);
  try {
    await rotate(dataDir, names);
  } finally {
    await claim.release();
  }
  console.log(`New values: ${names.join(", ")}. npm start uses them.`);
}

await runCommand("DATA_DIR", run);
