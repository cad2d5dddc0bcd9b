/** Calls whose tokens the server no longer takes: tried once more with what has taken their place, else the end is announced. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call, signedOutEvent } from "../../web/src/lib/http/http.ts";
import {
  clearSession,
  readSession,
  sessionId,
  setIdleEnd,
  writeSession,
} from "../../web/src/lib/http/session.ts";

const signedOut = vi.fn();
/** The tokens of the calls, in their order; the server takes only "new". */
const sent: (string | null)[] = [];
let beforeAnswer: () => void;

const tokens = (access_token: string) => ({
  access_token,
  refresh_token: "r",
  expires_at: Date.now() / 1000 + 3600,
});

beforeEach(() => {
  sent.length = 0;
  signedOut.mockReset();
  beforeAnswer = () => undefined;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async (path: string, { headers }: { headers?: Record<string, string> } = {}) => {
    if (!path.startsWith("/api/")) throw new TypeError("Not reached.");
    const token = headers?.authorization?.slice("Bearer ".length) ?? null;
    sent.push(token);
    beforeAnswer();
    return new Response("{}", { status: token === "new" ? 200 : 401 });
  });
  window.addEventListener(signedOutEvent, signedOut);
});
afterEach(() => {
  window.removeEventListener(signedOutEvent, signedOut);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("tokens replaced while a call was under way are tried, and nobody is signed out", async () => {
  writeSession(tokens("former"));
  beforeAnswer = () => writeSession(tokens("new"));
  await call("GET /api/auth/current-user");
  expect(sent).toEqual(["former", "new"]);
  expect(signedOut).not.toHaveBeenCalled();
});

test("tokens that are refused and cannot be renewed end the session, and it is announced", async () => {
  writeSession(tokens("former"));
  await expect(call("GET /api/auth/current-user")).rejects.toThrow();
  expect(sent).toEqual(["former"]);
  expect(readSession()).toBeNull();
  expect(signedOut).toHaveBeenCalledTimes(1);
});

test("a call after the session has ended in silence announces it", async () => {
  clearSession();
  await expect(call("POST /api/{path}", {}, { at: { path: "arbo-masterlist" } })).rejects.toThrow();
  expect(signedOut).toHaveBeenCalledTimes(1);
});

test("a call after idling has ended the session says so, also before the watch has", async () => {
  writeSession(tokens("new"));
  setIdleEnd(Date.now() - 1);
  await expect(call("POST /api/{path}", {}, { at: { path: "arbo-masterlist" } })).rejects.toThrow();
  expect(sent).toEqual([null]);
  expect(signedOut.mock.calls[0]?.[0]).toMatchObject({ detail: "idle" });
  clearSession();
});

test("the session of a token is the one of its claims, and none for what is no token", () => {
  const claims = btoa(JSON.stringify({ session_id: "5f1c", name: "???>>>" }));
  const payload = claims.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  expect(sessionId(tokens(`header.${payload}.signature`))).toBe("5f1c");
  expect(sessionId(tokens("a"))).toBe("");
});
