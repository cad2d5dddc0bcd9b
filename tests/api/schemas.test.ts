/** supabase/schemas say what the migrations make: nothing stands in the one and not in the other. */
import { describe, expect, it, vi } from "vitest";
import { guardsOf, readGuards, tellDifference } from "../../supabase/local/schema/guards.ts";
import { withSchemas } from "../../supabase/local/schema/with-migrations.ts";
import { database } from "./support.ts";

vi.setConfig({ testTimeout: 120_000 });

describe("supabase/schemas", () => {
  it("make the database that the migrations make", async () => {
    const migrated = await database.begin(readGuards);
    const declared = await withSchemas((stack) => guardsOf(stack.databaseUrl));
    expect(declared.size).toBeGreaterThan(4000);
    expect(tellDifference(declared, migrated)).toEqual([]);
  });
});
