/** Who keeps records that belong to no office: whatever the database tells, nothing is allowed beyond it. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { referenceRefusal } from "#shared/access/reference-access.ts";

const record = { table: "uac", noun: { one: "entry", many: "entries" } } as const;
const region = fc.constantFrom(null, "Region I", "Region II");
const told = fc.record({
  routes: fc.subarray(["forms", "users", "dropdowns"]),
  region_name: region,
  keeps: fc.constantFrom("all" as const, "region" as const, "nothing" as const),
  listed: fc.boolean(),
  rows: fc.array(fc.record({ region_name: region }), { maxLength: 3 }),
});

it("only whoever has the route and keeps the rows is not refused, and a refusal names what it is about", () => {
  fc.assert(
    fc.property(told, ({ routes, region_name, keeps, listed, rows }) => {
      const reference = listed ? { [record.table]: { route: "users", keeps } } : {};
      const refused = referenceRefusal(record, { routes, region_name, reference }, rows);
      const own = rows.every((row) => row.region_name === region_name);
      const kept = keeps === "all" || (keeps === "region" && own);
      expect(refused === null).toBe(listed && routes.includes("users") && kept);
      if (refused !== null) expect(refused).toContain("entries");
    }),
  );
});
