/**
 * Entry point of the web app. Landing and login are light pages without a router; all other pages are the app. Each
 * loads when needed.
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
// Delete the data of ended sessions, because a browser that restores its tabs also restores their session storage. Keep
// the stored session's data after its idle limit, because the session may continue without a connection.
removeEndedSessionData(storedSession());

/**
 * Milliseconds to wait before installing the service worker, so that the installation doesn't delay the first screen.
 */
const workerDelay = 3000;

// Install the service worker only in the built app, because the development server's files change while the page is
// open.
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
