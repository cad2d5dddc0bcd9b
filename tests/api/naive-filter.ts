/**
 * Computes filters and explorations in the simplest way, over whole lists in memory, without code of the product. The
 * property tests compare the API's responses with these results.
 */

export type NaiveRow = Readonly<Record<string, unknown>>;
export type NaiveLists = ReadonlyMap<string, readonly NaiveRow[]>;
export interface NaiveFilter {
  any?: NaiveFilter[];
  all?: NaiveFilter[];
  has?: { record: string; where?: NaiveFilter }[];
  has_no?: { record: string; where?: NaiveFilter }[];
  [field: string]: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

const folded = (text: unknown): string => String(text).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Checks whether a row meets a filter. `path` identifies the record type of the row. */
export function meets(lists: NaiveLists, path: string, row: NaiveRow, filter: NaiveFilter): boolean {
  return Object.entries(filter).every(([name, part]) => {
    if (name === "any") return (part as NaiveFilter[]).some((one) => meets(lists, path, row, one));
    if (name === "all") return (part as NaiveFilter[]).every((one) => meets(lists, path, row, one));
    if (name === "has" || name === "has_no")
      return (part as { record: string; where?: NaiveFilter }[]).every(
        ({ record, where = {} }) =>
          relatedRows(lists, path, row, record).some((other) => meets(lists, record, other, where)) ===
          (name === "has"),
      );
    const value = name === "process_stage" ? (row[name] ?? "Pending") : row[name];
    return isObject(part)
      ? Object.entries(part).every(([operator, operand]) => holds(value, operator, operand))
      : isOneOf(value, part);
  });
}

function isOneOf(value: unknown, wanted: unknown): boolean {
  const values = Array.isArray(value) ? value : [value];
  return [wanted].flat().some((one) => values.some((item) => item === one));
}

function holds(value: unknown, operator: string, operand: unknown): boolean {
  const compare = (test: (value: string | number, operand: string | number) => boolean) =>
    !isBlank(value) && test(value as string | number, operand as string | number);
  switch (operator) {
    case "not":
      return !isOneOf(value, operand);
    case "blank":
      return isBlank(value) === operand;
    case "not_blank":
      return isBlank(value) !== operand;
    case "contains":
      return [value].flat().some((one) => !isBlank(one) && folded(one).includes(folded(operand)));
    case "lt":
      return compare((a, b) => a < b);
    case "lte":
      return compare((a, b) => a <= b);
    case "gt":
      return compare((a, b) => a > b);
    case "gte":
      return compare((a, b) => a >= b);
    case "between": {
      const [low, high] = operand as [string, string];
      return compare((a) => a >= low && a <= high);
    }
    default:
      throw new Error(`Unknown operator ${operator}`);
  }
}

/** Record types whose rows list the ids of trainings. */
const ofTrainings = ["participant", "form-10", "form7-proddev"];

/**
 * Returns the rows of the record type `other` that are related to a row. A training is related to the rows that list
 * its id. All other rows are related if they belong to the same ARBO.
 */
function relatedRows(lists: NaiveLists, path: string, row: NaiveRow, other: string): readonly NaiveRow[] {
  const all = lists.get(other) ?? [];
  const shares = (a: NaiveRow, b: NaiveRow) =>
    [a.training_id ?? []].flat().some((id) => [b.training_id ?? []].flat().includes(id));
  const isLinked = (a: string, b: string) => a === "arbo-training" && ofTrainings.includes(b);
  if (isLinked(path, other) || isLinked(other, path)) return all.filter((one) => shares(row, one));
  const arboOf = (record: string, one: NaiveRow) =>
    record === "arbo-masterlist" ? one.id : one.arboPrimaryKey;
  const arbo = arboOf(path, row);
  return isBlank(arbo) ? [] : all.filter((one) => arboOf(other, one) === arbo);
}

export interface NaiveQuestion {
  record: string;
  rows: string[];
  columns: string[];
  value: { kind: string; field?: string };
  filter: NaiveFilter;
}

/**
 * Returns the keys of the groups that a row belongs to. If the field contains a list, the row belongs to one group per
 * distinct item.
 */
export function keysOf(row: NaiveRow, dimension: string): unknown[] {
  const [field = "", part] = dimension.split(".");
  const value = field === "process_stage" ? (row[field] ?? "Pending") : row[field];
  if (Array.isArray(value) && value.length > 0) return [...new Set(value)];
  if (isBlank(value)) return [null];
  const [year, month] = String(value).split("-").map(Number);
  if (part === "year") return [year];
  if (part === "quarter") return [`${year} Q${Math.ceil(Number(month) / 3)}`];
  return [part === "month" ? String(value).slice(0, 7) : value];
}

/** Computes the value of an exploration (a count, sum, average, minimum or maximum) over the given rows. */
export function measure(
  rows: readonly NaiveRow[],
  { kind, field = "" }: NaiveQuestion["value"],
): number | null {
  if (kind === "count") return rows.length;
  const values = rows.map((row) => row[field]).filter((value) => !isBlank(value));
  if (kind === "distinct") return new Set(values).size;
  const numbers = values as number[];
  const sum = numbers.reduce((all, one) => all + one, 0);
  if (kind === "sum") return sum;
  if (numbers.length === 0) return null;
  if (kind === "average") return sum / numbers.length;
  return numbers.reduce((most, one) => (kind === "max" ? Math.max(most, one) : Math.min(most, one)));
}

/** Groups the rows by the values of their dimensions. The keys of the map are these values as JSON. */
export function groups(rows: readonly NaiveRow[], dimensions: readonly string[]): Map<string, NaiveRow[]> {
  const found = new Map<string, NaiveRow[]>();
  for (const row of rows) {
    const combinations = dimensions.reduce<unknown[][]>(
      (all, dimension) => all.flatMap((keys) => keysOf(row, dimension).map((key) => [...keys, key])),
      [[]],
    );
    for (const keys of combinations) {
      const name = JSON.stringify(keys);
      found.set(name, [...(found.get(name) ?? []), row]);
    }
  }
  return found;
}
