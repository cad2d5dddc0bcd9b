/**
 * The pages /unauthorized and /forbidden (spec section 2): the reason why the user sees the page, and links to
 * continue.
 */
import { Link, useRouter, useSearch } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import "../entrance/entrance.css";
import { useSignOut } from "../features/waiting/use-sign-out.tsx";
import { agencyName, footerYear } from "../lib/product.ts";
import { sessionKey } from "../lib/secrets/stored-session.ts";
import { knownUser } from "../lib/user.ts";
import { tabsOf } from "./shell/tabs.ts";

const ExportAfterEnd = lazy(() =>
  import("../features/waiting/export-after-end.tsx").catch((problem: unknown) => {
    console.error("The unsent entries can't be exported here.", problem);
    return { default: () => null };
  }),
);

const reasons = {
  idle: "You were signed out because there was no activity for a while.",
  elsewhere: "You have signed out in another tab or window.",
} as const;

export function Unauthorized() {
  const { next, why } = useSearch({ from: "/unauthorized" });
  const router = useRouter();
  // Opens the requested page after the user has signed in in another tab. If a session was already stored, the other
  // tab only renewed its tokens.
  useEffect(() => {
    const follow = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key === sessionKey && oldValue === null && newValue !== null)
        router.history.push(next ?? "/homepage");
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, [router, next]);
  return (
    <Notice title="Please sign in">
      <p>
        {why
          ? reasons[why]
          : "Sign in to see this page. Either you have not signed in yet, or your session has ended."}
      </p>
      <p>Unsaved entries are kept in this browser and are offered again after you sign in.</p>
      {/* After an idle end or a sign-out, another person may use this computer. */}
      {!why && (
        <Suspense>
          <ExportAfterEnd />
        </Suspense>
      )}
      <div className="notice-links">
        <Link className="button" to="/loginpage" search={{ next }}>
          Sign in
        </Link>
        <Link className="button button-quiet" to="/">
          Start page
        </Link>
      </div>
    </Notice>
  );
}

export function Forbidden() {
  const user = knownUser();
  const { leave, question } = useSignOut();
  return (
    <Notice title="You do not have access to this page">
      <p>
        {user ? `You are signed in as ${user.username} (${user.roles ?? "no role"}). ` : ""}
        An administrator can add this page to your role.
      </p>
      <div className="notice-links">
        {user &&
          tabsOf(user).map((tab) => (
            <Link key={tab.route} className="button" to={tab.to}>
              {tab.label}
            </Link>
          ))}
        <Link className="button button-quiet" to="/homepage/about">
          About
        </Link>
        <button type="button" className="button button-quiet" onClick={leave}>
          Log out
        </button>
      </div>
      {question}
    </Notice>
  );
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title;
    heading.current?.focus();
  }, [title]);
  return (
    <div className="notice">
      <main className="notice-panel">
        <img src="/images/mark.svg" alt="" width="48" height="48" />
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {children}
      </main>
      <footer className="public-footer">
        {agencyName} · {footerYear}
      </footer>
    </div>
  );
}
