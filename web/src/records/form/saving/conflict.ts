/** Two people changed the same row: what each of them changed, and the row that follows from the choices. */
import { changedNames, type FormValues } from "../fields/form-values.ts";

export type Choice = "mine" | "theirs";

export interface Conflict {
  /** Changed by both, differently: somebody has to choose. */
  contested: string[];
  /** Changed by the other person only: taken over. */
  theirsOnly: string[];
  /** Changed by me only: kept. */
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

/** Their row with my changes on it; where both changed a field, the choice decides (mine unless chosen otherwise). */
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
