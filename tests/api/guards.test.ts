/** What `npm run db:guards` says of a database that has lost some of its guards, and of one that has all. */
import { describe, expect, it } from "vitest";
import { compareGuards, readGuards } from "../../supabase/local/guards.ts";
import { database } from "./support.ts";

describe("the guards of a database", () => {
  it("are missed one by one, and none where all are there", async () => {
    const all = await readGuards(database);
    expect(compareGuards(all, await readGuards(database))).toEqual({ missing: [], unexpected: [] });
    expect(all.length).toBeGreaterThan(1000);
    const losses = [
      [
        "drop policy update_in_scope on public.form_10",
        /^policy update_in_scope on public\.form_10 for UPDATE/,
      ],
      [
        "alter table public.form_10 no force row level security",
        /^row security on public\.form_10: enabled, forced$/,
      ],
      ["revoke select on public.form_10 from authenticated", /^select on public\.form_10 to authenticated$/],
      [
        "alter table public.form_10 disable trigger log_update",
        /^CREATE TRIGGER log_update .+public\.form_10.+, enabled$/,
      ],
      [
        "alter function private.current_caller() security invoker",
        /^private\.current_caller\(\) runs as its owner/,
      ],
      [
        "grant execute on function private.current_caller() to anon",
        /^execute private\.current_caller\(\) to /,
      ],
    ] as const;
    for (const [loss, guard] of losses) {
      const undo = new Error("undo");
      const lost = database.begin(async (tx) => {
        await tx.unsafe(loss);
        const { missing } = compareGuards(all, await readGuards(tx));
        expect([loss, missing]).toEqual([loss, [expect.stringMatching(guard)]]);
        throw undo;
      });
      await lost.catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    }
  });
});
