/** A button that signs the user out first asks for confirmation if some entries have not reached the server. */
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { IdleWarning } from "../../web/src/app/idle/idle-warning.tsx";
import { Forbidden } from "../../web/src/app/notice-pages.tsx";
import { Sessions } from "../../web/src/features/profile/sessions.tsx";
import { call } from "../../web/src/lib/http/http.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { offlineDatabase } from "../../web/src/lib/offline/database.ts";
import { keepFile } from "../../web/src/lib/outbox/keep-file.ts";
import { writeSession } from "../../web/src/lib/secrets/stored-session.ts";
import { person, tokensOf } from "./people.ts";

const { id } = person("Provincial");
/** Requests that end sessions: method and path. */
let ended: string[];

beforeEach(() => {
  ended = [];
  writeSession(tokensOf(id));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit = {}) => {
    if (path === "/api/auth/logout" || method === "DELETE") ended.push(`${method} ${path}`);
    return Response.json({ status: "success", data: [] });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  queryClient.clear();
  const database = await offlineDatabase();
  await Promise.all([database.clear("entries"), database.clear("files")]);
});

/** Router for the links. No test follows a link, so the router has no routes. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

const logout = "POST /api/auth/logout";
const signOuts = [
  {
    ...{ name: "Sign out of all devices", screen: <Sessions user={person("Provincial")} /> },
    leave: async () => {
      await press("Sign out of all devices");
      await press("Yes, sign out of all devices");
    },
    requests: ["DELETE /api/auth/sessions/all", logout],
  },
  {
    ...{ name: "Log out on /forbidden", screen: <Forbidden /> },
    leave: () => press("Log out"),
    requests: [logout],
  },
  {
    name: "Sign out now in the idle warning",
    screen: (
      <IdleWarning
        left={60_000}
        onStay={() => undefined}
        onLeave={async () => void (await call("POST /api/auth/logout"))}
      />
    ),
    leave: () => press("Sign out now"),
    requests: [logout],
  },
];

describe.each(signOuts)('Button "$name"', ({ screen: part, leave, requests }) => {
  const show = () =>
    render(
      <RouterContextProvider router={router}>
        <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>
      </RouterContextProvider>,
    );

  test("The sign-out button asks for confirmation if the user has an unsent entry.", async () => {
    await keepFile(id, {
      ...{ uploadId: "photo", fileName: "a.jpg", fields: {}, owner: { field: "owner_id", id: 7 } },
      recordType: { route: "Form11Geotag", path: "form11-geotag", noun: { one: "photo" } },
      content: { file: new Blob(["content"]), thumbnail: null },
    });
    show();
    await leave();
    const question = await screen.findByRole("dialog", { name: "1 entry has not been sent" });
    expect(ended).toEqual([]);
    fireEvent.click(within(question).getByRole("button", { name: "Log out" }));
    await waitFor(() => expect(ended).toEqual(requests));
  });

  test("The sign-out button signs a user without unsent entries out at once.", async () => {
    show();
    await leave();
    await waitFor(() => expect(ended).toEqual(requests));
    expect(screen.queryByText(/not been sent/)).toBeNull();
  });
});
