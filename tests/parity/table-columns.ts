/** Columns of tables and fields of interfaces, read from the text of generated types, migrations and modules. */
import { readdirSync, readFileSync } from "node:fs";

export const generatedTypes = readFileSync("edge-functions/_shared/database.types.ts", "utf8");

/** Columns with their TypeScript types, read from the Row of a table in the generated file. */
export function columnsOf(table: string): Map<string, string> {
  const row = new RegExp(`\\b${table}: \\{\\s*Row: \\{([^}]*)\\}`).exec(generatedTypes)?.[1];
  if (row === undefined) throw new Error(`no table ${table} in the generated types`);
  return new Map(
    [...row.matchAll(/^\s*"?(\w+)"?: ([^;\n]+);?$/gm)].map(([, name, type]) => [
      name ?? "",
      (type ?? "").trim(),
    ]),
  );
}

/** Columns of a table that is not in the generated types, from the statement that creates it. */
export function columnsInMigrations(table: string): Set<string> {
  const sql = readdirSync("supabase/migrations")
    .map((file) => readFileSync(`supabase/migrations/${file}`, "utf8"))
    .join("\n");
  const body = sql.split(`create table ${table} (\n`)[1]?.split("\n);")[0];
  if (body === undefined) throw new Error(`no migration creates ${table}`);
  return new Set([...body.matchAll(/^ {2}"?(\w+)"? /gm)].map((match) => match[1] ?? ""));
}

/** Fields of all interfaces that a module exports. */
export const fieldsInModule = (file: string): Set<string> =>
  new Set(
    [...readFileSync(file, "utf8").matchAll(/^ {2}(?:readonly )?(\w+)\??:/gm)].map((match) => match[1] ?? ""),
  );
