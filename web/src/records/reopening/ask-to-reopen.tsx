/** Button that asks to reopen a closed window, shown where a closed window disables an action. */
import { lazy, Suspense, useState } from "react";
import { Button } from "../../components/button.tsx";
import type { ClosedWindow } from "../common/rights.ts";

const AskDialog = lazy(() => import("./ask-dialog.tsx"));

/** Renders nothing unless a closed window is the reason that an action is disabled. */
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
