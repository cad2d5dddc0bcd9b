/**
 * The provinces of the Philippines, coloured by a selected figure. Pressing a province opens the list of its counted
 * rows.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useMemo, useState } from "react";
import type { Chart } from "#shared/charts/figures/types.ts";
import type { ProvinceOutline } from "#shared/evidence/place-files.ts";
import { Skeleton } from "../../../components/button.tsx";
import { count } from "../../../lib/format.ts";
import { outlinesQuery } from "../../../lib/places/province-outlines.ts";
import { usePalette } from "../drawing/palette.ts";
import { drillAddress } from "../figures/drill.ts";
import { stepOf, thresholdsOf } from "./map-steps.ts";
import { type Area, areasOf } from "./province-areas.ts";
import classes from "./province-map.module.css";

export default function ProvinceMap({ chart }: { chart: Chart }) {
  const id = useId();
  const [series, setSeries] = useState(chart.series[0]?.key ?? "");
  const { data, error } = useQuery(outlinesQuery);
  return (
    <div className={classes.map}>
      <p className={classes.choice}>
        <label htmlFor={id}>Coloured by</label>
        <select id={id} value={series} onChange={(event) => setSeries(event.currentTarget.value)}>
          {chart.series.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </p>
      {error ? (
        <p role="alert">The map could not be loaded ({error.message}). The table shows the same figures.</p>
      ) : data ? (
        <Provinces chart={chart} series={series} features={data.features} />
      ) : (
        <Skeleton height={420} />
      )}
    </div>
  );
}

function Provinces(props: { chart: Chart; series: string; features: readonly ProvinceOutline[] }) {
  const { chart, series, features } = props;
  const palette = usePalette();
  const [pointed, setPointed] = useState<Area | null>(null);
  const { areas, box } = useMemo(() => areasOf(chart, series, features), [chart, series, features]);
  const thresholds = thresholdsOf(
    areas.map(({ value }) => value),
    palette.steps.length - 1,
  );
  const name = chart.series.find(({ key }) => key === series)?.label ?? "";
  return (
    <>
      <svg viewBox={box.view} className={classes.svg}>
        <title>{`Map of provinces by ${name}`}</title>
        {areas.map((area) => (
          <AreaLink
            key={area.key}
            area={area}
            colour={palette.steps[stepOf(area.value, thresholds)] ?? palette.line}
            border={{ stroke: palette.panel, strokeWidth: box.width / 700 }}
            onPoint={setPointed}
          />
        ))}
      </svg>
      <p className={classes.pointed} aria-live="polite">
        {pointed ? `${pointed.label}: ${count(pointed.value)}` : "Hover for figures, click to open the list."}
      </p>
      <ul className={classes.legend} aria-label="Colours" data-legend>
        {palette.steps.slice(0, thresholds.length + 1).map((colour, step) => (
          <li key={colour}>
            <i style={{ background: colour }} aria-hidden="true" />
            {rangeOf(step, thresholds)}
          </li>
        ))}
      </ul>
    </>
  );
}

interface AreaLinkProps {
  area: Area;
  colour: string;
  border: { stroke: string; strokeWidth: number };
  onPoint: (area: Area | null) => void;
}

function AreaLink({ area, colour, border, onPoint }: AreaLinkProps) {
  const shape = <path d={area.path} fill={colour} {...border} />;
  if (!area.drill) return shape;
  return (
    <Link
      {...drillAddress(area.drill)}
      // Provinces can't be focused with the Tab key. Keyboard users find the links in the chart's table.
      tabIndex={-1}
      aria-label={`${area.label}: ${count(area.value)}`}
      className={classes.area}
      onMouseEnter={() => onPoint(area)}
      onMouseLeave={() => onPoint(null)}
    >
      {shape}
    </Link>
  );
}

function rangeOf(step: number, thresholds: readonly number[]): string {
  if (step === 0) return "none";
  const from = thresholds[step - 1] ?? 0;
  const next = thresholds[step];
  return next === undefined
    ? `${count(from)} or more`
    : next - 1 === from
      ? count(from)
      : `${count(from)}–${count(next - 1)}`;
}
