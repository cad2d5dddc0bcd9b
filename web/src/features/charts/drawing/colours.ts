/** Colours of series. Certain labels have the same colour in every chart; other series get the remaining colours. */
import type { DrawnChart } from "../figures/figures.ts";
import type { Palette } from "./palette.ts";

type Colour = keyof Palette["colours"];

/** Colour names by series key. */
const meanings: Readonly<Record<string, Colour>> = {
  target: "planned",
  planned: "planned",
  accomplished: "done",
  trained: "done",
  covered: "done",
  provided: "done",
  matched: "matched",
  unmet: "undone",
  untrained: "undone",
  not_covered: "undone",
  unplanned: "unplanned",
  arbos: "arbos",
  arcs: "arcs",
  arbs: "people",
  arbs_with: "people",
  arbs_without: "undone",
  arcs_with: "arcs",
  arcs_without: "faded",
  farms: "faded",
  Male: "male",
  Female: "female",
};

/** Order in which series without a fixed colour get their colours. */
const order: readonly Colour[] = [
  ...(["done", "planned", "arbos", "arcs", "unplanned", "matched", "people", "female"] as const),
  ...(["male", "undone", "faded"] as const),
];

/** Returns one colour per key, in the order of the keys. */
export function coloursOf(keys: readonly string[], { colours }: Palette): string[] {
  const meant = keys.map((key) => meanings[key]);
  const left = order.filter((colour) => !meant.includes(colour));
  let next = 0;
  return meant.map((colour) => colours[colour ?? left[next++ % left.length] ?? "undone"]);
}

/** Returns the colours of a chart's series. Periods get shades of one colour, the last period the strongest. */
export function seriesColours({ series, periods }: DrawnChart, palette: Palette): string[] {
  if (!periods)
    return coloursOf(
      series.map(({ key }) => key),
      palette,
    );
  const { shades } = palette;
  const step = Math.max(1, Math.floor((shades.length - 1) / Math.max(1, series.length - 1)));
  return series.map(
    (_, at) => shades[Math.max(0, shades.length - 1 - (series.length - 1 - at) * step)] ?? "",
  );
}
