/** The access checks before a request is sent. The screens never allow more than the caller's access data grant. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Access, type Act, decide, windowOf, windowsOf } from "#shared/access/decide.ts";
import { levelRows } from "#shared/access/level-rows.ts";
import { isSharedColumn, rankOf, scopeOf, seesEverything } from "#shared/access/levels.ts";
import { observerRefusal, previewRefusal, refusalMessage } from "#shared/access/refusal-messages.ts";
import { rowRefusal } from "#shared/access/row-refusal-messages.ts";

const entry = {
  table: "uac",
  noun: { one: "entry", many: "entries" },
  window: "administration",
} as const;
const form = { table: "form_10", noun: { one: "row", many: "rows" }, window: "accomplishment" } as const;
const open = { open: true };
const all = { read: "all", target: "all", accomplishment: "all" } as const;
const act = fc.constantFrom<Act>("insert", "update", "delete", "restore", "approve", "return", "comment");
const reader = fc.constantFrom(previewRefusal, rowRefusal, observerRefusal);
const region = fc.constantFrom(null, "Region I", "Region II");
const given = fc.record({
  routes: fc.subarray(["forms", "users", "dropdowns"]),
  region_name: region,
  keeps: fc.constantFrom("all" as const, "region" as const, "nothing" as const),
  listed: fc.boolean(),
  rows: fc.array(fc.record({ region_name: region }), { maxLength: 2 }),
});

it("A user can change the rows of a reference table only with permission for the table's route.", () => {
  fc.assert(
    fc.property(given, act, ({ routes, region_name, keeps, listed, rows }, tried) => {
      const access: Access = {
        ...{ level: "Regional", rights: ["Edit", "Delete", "Approve"], routes, region_name, offices: all },
        windows: { target: open, accomplishment: open },
        reference: listed ? { [entry.table]: { route: "users", keeps } } : {},
      };
      const [before, after] = rows.map((row) => ({ office: "", ...row }));
      const refused = decide(access, entry, { ...(before && { before }), ...(after && { after }) }, tried);
      const own = rows.every((row) => row.region_name === region_name);
      const kept = keeps === "all" || (keeps === "region" && own);
      expect(refused === null).toBe(listed && routes.includes("users") && kept);
      if (refused !== null) expect(previewRefusal(refused, entry)).toContain("entries");
    }),
  );
});

it("A user without a valid level sees no rows and can do nothing.", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(null, undefined, "", "central", "Barangay"),
      act,
      reader,
      (level, tried, who) => {
        expect([rankOf(level), scopeOf(level), seesEverything(level)]).toEqual([0, null, false]);
        expect(isSharedColumn(level, "region_name")).toBe(false);
        const access: Access = {
          ...{ level, rights: ["Read", "Edit", "Delete"], routes: ["users"], offices: all, reference: {} },
          windows: { target: open, accomplishment: open },
        };
        for (const change of [null, { before: { office: "a / b" } }]) {
          const refused = decide(access, form, change, tried);
          expect(refused?.code).toBe("level");
          expect(refused && who(refused, form)).toMatch(/no level/);
        }
      },
    ),
  );
});

it("Users of a lower level never see more regions or provinces than users of a higher level.", () => {
  for (const { level, rank, scope } of levelRows) {
    for (const lower of levelRows.filter((other) => other.rank < rank))
      for (const column of scope) expect(lower.scope).toContain(column);
    for (const column of ["region_name", "province_name"] as const)
      expect(isSharedColumn(level, column)).toBe(scope.some((shared) => shared === column));
  }
  expect(seesEverything("Central")).toBe(true);
});

it("If the status of a row decides its reporting window, only rows with the status Target belong to the target window.", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("target" as const, "accomplishment" as const, "status" as const),
      fc.constantFrom(null, "Target", "Accomplished"),
      (window, status) => {
        expect(windowsOf({ window })).toContain(windowOf({ window }, { status }));
        if (window === "status")
          expect(windowOf({ window }, { status }) === "target").toBe(status === "Target");
      },
    ),
  );
});

it("Every message about an action that the database refuses is a full sentence.", () => {
  const cause = fc.constantFrom(
    ...([
      "level",
      "right",
      "scope",
      "window",
      "approval",
      "own_entry",
      "administration",
      "central",
      "own_role",
    ] as const),
    ...(["region", "office", "not_found"] as const),
  );
  const verbs = fc.subarray(
    ["insert", "update", "delete", "restore", "approve", "return", "comment"] as const,
    {
      minLength: 1,
    },
  );
  const end_date = fc.constantFrom(null, "2025-03-31", "2999-12-31");
  fc.assert(
    fc.property(cause, verbs, end_date, (why, tried, end) => {
      const words = refusalMessage({ cause: why, window: "target", end_date: end }, form, tried);
      expect(words).toMatch(/^[A-Z].+\.$/);
      expect(words).not.toMatch(/undefined|null/);
    }),
  );
});
