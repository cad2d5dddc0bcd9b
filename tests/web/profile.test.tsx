/** The profile: the lists of sessions and API tokens after a new password. */
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiTokens } from "../../web/src/features/profile/api-tokens.tsx";
import { PasswordForm } from "../../web/src/features/profile/password-form.tsx";
import { Sessions } from "../../web/src/features/profile/sessions.tsx";
import { call, signedOutEvent } from "../../web/src/lib/http/http.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { clearSession } from "../../web/src/lib/http/session.ts";
import { writeSession } from "../../web/src/lib/secrets/stored-session.ts";
import { person, tokensOf } from "./people.ts";

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
    // The mocked server ends all other sessions and all API tokens when the password changes.
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

const changePassword = () => {
  fireEvent.change(screen.getByLabelText("Current password"), { target: { value: "the former one" } });
  fireEvent.change(screen.getByLabelText("New password"), { target: { value: "harvest-lantern-42-oxbow" } });
  fireEvent.click(screen.getByRole("button", { name: "Change the password" }));
};

const show = (part: React.ReactNode) =>
  render(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>);

test("The profile does not list sessions that a password change has ended.", async () => {
  show(
    <>
      <Sessions user={person("Provincial")} />
      <PasswordForm user={person("Provincial")} />
    </>,
  );
  await screen.findByRole("button", { name: /^End the session in Firefox/ });
  changePassword();
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: /^End the session in/ })).toBeNull());
  expect(screen.getByText(/this session/)).toBeDefined();
});

test("The profile says after how many minutes an idle session ends.", async () => {
  show(<Sessions user={{ ...person("Provincial"), session: { idle_minutes: 45, warn_minutes: 2 } }} />);
  expect(screen.getByText(/A session ends after 45 minutes without use\./)).toBeDefined();
  const [current, other] = (await screen.findAllByRole("listitem")).map(({ textContent }) => textContent);
  expect(current).toContain("in use now");
  expect(current).not.toContain("last used");
  expect(other).toContain("last used");
});

test("The profile does not list API tokens that a password change has ended.", async () => {
  tokens = [token];
  show(
    <>
      <ApiTokens />
      <PasswordForm user={person("Provincial")} />
    </>,
  );
  await screen.findByText("Nightly export");
  changePassword();
  await vi.waitFor(() => expect(screen.queryByText("Nightly export")).toBeNull());
});

test("If the server rejects a request during a password change, the user stays signed in.", async () => {
  const { id } = person("Provincial");
  const [former, renewed] = [tokensOf(id, "former"), tokensOf(id, "renewed")];
  const signedOut = vi.fn();
  window.addEventListener(signedOutEvent, signedOut);
  writeSession(former);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (path: string, { headers }: { headers?: Record<string, string> } = {}) => {
    if (path === "/api/auth/password") {
      await answered;
      return Response.json({ status: "success", data: { session: renewed } });
    }
    if (path !== "/api/auth/sessions") throw new TypeError("Not reached.");
    sent.push(headers?.authorization ?? "");
    const isRenewed = sent.at(-1) === `Bearer ${renewed.access_token}`;
    return Response.json({ status: "success", data: [] }, { status: isRenewed ? 200 : 401 });
  });
  show(<PasswordForm user={person("Provincial")} />);
  changePassword();
  const request = call("GET /api/auth/sessions");
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 50));
  answer();
  await request;
  window.removeEventListener(signedOutEvent, signedOut);
  expect(sent).toHaveLength(2);
  expect(signedOut).not.toHaveBeenCalled();
});
