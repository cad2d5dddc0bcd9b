/**
 * For the main dashboard, private.board_marks contains only two marks of ARBOs and ARCs: accomplished and programmed.
 * The figures of the main dashboard must therefore use no other marks.
 */
import { expect, it } from "vitest";
import { marksIn } from "#shared/charts/figures/extra-filters.ts";
import { type FigureSet, figureSets } from "#shared/charts/figures/index.ts";

it("Figures of ARBOs and ARCs on the main dashboard use only the marks of accomplishments and programmes.", () => {
  const sets = Object.entries<FigureSet>(figureSets).filter(
    ([key, { subject }]) => key.startsWith("main-dashboard.") && ["arbos", "arcs"].includes(subject),
  );
  expect(new Set(sets.flatMap(([, { where }]) => marksIn(where)))).toEqual(
    new Set(["accomplished", "programmed"]),
  );
});
