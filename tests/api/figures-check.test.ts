/** The command `npm run figures:check` finds stored figures that were changed by hand, and repairs the figures. */
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { projectRoot } from "../../supabase/local/common/settings.ts";
import { database, stack } from "./support.ts";

function figuresCheck(...more: string[]): { code: number | null; said: string } {
  const program = ["--import", "tsx", "supabase/local/figures-check.ts", stack.databaseUrl, ...more];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, {
    cwd: projectRoot,
    encoding: "utf8",
  });
  return { code: status, said: `${stdout}${stderr}` };
}

const well = { code: 0, said: "All stored figures match the rows.\n" };

/**
 * One wrong change per table of stored figures. The test applies `change` to one row of `table` that meets the
 * condition `row`. The command must report the changed row under `name`.
 */
const broken = [
  { name: "form_10", table: "activities", row: "table_name = 'form_10'", change: "kind = 'another'" },
  { name: "marks", table: "marks", row: "true", change: "form_5_targeted = form_5_targeted # 1" },
  { name: "people", table: "people", row: "true", change: "trained_years = trained_years # 1" },
  { name: "outcome_counts", table: "outcome_counts", row: "true", change: "n = n + 1" },
  { name: "people_counts", table: "people_counts", row: "true", change: "n = n + 1" },
];

it("If a table of stored dashboard figures contains a wrong row, the command figures:check reports the row.", {
  timeout: 120_000,
}, async () => {
  expect(figuresCheck()).toEqual(well);
  for (const { table, row, change } of broken)
    await database.unsafe(
      `update public.${table} set ${change} where ctid = (select ctid from public.${table} where ${row} limit 1)`,
    );
  const found = figuresCheck();
  for (const { name } of broken) {
    expect(found.said).toMatch(new RegExp(`^${name}: missing: \\(`, "m"));
    expect(found.said).toMatch(new RegExp(`^${name}: too much: \\(`, "m"));
  }
  expect(found.code).toBe(1);
  const mended = figuresCheck("--mend");
  expect(mended.said).toMatch(/rows differed and were computed again\.\n$/);
  expect(mended.code).toBe(0);
  expect(figuresCheck()).toEqual(well);
});
