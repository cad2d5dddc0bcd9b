/** Helpers of the tests of anonymised copies: sign in, and read the figures of all screens through the API. */
import { dashboardNames } from "#shared/charts/figures/types.ts";

/** Sends a request. @throws Error with the response if the status is not 200. */
export async function ask<Data>(url: string, token: string, path: string, body: object = {}): Promise<Data> {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: Data }).data;
}

export async function signIn(url: string, username: string, password: string): Promise<string> {
  const { session } = await ask<{ session: { access_token: string } }>(url, "", "/api/auth/login", {
    username,
    password,
  });
  return session.access_token;
}

/** Returns the figures of all dashboards, and the work queues, for one user of each level. */
export async function readBoards(url: string, password: string): Promise<Record<string, unknown>> {
  const boards: Record<string, unknown> = {};
  for (const user of ["central", "regional", "provincial"]) {
    const token = await signIn(url, user, password);
    for (const path of [...dashboardNames.map((name) => `/charts/${name}`), "/api/work-queues"])
      boards[`${user} ${path}`] = await ask(url, token, path);
  }
  return boards;
}
