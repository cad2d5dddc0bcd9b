/**
 * Shared helpers of the API tests: HTTP requests as the demo users, and a database connection to prepare and check
 * data.
 */
import { randomUUID } from "node:crypto";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { testStack } from "../test-stack.ts";
import { checkResponse } from "./response-contract.ts";

export const stack = testStack();

/**
 * Connects as the owner of the tables, to whom no policy applies. The tests use this connection for data that a caller
 * can't reach.
 */
export const database = openDatabase(stack.databaseUrl, { most: 4, patience: Number.POSITIVE_INFINITY });

export type Row = Record<string, unknown> & { id: number; row_version: number };

export interface Answer {
  status: number;
  headers: Headers;
  /** The text of the response body, as received. */
  text: string;
  body: {
    status: string;
    data: unknown;
    total?: number;
    total_capped?: boolean;
    message?: string;
    details?: { index?: number; field?: string; message: string; current?: Row; [more: string]: unknown }[];
  };
}

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  /** Raw body of the request. If set, it is sent unchanged, and `body` is ignored. */
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
}

/** Sends one request to the API. The body of the response must be JSON, whatever the status. */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { token, body, raw, headers } = options;
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(stack.url + path, {
    method,
    headers: {
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload as BodyInit }),
  });
  const text = await response.text();
  const answer = JSON.parse(text);
  checkResponse(method, path, response.status, answer);
  return { status: response.status, headers: response.headers, text, body: answer };
}

export type DemoUser = "admin" | "central" | "regional" | "provincial" | "viewer";

const tokens = new Map<string, Promise<string>>();

/** Returns the access token of a demo user. Signs each user in once per test file. */
export function tokenOf(username: DemoUser): Promise<string> {
  const known = tokens.get(username);
  if (known) return known;
  const token = call("POST", "/api/auth/login", { body: { username, password: stack.demoPassword } }).then(
    ({ body }) => (body.data as { session: { access_token: string } }).session.access_token,
  );
  tokens.set(username, token);
  return token;
}

/** Lets the next request of each demo user sign the user in again. */
export const forgetTokens = (): void => tokens.clear();

/** Returns the claims of a JSON Web Token. */
export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

/** Calls the API as a demo user. */
export async function callAs(
  username: DemoUser,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  return call(method, path, { token: await tokenOf(username), body });
}

export const rowsOf = (answer: Answer): Row[] => answer.body.data as Row[];

/** Saves one or several records and returns the saved rows. @throws if the save fails. */
export async function save(username: DemoUser, path: string, records: unknown): Promise<Row[]> {
  const answer = await callAs(username, "PUT", `/api/${path}/update`, records);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return rowsOf(answer);
}

export const region = "Region III (Central Luzon)";
export const province = "Nueva Ecija";
export const elsewhere = { region_name: "Region III (Central Luzon)", province_name: "Bulacan" };

/** Prefix of the names of everything that the API tests create. */
export const mark = "API test";

/** Returns a valid ARBO of the provincial user's office, with a unique name. */
export const arbo = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  arbo_name: `${mark} ${randomUUID()}`,
  region_name: region,
  province_name: province,
  ...fields,
});

/** Sends a request directly to Supabase's REST API with the user's own token. */
export async function rest(user: DemoUser | null, method: string, path: string, body?: unknown) {
  const response = await fetch(`${stack.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: stack.publishableKey,
      ...(user ? { authorization: `Bearer ${await tokenOf(user)}` } : {}),
      "content-type": "application/json",
      prefer: "return=representation",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, data: text ? JSON.parse(text) : null };
}

/** Deletes what the tests created. */
export async function cleanUp(): Promise<void> {
  await database`delete from public.arbo_masterlist where arbo_name like ${`${mark}%`}`;
  await database`delete from public.project_list where subpsp_name like ${`${mark}%`}`;
}

/** Runs `work` while only the given report schedules exist, and restores the previous schedules afterwards. */
export async function withSchedules<T>(
  schedules: readonly {
    form: string;
    start_date: string;
    end_date: string;
    status?: string;
    region_name?: string;
  }[],
  work: () => Promise<T>,
): Promise<T> {
  const former = await database`
    select user_id, form, start_date::text, end_date::text, region_name, province_name, status
    from public.report_schedules order by id`;
  const replace = async (rows: readonly object[]) => {
    await database`delete from public.report_schedules`;
    for (const row of rows) await database`insert into public.report_schedules ${database(row)}`;
  };
  try {
    await replace(schedules);
    return await work();
  } finally {
    await replace(former);
  }
}
