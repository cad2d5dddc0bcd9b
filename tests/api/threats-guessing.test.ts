/** Threat over HTTP: guessing passwords, one after the other or many at once, and learning who has an account. */
import { afterEach, describe, expect, it } from "vitest";
import { makePerson, removePeopleAfterwards, strongPassword } from "./people-support.ts";
import { call, database } from "./support.ts";

removePeopleAfterwards();
afterEach(() => database`delete from private.sign_in_failures`.then(() => undefined));

const guess = (username: string, password = "a wrong guess") =>
  call("POST", "/api/auth/login", { body: { username, password } });

describe("thirty guesses at once", () => {
  it("are tried ten times at most, and the right password among the others does not help", async () => {
    const person = await makePerson();
    await database`delete from private.sign_in_failures`;
    const answers = await Promise.all(Array.from({ length: 30 }, () => guess(person.username)));
    const tried = answers.filter(({ status }) => status === 401);
    expect(tried.length).toBeLessThanOrEqual(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - tried.length);
    const right = await guess(person.username, strongPassword);
    expect(right.status).toBe(429);
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("over many accounts from one address are fifty at most", async () => {
    await database`delete from private.sign_in_failures`;
    const answers = await Promise.all(Array.from({ length: 70 }, (_, n) => guess(`nobody.${n}`)));
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(50);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(20);
  });
});

describe("an unknown and a known username with a wrong password", () => {
  it("get the same words, and an answer at the same marks of time", async () => {
    const person = await makePerson();
    await database`delete from private.sign_in_failures`;
    const timed = async (username: string) => {
      const began = performance.now();
      const answer = await guess(username);
      return {
        status: answer.status,
        text: answer.text,
        marks: Math.round((performance.now() - began) / 600),
      };
    };
    const known = await timed(person.username);
    const unknown = await timed("nobody.at.all");
    expect(unknown.text).toBe(known.text);
    expect(unknown.status).toBe(401);
    expect(unknown.marks).toBeGreaterThanOrEqual(1);
    expect(known.marks).toBeGreaterThanOrEqual(1);
  });
});
