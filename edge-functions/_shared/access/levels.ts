/**
 * Access of each level of users (spec section 6), from the rows of private.levels.
 *
 * A level has a rank and a list of office columns, such as the region. A user sees only rows whose office columns have
 * the user's own values. The central level has no office columns, so its users see all rows. Users without a known
 * level see no rows.
 */
import { levelRows } from "./level-rows.ts";

export type Level = (typeof levelRows)[number]["level"];
export type OfficeColumn = (typeof levelRows)[number]["scope"][number];

/** Names of the levels, highest first. */
export const levelNames: readonly Level[] = levelRows.map(({ level }) => level);

const knownLevel = (name: string | null | undefined) => levelRows.find(({ level }) => level === name);

/** Returns the rank of a level: a positive number, or 0 for an unknown level. */
export const rankOf = (name: string | null | undefined): number => knownLevel(name)?.rank ?? 0;

/**
 * Returns the office columns of a level, widest first; null for an unknown level. A user of the level sees only rows
 * with the user's own values in these columns.
 */
export const scopeOf = (name: string | null | undefined): readonly OfficeColumn[] | null =>
  knownLevel(name)?.scope ?? null;

/** True if users of the level see and write the rows of all offices. */
export const seesEverything = (name: string | null | undefined): boolean => scopeOf(name)?.length === 0;

/** True if a user of this level sees only rows with the user's own value in the column. */
export const isSharedColumn = (name: string | null | undefined, column: string): boolean =>
  (scopeOf(name) ?? []).some((shared) => shared === column);
