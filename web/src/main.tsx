/**
 * Entry point of the web app. Landing and login are light pages without a router; all other pages are the app. Each
 * part loads when it is needed.
 */
import "./components/base.css";
import { createRoot } from "react-dom/client";
import { applyColorScheme } from "./lib/color-scheme.ts";
import { targetOf } from "./lib/guards.ts";
import { watchConnection } from "./lib/http/connection.ts";
import { removeEndedSessionData } from "./lib/http/session.ts";
import { storedSession } from "./lib/secrets/stored-session.ts";

applyColorScheme();
watchConnection();
// A browser that restores its tabs also restores their session storage, so delete the data of ended sessions. Keep the
// data of the stored session even if its idle limit has passed, because the session may continue without a connection.
removeEndedSessionData(storedSession());

/**
 * Milliseconds to wait before the service worker is installed, so that the installation doesn't delay the first screen.
 */
const workerDelay = 3000;

// Install the service worker only in the built app. On the development server, files change while the page is open.
if (import.meta.env.PROD) {
  window.addEventListener("load", () =>
    setTimeout(async () => (await import("./lib/http/new-version.ts")).followNewVersions(), workerDelay),
  );
}

const root = createRoot(document.getElementById("root") as HTMLElement);

async function openApp(): Promise<void> {
  const { App } = await import("./app/app.tsx");
  root.render(<App />);
}

async function openEntrance(): Promise<void> {
  const { Entrance } = await import("./entrance/entrance.tsx");
  root.render(<Entrance openApp={openApp} />);
}

void (targetOf(window.location.pathname).kind === "entrance" ? openEntrance() : openApp());
