/**
 * Tests access to the rows that bypasses the API's endpoints: REST with a user's token, the API's own database login,
 * and private functions.
 */
import { afterAll, describe, expect, it } from "vitest";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { arbo, callAs, cleanUp, database, elsewhere, rest, rowsOf, save, stack } from "./support.ts";

const gateway = openDatabase(stack.apiGatewayUrl, { most: 2, patience: Number.POSITIVE_INFINITY });

afterAll(async () => {
  await gateway.end();
  await cleanUp();
});

describe("Access through REST", () => {
  it.each(["central", "regional", "provincial", "viewer"] as const)(
    "Through REST, the user %s reads the same rows as through the API.",
    async (user) => {
      const shown = await rest(user, "GET", "arbo_masterlist?select=id&order=id&limit=1000");
      const listed = await callAs(user, "POST", "/api/arbo-masterlist", { sort: [{ field: "id" }] });
      expect(shown.data.map((row: { id: number }) => row.id)).toEqual(rowsOf(listed).map((row) => row.id));
    },
  );

  it("REST returns no rows to a caller who is not signed in.", async () => {
    for (const table of ["arbo_masterlist", "users", "uac", "dropdown_values", "report_schedules"]) {
      const { status, data } = await rest(null, "GET", table);
      expect(Array.isArray(data) ? data : []).toEqual([]);
      expect(status === 200 || status >= 400).toBe(true);
    }
  });

  it("Through REST, a user can change neither rows of other offices nor columns that only the server may set.", async () => {
    const [own] = await save("provincial", "arbo-masterlist", arbo());
    const row = `arbo_masterlist?id=eq.${own?.id}`;
    expect((await rest("provincial", "POST", "arbo_masterlist", arbo(elsewhere))).status).toBe(403);
    expect((await rest("provincial", "PATCH", row, elsewhere)).status).toBe(403);
    expect((await rest("viewer", "PATCH", row, { cd: "x" })).data).toEqual([]);
    for (const field of ["user_id", "row_version", "approved_by", "time_stamp", "id"]) {
      expect((await rest("central", "PATCH", row, { [field]: null })).status).toBeGreaterThanOrEqual(400);
    }
    const [now] =
      await database`select cd, row_version, province_name from public.arbo_masterlist where id = ${own?.id ?? 0}`;
    expect(now).toEqual({ cd: null, row_version: 1, province_name: own?.province_name });
  });

  it("A user can't call private functions through REST.", async () => {
    const functions = [
      ["current_access", {}],
      ["begin_sign_in", { wanted_username: "admin", wanted_address: "x" }],
      ["search_record_ids", { table_name: "arbo_masterlist", query: "a" }],
      ["read_history", { table_name: "arbo_masterlist", wanted_row: 1 }],
    ] as const;
    for (const [name, body] of functions) {
      for (const path of [`rpc/${name}`, `rpc/private.${name}`]) {
        const { status } = await rest("admin", "POST", path, body);
        expect([path, status >= 400]).toEqual([path, true]);
      }
    }
  });
});

describe("The API's own database login", () => {
  it("Before it switches to the role `authenticated`, the API's database login can neither read nor write any table.", async () => {
    const statements = [
      "select 1 from public.arbo_masterlist",
      "select 1 from public.users",
      "select 1 from auth.users",
      "select 1 from private.user_log",
      "select private.current_access()",
      "insert into public.arbo_masterlist (arbo_name) values ('x')",
      "set role postgres",
      "set role service_role",
    ];
    for (const statement of statements) {
      await expect(gateway.unsafe(statement)).rejects.toMatchObject({ code: "42501" });
    }
  });

  it("If the API's database login switches to the role `authenticated` but sets no user id, it can read no rows.", async () => {
    const rows = await gateway.begin(async (tx) => {
      await tx`set local role authenticated`;
      return tx`select id from public.arbo_masterlist`;
    });
    expect(rows).toHaveLength(0);
  });

  it("After it switches to the role `authenticated`, the API's database login can't call the function that begins a sign-in.", async () => {
    const asCaller = gateway.begin(async (tx) => {
      await tx`set local role authenticated`;
      await tx`select * from private.begin_sign_in('admin', 'x')`;
    });
    await expect(asCaller).rejects.toMatchObject({ code: "42501" });
  });

  it("If callers with different rights use the same database connections at once, each gets only the own rows.", async () => {
    const users = ["central", "viewer", "regional", "provincial"] as const;
    const expected = new Map<string, unknown>();
    for (const user of users)
      expected.set(user, (await callAs(user, "POST", "/api/arbo-masterlist", { page: 1 })).body.total);
    const many = Array.from({ length: 80 }, (_, index) => users[index % users.length] ?? "viewer");
    const totals = await Promise.all(
      many.map(async (user) => [
        user,
        (await callAs(user, "POST", "/api/arbo-masterlist", { page: 1 })).body.total,
      ]),
    );
    expect(totals).toEqual(many.map((user) => [user, expected.get(user)]));
  });
});
