/** The marks that the database counts for the main dashboard (private.board_marks) are those that its figures ask for. */
import { expect, it } from "vitest";
import { marksIn } from "#shared/charts/figures/extra-filters.ts";
import { type FigureSet, figureSets } from "#shared/charts/figures/index.ts";

it("figures of organizations and communities ask for accomplishments and programmes alone", () => {
  const sets = Object.entries<FigureSet>(figureSets).filter(
    ([key, { subject }]) => key.startsWith("main-dashboard.") && ["arbos", "arcs"].includes(subject),
  );
  expect(new Set(sets.flatMap(([, { where }]) => marksIn(where)))).toEqual(
    new Set(["accomplished", "programmed"]),
  );
});
