/**
 * Compares the embedded replacement of REST with the real PostgREST on the same database: the status, code, body and
 * headers that clients read. The known differences and their reasons are in real-answers/rest.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgrest, postgrestProgram, startPostgrest } from "../support/postgrest.ts";
import { differentRequests, type RestRequest, restRequests } from "./real-answers/rest.ts";
import { tokenOf as signToken } from "./real-answers/target.ts";
import { arbo, cleanUp, save, stack, tokenOf } from "./support.ts";

let real: Postgrest | null = null;
let arbos: Own[] = [];

beforeAll(async () => {
  if (postgrestProgram === null) return;
  real = await startPostgrest(stack);
  const made = await save("provincial", "arbo-masterlist", [arbo(), arbo()]);
  arbos = made.map(({ id, arbo_name: name }) => ({ id, name: String(name) }));
});

afterAll(async () => {
  await real?.stop();
  await cleanUp();
});

/** Returns the token of a caller; null for a caller without a session. */
async function bearer(as: RestRequest["as"], isReal: boolean): Promise<string | null> {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: crypto.randomUUID(), role: "authenticated", aud: "authenticated" };
  if (as === "anonymous") return null;
  if (as === "forged") return signToken("another secret than the one of Auth", { ...claims, exp: now + 600 });
  if (as === "expired") return signToken(stack.jwtSecret, { ...claims, exp: now - 600 });
  // Supabase's gateway replaces the secret key by a token of the role service_role. The test has no gateway, so it
  // creates the token.
  if (as === "service")
    return isReal ? signToken(stack.jwtSecret, { role: "service_role", exp: now + 600 }) : stack.secretKey;
  return tokenOf(as);
}

interface Own {
  id: number;
  name: string;
}

/**
 * Sends a request about the ARBO `own` to the real or the embedded server. In the response, replaces the ARBO's id and
 * name, and all times, by placeholders.
 */
async function ask(request: RestRequest, isReal: boolean, own: Own) {
  const fill = (text: string) => text.replaceAll(":id", String(own.id)).replaceAll(":name", own.name);
  const token = await bearer(request.as, isReal);
  const key = request.as === "service" ? stack.secretKey : stack.publishableKey;
  const base = isReal ? real?.url : `${stack.url}/rest/v1`;
  const response = await fetch(`${base}/${fill(request.path)}`, {
    method: request.method,
    headers: {
      ...(isReal ? {} : { apikey: key }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(request.body === undefined ? {} : { "content-type": "application/json" }),
      ...request.headers,
    },
    ...(request.body === undefined ? {} : { body: fill(JSON.stringify(request.body)) }),
  });
  const text = (await response.text())
    .replaceAll(own.name, ":name")
    .replaceAll(new RegExp(`"id": ?${own.id}\\b`, "g"), '"id":":id"')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.+]*/g, ":time");
  return {
    status: response.status,
    // The embedded replacement sends a content type even if the body is empty.
    type: text === "" ? null : response.headers.get("content-type")?.split(";")[0],
    range: response.headers.get("content-range"),
    body: text === "" ? null : comparable(JSON.parse(text)),
  };
}

/**
 * Error codes of PostgREST 14, by the code and message of PostgREST 12, which the tests use. Some errors with the same
 * code in PostgREST 12 have separate codes in PostgREST 14.
 */
const newerCodes = new Map([
  ["42P01 relation", "PGRST205"],
  ["PGRST301 JWT expired", "PGRST303"],
]);

/** Reduces an error of PostgREST itself to its code, because its messages differ between versions. */
function comparable(body: unknown): unknown {
  if (body === null || typeof body !== "object" || !("code" in body) || !("message" in body)) return body;
  for (const [older, code] of newerCodes)
    if (`${body.code} ${body.message}`.startsWith(older)) return { code };
  return String(body.code).startsWith("PGRST") ? { code: body.code } : body;
}

const title = ({ as, method, path, body }: RestRequest) =>
  `${as}: ${method} ${path}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`;

/** Sends a request to both servers. Each server changes an ARBO of its own; the two ARBOs have the same fields. */
async function askBoth(request: RestRequest) {
  const [embedded, its] = arbos;
  if (!embedded || !its) throw new Error("The ARBOs of this test are missing.");
  return { given: await ask(request, false, embedded), expected: await ask(request, true, its) };
}

describe.skipIf(postgrestProgram === null)("The local REST server and PostgREST", () => {
  it.each(restRequests.map((request) => [title(request), request] as const))(
    "The local REST server and PostgREST give the same response to the request %s.",
    async (_, request) => {
      const { given, expected } = await askBoth(request);
      expect(given).toEqual(expected);
    },
  );

  it.each(differentRequests.map((request) => [title(request), request] as const))(
    "Known difference: the local REST server and PostgREST give different responses to the request %s.",
    async (_, request) => {
      const { given, expected } = await askBoth(request);
      expect(given).not.toEqual(expected);
    },
  );
});
