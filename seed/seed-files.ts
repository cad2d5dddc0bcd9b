/**
 * The SQL files of the reference data, in the order in which they run: places with offices, province outlines, and the
 * files of seed/reference. Each file can run again on a database that already has its rows.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { outlinesSql } from "./psgc/outlines-sql.ts";
import { placesSql } from "./psgc/sql.ts";

export interface SeedFile {
  /** Files with a smaller number run first. Files with the same number do not depend on each other. */
  step: number;
  /** Name without an extension, such as `dropdown-values`. */
  name: string;
  text: string;
}

/** Folder that supabase/config.toml names in `[db.seed] sql_paths`. Git ignores it. */
export const generatedFolder = fileURLToPath(new URL("./generated/", import.meta.url));

const referenceFolder = new URL("./reference/", import.meta.url);

/** Returns all files in the order in which they run. */
export function readSeedFiles(): SeedFile[] {
  const reference = readdirSync(referenceFolder)
    .sort()
    .map((file) => ({
      step: 3,
      name: path.basename(file, ".sql"),
      text: readFileSync(new URL(file, referenceFolder), "utf8"),
    }));
  return [
    { step: 1, name: "places", text: placesSql() },
    { step: 2, name: "outlines", text: outlinesSql() },
    ...reference,
  ];
}

/**
 * Returns the first 12 hexadecimal digits of the text's SHA-256. A file runs again on a database that has not yet run a
 * file with this hash.
 */
export function hashSeedFile({ text }: SeedFile): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/**
 * Writes the files into a folder and removes everything else from it. Returns the file names, such as
 * `1-places-0123456789ab.sql`, whose alphabetical order is the order in which they run. A changed file gets a new name
 * with its new hash, because `supabase db push --include-seed` runs only files whose names are new.
 */
export function writeSeedFiles(folder: string, files: readonly SeedFile[]): string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return files.map((file) => {
    const name = `${file.step}-${file.name}-${hashSeedFile(file)}.sql`;
    writeFileSync(path.join(folder, name), file.text);
    return name;
  });
}
