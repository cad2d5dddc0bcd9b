/**
 * Sends requests to every endpoint of Auth as every kind of caller. Creates and removes the accounts for these
 * requests.
 */
import { randomUUID } from "node:crypto";
import { openDatabase } from "#shared/server/sql/sql.ts";
import {
  ask,
  type FullResponse,
  type RecordedResponses,
  ResponseRecorder,
  type Target,
  tokenOf,
} from "./target.ts";

const password = "A long enough one";

/** Sends all requests of this file to Auth. */
export async function recordAuthResponses(target: Target): Promise<RecordedResponses> {
  const asker = new Asker(target);
  try {
    await asker.doors();
    await asker.sessions();
    await asker.signOut();
    await asker.banned();
    await asker.hook();
    await asker.administration();
    await asker.passwordsOfAdministrators();
    return asker.answers;
  } finally {
    await asker.tidy();
  }
}

interface Account {
  id: string;
  email: string;
}

interface Session {
  access_token: string;
  refresh_token: string;
}

class Asker {
  private readonly target: Target;
  private readonly notebook: ResponseRecorder;
  private readonly made: string[] = [];

  constructor(target: Target) {
    this.target = target;
    this.notebook = new ResponseRecorder(target);
  }

  get answers(): RecordedResponses {
    return this.notebook.answers;
  }

  /** Requests that need no session. */
  async doors() {
    const { email } = await this.account();
    await this.visit("sign in", "token?grant_type=password", { email, password });
    await this.visit(
      "sign in, newer version",
      "token?grant_type=password",
      { email, password: "wrong" },
      {
        "x-supabase-api-version": "2024-01-01",
      },
    );
    await this.visit("wrong password", "token?grant_type=password", { email, password: "wrong" });
    await this.visit("no password", "token?grant_type=password", { email });
    await this.visit("unknown user", "token?grant_type=password", { email: unknown(), password });
    await this.visit("no address", "token?grant_type=password", { password });
    await this.visit("address of a wrong type", "token?grant_type=password", { email: {}, password });
    await this.visit("sign in with text that is not JSON", "token?grant_type=password", "{");
  }

  /** Requests with valid and invalid access and refresh tokens. */
  async sessions() {
    const account = await this.account();
    const session = await this.signIn(account);
    await this.visit("own account", "user", undefined, bearer(session.access_token));
    const claims = { sub: account.id, role: "authenticated", aud: "authenticated" };
    const now = Math.floor(Date.now() / 1000);
    const { jwtSecret } = this.target;
    for (const [name, token] of [
      ["an invalid token", "none"],
      ["a forged token", tokenOf("another secret than Auth's own one", { ...claims, exp: now + 600 })],
      ["an expired token", tokenOf(jwtSecret, { ...claims, exp: now - 600 })],
      ["a token of an unknown user", tokenOf(jwtSecret, { ...claims, sub: randomUUID(), exp: now + 600 })],
      [
        "a token of an unknown session",
        tokenOf(jwtSecret, { ...claims, session_id: randomUUID(), exp: now + 600 }),
      ],
    ] as const)
      await this.visit(`own account with ${name}`, "user", undefined, bearer(token));
    const again = { refresh_token: session.refresh_token };
    const { text } = await this.visit("a new session", "token?grant_type=refresh_token", again);
    await this.visit("a refresh token that is used again at once", "token?grant_type=refresh_token", again);
    const { refresh_token } = JSON.parse(text) as Session;
    await this.visit("a refreshed session", "token?grant_type=refresh_token", { refresh_token });
    await this.later(account);
    await this.visit("a refresh token that is used again later", "token?grant_type=refresh_token", again);
    await this.visit(
      "the session after the reuse of its token",
      "user",
      undefined,
      bearer(session.access_token),
    );
    await this.visit("an unknown refresh token", "token?grant_type=refresh_token", {
      refresh_token: "abcdefghijkl",
    });
    await this.visit("no refresh token", "token?grant_type=refresh_token", {});
  }

