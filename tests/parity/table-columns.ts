/** Reads the columns of tables and the fields of interfaces from the text of generated types, schemas and modules. */
import { readdirSync, readFileSync } from "node:fs";

export const generatedTypes = readFileSync("edge-functions/_shared/database.types.ts", "utf8");

/** Returns the columns of a table with their TypeScript types, from the Row type in the generated file. */
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

/** Reads all SQL files of supabase/schemas. */
export const schemaTexts = (): string[] =>
  readdirSync("supabase/schemas", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".sql"))
    .map((file) => readFileSync(`supabase/schemas/${file}`, "utf8"));

/** Returns the columns of a table that is not in the generated types, from its `create table` statement. */
export function columnsInSchemas(table: string): Set<string> {
  const sql = schemaTexts().join("\n");
  const body = sql.split(`create table ${table} (\n`)[1]?.split("\n);")[0];
  if (body === undefined) throw new Error(`no schema creates ${table}`);
  return new Set([...body.matchAll(/^ {2}"?(\w+)"? /gm)].map((match) => match[1] ?? ""));
}

/** Returns the names of the fields of all interfaces in a module. */
export const fieldsInModule = (file: string): Set<string> =>
  new Set(
    [...readFileSync(file, "utf8").matchAll(/^ {2}(?:readonly )?(\w+)\??:/gm)].map((match) => match[1] ?? ""),
  );
