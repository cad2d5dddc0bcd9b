/**
 * Computes the expected figures of the charts from the spec, without code of the product. Reads all rows of the
 * caller's offices. A TypeScript predicate selects the rows that a figure counts.
 */
import { database } from "./support.ts";

export type PlainRow = Record<string, unknown> & { id: string; office: string };
export type Filters = Record<string, unknown>;

const tables = [
  "arbo_masterlist",
  "arc_masterlist",
  "participants",
  "participant_trainings",
  "arbo_trainings",
  "form_5_annualtargets",
  "form_5_accomps",
  "form7_proddevs",
  "form7_accomps",
  "form_10",
  "form11_accomps",
  "form11_farm_infos",
] as const;
type PlainTable = (typeof tables)[number];

export type Plain = Record<PlainTable, PlainRow[]>;

/** Returns all rows of the given offices. `offices` are exact names; null means all offices. */
export async function readPlainRows(offices: string[] | null): Promise<Plain> {
  const read = async (table: PlainTable): Promise<[PlainTable, PlainRow[]]> => [
    table,
    await database<PlainRow[]>`
      select * from public.${database(table)} where ${offices}::text[] is null or office = any (${offices}::text[])`,
  ];
  return Object.fromEntries(await Promise.all(tables.map(read))) as Plain;
}

const tableOf: Record<string, PlainTable> = {
  "arbo-masterlist": "arbo_masterlist",
  "arc-masterlist": "arc_masterlist",
  participant: "participants",
  "form-5-annualtarget": "form_5_annualtargets",
  "form-5-accomp": "form_5_accomps",
  "form7-proddev": "form7_proddevs",
  "form7-accomp": "form7_accomps",
  "form11-accomp": "form11_accomps",
  "form11-farm-info": "form11_farm_infos",
};

const formTables: Record<string, { targets: PlainTable; accomplishments: PlainTable }> = {
  "form-5": { targets: "form_5_annualtargets", accomplishments: "form_5_accomps" },
  "form-7": { targets: "form7_proddevs", accomplishments: "form7_accomps" },
  "form-11": { targets: "form11_accomps", accomplishments: "form11_accomps" },
};

const months = "January February March April May June July August September October November December".split(
  " ",
);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const includesValue = (wanted: unknown, value: unknown): boolean =>
  list(wanted).some((one) => (one === "" ? value === null : one === value));
const isTarget = (row: PlainRow) => row.status === "Target";

/**
 * Returns the year, quarter and month of a row. For a training, computes them from its day; every other row contains
 * them.
 */
function periodOf(row: PlainRow): { year: unknown; reported: unknown; quarter: unknown; month: unknown } {
  if ("training_cost" in row && !("reporting_year" in row) && !("participant_name" in row)) {
    const day = (row.date_conducted ?? row.start_date) as Date | null;
    // The driver returns a date as midnight in the local time zone.
    const year = day?.getFullYear() ?? null;
    const month = day ? day.getMonth() : null;
    return {
      year: year ?? row.year_funded,
      reported: year,
      quarter: month === null ? null : `Q${Math.floor(month / 3) + 1}`,
      month: month === null ? null : months[month],
    };
  }
  return {
    year: row.reporting_year ?? row.year_funded,
    reported: row.reporting_year ?? null,
    quarter: row.reporting_quarter ?? null,
    month: row.reporting_month ?? null,
  };
}

const programmeFilters = ["year_funded", "fund_source", "psp_category", "subpsp_abbreviation"];

function inPeriod(row: PlainRow, filters: Filters, annual = false): boolean {
  const { year, reported, quarter, month } = periodOf(row);
  const within = (name: string, ok: (limit: number) => boolean) =>
    filters[name] === undefined || (year !== null && ok(Number(filters[name])));
  return (
    within("year_from", (limit) => Number(year) >= limit) &&
    within("year_to", (limit) => Number(year) <= limit) &&
    (filters.reporting_year === undefined || includesValue(filters.reporting_year, reported)) &&
    (annual ||
      filters.reporting_quarter === undefined ||
      includesValue(filters.reporting_quarter, quarter)) &&
    (annual || filters.reporting_month === undefined || includesValue(filters.reporting_month, month))
  );
}

