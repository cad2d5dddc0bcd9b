/**
 * Builds the SQL of a query of the Explore screen: one statement that reads the filtered rows once. It computes the
 * value of each cell, row and column, and of all rows. The CTE `finest` first groups the rows in parallel, because
 * Postgres can't run GROUPING SETS in parallel. GROUPING SETS then combine the groups of `finest`.
 */
import { type Dimension, type Exploration, mostColumns } from "../../contracts/explore.ts";
import { months } from "../../rules/periods.ts";
import { listedTable, naturalOrder } from "../db/columns.ts";
import { identifier, Parameters } from "../db/database.ts";
import { dayOf } from "../lists/column-conditions.ts";
import { allOf } from "../lists/conditions.ts";

/** A field by which the statement groups rows. `group` is the name of its column in the statement. */
interface Grouped {
  group: string;
  dimension: Dimension;
  /** True if the field is a list. The group of each item then counts the row once. */
  list: boolean;
}

/**
 * Returns the statement. Its only row has `cells`, a JSON array of [isTotalOfRows, isTotalOfColumns, rank, first key,
 * second key, column key, value, hasMixedUnits], and the numbers of row and column groups. Only the first `top` row
 * groups are returned. If there are more than `mostColumns` column groups, no column groups are returned.
 */
export function exploreQuery(question: Exploration): { text: string; parameters: Parameters } {
  const parameters = new Parameters();
  const table = listedTable(question.record);
  const where = allOf(question.record, table, question.filter, parameters);
  const rows = question.rows.map((one, at) => grouped(`row_${at + 1}`, one));
  const columns = question.columns ? [grouped("column_1", question.columns)] : [];
  const all = [...rows, ...columns];
  const keys = [...all.flatMap(groupColumns), ...measuredKeys(question)];
  const text = `with finest as (
      select ${[...keys, ...partsOfValue(question)].join(", ")}
      from (select * from ${table.sql} where ${where}) t ${all.map(itemsOfList).join(" ")}
      group by ${keys.map((_, at) => at + 1).join(", ") || "()"}
    ), grouped as materialized (
      select ${[keyOf("row_1", rows[0]), keyOf("row_2", rows[1]), keyOf("column_1", columns[0])].join(", ")},
        ${isTotal(rows)} as of_all_rows, ${isTotal(columns)} as of_all_columns,
        ${perLevel(rows, columns, (counted) => aggregateOf(question, counted))} as value,
        ${perLevel(rows, columns, (counted) => hasMixedUnits(question, counted))} as is_mixed
      from finest
      group by grouping sets (${groupingSets(rows, columns).join(", ")})
    ), valued as (
      select *, max(value) filter (where of_all_columns) over (partition by of_all_rows, row_1, row_2) as row_value
      from grouped
    ), ranked as (
      select *, dense_rank() over (partition by of_all_rows order by ${rankOrder(question, rows)}) as rank from valued
    ), counts as (
      select count(*) filter (where not of_all_rows and of_all_columns)::float8 as row_count,
        count(*) filter (where of_all_rows and not of_all_columns)::float8 as column_count
      from grouped
    )
    select row_count, column_count, (
      select coalesce(json_agg(json_build_array(of_all_rows, of_all_columns, rank, row_1, row_2, column_1, value, is_mixed)
        order by rank, ${columns[0] ? orderOf(columns[0]) : "1"}), '[]')::text
      from ranked
      where (of_all_rows or rank <= ${question.top}) and (of_all_columns or column_count <= ${mostColumns})
    ) as cells
    from counts`;
  return { text, parameters };
}

const grouped = (group: string, dimension: Dimension): Grouped => ({
  group,
  dimension,
  list: dimension.column.type.endsWith("[]"),
});

const partFormats = { quarter: `YYYY "Q"Q`, month: "YYYY-MM" } as const;

/** SQL expression of a group's key. An empty string is treated as no value, and a row without a stage as Pending. */
function keyExpression({ column, part }: Dimension): string {
  if (part === "year") return `extract(year from ${dayOf(column)})::integer`;
  if (part) return `to_char(${dayOf(column)}, '${partFormats[part]}')`;
  const name = identifier(column.name);
  if (column.name === "process_stage") return `coalesce(${name}, 'Pending')`;
  return column.type === "text" ? `nullif(${name}, '')` : name;
}

/**
 * Returns the columns by which the CTE `finest` groups. A list field has a second column, which is true for the first
 * item of a row. Totals use only the first item, so that they count each row once.
 */
const groupColumns = ({ group, dimension, list }: Grouped): string[] =>
  list
    ? [`items_${group}.item as ${group}`, `coalesce(items_${group}.number, 1) = 1 as ${group}_is_first`]
    : [`${keyExpression(dimension)} as ${group}`];

