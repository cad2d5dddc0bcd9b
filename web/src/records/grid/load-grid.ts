/** Loads the code of the table. Phones don't load this code, because they show cards instead. */

export const showsCards = (): boolean => window.matchMedia("(max-width: 36em)").matches;

export const loadGrid = () => import("./record-grid.tsx");