  /** Signs out with each scope, and checks which sessions remain. */
  async signOut() {
    for (const scope of ["local", "global", "others"]) {
      const account = await this.account();
      const [one, other] = [await this.signIn(account), await this.signIn(account)];
      await this.visit(`sign out, ${scope}`, `logout?scope=${scope}`, "", bearer(one.access_token));
      await this.visit(
        `own account after signing out, ${scope}`,
        "user",
        undefined,
        bearer(one.access_token),
      );
      await this.visit(`a second session after signing out, ${scope}`, "token?grant_type=refresh_token", {
        refresh_token: other.refresh_token,
      });
    }
    const { access_token: token } = await this.signIn(await this.account());
    await this.visit("sign out, unknown scope", "logout?scope=none", "", bearer(token));
    await this.visit("sign out with an invalid token", "logout", "", bearer("none"));
  }

  async banned() {
    const account = await this.account();
    const session = await this.signIn(account);
    await this.rule("a ban", `users/${account.id}`, { ban_duration: "24h" }, "PUT");
    await this.visit("a banned user signs in", "token?grant_type=password", {
      ...{ email: account.email, password },
    });
    await this.visit("a banned user with a wrong password", "token?grant_type=password", {
      ...{ email: account.email, password: "wrong" },
    });
    await this.visit("a banned user refreshes the session", "token?grant_type=refresh_token", {
      refresh_token: session.refresh_token,
    });
    await this.visit("a banned user's account", "user", undefined, bearer(session.access_token));
    await this.rule("the end of a ban", `users/${account.id}`, { ban_duration: "none" }, "PUT");
  }

  /** Tests the hook private.judge_password, which locks an account after ten wrong passwords. */
  async hook() {
    const { email } = await this.account();
    for (let guess = 0; guess < 10; guess++)
      await ask(this.target, "/auth/v1/token?grant_type=password", {
        headers: { apikey: this.target.publishableKey },
        body: { email, password: "wrong" },
      });
    await this.visit("one wrong password too many", "token?grant_type=password", {
      email,
      password: "wrong",
    });
    await this.visit("the right password after the limit", "token?grant_type=password", { email, password });
  }

  async administration() {
    const { id, email } = await this.account();
    const { access_token: token } = await this.signIn({ id, email });
    const heard = await this.rule("create", "users", { email: unknown(), password, email_confirm: true });
    this.keep(heard);
    await this.rule("create with a taken address", "users", { email, password });
    await this.rule("create with a taken id", "users", { id, email: unknown(), password });
    await this.rule("create with an invalid id", "users", { id: "none", email: unknown(), password });
    await this.rule("create with an invalid address", "users", { email: "none", password });
    await this.rule("create without an address", "users", { password });
    await this.rule("create with text that is not JSON", "users", "{");
    await this.rule("create with fields of a wrong type", "users", { email: 1, password });
    await this.rule("find", `users/${id}`);
    await this.rule("find an unknown user", `users/${randomUUID()}`);
    await this.rule("find by an invalid id", "users/none");
    await this.rule("list", "users?page=1&per_page=1");
    await this.rule("list an invalid page", "users?page=none&per_page=1");
    await this.rule("list beyond the last page", "users?page=100000&per_page=1");
    const taken = await this.account();
    await this.rule("change the address", `users/${id}`, { email: unknown(), email_confirm: true }, "PUT");
    await this.rule("change to a taken address", `users/${id}`, { email: taken.email }, "PUT");
    await this.rule("change to an invalid address", `users/${id}`, { email: "none" }, "PUT");
    await this.rule("change the metadata of a user", `users/${id}`, { user_metadata: { a: 1 } }, "PUT");
    await this.rule("change an unknown user", `users/${randomUUID()}`, { user_metadata: {} }, "PUT");
    await this.rule("a ban with an invalid duration", `users/${id}`, { ban_duration: "long" }, "PUT");
    await this.rule("an unknown administration endpoint", "none");
    await this.rule("a wrong method", `users/${id}`, {}, "PATCH");
    for (const [name, headers] of [
      ["a visitor", bearer(this.target.publishableKey)],
      ["a user", bearer(token)],
      ["an invalid token", bearer("none")],
    ] as const)
      await this.visit(`administration by ${name}`, "admin/users", undefined, headers);
    await this.rule("remove softly", `users/${taken.id}`, { should_soft_delete: true }, "DELETE");
    await this.rule("remove", `users/${id}`, {}, "DELETE");
    await this.rule("remove again", `users/${id}`, {}, "DELETE");
  }

