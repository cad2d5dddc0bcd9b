import { beforeAll, describe, expect, it } from "vitest";
import { compareGuards, type Guards, readGuards } from "../../supabase/local/schema/guards.ts";
import { database } from "./support.ts";

const even = { missing: [], unexpected: [], different: [] };

/**
 * Runs the statements, reads the guards of the changed database, and rolls the statements back. Guards are policies,
 * triggers, grants and other protections.
 */
async function guardsAfter(...statements: string[]): Promise<Guards> {
  const undo = new Error("undo");
  let found: Guards = new Map();
  await database
    .begin(async (tx) => {
      for (const statement of statements) await tx.unsafe(statement);
      found = await readGuards(tx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

describe("Comparison of a database's policies, privileges and other definitions", () => {
  let all: Guards;
  beforeAll(async () => {
    all = await database.begin(readGuards);
  });

  it.each([
    [
      "a policy",
      "drop policy update_in_scope on public.form_10",
      "missing",
      "policy update_in_scope on public.form_10",
    ],
    [
      "the condition of a policy",
      "alter policy update_in_scope on public.form_10 using (true)",
      "different",
      "policy update_in_scope on public.form_10",
    ],
    [
      "forced row security",
      "alter table public.form_10 no force row level security",
      "different",
      "row security on public.form_10",
    ],
    [
      "a privilege",
      "revoke select on public.form_10 from authenticated",
      "missing",
      "select on public.form_10 to authenticated",
    ],
    [
      "an additional privilege",
      "grant delete on public.users to anon",
      "unexpected",
      "delete on public.users to anon",
    ],
    [
      "a trigger's state",
      "alter table public.form_10 disable trigger log_update",
      "different",
      "trigger log_update on public.form_10",
    ],
    [
      "the user that a function runs as",
      "alter function private.current_caller() security invoker",
      "different",
      "private.current_caller() runs",
    ],
    [
      "the roles that may call a function",
      "grant execute on function private.current_caller() to anon",
      "different",
      "execute private.current_caller()",
    ],
    [
      "a function's body",
      "create or replace function private.age_group(years integer) returns text language sql immutable set search_path = '' return 'x'",
      "different",
      "body of private.age_group(integer)",
    ],
    [
      "a default",
      "alter table public.arbo_masterlist alter status drop default",
      "different",
      "column public.arbo_masterlist.status",
    ],
    [
      "a column that must have a value",
      "alter table public.users alter username drop not null",
      "different",
      "column public.users.username",
    ],
    [
      "a check",
      "alter table public.uac drop constraint uac_route_check",
      "missing",
      "constraint uac_route_check on public.uac",
    ],
    [
      "the rights that a view runs with",
      "alter view personal.participants_in_full set (security_invoker = false)",
      "different",
      "body of view personal.participants_in_full",
    ],
    ["an index", "drop index public.form_10_office", "missing", "index public.form_10_office"],
    ["a role's setting", "alter role api_gateway set work_mem = '1MB'", "different", "role api_gateway"],
    [
      "a bucket",
      "update storage.buckets set public = true where id = 'evidence'",
      "different",
      "bucket evidence",
    ],
    [
      "the size limit of a bucket",
      "update storage.buckets set file_size_limit = 1 where id = 'evidence'",
      "different",
      "bucket evidence",
    ],
    [
      "the policies of stored files",
      'create policy "Anyone can read" on storage.objects for select to anon using (true)',
      "unexpected",
      'policy "Anyone can read" on storage.objects',
    ],
    [
      "the row security of stored files",
      "alter table storage.objects disable row level security",
      "different",
      "row security on storage.objects",
    ],
    [
      "the row security of buckets",
      "alter table storage.buckets disable row level security",
      "different",
      "row security on storage.buckets",
    ],
    [
      "the tables that can be searched by name",
      "delete from private.findable_tables where table_name = 'participants'",
      "missing",
      'row of private.findable_tables {"table_name": "participants", "name_column": "participant_name", "identifier_column": null}',
    ],
    [
      "the chains of the user log",
      "insert into private.log_lanes (lane) values (16)",
      "unexpected",
      'row of private.log_lanes {"lane": 16}',
    ],
  ] as const)(
    "The comparison of database definitions, such as policies and privileges, reports a change to %s.",
    async (_, statement, kind, guard) => {
      const difference = compareGuards(all, await guardsAfter(statement));
      expect(difference[kind]).toContain(guard);
      // The comparison reports at most three differences for a single change. For example, a function with a new owner
      // also has a different definition.
      expect(Object.values(difference).flat().length).toBeLessThanOrEqual(3);
    },
  );

  it("The comparison of database definitions finds no difference between sessions with different search_path settings.", async () => {
    expect(all.size).toBeGreaterThan(3000);
    const elsewhere = await guardsAfter("set local search_path = private, personal, storage, auth, public");
    expect(compareGuards(all, elsewhere)).toEqual(even);
  });
});
