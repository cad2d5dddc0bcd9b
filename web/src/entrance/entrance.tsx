/**
 * Landing and login without the router, so that they load fast. The app's route guard redirects users who are already
 * signed in.
 */
import { useCallback, useEffect, useState } from "react";
import { fetchCurrentUser } from "../lib/current-user.ts";
import { redirectFor, targetOf } from "../lib/guards.ts";
import { storedSession } from "../lib/secrets/stored-session.ts";
import { Landing } from "./landing.tsx";
import { Login } from "./login.tsx";

export function Entrance({ openApp }: { openApp: () => Promise<void> }) {
  const [path, setPath] = useState(() => window.location.pathname);
  const [checked, setChecked] = useState(() => storedSession() === null);

  const enter = useCallback(
    async (destination: string) => {
      window.history.replaceState(null, "", destination);
      await openApp();
    },
    [openApp],
  );

  useEffect(() => {
    if (checked) return;
    void fetchCurrentUser()
      .catch(() => null)
      .then((user) => {
        const destination = redirectFor(targetOf(path), user);
        if (destination) void enter(destination);
        else setChecked(true);
      });
  }, [checked, path, enter]);

  useEffect(() => {
    const follow = () => {
      if (targetOf(window.location.pathname).kind === "entrance") setPath(window.location.pathname);
      else void openApp();
    };
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, [openApp]);

  const goTo = (next: string) => {
    window.history.pushState(null, "", next);
    setPath(window.location.pathname);
    window.scrollTo(0, 0);
  };

  if (!checked) return null;
  return path === "/" ? <Landing goTo={goTo} /> : <Login goTo={goTo} onSignedIn={enter} />;
}
