/** A chart as a table. Every number links to the list of its counted rows. */
import { Link } from "@tanstack/react-router";
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
