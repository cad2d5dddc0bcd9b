/** The app behind the sign-in: providers, router, loading overlay and notices. */
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { signedOutEvent } from "../lib/http.ts";
import { readSession } from "../lib/session.ts";
import "./app.css";
import { LoadingOverlay } from "./loading-overlay.tsx";
import { NoticeHost } from "./notice-host.tsx";
import { queryClient } from "./query-client.ts";
import { router } from "./router.tsx";

/** supabase-js comes after the first screen stands; it renews the session in time. */
const sessionDelay = 3000;

export function App() {
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!readSession()) return;
      void import("../lib/supabase-session.ts")
        .then(({ superviseSession }) => superviseSession())
        .catch((problem: unknown) => console.error("The session is not being renewed.", problem));
    }, sessionDelay);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    const leave = () => {
      const next = window.location.pathname + window.location.search;
      void router.navigate({ to: "/unauthorized", search: { next } });
    };
    window.addEventListener(signedOutEvent, leave);
    return () => window.removeEventListener(signedOutEvent, leave);
  }, []);

  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <LoadingOverlay />
      <NoticeHost />
    </QueryClientProvider>
  );
}
