/** Creates users and roles for the administration tests, through the API. */
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

/** Creates a role as a central administrator. */
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

/** Builds the request body that registers a user with the given role. */
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

/** Creates a user with a new role, and signs the user in. */
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

/** Removes a user at the end of the test file. Needed only for users that a test creates with its own requests. */
export const removeAtEnd = (id: string): void => void made.users.push(id);

/** Signs in and returns the access token. @throws if the sign-in is refused. */
export async function tokenFor(username: string, password = strongPassword): Promise<string> {
  const answer = await call("POST", "/api/auth/login", { body: { username, password } });
  if (answer.status !== 200) throw new Error(answer.text);
  return dataOf<{ session: { access_token: string } }>(answer).session.access_token;
}

/** Calls the API with an access token. */
export const as = (token: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  call(method, path, { token, body });

/** Sends a request directly to Supabase's REST API. The response contains the changed rows. */
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

/** Returns the status, message and first field of a refusal. */
export const refusalOf = (answer: Answer) => ({
  status: answer.status,
  message: answer.body.message,
  field: answer.body.details?.[0]?.field,
});

/** At the end of the test file, removes its users and roles, and deletes all recorded sign-in failures. */
export function removePeopleAfterwards(): void {
  afterAll(async () => {
    await database`delete from auth.users where id = any (${made.users}::uuid[])`;
    await database`delete from public.uac where id = any (${made.roles}::bigint[])`;
    await database`delete from private.sign_in_failures`;
  });
}
