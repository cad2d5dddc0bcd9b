/** The session managed by supabase-js: stored once, renewed in place, and removed when it has ended. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { markServerUnreachable, noteResponse } from "../../web/src/lib/http/connection.ts";
import { clearSession, readSession } from "../../web/src/lib/http/session.ts";
import {
  beginSession,
  freshSession,
  renewSession,
  startSessionRenewal,
} from "../../web/src/lib/http/session-renewal.ts";
import { removeOfflineKey } from "../../web/src/lib/secrets/remove-key.ts";
import { removeMask } from "../../web/src/lib/secrets/split-secret.ts";
import {
  type Session,
  sessionKey,
  sessionMask,
  storedSession,
  writeSession,
} from "../../web/src/lib/secrets/stored-session.ts";
import { readForSession, storeForSession } from "../../web/src/lib/tab-texts.ts";

const hour = 3600;
const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

let count = 0;

/**
 * Returns a session in Auth's format, with unique tokens that expire in the given number of seconds.
 * @param more Further claims of the access token.
 */
function session(kind: string, left = hour, more: object = {}): Session {
  count++;
  const name = `${kind} ${count}`;
  const expires_at = inSeconds(left);
  const claims = btoa(JSON.stringify({ session_id: name, exp: expires_at, ...more })).replaceAll("=", "");
  return {
    access_token: `eyJhIjoxfQ.${claims}.${btoa(`signed ${name}`)}`,
    refresh_token: `refresh ${name}`,
    expires_at,
  };
}

/**
 * The mocked Auth server. `renewal` creates the response to a token renewal. `asked` contains the received refresh
 * tokens.
 */
let renewal: () => Promise<Response> | Response;
const asked: string[] = [];
const person = { id: "00000000-0000-4000-8000-000000000001", user_metadata: { note: "é ".repeat(3000) } };

const granted = (given: Session): Response =>
  new Response(JSON.stringify({ ...given, expires_in: hour, token_type: "bearer", user: person }));
const refused = (): Response =>
  new Response(JSON.stringify({ code: "refresh_token_not_found", msg: "Invalid Refresh Token" }), {
    status: 400,
    headers: { "x-supabase-api-version": "2024-01-01" },
  });

