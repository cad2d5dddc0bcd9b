/**
 * The draft of a form: entries are kept while they are typed. A draft that an earlier visit left is offered, and not put
 * in unasked; as long as it waits for an answer, what is typed is kept beside it, so that neither is lost.
 */
import { useCallback, useEffect, useRef, useState } from "react";

/** A draft, and an older one of the same form that was still without an answer when it was begun. */
export interface Waiting<Draft> {
  earlier?: Draft | undefined;
}

interface Options<Draft> {
  read: () => Draft | null;
  /** Leaves exactly this draft for the form, or none. */
  leave: (draft: Draft | null) => void;
  /** What is typed so far; null while nothing differs from what the form started with. */
  typed: () => Draft | null;
  /** Goes on with a draft in the place of what was typed, which is null where nothing was. */
  put: (draft: Draft, typed: Draft | null) => void;
}

const draftDelay = 400;

export function useDraft<Draft extends Waiting<Draft>>(options: Options<Draft>) {
  const [offered, setOffered] = useState(options.read);
  const latest = useRef(options);
  latest.current = options;
  const finished = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const keepBeside = useCallback((waiting: Draft | null): boolean => {
    clearTimeout(timer.current);
    const draft = latest.current.typed();
    latest.current.leave(draft ? { ...draft, earlier: waiting ?? undefined } : waiting);
    return draft !== null;
  }, []);

  /** Keeps at once what is typed; tells whether there is anything. */
  const keep = useCallback(() => keepBeside(offered), [keepBeside, offered]);

  const settle = (rest: Draft | null) => {
    keepBeside(rest);
    setOffered(rest);
  };

  return {
    offered,
    keep,
    /** Keeps what is typed once the typing rests. */
    keepSoon: useCallback(() => {
      clearTimeout(timer.current);
      // Entries of the last moment before a save are no draft once they are saved.
      timer.current = setTimeout(() => !finished.current && keep(), draftDelay);
    }, [keep]),
    /** Goes on with the offered entries. What was typed meanwhile is offered next, then a draft older than them. */
    restore: () => {
      if (!offered) return;
      const { earlier } = offered;
      const typed = latest.current.typed();
      latest.current.put(offered, typed);
      settle(typed ? { ...typed, earlier } : (earlier ?? null));
    },
    discard: () => settle(offered?.earlier ?? null),
    /** What was typed is saved; drafts that wait for an answer go on waiting. */
    finish: () => {
      finished.current = true;
      latest.current.leave(offered);
    },
  };
}
