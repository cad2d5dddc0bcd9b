/** Tests which endpoints are treated as saving data: every POST endpoint that is not listed in `readers`. */
import { describe, expect, it } from "vitest";
import { lostResponseMessage, savesSomething } from "#shared/calls/outcomes.ts";
import { allCalls } from "#shared/contracts/index.ts";
import { recordCalls } from "#shared/contracts/records.ts";
import { records } from "#shared/records/index.ts";

const ofRecords = new Set(recordCalls(records).map(({ path }) => path));
const pattern = (path: string) => (ofRecords.has(path) ? path.replace(/^\/api\/[^/]+/, "/api/{path}") : path);

const readers = [
  ...[
    "",
    "/comments",
    "/likely-same",
    "/links",
    "/points",
    "/soft-checks",
    "/trash",
    "/unusual",
    "/values",
    "/versions",
  ].map((act) => `/api/{path}${act}`),
  ...["arbo-page", "find", "history", "imports", "imports/receipt", "inbox", "jobs", "jobs/file"].map(
    (name) => `/api/${name}`,
  ),
  ...[
    "offices-not-reported",
    "report-arbocapdevcd",
    "report-capdevrecord",
    "explore",
    "review-by-form",
    "saved-views",
    "saved-views/open",
  ].map((name) => `/api/${name}`),
  ...["targetaccompfme", "uac/see-as", "user-log/read", "user-log/verify", "user/search", "work-queues"].map(
    (name) => `/api/${name}`,
  ),
  // Endpoints that change at most sessions, not records. Repeating a sign-in is therefore safe.
  ...["auth/login", "auth/logout", "auth/users/check"].map((name) => `/api/${name}`),
  "/charts/{name}",
  "/dropdown/{list}/usage",
];

describe("Function savesSomething", () => {
  it("The function savesSomething returns false for exactly those POST endpoints that change no records.", () => {
    const posts = allCalls().filter(({ method }) => method === "POST");
    const reading = posts.filter(({ method, path }) => !savesSomething(method, path));
    expect([...new Set(reading.map(({ path }) => pattern(path)))].sort()).toEqual([...readers].sort());
  });

  it("The function savesSomething returns true for all PUT and DELETE endpoints.", () => {
    for (const { method, path } of allCalls())
      if (method !== "POST") expect(savesSomething(method, path), path).toBe(method !== "GET");
  });
});

describe("Function lostResponseMessage", () => {
  it("If a response is lost and the outcome of the request is unknown, the error message says so.", () => {
    for (const repeatable of [true, false]) {
      expect(lostResponseMessage("It broke.", "unknown", repeatable)).not.toMatch(/nothing was saved/i);
      expect(lostResponseMessage("It broke.", "unknown", repeatable)).toContain(
        "It is not known whether this was saved.",
      );
    }
    expect(lostResponseMessage("It broke.", "nothing", true)).toBe("It broke. Nothing was saved. Try again.");
  });
});
