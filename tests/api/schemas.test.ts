/** The declarative schema files in supabase/schemas create the same database as the migrations. */
import { describe, expect, it, vi } from "vitest";
import { describeDifference, guardsOf, readGuards } from "../../supabase/local/schema/guards.ts";
import { withSchemas } from "../../supabase/local/schema/with-migrations.ts";
import { database } from "./support.ts";

vi.setConfig({ testTimeout: 120_000 });

describe("supabase/schemas", () => {
  it("The schema files create the same database as the migrations.", async () => {
    const migrated = await database.begin(readGuards);
    const declared = await withSchemas((stack) => guardsOf(stack.databaseUrl));
    expect(declared.size).toBeGreaterThan(4000);
    expect(describeDifference(declared, migrated)).toEqual([]);
  });
});
