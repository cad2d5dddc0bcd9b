/** The API detects a person who has probably been entered already, and saves the person only if the user confirms. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callAs, cleanUp, database, elsewhere, mark, province, region, rowsOf, save } from "./support.ts";

const update = "/api/participant/update";
const ask = "/api/participant/likely-same";
const name = `${mark} Ana Peña ${randomUUID().slice(0, 8)}`;
const person = (fields: Record<string, unknown> = {}) => ({
  participant_name: name,
  arbo_name: mark,
  region_name: region,
  province_name: province,
  ...fields,
});
let first = 0;

let rightsBefore: string[] = [];

async function setSensitive(on: boolean): Promise<void> {
  await setRights(on ? ["Read", "Edit", "Delete", "Sensitive"] : ["Read", "Edit", "Delete"]);
}

async function setRights(rights: string[]): Promise<void> {
  await database`update public.uac set access_controls = ${rights} where id = (select uac_id from public.users where username = 'provincial')`;
}

beforeAll(async () => {
  const [role] =
    await database`select access_controls from public.uac where id = (select uac_id from public.users where username = 'provincial')`;
  rightsBefore = role?.access_controls ?? [];
  await setSensitive(true);
  const [row] = await save("provincial", "participant", person({ birthday: "03-05-1980" }));
  first = row?.id ?? 0;
});

afterAll(async () => {
  await database`delete from public.participants where participant_name like ${`%${mark}%`}`;
  await setRights(rightsBefore);
  await cleanUp();
});

describe("Saving a person who has probably been entered already", () => {
  it("If a new person has the same name, birthday and office as a stored person, the API refuses to save the new person.", async () => {
    const { status, body } = await callAs("provincial", "PUT", update, [
      person({ participant_name: `${mark} Other ${randomUUID()}` }),
      person({ birthday: "1980-03-05" }),
    ]);
    expect(status).toBe(409);
    expect(body.details).toMatchObject([
      {
        index: 1,
        field: "participant_name",
        same_as: [
          {
            id: first,
            title: name,
            agreed: ["participant_name", "birthday", "region_name", "province_name"],
          },
        ],
      },
    ]);
    expect(body.message).toContain(
      "a participant with the same Participant name, Birthday, Region and Province",
    );
  });

  it("If a request contains save_anyway: true, the API saves a person who is probably stored already.", async () => {
    const [second] = await save("provincial", "participant", person({ save_anyway: true }));
    expect(second?.participant_name).toBe(name);
    await callAs("provincial", "DELETE", "/api/participant/delete", { id: second?.id });
    expect((await callAs("provincial", "PUT", update, person({ save_anyway: "yes" }))).status).toBe(400);
  });

  it("A person with a different office, name or birthday is not a likely duplicate of a stored person.", async () => {
    const others = [
      person(elsewhere),
      person({ participant_name: `${name} Junior` }),
      person({ birthday: "1980-03-06" }),
    ];
    for (const other of others) {
      const answer = await callAs("central", "PUT", update, other);
      // The central user can't read birthdays, so for this user a person with the same name is already a
      // likely duplicate.
      expect(answer.status).toBe("birthday" in other ? 409 : 200);
    }
    expect((await callAs("provincial", "PUT", update, person({ birthday: "1980-03-06" }))).status).toBe(200);
  });

  it("The API refuses a request that contains the same person twice.", async () => {
    const twice = person({ participant_name: `${mark} Twice ${randomUUID()}` });
    const { status, body } = await callAs("provincial", "PUT", update, [twice, { ...twice, sex: "Female" }]);
    expect([status, body.details?.map(({ index }) => index)]).toEqual([409, [1]]);
    expect(body.message).toContain("It is record 1 of the same list.");
    expect((await callAs("provincial", "PUT", update, [twice, { ...twice, save_anyway: true }])).status).toBe(
      200,
    );
  });

  it("If a person's new name equals that of a person with the same birthday and office, the API refuses the change.", async () => {
    const [other] = await save(
      "provincial",
      "participant",
      person({ participant_name: `${mark} ${randomUUID()}` }),
    );
    const renamed = { id: other?.id, participant_name: name.toUpperCase() };
    expect((await callAs("provincial", "PUT", update, renamed)).status).toBe(409);
    expect((await callAs("provincial", "PUT", update, { id: other?.id, sex: "Female" })).status).toBe(200);
    expect((await callAs("provincial", "PUT", update, { id: first, participant_name: name })).status).toBe(
      200,
    );
  });
});

describe("Checking for likely duplicates while the user types", () => {
  const asked = async (fields: Record<string, unknown>) =>
    rowsOf(await callAs("provincial", "POST", ask, person(fields))).map(({ id, agreed }) => [id, agreed]);

  it("If a user edits a row, the check for likely duplicates does not report this row as its own duplicate.", async () => {
    expect(await asked({})).toContainEqual([first, ["participant_name"]]);
    expect((await asked({ id: first })).map(([id]) => id)).not.toContain(first);
  });

  it("A user without the Sensitive right can't find out a stored birthday with the check for likely duplicates.", async () => {
    await setSensitive(false);
    try {
      const guesses = Array.from({ length: 10 }, (_, day) => `1980-03-${String(day + 1).padStart(2, "0")}`);
      const answers = await Promise.all(guesses.map((birthday) => asked({ birthday })));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]).toContainEqual([first, ["participant_name"]]);
    } finally {
      await setSensitive(true);
    }
  });

  it("The endpoint that checks for likely duplicates refuses unknown fields.", async () => {
    expect((await callAs("provincial", "POST", ask, { nothing_such: 1 })).status).toBe(400);
    expect((await callAs("provincial", "POST", "/api/arbo-masterlist/likely-same", {})).status).toBe(404);
  });
});
