/** Where a closed window refuses: the way to ask for it. */
import { lazy, Suspense, useState } from "react";
import { Button } from "../../components/button.tsx";
import type { ClosedWindow } from "../common/rights.ts";

const AskDialog = lazy(() => import("./ask-dialog.tsx"));

/** Nothing where it is not a window that refuses. */
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
