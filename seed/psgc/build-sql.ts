/**
 * Writes seed/generated/psgc.sql and outlines.sql, which `[db.seed] sql_paths` in supabase/config.toml lists.
 *
 * Run `npx tsx seed/psgc/build-sql.ts` before `supabase db push --include-seed`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { outlinesSql } from "./outlines-sql.ts";
import { placesSql } from "./sql.ts";

const folder = new URL("../generated/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries({ "psgc.sql": placesSql(), "outlines.sql": outlinesSql() })) {
  const file = new URL(name, folder);
  writeFileSync(file, text);
  console.log(`wrote ${fileURLToPath(file)}`);
}