  /**
   * Auth checks the length of a password when an administrator changes it, but not when the administrator creates the
   * user.
   */
  async passwordsOfAdministrators() {
    const { id } = await this.account();
    this.keep(
      await this.rule("create with a short password", "users", { email: unknown(), password: "short" }),
    );
    this.keep(await this.rule("create with an empty password", "users", { email: unknown(), password: "" }));
    await this.rule("create with a password of 73 bytes", "users", {
      ...{ email: unknown(), password: "x".repeat(73) },
    });
    await this.rule("change to a short password", `users/${id}`, { password: "short" }, "PUT");
    await this.rule("change to an empty password", `users/${id}`, { password: "" }, "PUT");
    await this.rule("change to a password of 73 bytes", `users/${id}`, { password: "x".repeat(73) }, "PUT");
    // The database accepts a new password only together with a new password_set_at (private.require_product_password).
    const app_metadata = { password_set_at: new Date().toISOString() };
    const long = { password: "Another long one", app_metadata };
    await this.rule("change to a long password", `users/${id}`, long, "PUT");
  }

  async tidy() {
    const headers = this.serviceHeaders();
    for (const id of this.made)
      await ask(this.target, `/auth/v1/admin/users/${id}`, { method: "DELETE", headers, body: {} });
  }

  private async account(): Promise<Account> {
    const email = unknown();
    const heard = await ask(this.target, "/auth/v1/admin/users", {
      headers: this.serviceHeaders(),
      body: { email, password, email_confirm: true },
    });
    return { id: this.keep(heard), email };
  }

  private keep({ text, status }: FullResponse): string {
    if (status !== 200) return "";
    const { id } = JSON.parse(text) as Account;
    this.made.push(id);
    return id;
  }

  private async signIn({ email }: Account): Promise<Session> {
    const { text } = await ask(this.target, "/auth/v1/token?grant_type=password", {
      headers: { apikey: this.target.publishableKey },
      body: { email, password },
    });
    return JSON.parse(text) as Session;
  }

  /** Makes the account's refresh tokens one minute older. */
  private async later({ id }: Account) {
    const sql = openDatabase(this.target.databaseUrl, { most: 1 });
    await sql`update auth.refresh_tokens set updated_at = updated_at - interval '1 minute',
      created_at = created_at - interval '1 minute' where user_id = ${id}`.finally(() => sql.end());
  }

  private serviceHeaders(): Record<string, string> {
    return { apikey: this.target.secretKey, ...bearer(this.target.secretKey) };
  }

  /** Sends a request with the publishable key, which is public and known to every browser. */
  private visit(
    name: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<FullResponse> {
    const { method, ...headers } = more;
    return this.notebook.ask(name, `/auth/v1/${path}`, {
      ...(method ? { method } : {}),
      headers: { apikey: this.target.publishableKey, ...headers },
      body,
    });
  }

  /** Sends a request as an administrator, with the service key. */
  private rule(name: string, path: string, body?: unknown, method?: string): Promise<FullResponse> {
    return this.notebook.ask(`administration: ${name}`, `/auth/v1/admin/${path}`, {
      ...(method ? { method } : {}),
      headers: this.serviceHeaders(),
      body,
    });
  }
}

const unknown = (): string => `${randomUUID()}@answers.example`;
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
