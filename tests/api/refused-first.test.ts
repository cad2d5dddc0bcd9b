/**
 * Checks that 403 comes before 400: an endpoint checks the caller's right before it checks the body. The test reads the
 * endpoints from the functions' own routes.
 */
import { beforeAll, describe, expect, it, vi } from "vitest";
import { recordByPath } from "#shared/records/index.ts";
import { servedRoutes } from "../parity/served.ts";
import { dataEndpoints } from "../parity/spec-calls.ts";
import { sample } from "../support/thorough.ts";
import { makePerson, removePeopleAfterwards } from "./people-support.ts";
import { call, tokenOf, withSchedules } from "./support.ts";

removePeopleAfterwards();
// Two tests send hundreds of requests, or load the code of all functions, and take 10 s on an idle machine.
vi.setConfig({ testTimeout: 120_000 });

/**
 * Endpoints that every signed-in user, or even an anonymous caller, may use. Policies limit what these endpoints
 * return.
 */
const open = [
  "POST /api/auth/login",
  "POST /api/auth/logout",
  "POST /api/history",
  "POST /api/explore",
  "POST /api/find",
  "POST /api/arbo-page",
  "POST /api/targetaccompfme",
  "POST /api/report-arbocapdevcd",
  "POST /api/report-capdevrecord",
  "POST /api/work-queues",
  "POST /api/inbox",
  "PUT /api/inbox/read",
  "PUT /api/inbox/snooze",
  "PUT /api/inbox/mail",
  // The endpoint that sends digests needs only the deployment's digest token.
  "POST /api/inbox/digests",
  "PUT /api/imports/begin",
  "POST /api/imports",
  "POST /api/imports/receipt",
  "PUT /api/imports/take-back",
  "PUT /api/jobs/begin",
  "PUT /api/jobs/tell",
  "POST /api/jobs",
  "PUT /api/jobs/go-on",
  "PUT /api/jobs/keep",
  "POST /api/jobs/file",
  "POST /api/saved-views",
  "POST /api/saved-views/open",
  "PUT /api/saved-views/save",
  "PUT /api/saved-views/change",
  "DELETE /api/saved-views/delete",
  "POST /api/offices-not-reported",
  "POST /api/review-by-form",
  "POST /api/auth/tokens",
  "DELETE /api/auth/tokens",
  "DELETE /api/auth/sessions",
  "DELETE /api/auth/sessions/all",
  "PUT /api/auth/profile",
  "PUT /api/auth/password",
  "POST /api/report-schedules",
  "POST /api/user-log/register",
  "POST /api/:path",
  "POST /api/:path/links",
  "POST /api/:path/points",
  "POST /api/:path/values",
  "POST /api/:path/versions",
  "POST /api/:path/likely-same",
  "POST /api/:path/soft-checks",
  "POST /api/:path/unusual",
  "POST /api/:path/comments",
  "POST /api/:path/trash",
  "POST /charts/:name",
];

/** Endpoints that need a right, each with the values for the parameter in its path. */
const list = "fund-source";
const records = dataEndpoints.map(({ path }) => path).concat("form-11-geo");
const offices = records.filter((path) => recordByPath(path)?.scoped);
const approved = records.filter((path) => recordByPath(path)?.approval);
const guarded: Record<string, readonly string[]> = {
  "PUT /api/:path/update": records,
  "DELETE /api/:path/delete": records,
  "POST /api/:path/approve": approved,
  "PUT /api/:path/return": approved,
  "PUT /api/:path/take-back-return": approved,
  "PUT /api/:path/resubmit": approved,
  "PUT /api/:path/comment": approved,
  "PUT /api/:path/restore": offices,
  "PUT /api/:path/revert": offices,
  "POST /api/:path/create": ["form-11-geo"],
  "POST /api/:path/check": ["form-11-geo"],
  "POST /api/user/search": [""],
  "POST /api/auth/register": [""],
  "PUT /api/user-table/register": [""],
  "PUT /api/auth/usersupdate": [""],
  "DELETE /api/user-table/delete": [""],
  "POST /api/auth/users/password": [""],
  "POST /api/auth/users/disable": [""],
  "POST /api/auth/users/enable": [""],
  "POST /api/auth/users/sign-out": [""],
  "POST /api/auth/users/check": [""],
  "POST /api/auth/users/repair": [""],
  "POST /api/uac/see-as": [""],
  "PUT /api/reopening/ask": [""],
  "PUT /api/reopening/answer": [""],
  "POST /api/user-log/read": [""],
  "POST /api/user-log/verify": [""],
  "PUT /dropdown/:list/register": [list],
  "PUT /dropdown/:list/insert": [list],
  "PUT /dropdown/:list/update": [list],
  "DELETE /dropdown/:list/delete": [list],
  "POST /dropdown/:list/usage": [list],
};
/** Endpoints that take no request body. */
const withoutBody = ["POST /api/auth/users/check", "POST /api/user-log/verify"];

