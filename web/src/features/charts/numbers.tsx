/** A chart of single numbers: one tile per number, with a link to the counted rows. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Figure } from "#shared/charts/figures/types.ts";
import { AnimatedNumber } from "./animated-number.tsx";
import classes from "./charts.module.css";
import { drillAddress } from "./figures/drill.ts";
import { type DrawnChart, figureTable } from "./figures/figures.ts";

interface Props {
  chart: DrawnChart;
  /** Returns additional text below a figure. */
  below?: (figure: Figure) => ReactNode;
}

export function Numbers({ chart, below }: Props) {
  const figureOf = figureTable(chart);
  const several = chart.series.length > 1;
  return (
    <ul className={classes.numbers}>
      {chart.groups.flatMap((group) =>
        chart.series.map((series) => {
          const figure = figureOf(group.key, series.key);
          const label = several ? [group.label, series.label].filter(Boolean).join(": ") : group.label;
          const value = <AnimatedNumber value={figure?.value ?? 0} />;
          return (
            <li key={`${group.key} ${series.key}`}>
              {figure ? (
                <Link {...drillAddress(figure.drill)} className={classes.number}>
                  <strong>{value}</strong>
                  <span>{label}</span>
                  {below?.(figure)}
                </Link>
              ) : (
                <span className={classes.number}>
                  <strong>{value}</strong>
                  <span>{label}</span>
                </span>
              )}
            </li>
          );
        }),
      )}
    </ul>
  );
}
