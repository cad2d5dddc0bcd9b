/** Threat over HTTP: an attacker guesses passwords, one by one or many at once, or finds out which accounts exist. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { turnAnnouncement } from "#shared/rules/sign-in-delay.ts";
import { makePerson, removePeopleAfterwards, strongPassword } from "./people-support.ts";
import { call, database, stack } from "./support.ts";

// Auth hashes a password for each guess, even for unknown usernames, so sixty guesses take long on a slow machine.
vi.setConfig({ testTimeout: 120_000 });
removePeopleAfterwards();
afterEach(() => database`delete from private.sign_in_failures`.then(() => undefined));

const guess = (username: string, password = "a wrong guess") =>
  call("POST", "/api/auth/login", { body: { username, password } });

describe("Many guesses at once", () => {
  it("The API checks at most ten of thirty simultaneous password guesses for one account.", async () => {
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

  it("The API checks at most fifty of seventy simultaneous password guesses from one IP address.", async () => {
    await database`delete from private.sign_in_failures`;
    const answers = await Promise.all(Array.from({ length: 70 }, (_, n) => guess(`unknown.${n}`)));
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(50);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(20);
  });
});

/** Signs in as a browser does, with the cookie of an earlier response. */
async function signIn(username: string, password: string, cookie = "") {
  const answer = await fetch(`${stack.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(cookie ? { cookie } : {}) },
    body: JSON.stringify({ username, password }),
  });
  await answer.body?.cancel();
  const [given = ""] = answer.headers.getSetCookie();
  return { status: answer.status, given, cookie: given.split(";")[0] ?? "" };
}

/**
 * Signs in as the login page does: if the user must wait, waits for the given time and tries again. Returns the last
 * status.
 */
async function signInByTurn(username: string): Promise<number> {
  for (;;) {
    const answer = await fetch(`${stack.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password: stack.demoPassword }),
    });
    if (!(await answer.text()).includes(turnAnnouncement)) return answer.status;
    await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get("retry-after")) * 1000));
  }
}

describe("A browser that has signed in before", () => {
  it("A browser that has signed in before can sign in while strangers guess the account's password.", async () => {
    const person = await makePerson();
    await database`delete from private.sign_in_failures`;
    const home = await signIn(person.username, strongPassword);
    expect([home.status, home.given]).toEqual([
      200,
      expect.stringMatching(/^arbo-browser=[\w-]{43};.*HttpOnly/),
    ]);
    expect(home.given).toMatch(/SameSite=Strict/);
    for (let n = 0; n < 6; n++) await guess(person.username);
    for (let n = 0; n < 6; n++) await auth(person.email, "a wrong guess");
    expect((await guess(person.username, strongPassword)).status).toBe(429);
    expect(await refused(person.email)).toMatch(/^Too many attempts/);
    expect((await signIn(person.username, strongPassword, home.cookie)).status).toBe(200);
    // The cookie of a known browser is valid only for the account that signed in with it. A forged cookie is not valid
    // for any account.
    const other = await makePerson();
    for (let n = 0; n < 10; n++) await guess(other.username);
    expect((await signIn(other.username, strongPassword, home.cookie)).status).toBe(429);
    const forged = `arbo-browser=${"A".repeat(43)}`;
    expect((await signIn(person.username, strongPassword, forged)).status).toBe(429);
    // A known browser is one that has signed in before. Its limit counts only wrong guesses from this browser.
    for (let n = 0; n < 10; n++) await signIn(person.username, "a wrong guess", home.cookie);
    expect((await signIn(person.username, strongPassword, home.cookie)).status).toBe(429);
  });
});

describe("An office behind one IP address", () => {
  it("Ninety simultaneous sign-ins from one IP address all succeed if each client retries as the API asks.", {
    timeout: 120_000,
  }, async () => {
    await database`delete from private.sign_in_failures`;
    const users = ["admin", "central", "regional", "provincial", "viewer"];
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, n) => signInByTurn(users[n % users.length] ?? "")),
    );
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    expect(await database`select 1 from private.sign_in_failures`).toHaveLength(0);
  });

  it("Sign-in attempts that a server crash interrupted do not block other users of the same IP address.", async () => {
    await database`insert into private.sign_in_failures (at, username, address)
      select now() - interval '2 minutes', 'left.' || n, '127.0.0.1' from generate_series(1, 60) n`;
    expect((await signIn("viewer", stack.demoPassword)).status).toBe(200);
  });
});

/** Signs in at Auth directly, with the publishable key. */
const auth = (email: string, password: string) =>
  fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: stack.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });

/**
 * Signs in at Auth with the right password of a blocked account. Returns Auth's message, because the status would be
 * the same for a wrong password.
 */
async function refused(email: string): Promise<string> {
  const answer = await auth(email, strongPassword);
  expect(answer.status).toBe(400);
  return ((await answer.json()) as { msg: string }).msg;
}

describe("Auth called directly", () => {
  it("Auth does not reveal whether an account exists.", {
    timeout: 60_000,
  }, async () => {
    const person = await makePerson();
    await database`delete from private.sign_in_failures`;
    const marks = async (email: string) => {
      const began = performance.now();
      const answer = await auth(email, "a wrong guess");
      return [answer.status, await answer.text(), (performance.now() - began) / 600] as const;
    };
    const [known, unknown] = [await marks(person.email), await marks("unknown.at.all@example.test")];
    expect(unknown.slice(0, 2)).toEqual(known.slice(0, 2));
    expect(Math.min(known[2], unknown[2])).toBeGreaterThanOrEqual(0.99);
    const many = await Promise.all(
      Array.from({ length: 70 }, (_, n) => auth(`unknown.${n}@example.test`, "x")),
    );
    const words = await Promise.all(many.map((answer) => answer.text()));
    expect(words.filter((text) => !text.includes("Too many attempts")).length).toBeLessThanOrEqual(50);
    expect(await refused(person.email)).toMatch(/^Too many attempts/);
  });
});

describe("An unknown and a known username with a wrong password", () => {
  it("The API's response to a wrong password does not reveal whether the username exists.", async () => {
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
    const unknown = await timed("unknown.at.all");
    expect(unknown.text).toBe(known.text);
    expect(unknown.status).toBe(401);
    expect(unknown.marks).toBeGreaterThanOrEqual(1);
    expect(known.marks).toBeGreaterThanOrEqual(1);
  });
});
