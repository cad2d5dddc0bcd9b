/** Loads the code of the table. Phones show cards instead, and don't need it. */

export const showsCards = (): boolean => window.matchMedia("(max-width: 36em)").matches;

export const loadGrid = () => import("./record-grid.tsx");
