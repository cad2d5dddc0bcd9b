/** Landing and login as routes of the app, for users who return to them without reloading the page. */
import { useNavigate, useRouter } from "@tanstack/react-router";
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
    router.history.push(destination);
    await router.invalidate();
  };
  return <Login goTo={(path) => void navigate({ to: path })} onSignedIn={enter} />;
}
