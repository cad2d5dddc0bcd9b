/**
 * The levels of users (spec section 6), each once: how high one ranks, and the columns of an office that it shares with
 * every row it sees. The central office shares none and sees all; whoever has no level of these sees nothing.
 */
export const levels = [
  { level: "Central", rank: 3, scope: [] },
  { level: "Regional", rank: 2, scope: ["region_name"] },
  { level: "Provincial", rank: 1, scope: ["region_name", "province_name"] },
] as const satisfies readonly { level: string; rank: number; scope: readonly OfficeColumn[] }[];

export type Level = (typeof levels)[number]["level"];
type OfficeColumn = "region_name" | "province_name";

const knownLevel = (name: string | null | undefined) => levels.find(({ level }) => level === name);

/** From 1 upwards; 0 for somebody without a level that counts. */
export const rankOf = (name: string | null | undefined): number => knownLevel(name)?.rank ?? 0;

/** The columns of an office that are the same in all rows of the level; null for one that is not known. */
export const scopeOf = (name: string | null | undefined): readonly OfficeColumn[] | null =>
  knownLevel(name)?.scope ?? null;

/** Whether the level sees and writes the rows of all offices. */
export const seesEverything = (name: string | null | undefined): boolean => scopeOf(name)?.length === 0;
