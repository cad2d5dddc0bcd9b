/**
 * Threat over HTTP: an attacker opens a session without a password, through another endpoint of Supabase Auth. The API,
 * REST and Storage must refuse the session. They accept the session if the test sets its sign-in method to a password.
 */
import { randomUUID } from "node:crypto";
import { decode, sign } from "hono/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanUpFiles, createSupportRecord, geotag, saved } from "./evidence-support.ts";
import { as, makePerson, removePeopleAfterwards, rest } from "./people-support.ts";
import { arbo, database, stack } from "./support.ts";

const claimsOf = (token: string) => decode(token).payload as Record<string, unknown> & { session_id: string };
const signed = (claims: Record<string, unknown>) => sign(claims, stack.jwtSecret, "HS256");

/** Replaces the sign-in methods of a token's session by the given methods. */
async function signInBy(token: string, methods: readonly string[]): Promise<void> {
  const { session_id: session } = claimsOf(token);
  await database`delete from auth.mfa_amr_claims where session_id = ${session}`;
  for (const method of methods)
    await database`insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      values (${randomUUID()}, ${session}, now(), now(), ${method})`;
}

/** Returns what a token still gives access to: the API, a write, REST, and the photo of a row in Storage. */
async function gets(token: string) {
  const headers = { apikey: stack.publishableKey, authorization: `Bearer ${token}` };
  const [list, write, beside, file] = await Promise.all([
    as(token, "POST", "/api/arbo-masterlist", { page: 1, page_size: 1 }),
    as(token, "PUT", "/api/arbo-masterlist/update", arbo({ arbo_name: "" })),
    rest(token, "GET", "arbo_masterlist?limit=1"),
    fetch(`${stack.url}/storage/v1/object/evidence/${photo}`, { headers }),
  ]);
  await file.body?.cancel();
  const rows = (await beside.json()) as unknown[];
  return { api: list.status, write: write.status, rest: rows.length, storage: file.ok };
}

const everything = { api: 200, write: 400, rest: 1, storage: true };
const nothing = { api: 401, write: 401, rest: 0, storage: false };

let photo = "";
beforeAll(async () => {
  const row = await saved(geotag("provincial", { fields: { form11_id: await createSupportRecord() } }));
  const [kept] = await database<{ path: string }[]>`
    select file_path as path from public.evidence_files where row_id = ${row.id}`;
  photo = kept?.path ?? "";
});
removePeopleAfterwards();
afterAll(cleanUpFiles);

describe("The sign-in method of a session", () => {
  it.each([
    [["magiclink"]],
    [["otp"]],
    [["recovery"]],
    [["invite"]],
    [["anonymous"]],
    [["oauth"]],
    [["sso/saml"]],
    [["email_change"]],
    [["totp"]],
    [["password", "recovery"]],
    [[]],
  ])(
    "A session token is refused by the API, REST and Storage if the session's sign-in methods are %j.",
    async (methods) => {
      const person = await makePerson({ level: "Central" });
      expect(await gets(person.token)).toEqual(everything);
      await signInBy(person.token, methods);
      expect(await gets(person.token)).toEqual(nothing);
      // The token claims that its session was opened with a password. The API must ignore this and use the stored
      // session's sign-in method.
      const claims = { ...claimsOf(person.token), amr: [{ method: "password", timestamp: 1 }], aal: "aal2" };
      expect(await gets(await signed(claims))).toEqual(nothing);
      await signInBy(person.token, ["password", "totp"]);
      expect(await gets(person.token)).toEqual(everything);
    },
  );

  it("The API, REST and Storage refuse a token that names no session or a session that does not exist.", async () => {
    const person = await makePerson({ level: "Central" });
    const { session_id: _session, ...claims } = claimsOf(person.token);
    expect(await gets(await signed(claims))).toEqual(nothing);
    expect(await gets(await signed({ ...claims, session_id: randomUUID() }))).toEqual(nothing);
  });

  it("One week after a sign-in, the session ends even if the user has refreshed it.", async () => {
    const person = await makePerson({ level: "Central" });
    const { session_id: session } = claimsOf(person.token);
    const [kept] = await database<{ token: string }[]>`
      select token from auth.refresh_tokens where session_id = ${session}`;
    const renew = async (token: string | undefined) => {
      const answer = await fetch(`${stack.url}/auth/v1/token?grant_type=refresh_token`, {
        method: "POST",
        headers: { apikey: stack.publishableKey, "content-type": "application/json" },
        body: JSON.stringify({ refresh_token: token }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    };
    const first = await renew(kept?.token);
    expect(first.status).toBe(200);
    const token = first.body.access_token ?? "";
    expect(claimsOf(token)).toMatchObject({
      aal: "aal1",
      amr: [{ method: "password" }],
      is_anonymous: false,
    });
    expect(await gets(token)).toEqual(everything);

    // Auth does not refresh a session that is older than a week.
    await database`update auth.sessions set created_at = now() - interval '8 days' where id = ${session}`;
    expect(await gets(token)).toEqual(nothing);
    expect((await renew(first.body.refresh_token)).status).toBe(400);
  });
});