beforeEach(() => {
  removeOfflineKey();
  asked.length = 0;
  noteResponse(200);
  renewal = refused;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    if (address === "/config.json")
      return new Response(JSON.stringify({ supabaseUrl: "/", publishableKey: "public" }));
    if (address.endsWith("/auth/v1/user")) return new Response(JSON.stringify(person));
    if (!address.includes("/auth/v1/token")) throw new TypeError("Not reached.");
    asked.push(JSON.parse(String(init.body)).refresh_token);
    return renewal();
  });
});
afterEach(async () => {
  clearSession();
  sessionStorage.clear();
  await (await startSessionRenewal()).auth.stopAutoRefresh();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const stored = (): string[] => Object.keys(localStorage);
const supabase = async () => (await (await startSessionRenewal()).auth.getSession()).data.session;

test("The app stores a session in only one entry of local storage.", async () => {
  const mine = session("mine");
  await beginSession(mine);
  expect(stored()).toEqual(["arbo.session"]);
  expect(readSession()).toEqual(mine);
  expect(await supabase()).toMatchObject(mine);
});

test("Local storage contains no complete session token and no personal data of the user.", async () => {
  const mine = session("mine");
  await beginSession(mine);
  const text = JSON.stringify({ ...localStorage });
  expect(text).toContain(mine.access_token.split(".")[1]);
  expect(text).not.toContain(mine.access_token.split(".")[2]);
  expect(text).not.toContain(mine.refresh_token);
  expect(text).not.toContain(person.user_metadata.note.slice(0, 10));
  expect(document.cookie).not.toContain(mine.refresh_token);
});

test("If an earlier session is written back into local storage, the app can still read this session.", () => {
  const former = session("former");
  writeSession(former);
  const item = localStorage.getItem(sessionKey) ?? "";
  const next = session("next");
  writeSession(next);
  expect(storedSession()).toEqual(next);
  localStorage.setItem(sessionKey, item);
  expect(storedSession()).toEqual(former);
});

test("If two crashes in a row lose the cookies of renewed tokens, the app continues with the earlier session.", () => {
  const former = session("former");
  writeSession(former);
  const onDisk = document.cookie;
  for (const name of ["renewed", "renewed again"]) {
    writeSession(session(name));
    // biome-ignore lint/suspicious/noDocumentCookie: the app writes this cookie in the same way.
    document.cookie = `${onDisk}; Path=/`;
    expect(storedSession()).toEqual(former);
  }
});

test("If the cookie with the decoding key is missing, the app can't read the stored session.", () => {
  writeSession(session("mine"));
  removeMask(sessionMask);
  expect(storedSession()).toBeNull();
});

test("The app uses a stored session even if supabase-js can't be loaded yet.", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Not reached.")));
  const mine = session("mine");
  await beginSession(mine);
  expect(readSession()).toEqual(mine);
});

test("The app renews session tokens once when they are about to expire.", async () => {
  const former = session("former", 10);
  const next = session("next");
  writeSession(former);
  renewal = () => granted(next);
  expect(await freshSession()).toMatchObject(next);
  expect(asked).toEqual([former.refresh_token]);
  expect(stored()).toEqual(["arbo.session"]);
  expect(await freshSession()).toMatchObject(next);
  expect(asked).toHaveLength(1);
});

test("The app uses a session with expired tokens if the server can't be reached.", async () => {
  const former = session("former", -10);
  writeSession(former);
  markServerUnreachable();
  expect(await freshSession()).toEqual(former);
  expect(asked).toEqual([]);
  noteResponse(200);
  const next = session("next");
  renewal = () => granted(next);
  expect(await freshSession()).toMatchObject(next);
});

test("If the server rejects session tokens that have not yet expired, the app renews the tokens.", async () => {
  const former = session("former");
  await beginSession(former);
  const next = session("next");
  renewal = () => granted(next);
  expect(await renewSession(former)).toMatchObject(next);
  expect(asked).toEqual([former.refresh_token]);
});

for (const status of [200, 400, 403])
  test(`A user stays signed in if a public network answers a token renewal with status ${status}.`, async () => {
    const former = session("former", 10);
    writeSession(former);
    renewal = () => new Response("<!doctype html><title>Sign in to the network</title>", { status });
    await freshSession();
    expect(storedSession()).toEqual(former);
    const next = session("next");
    renewal = () => granted(next);
    noteResponse(200);
    await vi.waitFor(async () => expect(await freshSession()).toMatchObject(next));
  });

test("The app removes a session that the auth server has ended.", async () => {
  const former = session("former", 10);
  writeSession(former);
  storeForSession("draft", "sensitive");
  writeSession({ ...former, expires_at: inSeconds(-10) });
  expect(await freshSession()).toBeNull();
  expect(stored()).toEqual([]);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("sensitive");
});

/** Starts the renewal of a former session, and runs `happens` before the response `outcome` arrives. */
async function whileRenewing(happens: () => void | Promise<void>, outcome: () => Response) {
  const former = session("former", 10);
  writeSession(former);
  renewal = async () => {
    await happens();
    return outcome();
  };
  const left = await renewSession(former);
  expect(asked).toEqual([former.refresh_token]);
  return left;
}

test("A sign-out during a token renewal ends the session.", async () => {
  expect(await whileRenewing(clearSession, () => granted(session("late")))).toBeNull();
  expect(stored()).toEqual([]);
});

test.each([
  ["granted", () => granted(session("late"))],
  ["refused", refused],
])("If a former session's token renewal is %s, the new session stays unchanged.", async (_, outcome) => {
  const mine = session("mine");
  expect(await whileRenewing(() => beginSession(mine), outcome)).toMatchObject(mine);
  expect(readSession()).toMatchObject(mine);
});

test("If another user signs in during a token renewal, the renewal doesn't change the other user's session.", async () => {
  const theirs = session("theirs", hour, { sub: "another-user" });
  expect(
    await whileRenewing(
      () => writeSession(theirs),
      () => granted(session("late")),
    ),
  ).toBeNull();
  expect(readSession()).toEqual(theirs);
});

test("If another user has signed in, the app does not renew tokens for requests of the former user.", async () => {
  const theirs = session("theirs", hour, { sub: "another-user" });
  writeSession(theirs);
  expect(await renewSession(session("mine"))).toBeNull();
  expect(asked).toEqual([]);
});

test("If the computer's clock is two hours ahead, the app does not renew the tokens earlier than usual.", async () => {
  /** Returns tokens that the server has just issued, with times of the server's clock. */
  const issued = (kind: string) => session(kind, -hour, { iat: inSeconds(-2 * hour) });
  const first = issued("first");
  writeSession(first);
  expect(await freshSession()).toMatchObject({ access_token: first.access_token });
  expect(asked).toEqual([]);
  expect(storedSession()?.expires_at).toBeGreaterThan(inSeconds(hour - 5));
  writeSession(session("old", 10));
  const renewed = issued("renewed");
  renewal = () => granted(renewed);
  for (let request = 0; request < 3; request++)
    expect(await freshSession()).toMatchObject({ access_token: renewed.access_token });
  expect(asked).toHaveLength(1);
});

test("The end of an earlier session in another tab doesn't end the current session.", async () => {
  const mine = session("mine");
  await beginSession(mine);
  storeForSession("draft", "unsaved");
  const other = new BroadcastChannel("arbo.session");
  const { auth } = await startSessionRenewal();
  const heard = new Promise<void>((done) => {
    auth.onAuthStateChange((event) => event === "SIGNED_OUT" && done());
  });
  other.postMessage({ event: "SIGNED_OUT", session: null });
  await heard;
  other.close();
  expect(readSession()).toMatchObject(mine);
  expect(readForSession("draft")).toBe("unsaved");
});

test("A user stays signed in if the server can't be reached for a token renewal.", async () => {
  const former = session("former", -10);
  writeSession(former);
  renewal = () => Promise.reject(new TypeError("Not reached."));
  const start = Date.now();
  expect(await freshSession()).toEqual(former);
  expect(Date.now() - start).toBeLessThan(1000);
  expect(readSession()).toEqual(former);
});
