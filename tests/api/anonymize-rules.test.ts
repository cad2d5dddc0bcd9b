/** Each column of an anonymised copy has a rule. If a column has no rule, no copy is made. */
import { afterAll, expect, it } from "vitest";
import {
  columnsWithoutRule,
  notCopied,
  planTables,
  readCopiedTables,
} from "../../supabase/local/anonymize/tables.ts";
import { nameOf } from "../../supabase/local/export/catalog.ts";
import { exportedTables, withOwner } from "./export-support.ts";
import { cleanUp, database } from "./support.ts";

afterAll(cleanUp);

it("For every column of the tables that anonymisation copies, a rule says how the column is anonymised.", async () => {
  const tables = await withOwner(readCopiedTables);
  expect(tables.length).toBeGreaterThan(25);
  expect(columnsWithoutRule(tables)).toEqual([]);
  const names = (await exportedTables()).map(nameOf);
  expect(notCopied.filter((name) => !names.includes(name))).toEqual([]);
});

it("Anonymisation fails if a new text column has no rule.", async () => {
  await database`alter table public.form_10 add column copy_note text, add column copy_count integer`;
  try {
    const tables = await withOwner(readCopiedTables);
    expect(columnsWithoutRule(tables)).toEqual(["form_10.copy_note"]);
    expect(() => planTables(tables)).toThrow("No rule says how to anonymise form_10.copy_note.");
  } finally {
    await database`alter table public.form_10 drop column copy_note, drop column copy_count`;
  }
});
