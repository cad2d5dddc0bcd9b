/**
 * Requests whose tokens the server rejects. The app repeats such a request with new tokens, or reports that the session
 * has ended.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call, signedOutEvent } from "../../web/src/lib/http/http.ts";
import { clearSession, readSession, sessionId, setIdleEnd } from "../../web/src/lib/http/session.ts";
import { awaitPasswordChange } from "../../web/src/lib/http/session-renewal.ts";
import { requireUser } from "../../web/src/lib/require-user.ts";
import { writeSession } from "../../web/src/lib/secrets/stored-session.ts";
import { nextUser, person, tokensOf } from "./people.ts";

const signedOut = vi.fn();
/** Access tokens of the sent requests, in order. The server accepts only "new". */
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

test("If the server rejects a token that another tab has already replaced, the app repeats the request with the new token.", async () => {
  writeSession(tokens("former"));
  beforeAnswer = () => writeSession(tokens("new"));
  await call("GET /api/auth/current-user");
  expect(sent).toEqual(["former", "new"]);
  expect(signedOut).not.toHaveBeenCalled();
});

test("The app doesn't repeat a rejected request after another user has signed in.", async () => {
  const [mine, theirs] = [tokensOf(person("Provincial").id), tokensOf(nextUser)];
  writeSession(mine);
  beforeAnswer = () => writeSession(theirs);
  await expect(call("GET /api/auth/current-user")).rejects.toMatchObject({ status: 401 });
  expect(sent).toEqual([mine.access_token]);
  expect(readSession()).toEqual(theirs);
  expect(signedOut).not.toHaveBeenCalled();
});

test("If another user signs in on this computer, a task that consists of several requests stops with an error.", () => {
  writeSession(tokensOf(nextUser));
  expect(() => requireUser(nextUser)).not.toThrow();
  expect(() => requireUser(person("Provincial").id)).toThrow("Another user has signed in on this computer.");
});

/** Waits until the server has rejected the request. Checks that the app has not ended the session. */
async function expectWaiting() {
  await vi.waitFor(() => expect(sent).toEqual(["former"]));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(signedOut).not.toHaveBeenCalled();
}

/** A password change that lasts until the test calls `end`. At its end, the change stores a new session. */
function passwordChange() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = () => {
      writeSession(tokens("new"));
      resolve();
    };
  });
  return { ended, end };
}

test("If the server rejects a request during a password change in the same tab, the app repeats it after the change.", async () => {
  writeSession(tokens("former"));
  const { ended, end } = passwordChange();
  awaitPasswordChange(ended);
  const request = call("GET /api/auth/current-user");
  await expectWaiting();
  end();
  await request;
  expect(sent).toEqual(["former", "new"]);
});

test("If the server rejects a request during a password change in another tab, the app repeats it after the change.", async () => {
  writeSession(tokens("former"));
  const { ended, end } = passwordChange();
  const request = vi.fn((_name: string, work: () => unknown) => ended.then(work));
  vi.stubGlobal("navigator", { locks: { request } });
  const repeated = call("GET /api/auth/current-user");
  await expectWaiting();
  end();
  await repeated;
  expect(sent).toEqual(["former", "new"]);
  expect(request.mock.lastCall?.[0]).toBe("arbo.password-change");
});

/**
 * Starts a password change in a tab with Web Locks. Returns a function that returns true while the tab holds the lock.
 */
function lockDuring(change: Promise<unknown>) {
  let isHeld = false;
  const request = vi.fn(async (_name: string, work: () => unknown) => {
    isHeld = true;
    await work();
    isHeld = false;
  });
  vi.stubGlobal("navigator", { locks: { request } });
  awaitPasswordChange(change);
  expect(request.mock.lastCall?.[0]).toBe("arbo.password-change");
  return () => isHeld;
}

test("While one tab changes the password, the requests of other tabs wait.", async () => {
  const { ended, end } = passwordChange();
  const isHeld = lockDuring(ended);
  await Promise.resolve();
  expect(isHeld()).toBe(true);
  end();
  await vi.waitFor(() => expect(isHeld()).toBe(false));
});

test("The requests of other tabs wait at most 30 seconds for a password change.", async () => {
  vi.useFakeTimers();
  const isHeld = lockDuring(new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(isHeld()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isHeld()).toBe(false);
  vi.useRealTimers();
});

test("If the server rejects the access token of a password change, the password change fails at once.", async () => {
  writeSession(tokens("former"));
  const change = call("PUT /api/auth/password", { current_password: "a", new_password: "b" });
  awaitPasswordChange(change.catch(() => undefined));
  await expect(change).rejects.toMatchObject({ status: 401 });
});

test("If the server rejects the session tokens and the app can't renew them, the app ends the session.", async () => {
  writeSession(tokens("former"));
  await expect(call("GET /api/auth/current-user")).rejects.toThrow();
  expect(sent).toEqual(["former"]);
  expect(readSession()).toBeNull();
  expect(signedOut).toHaveBeenCalledTimes(1);
});

test("If the browser has no session, a request fails and causes a sign-out event.", async () => {
  clearSession();
  await expect(call("POST /api/{path}", {}, { at: { path: "arbo-masterlist" } })).rejects.toThrow();
  expect(signedOut).toHaveBeenCalledTimes(1);
});

test('A request after the idle limit signs the user out with the reason "inactivity".', async () => {
  writeSession(tokens("new"));
  setIdleEnd(Date.now() - 1);
  await expect(call("POST /api/{path}", {}, { at: { path: "arbo-masterlist" } })).rejects.toThrow();
  expect(sent).toEqual([null]);
  expect(signedOut.mock.calls[0]?.[0]).toMatchObject({ detail: "idle" });
  clearSession();
});

test("The session ID that the app reads from an access token is empty if the token is invalid.", () => {
  const claims = btoa(JSON.stringify({ session_id: "5f1c", name: "???>>>" }));
  const payload = claims.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  expect(sessionId(tokens(`header.${payload}.signature`))).toBe("5f1c");
  expect(sessionId(tokens("a"))).toBe("");
});
