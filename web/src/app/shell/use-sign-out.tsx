/** Signs out. If entries have not reached the server, the user is asked first. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { withLoading } from "../../lib/http/events.ts";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import type { Entry } from "../../lib/outbox/entry.ts";
import { signOut } from "../../lib/sign-out.ts";
import { useUser } from "../../lib/user.ts";

const SignOutQuestion = lazy(() => loadChunk(() => import("../../features/waiting/sign-out-question.tsx")));

/** Returns the function of a sign-out button, and the question to show. */
export function useSignOut(): { leave: () => void; question: ReactNode } {
  const { id } = useUser();
  const [unsent, setUnsent] = useState<readonly Entry[]>([]);
  const leave = async () => {
    const { readUnsent } = await import("../../lib/outbox/read-unsent.ts");
    const entries = await readUnsent(id);
    if (entries.length > 0) setUnsent(entries);
    else await withLoading(signOut);
  };
  return {
    leave: () => void leave(),
    question: unsent.length > 0 && (
      <Suspense>
        <SignOutQuestion entries={unsent} onClose={() => setUnsent([])} />
      </Suspense>
    ),
  };
}
