/**
 * Builds the response of a dashboard. One statement counts all cells of the charts, with the caller's rights. Each
 * number links to the list of its rows.
 */
import type { Axis, Cells, ChartSpec, DashboardSpec, Known } from "../../charts/dashboards/spec.ts";
import type { Chart, ChartGroup, ChartSeries, Dashboard, Figure } from "../../charts/figures/types.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { Parameters } from "../db/database.ts";
import { type Filters, pick } from "../figures/chart-filters.ts";
import { drillOf } from "../figures/drill.ts";
import { dimensionsOf } from "../figures/marks.ts";
import { type Count, type Counted, countStatement, type Statement, setNamed } from "../figures/tally.ts";

/**
 * Timeout in milliseconds. A dashboard of the whole country takes about 100 ms; with filters that no index covers, it
 * may take longer.
 */
const timeout = 20_000;

/** Builds the single SQL statement that reads a whole dashboard. */
export function dashboardStatement(spec: DashboardSpec, filters: Filters): Statement {
  const counts = spec.charts.flatMap(({ cells, right }) => cells.map((cell) => countOf(cell, right)));
  const parameters = new Parameters();
  return countStatement(counts, filters, parameters, [
    listsQuery(spec, parameters),
    "array(select r from unnest((private.current_caller()).rights) r) as rights",
  ]);
}

/** Reads the figures of a dashboard. @throws Problem of kind `unauthenticated`, `too_many`. */
export async function readDashboard(
  caller: Caller,
  spec: DashboardSpec,
  filters: Filters,
): Promise<Dashboard> {
  const statement = dashboardStatement(spec, filters);
  const [row] = await asCaller(
    caller,
    (tx) => tx.unsafe<Record<string, unknown>[]>(statement.text, statement.parameters.values),
    { timeout, replica: true },
  );
  const answers = statement.read(row ?? {});
  const lists = (row?.lists ?? {}) as Record<string, string[]>;
  const rights = (row?.rights ?? []) as string[];
  let at = 0;
  return {
    name: spec.name,
    charts: spec.charts.map((chart) => {
      const own = answers.slice(at, at + chart.cells.length);
      at += chart.cells.length;
      return buildChart(chart, own, { filters, lists, rights });
    }),
  };
}

const columnsOf = (axis: Axis): readonly string[] => {
  if ("column" in axis) return [axis.column];
  return "places" in axis ? axis.places : [];
};

const countOf = (cell: Cells, right: string | undefined): Count => ({
  set: cell.set,
  where: cell.where ?? {},
  by: [...columnsOf(cell.group), ...columnsOf(cell.series)],
  ...(right === undefined ? {} : { right }),
});

/**
 * Builds the query that reads the dropdown lists of the chart axes. An axis shows the values of its dropdown list
 * first, in the order of the list.
 */
function listsQuery(spec: DashboardSpec, parameters: Parameters): string {
  const names = spec.charts
    .flatMap(({ groups, series }) => [groups?.list, series?.list])
    .filter((name) => name !== undefined);
  return `(select json_object_agg(list, choices) from (
      select list, json_agg(coalesce(type, category) order by id) as choices from public.dropdown_values
      where list = any (${parameters.addArray([...new Set(names)], "text")}) group by list) l) as lists`;
}

interface Setting {
  filters: Filters;
  lists: Readonly<Record<string, string[]>>;
  rights: readonly string[];
}

interface Place {
  groupOf: ChartGroup;
  seriesOf: ChartSeries;
}

/**
 * `drill` is a function, so that links to lists are built only for the figures that are shown. A chart of towns, for
 * example, shows only the towns with the largest figures.
 */
type Placed = Omit<Figure, "drill"> & Place & { drill(): Figure["drill"] };

/**
 * Builds a chart from the counts of its cells.
 * @param answers Counts per cell, in the order of the cells.
 */
export function buildChart(spec: ChartSpec, answers: readonly Counted[][], setting: Setting): Chart {
  const { key, title, help, shape, unit } = spec;
  const dimensions = [...new Set(spec.cells.flatMap(({ set }) => dimensionsOfCell(set)))];
  const lacksRight = spec.right !== undefined && !setting.rights.includes(spec.right);
  const placed = lacksRight
    ? []
    : spec.cells.flatMap((cell, at) => place(spec, cell, answers[at] ?? [], setting));
  const sizes = sizesOf(spec, placed);
  const groups = axis(
    spec.cells.map(({ group }) => group),
    placed.map(({ groupOf }) => groupOf),
    spec.groups,
    setting.lists,
    spec.inOrder ? undefined : sizes,
  );
  const series = axis(
    spec.cells.map((cell) => cell.series),
    placed.map(({ seriesOf }) => seriesOf),
    spec.series,
    setting.lists,
  );
  const shown = largestOf(spec, groups, sizes, setting.filters);
  const rank = (list: readonly { key: string }[]) => new Map(list.map((one, at) => [one.key, at]));
  const [groupRank, seriesRank] = [rank(shown), rank(series)];
  const figures = placed
    .filter(({ group }) => groupRank.has(group))
    .sort(
      (a, b) =>
        (groupRank.get(a.group) ?? 0) - (groupRank.get(b.group) ?? 0) ||
        (seriesRank.get(a.series) ?? 0) - (seriesRank.get(b.series) ?? 0),
    )
    .map(({ group, series: one, value, drill }) => ({ group, series: one, value, drill: drill() }));
  return {
    key,
    title,
    help,
    shape,
    unit,
    groups: shown,
    series,
    figures,
    ...(spec.overlapping ? { overlapping: true } : {}),
    ...(shown.length < groups.length ? { omitted: groups.length - shown.length } : {}),
    dimensions,
    ...(lacksRight ? { withheld: `You need the ${spec.right} right to see these figures.` } : {}),
  };
}

