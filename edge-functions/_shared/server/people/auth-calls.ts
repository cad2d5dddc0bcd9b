/**
 * Calls to Supabase Auth: sign-in with a password, and administration of accounts. Administration uses the service
 * key, and only after the database has permitted the action.
 */
import { setTimeout as pause } from "node:timers/promises";
import { decode } from "hono/jwt";
import { Problem } from "../../contracts/base/problems.ts";
import { normalizePassword } from "../../rules/passwords.ts";
import { turnAnnouncement } from "../../rules/sign-in-delay.ts";
import { gateway } from "../db/database.ts";
import { ServiceFailure } from "../db/service-failure.ts";
import { serverSettings, serviceKey } from "../environment/settings.ts";
import { Limiter } from "../http/limiter.ts";
import { WaitProblem } from "../http/responses.ts";

export interface Session {
  access_token: string;
  refresh_token: string;
  /** Expiry of the access token, in seconds since 1970. */
  expires_at: number;
}

/** Changed properties of an account. */
export interface AccountChange {
  email?: string;
  password?: string;
  banned?: boolean;
}

const authTimeout = 15_000;
/**
 * Limits concurrent sign-ins at Auth: each password check takes long, and fifty sign-ins at once would all exceed
 * their timeout.
 */
const grants = new Limiter(12);
/** Time limit in milliseconds for a sign-in that waits for a free slot. */
const grantPatience = 20_000;
/**
 * Auth's rate limit for the sign-ins from one IP address, after the first thirty: sign-ins per second
 * (GOTRUE_RATE_LIMIT_TOKEN_REFRESH).
 */
const signInsPerSecond = 2;
/** Number of sign-ins that wait for Auth, per IP address of the caller. */
const waitingAt = new Map<string, number>();
/**
 * For sign-ins above Auth's rate limit per IP address: maximum total wait, and average pause between two attempts, in
 * milliseconds.
 */
const limitPatience = 12_000;
const limitPause = 1000;
/** First words of the message with which private.judge_password refuses a sign-in. */
const refusedByHook = "Too many attempts to sign in.";
/** Duration of a ban: a hundred years, because Auth has no permanent ban. */
const foreverBanned = "876000h";

interface AuthCall {
  method?: "POST" | "PUT" | "DELETE";
  headers?: Record<string, string>;
  body?: object;
}

/** Error of a request whose values Auth refused (400 or 422). Auth has changed nothing. The message is Auth's own. */
export class AccountRefusal extends Error {}

/** Sends one request to Auth. @throws ServiceFailure when Auth fails or doesn't respond. */
export async function callAuth(
  call: string,
  { method = "POST", headers, body }: AuthCall = {},
): Promise<Response> {
  const { supabaseUrl, publishableKey } = serverSettings();
  const answer = await fetch(`${supabaseUrl}/auth/v1/${call}`, {
    method,
    headers: { apikey: publishableKey, "content-type": "application/json", ...headers },
    body: JSON.stringify(body ?? {}),
    signal: AbortSignal.timeout(authTimeout),
  }).catch((error: unknown) => {
    throw new ServiceFailure("sign-in service", error);
  });
  if (answer.status < 500) return answer;
  await answer.body?.cancel();
  throw new ServiceFailure("sign-in service", `${answer.status} to ${method} ${call.split(/[/?]/)[0]}`);
}

/**
 * Signs in with e-mail address and password. Returns null if they don't match or the account is banned. Auth accepts
 * thirty sign-ins per IP address at once, and then `signInsPerSecond`. Further sign-ins wait here, up to a time limit.
 * @param origin The caller's IP address and browser. Auth applies its rate limit to this IP address, because the
 * request has the service key.
 * @throws Problem of kind `too_many` when Auth, or its hook (private.judge_password), refuses further attempts for now.
 */
export async function passwordGrant(
  email: string,
  password: string,
  origin: GrantOrigin,
): Promise<Session | null> {
  const stored = normalizePassword(password);
  const session = await grantOnce(email, stored, origin);
  // A password that was not set through the API, or before passwords were normalized, is stored as it was typed.
  return session || stored === password ? session : grantOnce(email, password, origin);
}

interface GrantOrigin {
  address: string;
  agent: string | null;
}

async function grantOnce(
  email: string,
  password: string,
  { address, agent }: GrantOrigin,
): Promise<Session | null> {
  const answer = await untilItsTurn(address, () =>
    oneOfFew(address, () =>
      callAuth("token?grant_type=password", {
        headers: {
          apikey: serviceKey(),
          "sb-forwarded-for": address,
        },
        body: { email, password },
      }),
    ),
  );
  if (answer.ok) {
    const { access_token, refresh_token, expires_at, expires_in } = await answer.json();
    const ends = expires_at ?? Math.floor(Date.now() / 1000) + Number(expires_in);
    if (agent !== null) await noteBrowser(access_token, agent);
    return { access_token, refresh_token, expires_at: ends };
  }
  const text = await answer.text();
  if (answer.status === 429) throw turnProblem(address);
  // A refusal by the hook of Auth (private.judge_password) has the same status and code as a wrong password; only the
  // message differs.
  if (text.includes(refusedByHook)) throw new WaitProblem(`${refusedByHook} Try again in ten minutes.`, 600);
  // Auth uses 400, 401, 403 and 422 for refusals. The caller of the API doesn't get the reason.
  return null;
}

