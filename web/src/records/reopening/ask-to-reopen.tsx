/** Button that asks to reopen a closed entry window. Shown beside an action that the closed window disables. */
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { later } from "../../components/later.tsx";
import { closedWindow, type Refused } from "./closed-window.ts";

const AskDialog = later(() => import("./ask-dialog.tsx"));

/** Renders the button only if a closed entry window is the reason that an action is disabled. */
export default function AskToReopen(refused: Refused) {
  const [asking, setAsking] = useState(false);
  const closed = closedWindow(refused);
  if (!closed) return null;
  return (
    <>
      <Button look="default" onClick={() => setAsking(true)}>
        Ask to reopen
      </Button>
      {asking && <AskDialog closed={closed} onClose={() => setAsking(false)} />}
    </>
  );
}
