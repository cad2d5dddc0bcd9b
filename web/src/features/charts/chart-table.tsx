/** A chart as a table: every number opens the list behind it. */
import { Link } from "@tanstack/react-router";
import type { Chart } from "#shared/charts/figures/types.ts";
import { count } from "../../lib/format.ts";
import classes from "./charts.module.css";
import { drillAddress } from "./drill.ts";
import { figureTable } from "./figures.ts";

export function ChartTable({ chart }: { chart: Chart }) {
  const figureOf = figureTable(chart);
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
              {chart.series.map((series) => {
                const figure = figureOf(group.key, series.key);
                return (
                  <td key={series.key} data-number>
                    {figure ? (
                      <Link
                        {...drillAddress(figure.drill)}
                        aria-label={`${count(figure.value)}: ${group.label}, ${series.label}`}
                      >
                        {count(figure.value)}
                      </Link>
                    ) : (
                      0
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
