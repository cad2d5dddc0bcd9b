/** Data that `Board` shares with its cards. */
import { createContext } from "react";
import type { CardView } from "./files/slides.ts";

interface BoardContextValue {
  /**
   * Functions by chart key. Each function returns the current view of the chart's card, so that a saved slide looks
   * like the card.
   */
  views: Map<string, () => CardView>;
  /** True if all charts are rendered, including charts outside the visible part of the page. */
  whole: boolean;
}

export const BoardContext = createContext<BoardContextValue>({ views: new Map(), whole: false });
