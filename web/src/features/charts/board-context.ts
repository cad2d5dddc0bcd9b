/** What the cards of a board know of it, and it of them. */
import { createContext } from "react";
import type { CardView } from "./files/slides.ts";

interface BoardContextValue {
  /** What each card shows just now, by the key of its chart: for whoever saves the board as it is seen. */
  views: Map<string, () => CardView>;
  /** All charts are drawn, also those that nobody has scrolled to. */
  whole: boolean;
}

export const BoardContext = createContext<BoardContextValue>({ views: new Map(), whole: false });