const underFilters = (row: PlainRow, filters: Filters, annual = false): boolean =>
  inPeriod(row, filters, annual) &&
  programmeFilters.every((name) => filters[name] === undefined || includesValue(filters[name], row[name])) &&
  (filters.support_provided === undefined || includesValue(filters.support_provided, row.support_provided));

function rowsOfForm(plain: Plain, form: string, side: "targets" | "accomplishments"): PlainRow[] {
  const names = formTables[form];
  if (!names) return side === "accomplishments" && form === "form-10" ? plain.form_10 : [];
  const rows = plain[names[side]];
  return form === "form-11" ? rows.filter((row) => isTarget(row) === (side === "targets")) : rows;
}

/** Identifies the organization of a row by its key in the masterlist, or without a key by its office and name. */
const organizationOf = ({ arboPrimaryKey, office, arbo_name }: PlainRow): string | null =>
  arboPrimaryKey !== null ? `ARBO ${arboPrimaryKey}` : arbo_name === null ? null : `${office} ${arbo_name}`;

/**
 * Checks whether an accomplishment matches a target. Their ARBO and year must be equal, and their sub-PSP if both have
 * one.
 */
function matches(target: PlainRow, accomplishment: PlainRow): boolean {
  const year = (row: PlainRow) => row.reporting_year ?? row.year_funded;
  const both = target.subpsp_name !== null && accomplishment.subpsp_name !== null;
  return (
    organizationOf(target) !== null &&
    organizationOf(target) === organizationOf(accomplishment) &&
    year(target) !== null &&
    year(target) === year(accomplishment) &&
    (!both || target.subpsp_name === accomplishment.subpsp_name)
  );
}

const matchedTargets = new WeakMap<Plain, Map<string, Set<PlainRow>>>();

function matchedOf(plain: Plain, form: string): Set<PlainRow> {
  const known = matchedTargets.get(plain) ?? new Map<string, Set<PlainRow>>();
  matchedTargets.set(plain, known);
  const found = known.get(form);
  if (found) return found;
  const matched = new Set<PlainRow>();
  for (const target of rowsOfForm(plain, form, "targets")) {
    for (const accomplishment of rowsOfForm(plain, form, "accomplishments")) {
      if (!matches(target, accomplishment)) continue;
      matched.add(target);
      matched.add(accomplishment);
    }
  }
  known.set(form, matched);
  return matched;
}

/** Checks whether an activity belongs to the given ARBO or ARC. */
const isOf = (activity: PlainRow, subject: PlainRow, kind: "arbos" | "arcs"): boolean => {
  if (kind === "arcs") return activity.arc_id !== null && activity.arc_id === subject.arc_id;
  return String(activity.arboPrimaryKey) === String(subject.id);
};

function marksOf(plain: Plain, chart: string, kind: "arbos" | "arcs", subject: PlainRow, filters: Filters) {
  const forms = chart === "main-dashboard" ? ["form-5", "form-7", "form-10", "form-11"] : [chart];
  const of = (side: "targets" | "accomplishments") =>
    forms.flatMap((form) =>
      rowsOfForm(plain, form, side)
        .filter((row) => isOf(row, subject, kind) && underFilters(row, filters, side === "targets"))
        .map((row) => ({ form, row })),
    );
  const targets = of("targets");
  const accomplishments = of("accomplishments");
  return {
    targeted: targets.length > 0,
    accomplished: accomplishments.length > 0,
    matched: targets.some(({ form, row }) => matchedOf(plain, form).has(row)),
    programmed: accomplishments.some(
      ({ row }) => row.subpsp_abbreviation !== null && row.subpsp_abbreviation !== "No Project",
    ),
    trained: plain.arbo_trainings.some((row) => isOf(row, subject, kind) && underFilters(row, filters)),
  };
}

type Marks = ReturnType<typeof marksOf>;

