/** Signs out. If entries have not reached the server, the user is asked first. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { withLoading } from "../../lib/http/events.ts";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import { sessionUserId } from "../../lib/http/session.ts";
import type { Entry } from "../../lib/outbox/entry.ts";
import { signOut } from "../../lib/sign-out.ts";

const SignOutQuestion = lazy(() => loadChunk(() => import("./sign-out-question.tsx")));

/**
 * Returns `leave`, the function of a sign-out button, and `question`, a dialog that the caller must render.
 * @param end Ends the session; by default, in this browser only.
 */
export function useSignOut(end: () => Promise<void> = signOut): { leave: () => void; question: ReactNode } {
  const [unsent, setUnsent] = useState<readonly Entry[]>([]);
  const close = () => setUnsent([]);
  const endNow = () => {
    close();
    void withLoading(end);
  };
  const leave = async () => {
    // If the code that reads the outbox can't be loaded, sign out without a question. The entries stay until the user
    // signs in again.
    const entries = await import("../../lib/outbox/read-unsent.ts")
      .then(({ readUnsent }) => readUnsent(sessionUserId()))
      .catch(() => []);
    if (entries.length > 0) setUnsent(entries);
    else endNow();
  };
  return {
    leave: () => void leave(),
    question: unsent.length > 0 && (
      <Suspense>
        <SignOutQuestion entries={unsent} onLeave={endNow} onClose={close} />
      </Suspense>
    ),
  };
}
