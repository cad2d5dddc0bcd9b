/** People whom the tests of administration make for themselves, through the calls of the product. */
import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { type Answer, call, callAs, database, province, region, stack } from "./support.ts";

export const strongPassword = "Kalabaw-at-palay-7";

export interface TestRole {
  level?: "Central" | "Regional" | "Provincial";
  rights?: string[];
  routes?: string[];
  region_name?: string | null;
  province_name?: string | null;
}

export interface TestPerson {
  id: string;
  username: string;
  email: string;
  roleId: number;
  rolename: string;
  token: string;
}

const made: { users: string[]; roles: number[] } = { users: [], roles: [] };

/** A role entry as an administrator of the central office makes it. */
export async function makeRole(role: TestRole = {}): Promise<{ id: number; rolename: string }> {
  const rolename = `API test ${randomUUID().slice(0, 8)}`;
  const answer = await callAs("admin", "PUT", "/api/uac/update", {
    rolename,
    roletype: rolename,
    route: role.routes ?? ["dashboard", "forms"],
    access_controls: role.rights ?? ["Read", "Edit", "Delete"],
    status: role.level ?? "Provincial",
  });
  const [row] = dataOf<{ id: number }[]>(answer);
  if (!row) throw new Error(answer.text);
  made.roles.push(row.id);
  return { id: row.id, rolename };
}

/** The body that registers somebody with a role. */
export function personWith(role: { id: number; rolename: string }, wanted: TestRole = {}) {
  const level = wanted.level ?? "Provincial";
  const username = `t.${randomUUID().slice(0, 12)}`;
  return {
    username,
    email: `${username}@tests.example`,
    password: strongPassword,
    roles: role.rolename,
    uac_id: role.id,
    region_name:
      wanted.region_name === undefined ? (level === "Central" ? null : region) : wanted.region_name,
    province_name:
      wanted.province_name === undefined ? (level === "Provincial" ? province : null) : wanted.province_name,
  };
}

/** Somebody with a role of their own, signed in. */
export async function makePerson(wanted: TestRole = {}): Promise<TestPerson> {
  const role = await makeRole(wanted);
  const body = personWith(role, wanted);
  const answer = await callAs("admin", "POST", "/api/auth/register", body);
  if (answer.status !== 200) throw new Error(answer.text);
  const { id } = dataOf<{ id: string }>(answer);
  made.users.push(id);
  const token = await tokenFor(body.username);
  return { id, username: body.username, email: body.email, roleId: role.id, rolename: role.rolename, token };
}

/** Removes somebody at the end whom a test made by itself. */
export const willBeRemoved = (id: string): void => void made.users.push(id);

/** A new sign-in. @throws when it is refused. */
export async function tokenFor(username: string, password = strongPassword): Promise<string> {
  const answer = await call("POST", "/api/auth/login", { body: { username, password } });
  if (answer.status !== 200) throw new Error(answer.text);
  return dataOf<{ session: { access_token: string } }>(answer).session.access_token;
}

/** A call with a token. */
export const as = (token: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  call(method, path, { token, body });

/** A call to Supabase's REST beside the API; rows that were changed come back. */
export const rest = (token: string, method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`${stack.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: stack.publishableKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      prefer: "return=representation",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

export const dataOf = <T>(answer: Answer): T => answer.body.data as T;

/** The first detail of a refusal, and its status. */
export const refusalOf = (answer: Answer) => ({
  status: answer.status,
  message: answer.body.message,
  field: answer.body.details?.[0]?.field,
});

/** At the end of a file: the people and roles that it made go, and its failures to sign in are forgotten. */
export function removePeopleAfterwards(): void {
  afterAll(async () => {
    await database`delete from auth.users where id = any (${made.users}::uuid[])`;
    await database`delete from public.uac where id = any (${made.roles}::bigint[])`;
    await database`delete from private.sign_in_failures`;
    await database.end();
  });
}
