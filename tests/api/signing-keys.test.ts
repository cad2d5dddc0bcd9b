/**
 * Verification of tokens if the project has asymmetric signing keys. The API fetches the public keys once, and again
 * when a token names a new key.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sign } from "hono/jwt";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

const userId = "0b3a3a3e-6c1f-4b52-9a51-6d7a8c1b2f3d";
const sessionId = "6a1f0c57-2d0e-4d0c-9d5e-3b8f7a0c4e21";
const claims = () => ({
  sub: userId,
  session_id: sessionId,
  role: "authenticated",
  exp: Math.floor(Date.now() / 1000) + 3600,
});

let server: Server;
let published: JsonWebKey[] = [];
let fetchCount = 0;

async function newKey(kid: string) {
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
  const extra = { kid, alg: "ES256", use: "sig" };
  return {
    open: { ...(await crypto.subtle.exportKey("jwk", pair.publicKey)), ...extra },
    secret: { ...(await crypto.subtle.exportKey("jwk", pair.privateKey)), ...extra },
  };
}

const token = (key: { secret: JsonWebKey }) => sign(claims(), key.secret as never, "ES256");

beforeAll(async () => {
  server = createServer((_request, response) => {
    fetchCount++;
    response.setHeader("content-type", "application/json").end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(() => {
  server.close();
});

beforeEach(() => {
  fetchCount = 0;
  vi.resetModules();
  vi.stubEnv("SUPABASE_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv("SUPABASE_ANON_KEY", "publishable");
  vi.stubEnv("API_DB_URL", "postgres://unknown@127.0.0.1:1/none");
  vi.stubEnv("SUPABASE_JWT_SECRET", "");
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

/** Imports a new instance of the module, which has no cached keys. */
const callerFrom = async (text: string) => {
  const { callerFrom } = await import("#shared/server/access/token.ts");
  return callerFrom(`Bearer ${text}`);
};

describe("Access tokens signed with asymmetric keys", () => {
  it("The API fetches Auth's public keys only once to verify several access tokens.", async () => {
    const key = await newKey("one");
    published = [key.open];
    for (let i = 0; i < 3; i++) expect(await callerFrom(await token(key))).toEqual({ userId, sessionId });
    expect(fetchCount).toBe(1);
  });

  it("The API refuses a token signed with an unpublished key, even if the token names a published key.", async () => {
    const [key, other, unknown] = [await newKey("one"), await newKey("one"), await newKey("two")];
    published = [key.open];
    await callerFrom(await token(key));
    for (const forged of [other, unknown, unknown]) {
      await expect(callerFrom(await token(forged))).rejects.toMatchObject({ kind: "unauthenticated" });
    }
    expect(fetchCount).toBe(1);
  });

  it("About ten seconds after Auth gets a new key, the API accepts tokens signed with this key.", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const [first, second] = [await newKey("one"), await newKey("two")];
    published = [first.open];
    await callerFrom(await token(first));
    published = [second.open];
    vi.setSystemTime(Date.now() + 11_000);
    expect(await callerFrom(await token(second))).toEqual({ userId, sessionId });
  });

  it("The API refuses an HS256 token that was signed with a public key as the secret.", async () => {
    const key = await newKey("one");
    published = [key.open];
    const confused = await sign(claims(), JSON.stringify(key.open), "HS256");
    await expect(callerFrom(confused)).rejects.toMatchObject({ kind: "unauthenticated" });
  });
});