/** Stores the browser's name with the session of a new token. */
async function noteBrowser(token: string, agent: string): Promise<void> {
  const { session_id: id } = decode(token).payload;
  await gateway().unsafe("select private.record_browser($1::text::uuid, $2::text)", [String(id), agent]);
}

/** Runs a sign-in when a slot is free. @throws Problem of kind `too_many` when no slot becomes free in time. */
async function oneOfFew(address: string, ask: () => Promise<Response>): Promise<Response> {
  const leave = await grants.acquire("", grantPatience);
  if (!leave) throw turnProblem(address);
  return ask().finally(leave);
}

/** Sends a request to Auth, and repeats it while Auth returns 429, until the time limit. Returns the last response. */
async function untilItsTurn(address: string, ask: () => Promise<Response>): Promise<Response> {
  waitingAt.set(address, (waitingAt.get(address) ?? 0) + 1);
  try {
    for (const end = performance.now() + limitPatience; ; ) {
      const answer = await ask();
      if (answer.status !== 429 || performance.now() > end) return answer;
      await answer.body?.cancel();
      // Random delay, so that waiting sign-ins don't all retry at the same moment.
      await pause(limitPause * (0.5 + Math.random()));
    }
  } finally {
    const left = (waitingAt.get(address) ?? 1) - 1;
    if (left > 0) waitingAt.set(address, left);
    else waitingAt.delete(address);
  }
}

/**
 * Returns the problem for a sign-in that waited too long. Its Retry-After is the time that Auth needs for all waiting
 * sign-ins of the IP address.
 */
function turnProblem(address: string): WaitProblem {
  const seconds = 3 + Math.ceil((waitingAt.get(address) ?? 0) / signInsPerSecond);
  return new WaitProblem(`Many people are signing in. ${turnAnnouncement} ${seconds} seconds.`, seconds);
}

/**
 * Creates an account that can sign in immediately.
 * @throws Problem of kind `conflict` (e-mail address in use), `rule` (password).
 */
export async function createAccount(id: string, email: string, password: string): Promise<void> {
  await administer("users", "POST", { id, email, password, email_confirm: true });
}

/** Changes an account in Auth. @throws Problem of kind `not_found`, `conflict`, `rule`; Error when Auth fails. */
export async function changeAccount(id: string, { banned, ...change }: AccountChange): Promise<void> {
  const ban = banned === undefined ? {} : { ban_duration: banned ? foreverBanned : "none" };
  const confirmed = change.email === undefined ? {} : { email_confirm: true };
  // The database refuses a new password unless `password_set_at` changes with it (private.require_product_password).
  const checked =
    change.password === undefined ? {} : { app_metadata: { password_set_at: new Date().toISOString() } };
  await administer(`users/${id}`, "PUT", { ...change, ...confirmed, ...checked, ...ban });
}

/** Removes an account with its sessions. @throws Problem of kind `not_found`; Error when Auth fails. */
export async function removeAccount(id: string): Promise<void> {
  await administer(`users/${id}`, "DELETE", {});
}

async function administer(call: string, method: "POST" | "PUT" | "DELETE", body: object): Promise<void> {
  const key = serviceKey();
  const headers = { apikey: key, authorization: `Bearer ${key}` };
  const answer = await callAuth(`admin/${call}`, { method, headers, body });
  const text = await answer.text();
  if (answer.ok) return;
  const { code, message } = refusalIn(text);
  if (code === "email_exists")
    throw field("conflict", "email", "There is another user with the same E-mail.");
  if (code === "weak_password") throw field("rule", "password", "This password is too weak.");
  if (answer.status === 404) throw new Problem("not_found", "This account does not exist.");
  if (answer.status === 400 || answer.status === 422) throw new AccountRefusal(message || code);
  throw new Error(`Auth answered ${answer.status} ${code} to ${method} admin/${call.split("/")[0]}.`);
}

const field = (kind: "conflict" | "rule", name: string, message: string) =>
  new Problem(kind, message, [{ field: name, message }]);

/** Reads the reason of a refusal, whose fields depend on Auth's version. */
function refusalIn(text: string): { code: string; message: string } {
  try {
    const { code, error_code: named, msg, message } = JSON.parse(text) as Record<string, unknown>;
    return { code: String(named ?? code ?? ""), message: String(msg ?? message ?? "") };
  } catch {
    return { code: "", message: "" };
  }
}
