/** Tests `npm run rotate`: new passwords and keys work, old ones do not, and the command refuses a running system. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { type Stack, startStack } from "../../../supabase/local/stack.ts";
import { runEntry } from "../../support/backups.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

let dataDir: string;
let stack: Stack;
const start = async () => {
  const bare = { seed: "none", demoPassword: "not-used-here", web: false, functions: false } as const;
  stack = await startStack({ ...bare, dataDir, port: 0 });
};
const secrets = async (): Promise<Record<string, string>> =>
  JSON.parse(await readFile(path.join(dataDir, "secrets.json"), "utf8"));
const rotate = (...names: string[]) => runEntry("supabase/local/rotate.ts", { DATA_DIR: dataDir }, ...names);

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "rotation-"));
  await start();
});
afterAll(async () => {
  await stack?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Signs in to the database with a password. Returns Postgres' error code; null if the password is accepted. */
async function refusal(role: string, password: string): Promise<string | null> {
  const address = new URL(stack.superuserUrl);
  address.username = role;
  address.password = password;
  const sql = openDatabase(address.href, { most: 1 });
  try {
    await sql`select 1`;
    return null;
  } catch (error) {
    return String((error as { cause?: { code?: string } }).cause?.code ?? (error as { code?: string }).code);
  } finally {
    await sql.end();
  }
}
const adminStatus = async (key: string) =>
  (await fetch(`${stack.url}/auth/v1/admin/users`, { headers: { apikey: key } })).status;

const roles = {
  supabase_admin: "superuserPassword",
  postgres: "postgresPassword",
  api_gateway: "apiGatewayPassword",
};

it("The rotate command changes no secret while the system runs.", async () => {
  const before = await secrets();
  expect(await rotate("all")).toMatchObject({ code: 1, text: expect.stringMatching(/Stop it first/) });
  expect(await rotate("jwt")).toMatchObject({ code: 1, text: expect.stringMatching(/jwtSecret/) });
  expect(await secrets()).toEqual(before);
});

it("The system refuses the old passwords and secret key after a rotation of all secrets.", async () => {
  const before = await secrets();
  expect(await adminStatus(before.secretKey as string)).toBe(200);
  await stack.stop();
  expect(await rotate("all")).toMatchObject({ code: 0 });
  const after = await secrets();
  for (const name of Object.keys(before)) expect(after[name] === before[name], name).toBe(name === "cluster");
  await start();
  for (const [role, name] of Object.entries(roles)) {
    expect(await refusal(role, before[name] as string), role).toBe("28P01");
    expect(await refusal(role, after[name] as string), role).toBeNull();
  }
  expect(await adminStatus(before.secretKey as string)).not.toBe(200);
  expect(await adminStatus(after.secretKey as string)).toBe(200);
});

it("A rotation of one secret changes no other secret.", async () => {
  const before = await secrets();
  await stack.stop();
  expect(await rotate("jwtSecret")).toMatchObject({ code: 0 });
  const after = await secrets();
  expect(Object.keys(before).filter((name) => after[name] !== before[name])).toEqual(["jwtSecret"]);
  await start();
});
