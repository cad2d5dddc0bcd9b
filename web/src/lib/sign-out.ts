/** Ends the session. Reloads the page, so that none of the user's data stays in memory. */
import { call } from "./http/http.ts";
import { clearSession, readSession } from "./http/session.ts";

/** Milliseconds to wait for the server. After that, the session ends in this browser alone. */
const patience = 5000;

export async function signOut(): Promise<void> {
  if (readSession()) await endOnServer();
  clearSession();
  window.location.assign("/");
}

/** Ends the session on the server. An error is only logged, because the browser ends the session anyway. */
export async function endOnServer(): Promise<void> {
  try {
    await call("POST /api/auth/logout", undefined, { signal: AbortSignal.timeout(patience) });
  } catch (problem) {
    console.error("The server did not end the session.", problem);
  }
}
