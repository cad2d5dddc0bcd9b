/**
 * Writes seed/generated/psgc.sql, which supabase/config.toml names among `[db.seed] sql_paths`.
 *
 * Run before `supabase db push --include-seed`: `npx tsx seed/psgc/build-sql.ts`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { placesSql } from "./sql.ts";

const folder = new URL("../generated/", import.meta.url);
const file = new URL("psgc.sql", folder);
mkdirSync(folder, { recursive: true });
writeFileSync(file, placesSql());
console.log(`wrote ${fileURLToPath(file)}`);
