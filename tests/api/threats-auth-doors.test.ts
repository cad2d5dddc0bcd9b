/**
 * Threat over HTTP: going past the API to Auth itself, with the key that the web gives to everybody. The ways that the
 * product needs stay open beside it.
 */
import { describe, expect, it } from "vitest";
import { makePerson, removePeopleAfterwards, strongPassword } from "./people-support.ts";
import { database, stack } from "./support.ts";

removePeopleAfterwards();

const auth = (method: string, path: string, body: object | null, token?: string) =>
  fetch(`${stack.url}/auth/v1/${path}`, {
    method,
    headers: {
      apikey: stack.publishableKey,
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: body && JSON.stringify(body),
  });
const grant = (email: string, password: string) =>
  auth("POST", "token?grant_type=password", { email, password }).then(({ status }) => status);

describe("Auth itself", () => {
  it("changes no password and no address without the present password", async () => {
    const person = await makePerson();
    for (const body of [
      { password: "Another-word-8" },
      { email: "else@tests.example" },
      { data: { a: 1 } },
    ]) {
      // Auth's own wants the present password for a new one, and asks both addresses by mail about another.
      const wanted = "password" in body ? 400 : 403;
      expect((await auth("PUT", "user", body, person.token)).status).toBe(wanted);
    }
    expect(await grant(person.email, strongPassword)).toBe(200);
    const own = await auth("GET", "user", null, person.token);
    expect([own.status, ((await own.json()) as { email: string }).email]).toEqual([200, person.email]);
  });

  it("makes no account, and sends neither codes nor links", async () => {
    const person = await makePerson();
    const email = "nobody.yet@tests.example";
    for (const address of [email, person.email]) {
      const body = { email: address, password: strongPassword, create_user: true, type: "signup" };
      for (const path of ["otp", "magiclink", "signup"])
        expect([path, (await auth("POST", path, body)).status]).toEqual([path, 422]);
      // As Auth answers whether or not there is such a user.
      for (const path of ["recover", "resend"]) {
        const answer = await auth("POST", path, body);
        expect([path, answer.status, await answer.json()]).toEqual([path, 200, {}]);
      }
      for (const method of ["POST", "GET"]) {
        const body = method === "POST" ? { email: address, token: "123456", type: "magiclink" } : null;
        expect((await auth(method, "verify?type=magiclink&token=123456", body)).status).toBe(403);
      }
    }
    expect(await database`select from auth.users where email = ${email}`).toHaveLength(0);
  });

  it("is not guessed at: after ten wrong passwords the right one must wait, too, and others need not", async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const guesses = Array.from({ length: 15 }, () => grant(person.email.toUpperCase(), "a wrong guess"));
    expect((await Promise.all(guesses)).filter((status) => status !== 400)).toEqual([]);
    const [counted] = await database`
      select count(*)::int as guesses from private.sign_in_failures where username = ${person.username.toLowerCase()}`;
    expect(counted?.guesses).toBeLessThanOrEqual(10);
    // As Auth says it: the status and the code of a wrong password, in the words of the hook.
    const refused = await auth("POST", "token?grant_type=password", {
      ...{ email: person.email, password: strongPassword },
    });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({
        error_code: "invalid_credentials",
        msg: expect.stringMatching(/^Too many attempts to sign in\./),
      }),
    ]);
    expect(await grant(other.email, strongPassword)).toBe(200);
  });
});