const itemsOfList = ({ group, dimension, list }: Grouped): string =>
  list
    ? `left join lateral (
        select item, row_number() over (order by item) as number
        from (select distinct unnest(t.${identifier(dimension.column.name)}) as item) items
      ) items_${group} on true`
    : "";

/**
 * Returns further columns by which the CTE `finest` must group: the field whose distinct values are counted, and the
 * unit of amounts. Without the unit, amounts in different units would be added.
 */
const measuredKeys = ({ measure, measured, unit }: Exploration): string[] => [
  ...(measure === "distinct" && measured ? [`${identifier(measured.name)} as measured`] : []),
  ...(unit ? [`coalesce(${identifier(unit.name)}, '') as unit`] : []),
];

/** Returns aggregates for the CTE `finest`, from which the value of any larger group can be computed. */
function partsOfValue({ measure, measured, unit }: Exploration): string[] {
  if (measured === null) return ["count(*) as row_count"];
  const column = identifier(measured.name);
  const parts = {
    count: [],
    distinct: [],
    sum: [`sum(${column}) as measured_sum`],
    average: [`sum(${column}) as measured_sum`],
    min: [`min(${column}) as measured_min`],
    max: [`max(${column}) as measured_max`],
  };
  const needsCount = measure === "average" || unit !== null;
  return [...parts[measure], ...(needsCount ? [`count(${column}) as measured_count`] : [])];
}

const keyOf = (group: string, one: Grouped | undefined): string => (one ? group : `null as ${group}`);

const isTotal = ([first]: readonly Grouped[]): string => (first ? `(grouping(${first.group}) = 1)` : "true");

function groupingSets(rows: readonly Grouped[], columns: readonly Grouped[]): string[] {
  const sets = [[...rows, ...columns], rows, columns, []];
  return [...new Set(sets.map((set) => `(${set.map(({ group }) => group).join(", ")})`))];
}

/**
 * Returns the SQL expression of an aggregate. In a grouping by a list field, a row occurs once per item of its list. A
 * total uses only the first item, so that it counts each row once.
 * @param aggregate Returns the SQL of the aggregate for the rows that meet a given condition.
 */
function perLevel(
  rows: readonly Grouped[],
  columns: readonly Grouped[],
  aggregate: (counted: string) => string,
): string {
  const once = (hidden: readonly Grouped[]) =>
    aggregate(
      hidden
        .filter(({ list }) => list)
        .map(({ group }) => `${group}_is_first`)
        .join(" and ") || "true",
    );
  if (![...rows, ...columns].some(({ list }) => list)) return once([]);
  const [noRows, noColumns] = [isTotal(rows), isTotal(columns)];
  return `case when ${noRows} and ${noColumns} then ${once([...rows, ...columns])}
    when ${noRows} then ${once(rows)} when ${noColumns} then ${once(columns)} else ${once([])} end`;
}

function aggregateOf({ measure, unit }: Exploration, counted: string): string {
  const only = counted === "true" ? "" : ` filter (where ${counted})`;
  const aggregates = {
    count: `coalesce(sum(row_count)${only}, 0)`,
    distinct: `count(distinct measured)${only}`,
    sum: `coalesce(sum(measured_sum)${only}, 0)`,
    average: `sum(measured_sum)${only} / nullif(sum(measured_count)${only}, 0)`,
    min: `min(measured_min)${only}`,
    max: `max(measured_max)${only}`,
  };
  const value = `(${aggregates[measure]})::float8`;
  return unit ? `case when ${unitsOf(counted)} <= 1 then ${value} end` : value;
}

const unitsOf = (counted: string): string =>
  `count(distinct unit) filter (where measured_count > 0 and ${counted})`;

const hasMixedUnits = ({ unit }: Exploration, counted: string): string =>
  unit ? `${unitsOf(counted)} > 1` : "false";

/** ORDER BY terms that make the order of groups unique. Months are in calendar order. */
function orderOf({ group, dimension, list }: Grouped): string {
  const isText = list || (dimension.part === null && dimension.column.type === "text");
  if (!isText) return `${group} nulls last`;
  const month = dimension.column.name === "reporting_month";
  const first = month ? `array_position('{${months.join(",")}}'::text[], ${group}), ` : "";
  return `${first}${group} ${naturalOrder} nulls last, ${group} collate "C" nulls last`;
}

function rankOrder({ order }: Exploration, rows: readonly Grouped[]): string {
  const byName = rows.map(orderOf);
  return [...(order === "value" ? ["row_value desc nulls last"] : []), ...byName].join(", ") || "1";
}
