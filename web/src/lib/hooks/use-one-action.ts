/** State of a button that sends a request: whether the request is running, and the message if it failed. */
import { useState } from "react";
import { messageOf } from "../http/problem.ts";

/** Runs one action at a time: while an action runs, other actions are ignored. */
export function useOneAction() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = async (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (thrown) {
      setProblem(messageOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, clearProblem: () => setProblem(null), attempt };
}
