/**
 * Installs pgTAP in a database. If the server lacks the extension pgTAP, as the embedded server does, runs pgTAP's SQL
 * script from an npm package.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import type { Database } from "#shared/server/sql/sql.ts";

/** @param sql connection whose role may create functions in the schema `extensions`. */
export async function installPgtap(sql: Database): Promise<void> {
  const [server] =
    await sql`select 1 from pg_catalog.pg_available_extensions where name = 'pgtap' and installed_version is null`;
  if (server) {
    await sql`create extension pgtap with schema extensions`;
    return;
  }
  const [present] = await sql`select 1 from pg_catalog.pg_proc where proname = 'no_plan'`;
  if (present) return;
  const script = await pgtapScript();
  await sql.begin(async (tx) => {
    await tx`set local search_path = extensions`;
    await tx.unsafe(script);
  });
}

async function pgtapScript(): Promise<string> {
  const archive = createRequire(import.meta.url)
    .resolve("@electric-sql/pglite-pgtap")
    .replace(/[^/\\]+$/, "pgtap.tar.gz");
  const wanted = /(^|\/)pgtap--\d+\.\d+\.\d+\.sql$/;
  const file = untar(gunzipSync(await readFile(archive))).find(({ name }) => wanted.test(name));
  if (!file) throw new Error(`There is no pgTAP script in ${archive}`);
  return file.text;
}

/**
 * Returns the files of a tar archive, which consists of blocks of 512 bytes. Each file has a header with its name and
 * its size in octal digits, followed by its content.
 */
function untar(archive: Buffer): { name: string; text: string }[] {
  const files: { name: string; text: string }[] = [];
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const field = (from: number, length: number) =>
      archive
        .subarray(at + from, at + from + length)
        .toString("latin1")
        .replace(/\0.*$/s, "");
    const size = Number.parseInt(field(124, 12), 8);
    files.push({ name: field(0, 100), text: archive.subarray(at + 512, at + 512 + size).toString("utf8") });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