const byMarks: Record<string, (marks: Marks) => boolean> = {
  covered: (m) => m.accomplished,
  accomplished: (m) => m.accomplished,
  not_covered: (m) => !m.accomplished,
  no_project: (m) => !m.programmed,
  with_project: (m) => m.programmed,
  with_programme: (m) => m.programmed,
  without_programme: (m) => !m.programmed,
  trained: (m) => m.trained,
  untrained: (m) => !m.trained,
  target: (m) => m.targeted,
  matched: (m) => m.matched,
  unmet: (m) => m.targeted && !m.matched,
  unplanned: (m) => m.accomplished && !m.matched,
};

function isTrained(plain: Plain, person: PlainRow, filters: Filters): boolean {
  const attended = (person.training_id as string[] | null) ?? [];
  const period = Object.fromEntries(
    Object.entries(filters).filter(([name]) => !programmeFilters.includes(name)),
  );
  const asked = ["year_from", "year_to", "reporting_year", "reporting_quarter", "reporting_month"].some(
    (name) => filters[name] !== undefined,
  );
  if (!asked) return attended.length > 0;
  return plain.arbo_trainings.some(
    (row) => attended.includes(String(row.training_id)) && inPeriod(row, period),
  );
}

const noProgramme = (row: PlainRow) =>
  row.subpsp_abbreviation === null || row.subpsp_abbreviation === "No Project";

/** Checks whether a figure counts a row. The name of the figure determines the condition. */
function inSet(plain: Plain, figure: string, path: string, row: PlainRow, filters: Filters): boolean {
  const [chart = "", name = ""] = figure.split(".");
  if (path === "participant") {
    if (/^arbs/.test(name) && row.participant_category !== "ARB") return false;
    if (/^non_arbs/.test(name) && row.participant_category !== "Non-ARB") return false;
    if (/no_project|without_programme/.test(name)) return noProgramme(row);
    if (/with_project|with_programme/.test(name)) return !noProgramme(row);
    return isTrained(plain, row, filters) === !name.endsWith("untrained");
  }
  if (path === "arbo-masterlist" || path === "arc-masterlist") {
    const kind = path === "arbo-masterlist" ? "arbos" : "arcs";
    if (kind === "arcs" && filters.arbo_id !== undefined) {
      const home = plain.arbo_masterlist.filter((arbo) => includesValue(filters.arbo_id, arbo.arbo_id));
      if (!home.some((arbo) => arbo.arc_id !== null && arbo.arc_id === row.arc_id)) return false;
    }
    const split = /^(un)?trained_arbos_(\w+)$/.exec(name);
    const marks = marksOf(plain, chart, kind, row, filters);
    if (split)
      return marks.trained === (split[1] === undefined) && (byMarks[split[2] ?? ""]?.(marks) ?? false);
    const mark = name.replace(/^(arbos|arcs)_?/, "");
    if (mark === "" || name === "arb_members") return true;
    const condition = byMarks[mark];
    if (!condition) throw new Error(`byMarks has no condition for the set ${chart}.${name}.`);
    return condition(marks);
  }
  const target = /target/.test(name) || /^quantity_(matched|unmet)$/.test(name);
  if (path === "form11-accomp" && isTarget(row) !== target) return false;
  if (!inPeriod(row, { year_from: filters.year_from, year_to: filters.year_to })) return false;
  const matched = chart === "main-dashboard" ? false : matchedOf(plain, chart).has(row);
  if (/matched$/.test(name)) return matched;
  return /(unmet|unplanned)$/.test(name) ? !matched : true;
}

/**
 * Computes the number that a figure must show: the number of rows of the list that the figure opens, or the sum of a
 * field over these rows.
 */
export function expectedFigure(
  plain: Plain,
  drill: { path: string; filters: Filters; figure?: string; sum?: string },
): number {
  const { path, filters, figure, sum } = drill;
  const table = tableOf[path];
  if (!table) throw new Error(`No plain rows for ${path}`);
  const rows = plain[table].filter((row) => {
    const plainly = Object.entries(filters).every(
      ([name, value]) => !(name in row) || includesValue(value, row[name]),
    );
    return plainly && (figure === undefined || inSet(plain, figure, path, row, filters));
  });
  return sum === undefined ? rows.length : rows.reduce((total, row) => total + Number(row[sum] ?? 0), 0);
}
