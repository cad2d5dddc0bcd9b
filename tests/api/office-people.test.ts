/**
 * The list of offices with missing reports names each office's users, but only users whose profiles the caller can
 * read.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { as, dataOf, makePerson, removePeopleAfterwards, type TestPerson } from "./people-support.ts";
import { type Answer, callAs, database, elsewhere, province, region } from "./support.ts";

removePeopleAfterwards();

const path = "/api/offices-not-reported";
const body = { show: "all" };
const own = `${region} / ${province}`;
const next = `${elsewhere.region_name} / ${elsewhere.province_name}`;

describe("The list of users per office", () => {
  let people: Record<"colleague" | "disabled" | "neighbour" | "ofRegion", TestPerson>;
  beforeAll(async () => {
    const administers = { routes: ["report", "users"] };
    people = {
      colleague: await makePerson(),
      disabled: await makePerson(),
      neighbour: await makePerson({ ...administers, ...elsewhere }),
      ofRegion: await makePerson({ ...administers, level: "Regional" }),
    };
    await database`update public.users set disabled = true where id = ${people.disabled.id}`;
  });

  /**
   * Returns this test's users in the API's answer, by office. Leaves out users that other tests create at the same
   * time.
   */
  async function listed(answer: Promise<Answer>): Promise<Record<string, string[]>> {
    const offices = dataOf<{ office: string; people: { name: string; email: string }[] }[]>(await answer);
    const names = new Map(Object.entries(people).map(([name, { email }]) => [email, name]));
    const found = offices.map(({ office, people: users }): [string, string[]] => [
      office,
      users.flatMap(({ email }) => names.get(email) ?? []),
    ]);
    return Object.fromEntries(found.filter(([, users]) => users.length > 0));
  }

  it("A central administrator sees the active users of every office in the list of users per office.", async () => {
    expect(await listed(callAs("admin", "POST", path, body))).toEqual({
      [own]: ["colleague"],
      [next]: ["neighbour"],
    });
  });

  it("A regional administrator sees the active users of the region's offices in the list of users per office.", async () => {
    expect(await listed(as(people.ofRegion.token, "POST", path, body))).toEqual({
      [own]: ["colleague"],
      [next]: ["neighbour"],
    });
  });

  it("A provincial administrator sees only the users of the administrator's own office in the list of users per office.", async () => {
    expect(await listed(as(people.neighbour.token, "POST", path, body))).toEqual({ [next]: ["neighbour"] });
  });

  it.each(["central", "regional", "provincial", "viewer"] as const)(
    "The user %s, who lacks the route permission `users`, sees no other users in the list of users per office.",
    async (user) => {
      expect(await listed(callAs(user, "POST", path, body))).toEqual({});
      const offices = dataOf<{ people: { email: string }[] }[]>(await callAs(user, "POST", path, body));
      const [mine] = await database<{ email: string }[]>`
        select email from public.users where username = ${user}`;
      const seen = offices.flatMap((office) => office.people.map(({ email }) => email));
      expect(seen.filter((email) => email !== mine?.email)).toEqual([]);
    },
  );
});
