/** Loads the code of the table. Phones show cards instead of the table, and don't load this code. */

export const showsCards = (): boolean => window.matchMedia("(max-width: 36em)").matches;

export const loadGrid = () => import("./record-grid.tsx");
