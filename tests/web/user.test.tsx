/**
 * The current user in each tab: if a different user signs in, the cached responses are removed; a failed refresh
 * changes nothing.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signedOutEvent } from "../../web/src/lib/http/http.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { clearSession, writeSession } from "../../web/src/lib/http/session.ts";
import { refreshUser, useUser } from "../../web/src/lib/user.ts";
import { person } from "./people.ts";

const central = person("Central");
const other = { ...person("Provincial"), id: "00000000-0000-4000-8000-000000000002", username: "other" };
const rows = ["records", "arbo-masterlist", "page"];
let answer: { status: number; body: unknown };
const signedOut = vi.fn();

const tells = (status: number, data: unknown = null): void => {
  answer = { status, body: { status: status === 200 ? "success" : "error", message: "No.", data } };
};

beforeEach(async () => {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(answer.body), { status: answer.status }));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  window.addEventListener(signedOutEvent, signedOut);
  writeSession({ access_token: "a", refresh_token: "r", expires_at: Date.now() / 1000 + 86_400 });
  tells(200, central);
  await refreshUser();
  queryClient.setQueryData(rows, "the rows of central");
});
afterEach(() => {
  window.removeEventListener(signedOutEvent, signedOut);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  clearSession();
  queryClient.clear();
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
 * Fetches the user again, checks that the result is null, and gives the screens time to react. The result is null if
 * the request fails or if no user is signed in.
 */
const refreshed = () =>
  act(async () => {
    expect(await refreshUser()).toBeNull();
    await new Promise((heard) => setTimeout(heard, 20));
  });

test("If the same user is fetched again, the cached responses stay.", async () => {
  await refreshUser();
  expect(queryClient.getQueryData(rows)).toBe("the rows of central");
});

test("After a different user has signed in, the cached responses of the previous user are removed.", async () => {
  tells(200, other);
  expect(await refreshUser()).toMatchObject({ username: "other" });
  expect(queryClient.getQueryData(rows)).toBeUndefined();
});

test("After the user signs out, no cached response is left.", async () => {
  clearSession();
  expect(await refreshUser()).toBeNull();
  expect(queryClient.getQueryData(rows)).toBeUndefined();
});

test.each([500, 502, 429])(
  "A refresh of the user that fails with status %d leaves the user, the screen and the cached responses unchanged.",
  async (status) => {
    shown();
    tells(status);
    await refreshed();
    expect(screen.getByText(`Hello, ${central.username}`)).toBeDefined();
    expect(queryClient.getQueryData(rows)).toBe("the rows of central");
    expect(signedOut).not.toHaveBeenCalled();
  },
);

test("The end of a session is announced once, and the screen stays until the user leaves the screen.", async () => {
  shown();
  tells(401);
  await refreshed();
  expect(signedOut).toHaveBeenCalledOnce();
  expect(screen.getByText(`Hello, ${central.username}`)).toBeDefined();
  expect(queryClient.getQueryData(rows)).toBeUndefined();
});
