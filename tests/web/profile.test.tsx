/** The profile: the lists of sessions and API tokens after a new password. */
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiTokens } from "../../web/src/features/profile/api-tokens.tsx";
import { PasswordForm } from "../../web/src/features/profile/password-form.tsx";
import { Sessions } from "../../web/src/features/profile/sessions.tsx";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { clearSession } from "../../web/src/lib/http/session.ts";
import { person } from "./people.ts";

const used = { address: null, signed_in_at: "2026-11-28T01:00:00Z", last_used_at: "2026-11-28T01:00:00Z" };
const here = { id: "1", user_agent: "Chrome/140", current: true, ...used };
const elsewhere = { id: "2", user_agent: "Firefox/140", current: false, ...used };
const token = {
  ...{ id: "1", name: "Nightly export", may_write: false, last_used_at: null },
  ...{ created_at: "2026-11-28T01:00:00Z", expires_at: "2999-11-28T01:00:00Z" },
};

let sessions: object[];
let tokens: object[];

beforeEach(() => {
  sessions = [here, elsewhere];
  tokens = [];
  vi.stubGlobal("fetch", async (path: string) => {
    const changes = path.startsWith("/api/auth/password");
    // A new password ends all other sessions and all API tokens.
    if (changes) [sessions, tokens] = [[here], []];
    const session = { access_token: "x.e30.x", refresh_token: "1", expires_at: Date.now() / 1000 + 3600 };
    const data = changes ? { session } : path.startsWith("/api/auth/tokens") ? tokens : sessions;
    return new Response(JSON.stringify({ status: "success", data }), { status: 200 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  clearSession();
});

const show = (part: React.ReactNode) =>
  render(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>);

test("After a password change has ended the user's other sessions, the profile no longer lists these sessions.", async () => {
  show(
    <>
      <Sessions />
      <PasswordForm user={person("Provincial")} />
    </>,
  );
  await screen.findByRole("button", { name: /^End the session in Firefox/ });
  fireEvent.change(screen.getByLabelText("Current password"), { target: { value: "the former one" } });
  fireEvent.change(screen.getByLabelText("New password"), { target: { value: "harvest-lantern-42-oxbow" } });
  fireEvent.click(screen.getByRole("button", { name: "Change the password" }));
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: /^End the session in/ })).toBeNull());
  expect(screen.getByText(/this session/)).toBeDefined();
});

test("After a password change has ended the user's API tokens, the profile no longer lists these tokens.", async () => {
  tokens = [token];
  show(
    <>
      <ApiTokens />
      <PasswordForm user={person("Provincial")} />
    </>,
  );
  await screen.findByText("Nightly export");
  fireEvent.change(screen.getByLabelText("Current password"), { target: { value: "the former one" } });
  fireEvent.change(screen.getByLabelText("New password"), { target: { value: "harvest-lantern-42-oxbow" } });
  fireEvent.click(screen.getByRole("button", { name: "Change the password" }));
  await vi.waitFor(() => expect(screen.queryByText("Nightly export")).toBeNull());
});
