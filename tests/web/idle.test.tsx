/** Tests idle sessions: the warning, the end of the session, and the activity that keeps a session alive. */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { idleLimit, idlePhase, timeLeft } from "../../web/src/app/idle/idle-rules.ts";
import SessionWatch from "../../web/src/app/idle/session-watch.tsx";
import { markServerUnreachable, noteResponse } from "../../web/src/lib/http/connection.ts";
import { call, signedOutEvent } from "../../web/src/lib/http/http.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { idleEnd, idleKey, readSession, setIdleEnd } from "../../web/src/lib/http/session.ts";
import { sessionKey, writeSession } from "../../web/src/lib/secrets/stored-session.ts";

const minute = 60_000;
const signedOut = vi.fn();
const asked = vi.fn();

/** Signs a user in and starts the idle watch. */
async function start() {
  writeSession({ access_token: "a", refresh_token: "r", expires_at: Date.now() / 1000 + 86_400 });
  render(
    <QueryClientProvider client={queryClient}>
      <SessionWatch />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
}
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));
const warning = () => screen.queryByText("Are you still there?");

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-03-10T04:00:00Z") });
  signedOut.mockReset();
  asked.mockReset();
  vi.stubGlobal("fetch", (path: string) => {
    asked(path);
    return Promise.resolve(new Response("{}", { status: 200 }));
  });
  window.addEventListener(signedOutEvent, signedOut);
});
afterEach(() => {
  window.removeEventListener(signedOutEvent, signedOut);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("Idle limit of a session", () => {
  test("The idle warning appears 2 minutes before a 30-minute idle limit.", () => {
    expect(idleLimit()).toEqual({ whole: 30 * minute, warning: 2 * minute });
    expect(idleLimit({ idle_minutes: 3, warn_minutes: 2 })).toEqual({
      whole: 3 * minute,
      warning: 1.5 * minute,
    });
  });
  test.each([
    [0, "active"],
    [27.9, "active"],
    [28, "warned"],
    [29.9, "warned"],
    [30, "ended"],
  ])("After %d idle minutes with a 30-minute limit, the session is in the state %s.", (passed, phase) => {
    expect(idlePhase(30 * minute, passed * minute, idleLimit())).toBe(phase);
  });
  test.each([
    [100_000, "1 minute 40 seconds"],
    [60_000, "1 minute"],
    [1, "1 second"],
    [0, "0 seconds"],
  ])("A remaining time of %d ms is shown as %s.", (left, text) => expect(timeLeft(left)).toBe(text));
});

test("When a session ends because of inactivity, the tab marks it as ended for all tabs before it sends the logout request.", async () => {
  await start();
  const seen: boolean[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    // When this tab sends the logout request, records whether other tabs already see the session as ended.
    if (path === "/api/auth/logout") seen.push(idleEnd() <= Date.now());
    return Promise.resolve(new Response("{}", { status: 200 }));
  });
  await pass(31 * minute);
  expect(seen).toEqual([true]);
  expect(readSession()).toBeNull();
});

test("An active user sees no idle warning.", async () => {
  await start();
  for (let round = 0; round < 4; round++) {
    await pass(25 * minute);
    fireEvent.keyDown(window, { key: "a" });
  }
  expect(warning()).toBeNull();
  expect(readSession()).not.toBeNull();
});

test("The idle warning appears after 28 of 30 idle minutes.", async () => {
  await start();
  await pass(28 * minute);
  expect(warning()).not.toBeNull();
  fireEvent.click(screen.getByText("Stay signed in"));
  await pass(27 * minute);
  expect(warning()).toBeNull();
  expect(signedOut).not.toHaveBeenCalled();
});

test("Moving the mouse pointer doesn't close the idle warning.", async () => {
  await start();
  await pass(28 * minute);
  fireEvent.pointerMove(window);
  await pass(2 * minute + 1000);
  await vi.waitFor(() => expect(signedOut).toHaveBeenCalledTimes(1));
});

test("Drafts stay stored in the browser when an idle session ends.", async () => {
  localStorage.setItem("arbo.draft.other-user", "kept");
  await start();
  await pass(30 * minute + 1000);
  expect(asked).toHaveBeenCalledWith("/api/auth/logout");
  await vi.waitFor(() => expect(signedOut).toHaveBeenCalledTimes(1));
  expect(signedOut.mock.calls[0]?.[0].detail).toBe("idle");
  expect(readSession()).toBeNull();
  expect(localStorage.getItem("arbo.draft.other-user")).toBe("kept");
});

test("Activity in another tab closes the idle warning in this tab.", async () => {
  await start();
  await pass(28 * minute);
  setIdleEnd(Date.now() + 30 * minute);
  await act(async () => window.dispatchEvent(new StorageEvent("storage", { key: idleKey })));
  expect(warning()).toBeNull();
});

test.each([
  [27 * minute, "elsewhere"],
  [29 * minute, "idle"],
  [30 * minute, "idle"],
])(
  'If another tab ends the session after this tab was idle for %d ms, this tab\'s sign-out reason is "%s".',
  async (passed, reason) => {
    await start();
    // The other tab ends the session while this tab is still checking the connection.
    let answer: (response: Response) => void = () => undefined;
    const check = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    vi.stubGlobal("fetch", () => check);
    await pass(passed);
    localStorage.removeItem(sessionKey);
    localStorage.removeItem(idleKey);
    await act(async () =>
      window.dispatchEvent(new StorageEvent("storage", { key: sessionKey, newValue: null })),
    );
    expect(signedOut.mock.calls[0]?.[0].detail).toBe(reason);
    await act(async () => answer(new Response("{}", { status: 200 })));
  },
);

describe("Idle limit without a connection", () => {
  /** Simulates a lost connection: all requests fail. */
  const lose = () =>
    act(async () => {
      vi.stubGlobal("fetch", (path: string) => {
        asked(path);
        return Promise.reject(new TypeError("Not reached."));
      });
      markServerUnreachable();
    });
  /** Simulates that the connection is back. Records the requests and their tokens. */
  const restore = () =>
    act(async () => {
      vi.stubGlobal("fetch", (path: string, { headers }: { headers?: Record<string, string> } = {}) => {
        asked(path, headers?.authorization);
        return Promise.resolve(new Response("{}", { status: 200 }));
      });
      noteResponse(200);
    });
  const tokensSent = () => asked.mock.calls.flatMap(([path, token]) => (token ? [path] : []));
  afterEach(() => act(async () => noteResponse(200)));

  test("Without a connection, an idle user sees no warning and keeps the session.", async () => {
    await start();
    await lose();
    await pass(29 * minute);
    expect(warning()).toBeNull();
    await pass(60 * minute);
    expect(readSession()).not.toBeNull();
    expect(signedOut).not.toHaveBeenCalled();
  });

  test("If the computer sleeps beyond the idle limit and then has no connection, the session does not end.", async () => {
    await start();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Not reached.")));
    await pass(31 * minute);
    expect(readSession()).not.toBeNull();
    expect(signedOut).not.toHaveBeenCalled();
  });

  test("After the idle limit without a connection, the app sends only health checks.", async () => {
    await start();
    await lose();
    await pass(31 * minute);
    asked.mockReset();
    await expect(call("PUT /api/{path}/update", [{}], { at: { path: "form10" } })).rejects.toMatchObject({
      status: 0,
      outcome: "nothing",
    });
    expect(asked.mock.calls.filter(([path]) => path !== "/api/health")).toEqual([]);
  });

  test("The app ends an idle session as soon as the connection is back.", async () => {
    await start();
    await lose();
    await pass(31 * minute);
    asked.mockReset();
    await restore();
    await pass(0);
    await vi.waitFor(() => expect(signedOut).toHaveBeenCalled());
    expect(signedOut.mock.calls[0]?.[0].detail).toBe("idle");
    expect(tokensSent()).toEqual(["/api/auth/logout"]);
    expect(readSession()).toBeNull();
  });

  test("If the connection comes back before the idle limit has passed, the session continues.", async () => {
    await start();
    await lose();
    await pass(10 * minute);
    await restore();
    await pass(minute);
    expect(readSession()).not.toBeNull();
    expect(signedOut).not.toHaveBeenCalled();
  });
});

test("The app does not use a stored session whose idle limit has passed.", () => {
  writeSession({ access_token: "a", refresh_token: "r", expires_at: Date.now() / 1000 + 86_400 });
  setIdleEnd(Date.now() - 1);
  expect(readSession()).toBeNull();
  expect(idleEnd()).toBeLessThan(Date.now());
});

/** Simulates that another tab has ended the session. */
async function endElsewhere() {
  localStorage.clear();
  await act(async () =>
    window.dispatchEvent(new StorageEvent("storage", { key: "arbo.session", newValue: null })),
  );
}

test("Signing out in another tab signs this tab out.", async () => {
  await start();
  await endElsewhere();
  expect(signedOut.mock.calls[0]?.[0].detail).toBe("elsewhere");
});

test("If another tab signs out, a tab with the idle warning names inactivity as the reason.", async () => {
  await start();
  await pass(28 * minute);
  await endElsewhere();
  expect(signedOut.mock.calls[0]?.[0].detail).toBe("idle");
});
