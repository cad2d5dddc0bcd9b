/** The login page. Signs in through POST /api/auth/login. Loads supabase-js while the user types. */

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { turnAnnouncement } from "#shared/rules/sign-in-delay.ts";
import type { CurrentUser } from "../lib/current-user.ts";
import { homeOf } from "../lib/guards.ts";
import { call } from "../lib/http/http.ts";
import { type ApiProblem, messageOf } from "../lib/http/problem.ts";
import { clearSession } from "../lib/http/session.ts";
import { beginSession, startSessionRenewal } from "../lib/http/session-renewal.ts";
import { agencyName, footerYear, productName } from "../lib/product.ts";
import "./entrance.css";
import { PublicLink } from "./public-link.tsx";

interface Props {
  goTo: (path: string) => void;
  onSignedIn: (destination: string) => Promise<void>;
}

export function Login({ goTo, onSignedIn }: Props) {
  const { problem, busy, submit } = useSignIn(onSignedIn);
  const usernameId = useId();
  const problemId = useId();
  const username = useRef<HTMLInputElement>(null);
  const alert = useRef<HTMLParagraphElement>(null);

  useEffect(() => username.current?.focus(), []);
  useEffect(() => {
    // Ignore errors: the user can sign in without supabase-js, and `beginSession` loads it again.
    startSessionRenewal().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (problem) alert.current?.focus();
  }, [problem]);

  return (
    <div className="login">
      <main className="login-panel">
        <img src="/images/mark.svg" alt="" width="56" height="56" />
        <h1>{productName}</h1>
        <p className="login-agency">{agencyName}</p>
        <form onSubmit={submit} noValidate aria-describedby={problem ? problemId : undefined}>
          {problem && (
            <p className="login-problem" role="alert" id={problemId} ref={alert} tabIndex={-1}>
              {problem}
            </p>
          )}
          <label htmlFor={usernameId}>Username</label>
          <input
            id={usernameId}
            ref={username}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <PasswordField />
          <button type="submit" className="button button-large" disabled={busy}>
            {busy ? "Signing in…" : "Log in"}
          </button>
        </form>
        <p className="login-help">Forgot your password? An administrator can give you a new one.</p>
        <PublicLink className="login-back" to="/" goTo={goTo}>
          Back to the start page
        </PublicLink>
      </main>
      <footer className="public-footer">
        {agencyName} · {footerYear}
      </footer>
    </div>
  );
}

function useSignIn(onSignedIn: Props["onSignedIn"]) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const credentials = {
      username: String(entered.get("username")).trim(),
      password: String(entered.get("password")),
    };
    if (!credentials.username || !credentials.password) {
      setProblem("Enter your username and password.");
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      clearSession();
      const answer = await signInWhenItsTurn(credentials, setProblem);
      await beginSession(answer.data.session);
      await onSignedIn(destination(answer.data.user));
    } catch (thrown) {
      setProblem(messageOf(thrown));
      setBusy(false);
    }
  };
  return { problem, busy, submit };
}

/** Maximum wait in seconds. If the server asks for a longer wait, the user must repeat the sign-in. */
const longestTurn = 60;

/**
 * Signs in. While many users sign in, the server may tell the page to wait; the page then shows the wait and repeats
 * the sign-in. A sign-in that fails for another reason is not repeated.
 */
async function signInWhenItsTurn(
  credentials: { username: string; password: string },
  show: (message: string) => void,
) {
  for (;;) {
    try {
      return await call("POST /api/auth/login", credentials);
    } catch (thrown) {
      const seconds = (thrown as Partial<ApiProblem>).retryAfter;
      const message = messageOf(thrown);
      if (!seconds || seconds > longestTurn || !message.includes(turnAnnouncement)) throw thrown;
      show(message);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000 * (1 + Math.random() / 4)));
    }
  }
}

function PasswordField() {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <>
      <label htmlFor={id}>Password</label>
      <div className="login-password">
        <input
          id={id}
          name="password"
          type={shown ? "text" : "password"}
          autoComplete="current-password"
          required
        />
        <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? "Hide" : "Show"}
          <span className="visually-hidden"> password</span>
        </button>
      </div>
    </>
  );
}

/**
 * Returns the page from which the user was redirected to the login, if it is a page of this app. Otherwise returns the
 * user's start page.
 */
function destination(user: CurrentUser): string {
  const next = new URLSearchParams(window.location.search).get("next");
  return next?.startsWith("/homepage/") ? next : homeOf(user);
}
