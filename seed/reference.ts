/** Inserts the reference data: places, offices, dropdown lists, programmes and role entries. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Database } from "#shared/server/sql/sql.ts";
import { once } from "./lib/once.ts";
import { OUTLINES_EDITION, outlinesSql } from "./psgc/outlines-sql.ts";
import { PLACES_EDITION, placesSql } from "./psgc/sql.ts";

const folder = new URL("./reference/", import.meta.url);

/**
 * Runs the same SQL that `supabase db push --include-seed` runs on a hosted project. A file runs again only if its text
 * has changed. Returns the names of the files that ran.
 */
export async function seedReference(sql: Database): Promise<string[]> {
  const done: string[] = [];
  const run = async (part: string, label: string, text: () => string) => {
    const result = await once(sql, part, async (tx) => {
      await tx.unsafe(text());
      return label;
    });
    if (result) done.push(result);
  };
  await run(`reference/places ${PLACES_EDITION}`, "places and offices", () => placesSql());
  await run(`reference/outlines ${OUTLINES_EDITION}`, "province outlines", () => outlinesSql());
  for (const name of readdirSync(folder).sort()) {
    const text = readFileSync(new URL(name, folder), "utf8");
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
    await run(`reference/${name} ${hash}`, name.replace(/\.sql$/u, "").replaceAll("-", " "), () => text);
  }
  return done;
}