function dimensionsOfCell(key: Cells["set"]): Chart["dimensions"] {
  const { set, subject } = setNamed(key);
  return dimensionsOf(set, subject).filter((name) => name !== "support_provided");
}

/**
 * Sums the figures per group, for ordering the groups. Only adds figures in the unit of the chart's first cell, because
 * figures in different units can't be added.
 */
function sizesOf({ shape, cells }: ChartSpec, placed: readonly Placed[]): Map<string, number> {
  const unitOf = (series: Axis) =>
    "key" in series ? (shape === "stacked" ? series.counts : series.key) : undefined;
  const unit = cells[0] && unitOf(cells[0].series);
  const sizes = new Map<string, number>();
  for (const { group, value, seriesOf } of placed)
    if (unitOf(seriesOf) === unit) sizes.set(group, (sizes.get(group) ?? 0) + value);
  return sizes;
}

/**
 * Returns the figures of one `Cells`, which defines the rows to count and their grouping columns. Each figure has a
 * group, a series, a number and a link to the list of its rows. Grouped figures of 0 are omitted.
 */
function place(spec: ChartSpec, cell: Cells, counted: readonly Counted[], { filters }: Setting): Placed[] {
  const groupColumns = columnsOf(cell.group);
  const { set, subject } = setNamed(cell.set);
  const names = [...groupColumns, ...columnsOf(cell.series)];
  const followed = pick(filters, dimensionsOf(set, subject));
  const fixed = names.length === 0;
  const all = fixed && counted.length === 0 ? [{ values: [], value: 0 }] : counted;
  return all
    .filter(({ value }) => fixed || value !== 0)
    .map(({ values, value }) => {
      const groupOf = memberOf(cell.group, values.slice(0, groupColumns.length), spec.groups);
      const seriesOf = memberOf(cell.series, values.slice(groupColumns.length), spec.series);
      const drill = () => {
        const chosen = Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]));
        return drillOf(cell.set, set, subject, followed, { ...cell.where, ...chosen });
      };
      return { group: groupOf.key, series: seriesOf.key, value, drill, groupOf, seriesOf };
    });
}

const emptyName = "Not given";

function memberOf(axisOf: Axis, values: readonly (string | null)[], known: Known | undefined): ChartGroup {
  if ("key" in axisOf) return axisOf;
  const [value = null] = values;
  if ("column" in axisOf) {
    const label = known?.values?.find(({ key }) => key === value)?.label;
    return { key: value ?? "", label: label ?? value ?? known?.empty ?? emptyName };
  }
  const names = values.map((name) => name ?? "");
  const [region_name = "", province_name, muncity_name] = names;
  return {
    key: names.join(" / "),
    label: names.at(-1) || emptyName,
    region_name,
    ...(province_name === undefined ? {} : { province_name }),
    ...(muncity_name === undefined ? {} : { muncity_name }),
  };
}

const { compare: byName } = new Intl.Collator("en");

/**
 * Returns the members of an axis (the groups or the series of a chart). The order is: the column's values in `known`,
 * the column's other values by name, the members that the chart itself defines, and the member for empty values.
 * `known.list` is a dropdown list. With `sizes`, all values of the column are sorted by size, largest first.
 */
function axis(
  axes: readonly Axis[],
  found: readonly ChartGroup[],
  known: Known | undefined,
  lists: Readonly<Record<string, string[]>>,
  sizes?: ReadonlyMap<string, number>,
): ChartGroup[] {
  const members = new Map<string, ChartGroup>();
  for (const value of known?.values ?? []) members.set(value.key, value);
  for (const value of (known?.list && lists[known.list]) || [])
    members.set(value, { key: value, label: value });
  const unknown = new Map(found.filter(({ key }) => !members.has(key)).map((one) => [one.key, one]));
  for (const one of [...unknown.values()].sort((a, b) => byName(a.key, b.key))) members.set(one.key, one);
  const fixed = axes.filter((one) => "key" in one);
  for (const one of fixed) members.delete(one.key);
  const sized = [...members.values()].sort((a, b) => (sizes?.get(b.key) ?? 0) - (sizes?.get(a.key) ?? 0));
  const isEmpty = ({ key }: ChartGroup) => key === "";
  const all = [...sized.filter((one) => !isEmpty(one)), ...fixed, ...sized.filter(isEmpty)];
  return [...new Map(all.map((one) => [one.key, one])).values()];
}

function largestOf(
  spec: ChartSpec,
  groups: ChartGroup[],
  sizes: ReadonlyMap<string, number>,
  filters: Filters,
): ChartGroup[] {
  const narrowed = filters.has("region_name") || filters.has("province_name") || filters.has("muncity_name");
  if (spec.largest === undefined || narrowed || groups.length <= spec.largest) return groups;
  const bySize = [...groups].sort((a, b) => (sizes.get(b.key) ?? 0) - (sizes.get(a.key) ?? 0));
  return bySize.slice(0, spec.largest);
}
