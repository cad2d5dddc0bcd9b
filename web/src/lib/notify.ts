/** Short notices at the edge of the screen. The component that shows them loads with the first one. */
import { messageOf } from "./http/problem.ts";

export interface Notice {
  message: string;
  tone: "success" | "error" | "info";
  title?: string;
  /** How long it stands; 5 seconds unless said otherwise. */
  seconds?: number;
  /** A word that notices share of which only the last one stands. */
  instead?: string;
  /** What can be done about it, once. */
  act?: { label: string; run: () => void };
}

type Show = (notice: Notice) => void;

const waiting: Notice[] = [];
let show: Show | null = null;
let wake: (() => void) | null = null;

export function notify(notice: Notice): void {
  if (show) show(notice);
  else {
    waiting.push(notice);
    wake?.();
  }
}

/**
 * Says what was done, with Undo beside it for ten seconds.
 * @param undo Takes it back, and answers what there is to say of that; what it throws is shown in its words.
 */
export function notifyWithUndo(done: Notice, undo: () => Promise<Notice | undefined>): void {
  const run = async () => {
    try {
      const undone = await undo();
      if (undone) notify(undone);
    } catch (problem) {
      notify({ tone: "error", message: messageOf(problem) });
    }
  };
  notify({ ...done, seconds: 10, act: { label: "Undo", run: () => void run() } });
}

/** Called by the host when it stands: `onFirst` when a notice waits and nothing shows it yet. */
export function onFirstNotice(onFirst: () => void): () => void {
  wake = onFirst;
  if (waiting.length > 0) onFirst();
  return () => {
    wake = null;
  };
}

/** Called by the component that shows notices, once it is there. */
export function connectNotices(connected: Show): () => void {
  show = connected;
  for (const notice of waiting.splice(0)) connected(notice);
  return () => {
    show = null;
  };
}
