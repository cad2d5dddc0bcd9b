/** Data that `Board` shares with its cards. */
import { createContext } from "react";
import type { CardView } from "./files/slides.ts";

interface BoardContextValue {
  /**
   * Functions that return the current view of each card, by the key of the card's chart. They are used to save slides
   * that look like the cards.
   */
  views: Map<string, () => CardView>;
  /** True if all charts are rendered, including charts outside the visible part of the page. */
  whole: boolean;
}

export const BoardContext = createContext<BoardContextValue>({ views: new Map(), whole: false });
