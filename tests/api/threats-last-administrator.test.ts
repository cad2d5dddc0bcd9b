/**
 * Threat over HTTP: the last central administrator is removed, or the last two administrators remove each other at
 * the same moment.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { supabaseClient } from "../test-stack.ts";
import { as, makePerson, removePeopleAfterwards, type TestPerson } from "./people-support.ts";
import { database, stack } from "./support.ts";

removePeopleAfterwards();

let first: TestPerson;
let second: TestPerson;
beforeAll(async () => {
  first = await makePerson({ level: "Central", routes: ["users"] });
  second = await makePerson({ level: "Central", routes: ["users"] });
});

/** Runs `work` while the users `first` and `second` are the only central administrators. */
async function withOnlyThese<T>(work: () => Promise<T>): Promise<T> {
  const aside = await database<{ id: string }[]>`
    select u.id from public.users u join public.uac r on r.id = u.uac_id
    where r.status = 'Central' and 'users' = any (r.route) and not u.disabled and u.id <> all (${[first.id, second.id]}::uuid[])`;
  const ids = aside.map(({ id }) => id);
  await database`update public.users set disabled = true where id = any (${ids}::uuid[])`;
  try {
    return await work();
  } finally {
    await database`update public.users set disabled = false where id = any (${[...ids, first.id, second.id]}::uuid[])`;
    await database`update auth.users set banned_until = null where id = any (${[first.id, second.id]}::uuid[])`;
  }
}

describe("The last central administrator", () => {
  it("Even a caller with the service key can't delete the last central administrator.", async () => {
    await withOnlyThese(async () => {
      await database`update public.users set disabled = true where id = ${second.id}`;
      const { error } = await supabaseClient(stack.secretKey).auth.admin.deleteUser(first.id);
      expect(error).not.toBeNull();
      const [row] = await database`select 1 from public.users where id = ${first.id}`;
      expect(row).toBeDefined();
    });
  });

  it("One of the last two central administrators stays enabled if they disable each other at the same moment.", async () => {
    await withOnlyThese(async () => {
      const answers = await Promise.all([
        as(first.token, "POST", "/api/auth/users/disable", { id: second.id }),
        as(second.token, "POST", "/api/auth/users/disable", { id: first.id }),
      ]);
      const [left] = await database`
        select count(*)::int as administrators from public.users where id = any (${[first.id, second.id]}::uuid[]) and not disabled`;
      expect(left?.administrators).toBe(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });
  });

  it("The second of two parallel transactions that disable the last two central administrators fails.", async () => {
    await withOnlyThese(async () => {
      const [one, other] = [1, 2].map(() => openDatabase(stack.databaseUrl, { most: 1 })) as [
        Database,
        Database,
      ];
      try {
        await one`begin`;
        await one`update public.users set disabled = true where id = ${second.id}`;
        await other`begin`;
        const late = other`update public.users set disabled = true where id = ${first.id}`.then(
          () => "done",
          (error: { code: string }) => error.code,
        );
        await new Promise((resolve) => setTimeout(resolve, 200));
        await one`commit`;
        expect(await late).toBe("AG003");
      } finally {
        await other`rollback`;
        await Promise.all([one.end(), other.end()]);
      }
    });
  });
});
