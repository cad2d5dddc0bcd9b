/** Scrolls to the row that was just saved, and highlights it for a moment. */
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { Row } from "../../lib/http/api.ts";

export interface Mark {
  id: number;
  /** Number of the save. Differs for each save, even of the same row. */
  number: number;
}

/** Duration of the highlight, in milliseconds. */
const marked = 2_500;
/** Milliseconds to wait before the row is focused, because a closing form or dialog first returns the focus. */
const settles = 80;

/**
 * @param element Element that contains the rows. Each row has the attribute `row-id`.
 * @param show Scrolls to the row with the given index and focuses it. Returns false if the row can't be shown yet.
 */
export function useMark(
  mark: Mark | null,
  rows: readonly Row[],
  element: RefObject<HTMLElement | null>,
  onDone: () => void,
  show: (at: number) => boolean,
): void {
  const done = useRef(0);
  const finish = useEffectEvent(onDone);
  const showRow = useEffectEvent(show);
  const at = mark === null ? -1 : rows.findIndex((row) => row.id === mark.id);
  const { id, number } = mark ?? { id: 0, number: 0 };
  useEffect(() => {
    if (number === 0) done.current = 0;
    if (at < 0 || done.current === number) return;
    const timer = setTimeout(() => {
      done.current = number;
      if (!showRow(at)) return;
      // Highlight all elements of the row, because frozen columns split a table row into several elements.
      for (const part of element.current?.querySelectorAll(`[row-id="${id}"]`) ?? []) {
        part.setAttribute("data-saved", "");
        setTimeout(() => part.removeAttribute("data-saved"), marked);
      }
      finish();
    }, settles);
    return () => clearTimeout(timer);
  }, [at, id, number, element]);
}
