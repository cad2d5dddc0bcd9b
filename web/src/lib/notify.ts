/** Short notices at the edge of the screen. Their component loads with the first notice. */
import { messageOf } from "./http/problem.ts";

export interface Notice {
  message: string;
  tone: "success" | "error" | "info";
  title?: string;
  /** Seconds until the notice closes; 5 by default. */
  seconds?: number;
  /** Key of the notice. A notice replaces an earlier one with the same key; closeNotice closes a notice by its key. */
  instead?: string;
  /** A button on the notice, which the user can press once. */
  act?: { label: string; run: () => void };
}

type Show = (notice: Notice) => void;

const waiting: Notice[] = [];
let show: Show | null = null;
let close: ((key: string) => void) | null = null;
let wake: (() => void) | null = null;

export function notify(notice: Notice): void {
  if (show) show(notice);
  else {
    waiting.push(notice);
    wake?.();
  }
}

/** Closes the notice with the given key. Used when the screen itself shows the content of the notice. */
export function closeNotice(key: string): void {
  if (close) close(key);
  else waiting.splice(0, waiting.length, ...waiting.filter(({ instead }) => instead !== key));
}

/**
 * Shows a notice with an Undo button for ten seconds.
 * @param undo Reverts the action. If `undo` returns a notice, that notice is shown; if it throws an error, the error's
 * message is shown.
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

/** Registers the function that loads the component for notices, called for the first notice. */
export function onFirstNotice(onFirst: () => void): () => void {
  wake = onFirst;
  if (waiting.length > 0) onFirst();
  return () => {
    wake = null;
  };
}

/** Registers the component that shows and closes notices. Passes the waiting notices to the component. */
export function connectNotices(connected: Show, closing: (key: string) => void = () => {}): () => void {
  show = connected;
  close = closing;
  for (const notice of waiting.splice(0)) connected(notice);
  return () => {
    show = null;
    close = null;
  };
}
