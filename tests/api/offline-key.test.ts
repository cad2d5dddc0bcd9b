/**
 * The offline key encrypts the data that browsers store about a user. Each user has one key that stays the same, and
 * API tokens get no key.
 */
import { afterAll, expect, it } from "vitest";
import { call, callAs, type DemoUser, database, stack } from "./support.ts";

const path = "/api/auth/offline-key";
const name = "Test offline key";

afterAll(() => database`delete from private.api_tokens where name = ${name}`);

const keyOf = async (user: DemoUser): Promise<unknown> =>
  ((await callAs(user, "GET", path)).body.data as { key: unknown }).key;

it("The API gives each user a different 32-byte key for offline data.", async () => {
  const keys = await Promise.all((["provincial", "regional", "central", "provincial"] as const).map(keyOf));
  for (const key of keys) expect(Buffer.from(String(key), "base64")).toHaveLength(32);
  expect(keys[3]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
});

it("The API sends no key for offline data to a caller with an API token.", async () => {
  const wanted = { name, access: "write", days: 1, password: stack.demoPassword };
  const made = await callAs("provincial", "POST", "/api/auth/tokens", wanted);
  const { token } = made.body.data as { token: string };
  expect((await call("GET", path, { token })).body.data).toEqual({ key: null });
  expect((await call("GET", path)).status).toBe(401);
});