const calls = Object.entries(guarded).flatMap(([route, subjects]) =>
  subjects.map((subject) => {
    const [method = "", pattern = ""] = route.split(" ");
    return { route, subject, method, path: pattern.replace(/:\w+/, subject) };
  }),
);
const json = { "content-type": "application/json" };
const bodies = ["{", '{"nonsense": 1}', '[{"id": "x"}]', "[]", ""];

let readers: string[];
beforeAll(async () => {
  const rights = { rights: ["Read"], routes: ["dashboard", "forms", "report"] };
  const people = await Promise.all(
    (["Central", "Regional", "Provincial"] as const).map((level) => makePerson({ level, ...rights })),
  );
  readers = people.map(({ token }) => token);
});

async function expectRefused(token: string, { method, path }: { method: string; path: string }) {
  for (const raw of bodies) {
    const { status, text } = await call(method, path, { token, raw, headers: json });
    expect(status, `${method} ${path} ${raw}: ${text}`).toBe(403);
  }
}

it("Coverage: This file says for every endpoint with a method other than GET which users may use it.", async () => {
  const routes = (await servedRoutes()).filter(({ method }) => method !== "GET" && method !== "ALL");
  const named = [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].sort();
  expect(named).toEqual([...open, ...Object.keys(guarded)].sort());
});

describe.each(sample(calls, 60))("$method $path", (one) => {
  it("If a user with only the Read right sends a malformed body to the tested endpoint, the response is a 403.", async () => {
    for (const token of readers) await expectRefused(token, one);
  });

  it("If an administrator sends a malformed body to the tested endpoint, the response is a 400 or 415, not a 403.", async () => {
    if (withoutBody.includes(one.route)) return;
    const { status, text } = await call(one.method, one.path, {
      token: await tokenOf("admin"),
      raw: "{",
      headers: json,
    });
    expect([400, 415], text).toContain(status);
  });
});

it("A provincial user who tries to administer users or dropdown lists gets a 403.", async () => {
  const provincial = await tokenOf("provincial");
  const others = calls.filter(
    // A user who can edit office records may also send a request to reopen a reporting window.
    ({ subject, route }) =>
      (!offices.includes(subject) && !route.endsWith("/ask")) || route.endsWith("/check"),
  );
  for (const one of others) await expectRefused(provincial, one);
  await withSchedules([], async () => {
    // Comments are also allowed while the reporting window is closed.
    for (const one of calls.filter(
      ({ subject, route }) => offices.includes(subject) && !route.endsWith("/comment"),
    ))
      await expectRefused(provincial, one);
  });
  // Sends the requests as a regional user. Approving and returning rows require the Approve right, which provincial
  // users lack.
  const regional = await tokenOf("regional");
  for (const one of calls.filter(
    ({ subject, route }) => offices.includes(subject) && !route.endsWith("/check"),
  )) {
    const { status, text } = await call(one.method, one.path, {
      token: /\/(approve|(take-back-)?return)$/.test(one.route) ? regional : provincial,
      raw: "{",
      headers: json,
    });
    expect([400, 415], text).toContain(status);
  }
});
