/**
 * supabase/schemas: the complete declaration of a database of this release. The files are applied to an empty database,
 * in the order of their names. Existing databases are upgraded by supabase/migrations.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { openDatabase, type Transaction } from "#shared/server/sql/sql.ts";
import { projectRoot } from "../common/settings.ts";

const schemasFolder = path.join(projectRoot, "supabase/schemas");

/** A file of supabase/schemas: its path below that folder, and its text. */
export interface SchemaFile {
  name: string;
  text: string;
}

/** Reads all files in the order in which they are applied. */
export async function readSchemaFiles(): Promise<SchemaFile[]> {
  const found = await readdir(schemasFolder, { recursive: true });
  const names = found.filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(path.join(schemasFolder, name), "utf8") })),
  );
}

/** Joins all files into one migration: the baseline, the first file of supabase/migrations. */
export async function joinSchemas(): Promise<string> {
  const files = await readSchemaFiles();
  const parts = files.map(({ name, text }) => `-- supabase/schemas/${name}\n\n${text.trim()}\n`);
  const begin =
    "-- The baseline: all of supabase/schemas as of release 1.0.0. Written by `npm run db:diff`.\n" +
    "-- A function may use a table or function that is created after it.\n";
  return `${begin}set check_function_bodies = off;\n\n${parts.join("\n\n")}\nreset check_function_bodies;\n`;
}

/**
 * Applies the files to an empty database as `postgres`, in one transaction. Functions may refer to objects of later
 * files, because Postgres checks function bodies only when they are called.
 * @throws An error that names the file whose SQL failed.
 */
export async function applySchemas(databaseUrl: string): Promise<void> {
  const sql = openDatabase(databaseUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
  try {
    await sql.begin(async (tx) => {
      await tx`set local check_function_bodies = off`;
      for (const file of await readSchemaFiles()) await applyFile(tx, file);
    });
  } finally {
    await sql.end();
  }
}

async function applyFile(tx: Transaction, { name, text }: SchemaFile): Promise<void> {
  try {
    await tx.unsafe(text);
  } catch (error) {
    const { message, position } = error as { message: string; position?: string };
    const line = position ? `:${text.slice(0, Number(position)).split("\n").length}` : "";
    throw new Error(`supabase/schemas/${name}${line}: ${message}`, { cause: error });
  }
}
