/** Compares two users' changes of the same row and merges them by the user's choices. */
import { changedNames, type FormValues } from "../fields/form-values.ts";

export type Choice = "mine" | "theirs";

export interface Conflict {
  /** Fields that both users changed to different values, of which the user must choose one. */
  contested: string[];
  /** Fields that only the other user changed. The other user's value is used. */
  theirsOnly: string[];
  /** Fields that only this user changed. This user's value is used. */
  mineOnly: string[];
}

export function compare(base: FormValues, theirs: FormValues, mine: FormValues): Conflict {
  const changedByThem = new Set(changedNames(base, theirs));
  const changedByMe = changedNames(base, mine);
  const contested = changedByMe.filter(
    (name) => changedByThem.has(name) && (mine[name] ?? null) !== (theirs[name] ?? null),
  );
  return {
    contested,
    theirsOnly: [...changedByThem].filter((name) => !changedByMe.includes(name)),
    mineOnly: changedByMe.filter((name) => !changedByThem.has(name)),
  };
}

/**
 * Merges both versions of the row. If both users changed a field, `choices` names the version to use; the default is
 * this user's value.
 */
export function merge(
  conflict: Conflict,
  theirs: FormValues,
  mine: FormValues,
  choices: Readonly<Record<string, Choice>>,
): FormValues {
  const merged = { ...theirs };
  for (const name of conflict.mineOnly) merged[name] = mine[name] ?? null;
  for (const name of conflict.contested) {
    if (choices[name] !== "theirs") merged[name] = mine[name] ?? null;
  }
  return merged;
}
