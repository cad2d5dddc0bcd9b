/**
 * Finding records by name through the API. The best matches come first, each match is marked with the column that
 * matched, and only records of the user's own offices are found.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  arbo,
  callAs,
  cleanUp,
  type DemoUser,
  database,
  elsewhere,
  mark,
  province,
  region,
  save,
} from "./support.ts";

const word = `Zq${randomUUID()
  .replaceAll(/[^a-f]/g, "")
  .slice(0, 6)}x`;
const people = [`Dela ${word}, Ana`, `${word}, Dela`, `Ben Dela ${word}`];

const find = async (user: DemoUser, q: unknown) => callAs(user, "POST", "/api/find", { q });
const names = async (user: DemoUser, q: string) =>
  ((await find(user, q)).body.data as { name: string }[]).map(({ name }) => name);

beforeAll(async () => {
  const person = { arbo_name: mark, region_name: region, province_name: province };
  for (const participant_name of people) {
    await save("provincial", "participant", { ...person, participant_name, save_anyway: true });
  }
  await save("provincial", "participant", {
    ...person,
    participant_name: "Abad, Carlo",
    remarks: `Aunt: Dela ${word}`,
    save_anyway: true,
  });
  await save("admin", "participant", {
    ...person,
    ...elsewhere,
    participant_name: `Dela ${word}, Far`,
    save_anyway: true,
  });
  await save(
    "provincial",
    "arbo-masterlist",
    arbo({ arbo_name: `${mark} Niyog ${word}`, arbo_id: `${word}-77` }),
  );
});
afterAll(async () => {
  await database`delete from public.participants where participant_name like ${`%${word}%`} or remarks like ${`%${word}%`}`;
  await database`delete from public.arbo_masterlist where arbo_id = ${`${word}-77`}`;
  await cleanUp();
});

describe("Global search", () => {
  it("A global search puts records whose name starts with the search text first.", async () => {
    expect(await names("provincial", `dela ${word}`.toUpperCase())).toEqual([
      people[0],
      people[2],
      people[1],
      "Abad, Carlo",
    ]);
  });

  it("If the search text is not in a found record's name, the global search shows the field that contains the text.", async () => {
    const { body } = await find("provincial", `dela ${word}`);
    const found = (body.data as { name: string; found_in: unknown }[]).map(({ name, found_in }) => [
      name,
      found_in,
    ]);
    expect(found.at(-1)).toEqual([
      "Abad, Carlo",
      { field: "remarks", label: "Remarks", value: `Aunt: Dela ${word}` },
    ]);
    expect(found.slice(0, -1).map(([, where]) => where)).toEqual([null, null, null]);
  });

  it("A global search for an ARBO ID finds the ARBO.", async () => {
    const { body } = await find("provincial", `${word} 77`);
    expect(body.data).toMatchObject([
      { path: "arbo-masterlist", name: `${mark} Niyog ${word}`, identifier: `${word}-77`, found_in: null },
    ]);
  });

  it("A global search finds only people of offices that the user can see.", async () => {
    expect(await names("provincial", `dela ${word} far`)).toEqual([]);
    expect(await names("viewer", `dela ${word} far`)).toEqual([]);
    expect(await names("regional", `dela ${word} far`)).toEqual([`Dela ${word}, Far`]);
    expect(await names("central", `dela ${word} far`)).toEqual([`Dela ${word}, Far`]);
  });

  it("A global search for fewer than two letters or digits finds nothing.", async () => {
    for (const q of ["", " ", "a", "%%%", "__", "'; --", "\u0000\u0000"])
      expect(await names("admin", q)).toEqual([]);
    for (const q of [null, 7, ["a"], "x".repeat(101)]) expect((await find("admin", q)).status).toBe(400);
    expect((await callAs("admin", "POST", "/api/find", { q: "a", table: "users" })).status).toBe(400);
  });
});
