/** Ending the session. The page is loaded anew, so that nothing of the user's data stays in memory. */
import { call } from "./http/http.ts";
import { clearSession, readSession } from "./http/session.ts";

export async function signOut(): Promise<void> {
  try {
    if (readSession()) await call("POST /api/auth/logout");
  } catch (problem) {
    console.error("The server did not end the session.", problem);
  }
  clearSession();
  window.location.assign("/");
}
