/** Landing and login inside the app, for somebody who comes back to them without loading the page anew. */
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
