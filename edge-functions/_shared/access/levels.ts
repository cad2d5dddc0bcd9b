/**
 * What the level of somebody gives (spec section 6), by the rows that the database has of it: how high one ranks, and the
 * columns of an office that it shares with every row it sees. The central office shares none and sees all; whoever has
 * no level of these sees nothing.
 */
import { levelRows } from "./level-rows.ts";

export type Level = (typeof levelRows)[number]["level"];
export type OfficeColumn = (typeof levelRows)[number]["scope"][number];

/** The names of the levels, the highest first. */
export const levelNames: readonly Level[] = levelRows.map(({ level }) => level);

const knownLevel = (name: string | null | undefined) => levelRows.find(({ level }) => level === name);

/** From 1 upwards; 0 for somebody without a level that counts. */
export const rankOf = (name: string | null | undefined): number => knownLevel(name)?.rank ?? 0;

/** The columns of an office that are the same in all rows of the level, the widest first; null for one that is not known. */
export const scopeOf = (name: string | null | undefined): readonly OfficeColumn[] | null =>
  knownLevel(name)?.scope ?? null;

/** Whether the level sees and writes the rows of all offices. */
export const seesEverything = (name: string | null | undefined): boolean => scopeOf(name)?.length === 0;

/** Whether all rows of the level have the user's own value there. */
export const isSharedColumn = (name: string | null | undefined, column: string): boolean =>
  (scopeOf(name) ?? []).some((shared) => shared === column);
