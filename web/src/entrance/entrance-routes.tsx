/** Landing and login inside the app, for somebody who comes back to them without loading the page anew. */
import { useNavigate, useRouter } from "@tanstack/react-router";
import { queryClient } from "../app/query-client.ts";
import { Landing } from "./landing.tsx";
import { Login } from "./login.tsx";

export function LandingRoute() {
  const navigate = useNavigate();
  return <Landing goTo={(path) => void navigate({ to: path })} />;
}

export function LoginRoute() {
  const navigate = useNavigate();
  const router = useRouter();
  const enter = async (destination: string) => {
    // Whoever signs in now may be somebody else: no answer to the one before is kept.
    queryClient.clear();
    router.history.push(destination);
    await router.invalidate();
  };
  return <Login goTo={(path) => void navigate({ to: path })} onSignedIn={enter} />;
}
