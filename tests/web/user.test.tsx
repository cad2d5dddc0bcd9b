/**
 * The current user in each tab. When another user signs in, the cached responses are removed. A failed refresh changes
 * nothing.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteResponse } from "../../web/src/lib/http/connection.ts";
import { signedOutEvent } from "../../web/src/lib/http/http.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { clearSession } from "../../web/src/lib/http/session.ts";
import { offlineKey } from "../../web/src/lib/secrets/offline-key.ts";
import { storedUserPlace } from "../../web/src/lib/secrets/remove-key.ts";
import { writeSession } from "../../web/src/lib/secrets/stored-session.ts";
import { refreshUser, useUser } from "../../web/src/lib/user.ts";
import { person } from "./people.ts";

const central = person("Central");
const other = { ...person("Provincial"), id: "00000000-0000-4000-8000-000000000002", username: "other" };
const rows = ["records", "arbo-masterlist", "page"];
let answer: { status: number; body: unknown };
const signedOut = vi.fn();

const key = btoa("k".repeat(32));

function signInAs({ id }: { id: string }): void {
  const claims = btoa(JSON.stringify({ sub: id }));
  writeSession({ access_token: `a.${claims}.s`, refresh_token: "r", expires_at: Date.now() / 1000 + 86_400 });
}

const tells = (status: number, data: unknown = null): void => {
  answer = { status, body: { status: status === 200 ? "success" : "error", message: "No.", data } };
};

beforeEach(async () => {
  vi.stubGlobal("fetch", async (path: string) => {
    if (path === "/api/auth/offline-key") return Response.json({ status: "success", data: { key } });
    if (answer.status === 0) throw new TypeError("Not reached.");
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  window.addEventListener(signedOutEvent, signedOut);
  signedOut.mockReset();
  signInAs(central);
  tells(200, central);
  await refreshUser();
  await vi.waitFor(() => expect(localStorage.getItem(storedUserPlace)).not.toBeNull());
  queryClient.setQueryData(rows, "the rows of central");
});
afterEach(() => {
  window.removeEventListener(signedOutEvent, signedOut);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  clearSession();
  queryClient.clear();
  noteResponse(200);
});

function Hello() {
  return <p>Hello, {useUser().username}</p>;
}
const shown = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Hello />
    </QueryClientProvider>,
  );
/**
 * Fetches the current user again and waits for the screens to react. The result must be null, because the request
 * failed or no user is signed in.
 */
const refreshed = () =>
  act(async () => {
    expect(await refreshUser()).toBeNull();
    await new Promise((heard) => setTimeout(heard, 20));
  });

test("When the app reloads the data of the same user, it keeps the cached responses.", async () => {
  await refreshUser();
  expect(queryClient.getQueryData(rows)).toBe("the rows of central");
});

test("The app removes a user's cached responses after a different user has signed in.", async () => {
  tells(200, other);
  expect(await refreshUser()).toMatchObject({ username: "other" });
  expect(queryClient.getQueryData(rows)).toBeUndefined();
});

test("After the user signs out, no cached response is left.", async () => {
  clearSession();
  expect(await refreshUser()).toBeNull();
  expect(queryClient.getQueryData(rows)).toBeUndefined();
});

test.each([0, 502, 503, 504])(
  "The last user stays signed in if the server can't be reached (status %d).",
  async (status) => {
    tells(status);
    expect(await refreshUser()).toMatchObject({ username: central.username });
    queryClient.clear();
    expect(await refreshUser()).toMatchObject({ username: central.username });
  },
);

test("The app stores the signed-in user in encrypted form.", async () => {
  const text = localStorage.getItem(storedUserPlace) ?? "";
  expect(text + atob(text)).not.toContain(central.username);
  clearSession();
  expect(localStorage.getItem(storedUserPlace)).toBeNull();
  tells(0);
  expect(await refreshUser()).toBeNull();
});

test("The app no longer uses the stored user after a 401 response.", async () => {
  tells(401);
  expect(await refreshUser()).toBeNull();
  tells(0);
  expect(await refreshUser()).toBeNull();
});

test("The app doesn't use a former user's stored data for a different user.", async () => {
  signInAs(other);
  tells(0);
  queryClient.clear();
  expect(await refreshUser()).toBeNull();
});

test.each([500, 429])(
  "A user stays signed in if reloading the user's data gives status %d.",
  async (status) => {
    shown();
    tells(status);
    await refreshed();
    expect(screen.getByText(`Hello, ${central.username}`)).toBeDefined();
    expect(queryClient.getQueryData(rows)).toBe("the rows of central");
    expect(signedOut).not.toHaveBeenCalled();
  },
);

test("If a 401 response ends the session, the app still shows the current screen.", async () => {
  shown();
  tells(401);
  await refreshed();
  expect(signedOut).toHaveBeenCalledOnce();
  expect(screen.getByText(`Hello, ${central.username}`)).toBeDefined();
  expect(queryClient.getQueryData(rows)).toBeUndefined();
});

test("If the user's offline key arrives after the sign-out, the app does not store the key.", async () => {
  signInAs(other);
  let isFetched = false;
  vi.stubGlobal("fetch", async (path: string) => {
    if (path !== "/api/auth/offline-key") return Response.json({ status: "success", data: other });
    clearSession();
    isFetched = true;
    return Response.json({ status: "success", data: { key } });
  });
  await refreshUser();
  await vi.waitFor(() => expect(isFetched).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(offlineKey()).toBeNull();
});
