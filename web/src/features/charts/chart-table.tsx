/** A chart as a table: every number opens the list behind it, but for rounded ones, which have none. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { RoundedFigure } from "#shared/charts/figures/types.ts";
import { count } from "../../lib/format.ts";
import classes from "./charts.module.css";
import { drillAddress } from "./figures/drill.ts";
import { type DrawnChart, figureTable } from "./figures/figures.ts";

type Member = DrawnChart["series"][number];

export function ChartTable({ chart }: { chart: DrawnChart }) {
  const figureOf = figureTable(chart);
  const cell = (group: Member, series: Member) => {
    const figure = figureOf(group.key, series.key);
    return figure ? (
      <Link
        {...drillAddress(figure.drill)}
        aria-label={`${count(figure.value)}: ${group.label}, ${series.label}`}
      >
        {count(figure.value)}
      </Link>
    ) : (
      0
    );
  };
  return <Cells chart={chart} cell={cell} />;
}

/** Figures of people whose marks the reader may not see: in fives or held back, and why. */
export function RoundedTable({ chart, figures }: { chart: DrawnChart; figures: readonly RoundedFigure[] }) {
  const cell = (group: Member, series: Member) => {
    const figure = figures.find((one) => one.group === group.key && one.series === series.key);
    if (!figure) return 0;
    return figure.value === null ? <span className={classes.heldBack}>Held back</span> : count(figure.value);
  };
  return (
    <>
      <Cells chart={chart} cell={cell} />
      <p className={classes.note}>
        Counted at the beginning of the quarter and rounded down to fives. Held back: fewer than 5 people, or
        a figure from which fewer than 5 could be worked out. The list behind a figure needs permission to see
        personal data.
      </p>
    </>
  );
}

function Cells({ chart, cell }: { chart: DrawnChart; cell: (group: Member, series: Member) => ReactNode }) {
  return (
    <div className={classes.scroll}>
      <table>
        <caption className="visually-hidden">
          {chart.title}, {chart.unit}
        </caption>
        <thead>
          <tr>
            <th scope="col">{chart.unit}</th>
            {chart.series.map((series) => (
              <th key={series.key} scope="col" data-number>
                {series.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chart.groups.map((group) => (
            <tr key={group.key}>
              <th scope="row">{group.label}</th>
              {chart.series.map((series) => (
                <td key={series.key} data-number>
                  {cell(group, series)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
