/** The SQL files of the reference data, as `npm run db:push` writes them for the Supabase CLI. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generatedFolder, readSeedFiles, type SeedFile, writeSeedFiles } from "../../../seed/seed-files.ts";
import { projectRoot } from "../../../supabase/local/common/settings.ts";

let folder: string;
let files: SeedFile[];
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "seed-files-"));
  files = readSeedFiles();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the patterns of `[db.seed] sql_paths` in supabase/config.toml. */
function readPatterns(): string[] {
  const config = readFileSync(path.join(projectRoot, "supabase/config.toml"), "utf8");
  const [, list = "[]"] = /^\[db\.seed\][^[]*\nsql_paths = (\[.*\])$/m.exec(config) ?? [];
  return JSON.parse(list);
}

describe("SQL files of the seed's reference data", () => {
  test("The alphabetical order of the seed's SQL files is the order of their execution.", () => {
    const names = writeSeedFiles(folder, files);
    expect(names.map((name) => name.replace(/-[0-9a-f]{12}\.sql$/, ""))).toEqual([
      ...["1-places", "2-outlines", "3-dropdown-values", "3-programmes", "3-roles"],
    ]);
    expect([...names].sort()).toEqual(names);
    expect(names.map((name) => readFileSync(path.join(folder, name), "utf8"))).toEqual(
      files.map(({ text }) => text),
    );
  });

  test.each(["places", "outlines", "dropdown-values", "programmes", "roles"])(
    "If the text of the seed file for %s changes, only this file gets a new name.",
    (changed) => {
      const before = writeSeedFiles(folder, files);
      writeFileSync(path.join(folder, "left-over.sql"), "select 1;");
      const after = writeSeedFiles(
        folder,
        files.map((file) => (file.name === changed ? { ...file, text: `${file.text}-- changed\n` } : file)),
      );
      const added = after.filter((name) => !before.includes(name));
      expect(added).toEqual([expect.stringContaining(changed)]);
      expect(readdirSync(folder).sort()).toEqual(after);
      expect(writeSeedFiles(folder, files)).toEqual(before);
    },
  );

  test("The Supabase CLI seeds exactly the SQL files that the project generates.", () => {
    const names = writeSeedFiles(folder, files);
    const patterns = readPatterns().map((pattern) => path.join(projectRoot, "supabase", pattern));
    expect(patterns).toEqual([path.join(generatedFolder, "*.sql")]);
    expect(names.filter((name) => !name.endsWith(".sql"))).toEqual([]);
    const { scripts } = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8"));
    expect(scripts["db:push"]).toMatch(
      /^tsx seed\/write-seed-files\.ts && supabase db push .*--include-seed/,
    );
  });
});
