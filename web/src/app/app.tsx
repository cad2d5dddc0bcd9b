/** The app behind the sign-in: providers, router, loading overlay and notices. */
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { type SignedOutReason, signedOutEvent } from "../lib/http/http.ts";
import { queryClient, refetchOnReconnection } from "../lib/http/query-client.ts";
import { readSession } from "../lib/http/session.ts";
import { startSessionRenewal } from "../lib/http/session-renewal.ts";
import { LoadingOverlay } from "./loading-overlay.tsx";
import { NoticeHost } from "./notice-host.tsx";
import { loadFirstScreen, router } from "./router.tsx";

/**
 * Watches the session for inactivity. If the code of this watch can't be loaded, the screen and unsaved entries stay.
 */
const SessionWatch = lazy(() =>
  import("./idle/session-watch.tsx").catch((problem: unknown) => {
    console.error("The session is not being watched in this tab.", problem);
    return { default: () => null };
  }),
);

/**
 * Milliseconds to wait before loading the session renewal and the idle watch, so that they don't delay the first
 * screen.
 */
const sessionDelay = 3000;

void loadFirstScreen();

export function App() {
  const [settled, setSettled] = useState(false);
  useEffect(refetchOnReconnection, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(true);
      if (!readSession()) return;
      startSessionRenewal().catch((problem: unknown) =>
        console.error("The session is not being renewed.", problem),
      );
    }, sessionDelay);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    let leaving = false;
    const leave = (event: Event) => {
      const { pathname, search } = window.location;
      // Several requests may report the end of the session. Use only the first report, whose reason is the most exact.
      if (leaving || !pathname.startsWith("/homepage")) return;
      leaving = true;
      const why: SignedOutReason = event instanceof CustomEvent ? event.detail : null;
      void router
        .navigate({ to: "/unauthorized", search: { next: pathname + search, why: why ?? undefined } })
        .finally(() => {
          leaving = false;
        });
    };
    window.addEventListener(signedOutEvent, leave);
    return () => window.removeEventListener(signedOutEvent, leave);
  }, []);

  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <LoadingOverlay />
      <NoticeHost />
      {settled && (
        <Suspense>
          <SessionWatch />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}
