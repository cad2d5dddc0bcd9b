/**
 * Sets of rows by outcome, for all forms with targets. An outcome is a target, an accomplishment, or a matched target.
 * A target is matched if it has an accomplishment.
 */

import type { FigureSet } from "./set.ts";
import type { SubjectName } from "./subjects.ts";

/**
 * Returns the sets of ARBOs and of ARCs by outcome: with a target, with an accomplishment, with a matched target, with
 * unmatched targets only, with unmatched accomplishments only, and without an accomplishment.
 */
export function outcomesOf<C extends string>(chart: C) {
  const sets = (one: "arbo" | "arc", many: "ARBOs" | "ARCs") => {
    const subject = `${one}s` as const;
    return {
      [`${chart}.${one}s_target`]: { label: `${many} with a target`, subject, where: "@targeted" },
      [`${chart}.${one}s_accomplished`]: {
        label: `${many} with an accomplishment`,
        subject,
        where: "@accomplished",
      },
      [`${chart}.${one}s_matched`]: {
        label: `${many} with a matched target`,
        subject,
        where: "@matched",
      },
      [`${chart}.${one}s_unmet`]: {
        label: `${many} with targets that have no accomplishment`,
        subject,
        where: "@targeted and not @matched",
      },
      [`${chart}.${one}s_unplanned`]: {
        label: `${many} with accomplishments that match no target`,
        subject,
        where: "@accomplished and not @matched",
      },
      [`${chart}.${one}s_not_covered`]: {
        label: `${many} without an accomplishment`,
        subject,
        where: "not @accomplished",
      },
    };
  };
  return { ...sets("arbo", "ARBOs"), ...sets("arc", "ARCs") } as Record<
    `${C}.${"arbos" | "arcs"}_${"target" | "accomplished" | "matched" | "unmet" | "unplanned" | "not_covered"}`,
    FigureSet
  >;
}

/**
 * Returns the sets of targets (all, with and without an accomplishment) and of accomplishments (all, without a target).
 */
export function rowsOf<C extends string>(
  chart: C,
  targets: SubjectName,
  accomplishments: SubjectName,
  noun: string,
) {
  return {
    [`${chart}.targets`]: { label: `Targets: ${noun}`, subject: targets, where: "true" },
    [`${chart}.accomplishments`]: {
      label: `Accomplishments: ${noun}`,
      subject: accomplishments,
      where: "true",
    },
    [`${chart}.targets_matched`]: {
      label: `Targets with an accomplishment: ${noun}`,
      subject: targets,
      where: "@matched",
    },
    [`${chart}.targets_unmet`]: {
      label: `Targets without an accomplishment: ${noun}`,
      subject: targets,
      where: "not @matched",
    },
    [`${chart}.accomplishments_unplanned`]: {
      label: `Accomplishments without a target: ${noun}`,
      subject: accomplishments,
      where: "not @matched",
    },
  } as Record<
    `${C}.${"targets" | "accomplishments" | "targets_matched" | "targets_unmet" | "accomplishments_unplanned"}`,
    FigureSet
  >;
}
