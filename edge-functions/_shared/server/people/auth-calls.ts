/**
 * The calls to Supabase Auth: signing in with a password, and the administration of accounts. The latter take the
 * service key, and are made only after the database has said that the caller may.
 */
import { setTimeout as pause } from "node:timers/promises";
import { decode } from "hono/jwt";
import { Problem } from "../../contracts/problems.ts";
import { gateway } from "../db/database.ts";
import { ServiceFailure } from "../db/service-failure.ts";
import { serverSettings, serviceKey } from "../environment/settings.ts";
import { WaitProblem } from "../http/answers.ts";
import { Limiter } from "../http/limiter.ts";

export interface Session {
  access_token: string;
  refresh_token: string;
  /** Seconds since 1970. */
  expires_at: number;
}

/** What of an account is changed. */
export interface AccountChange {
  email?: string;
  password?: string;
  banned?: boolean;
}

const authTimeout = 15_000;
/** Sign-ins at Auth at once: each password takes it a while, and fifty of them would all wait longer than it has. */
const grants = new Limiter(12);
/** Milliseconds to wait for one of these. */
const grantPatience = 20_000;
/** Milliseconds that an attempt waits for its turn at Auth's limit by address, and between two tries. */
const limitPatience = 12_000;
const limitPause = 1000;
/** How private.judge_password begins what it answers. */
const refusedByHook = "Too many attempts to sign in.";
/** A hundred years; Auth knows no ban without end. */
const foreverBanned = "876000h";

interface AuthCall {
  method?: "POST" | "PUT" | "DELETE";
  headers?: Record<string, string>;
  body?: object;
}

/** One call. @throws ServiceFailure when Auth fails or does not answer. */
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
 * A session for the address and password; null when they do not fit, or the account is banned. Auth lets thirty of one
 * address in at once and the others one after the other: an office that begins its day waits for its turn.
 * @param origin Its address, which Auth believes from a caller with the service key and limits by, and the browser.
 * @throws Problem too_many when Auth, or its hook (private.judge_password), lets nobody try for now.
 */
export async function passwordGrant(
  email: string,
  password: string,
  { address, agent }: { address: string; agent: string | null },
): Promise<Session | null> {
  const answer = await untilItsTurn(() =>
    oneOfFew(() =>
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
  if (answer.status === 429)
    throw new WaitProblem("Too many attempts to sign in. Try again in a minute.", 60);
  // A refusal by the hook has the status and the code of a wrong password; only its words tell.
  if (text.includes(refusedByHook)) throw new WaitProblem(`${refusedByHook} Try again in ten minutes.`, 600);
  // 400, 401, 403 and 422 are all Auth's ways of saying no; the reason stays here.
  return null;
}

/** Stores the browser's name with the session of a token that Auth has just issued. */
async function noteBrowser(token: string, agent: string): Promise<void> {
  const { session_id: id } = decode(token).payload;
  await gateway().unsafe("select private.note_browser($1::text::uuid, $2::text)", [String(id), agent]);
}

/** @throws Problem too_many where none of the few comes to an end. */
async function oneOfFew(ask: () => Promise<Response>): Promise<Response> {
  const leave = await grants.acquire("", grantPatience);
  if (!leave) throw new WaitProblem("Many people are signing in. Try again in a few seconds.", 5);
  return ask().finally(leave);
}

/** Asks again while Auth answers that there were too many requests, and gives its last answer. */
async function untilItsTurn(ask: () => Promise<Response>): Promise<Response> {
  for (const end = performance.now() + limitPatience; ; ) {
    const answer = await ask();
    if (answer.status !== 429 || performance.now() > end) return answer;
    await answer.body?.cancel();
    // Not all of them at the same moment.
    await pause(limitPause * (0.5 + Math.random()));
  }
}

/** Makes an account that can sign in at once. @throws Problem conflict (address taken), rule (password). */
export async function createAccount(id: string, email: string, password: string): Promise<void> {
  await administer("users", "POST", { id, email, password, email_confirm: true });
}

/** @throws Problem not_found, conflict, rule; an Error when Auth fails. */
export async function changeAccount(id: string, { banned, ...change }: AccountChange): Promise<void> {
  const ban = banned === undefined ? {} : { ban_duration: banned ? foreverBanned : "none" };
  const confirmed = change.email === undefined ? {} : { email_confirm: true };
  await administer(`users/${id}`, "PUT", { ...change, ...confirmed, ...ban });
}

/** Removes an account with its sessions. @throws Problem not_found; an Error when Auth fails. */
export async function removeAccount(id: string): Promise<void> {
  await administer(`users/${id}`, "DELETE", {});
}

async function administer(call: string, method: "POST" | "PUT" | "DELETE", body: object): Promise<void> {
  const key = serviceKey();
  const headers = { apikey: key, authorization: `Bearer ${key}` };
  const answer = await callAuth(`admin/${call}`, { method, headers, body });
  const text = await answer.text();
  if (answer.ok) return;
  const code = errorCode(text);
  if (code === "email_exists")
    throw field("conflict", "email", "There is another user with the same E-mail.");
  if (code === "weak_password") throw field("rule", "password", "This password is too weak.");
  if (answer.status === 404) throw new Problem("not_found", "This account does not exist.");
  throw new Error(`Auth answered ${answer.status} ${code} to ${method} admin/${call.split("/")[0]}.`);
}

const field = (kind: "conflict" | "rule", name: string, message: string) =>
  new Problem(kind, message, [{ field: name, message }]);

/** Auth names the reason in `code` or `error_code`, by its version. */
function errorCode(text: string): string {
  try {
    const { code, error_code: named } = JSON.parse(text) as { code?: unknown; error_code?: unknown };
    return String(named ?? code ?? "");
  } catch {
    return "";
  }
}
