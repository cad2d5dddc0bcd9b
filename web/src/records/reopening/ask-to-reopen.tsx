/** Button that asks to reopen a closed entry window. Shown next to an action that the closed entry window disables. */
import { lazy, Suspense, useState } from "react";
import { Button } from "../../components/button.tsx";
import type { ClosedWindow } from "../common/rights.ts";

const AskDialog = lazy(() => import("./ask-dialog.tsx"));

/** Renders the button only if a closed entry window is the reason that an action is disabled. */
export default function AskToReopen({ closed }: { closed: ClosedWindow | null }) {
  const [asking, setAsking] = useState(false);
  if (!closed) return null;
  return (
    <>
      <Button look="default" onClick={() => setAsking(true)}>
        Ask to reopen
      </Button>
      {asking && (
        <Suspense>
          <AskDialog closed={closed} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
