/**
 * Benchmark of dashboards, with and without filters. Compares the API with plain SQL, and measures the cost of
 * row-level security.
 */
import type { Dashboard, DashboardName } from "#shared/charts/figures/types.ts";
import { dashboardNames } from "#shared/charts/figures/types.ts";
import type { Bench } from "../bench.ts";
import { succeed } from "../client.ts";
import { compare, compareDurations, cost, inTurn, type Measured, median, timed } from "../measure.ts";
import { chartStatement } from "../statements.ts";
import { plainDashboards } from "./plain-dashboards.ts";

const region = "Region III (Central Luzon)";
const mostMilliseconds = 150;

/**
 * Limits for the ratio (API time / plain SQL time) of a dashboard. `years`: no filter, or year filters only. `others`:
 * any other filter. Limits are lower at scale 10, because plain SQL slows down with the number of rows, and the API,
 * which reads stored counts, slows down less.
 */
const limits = (scale: number) => (scale === 1 ? { years: 0.5, others: 1 } : { years: 0.05, others: 0.3 });

/**
 * Returns the sum of each chart's figures, to compare the API's response with plain SQL. Leaves out charts by
 * municipality, because they show only some places.
 */
function sums({ charts }: Dashboard): Record<string, number> {
  const whole = charts.filter(({ key, figures }) => figures.length > 0 && !key.endsWith("_by_municipality"));
  return Object.fromEntries(
    whole.map(({ key, figures }) => [key, figures.reduce((sum, { value }) => sum + value, 0)]),
  );
}

export async function chartCases(bench: Bench): Promise<Measured[]> {
  const { database, origin } = bench;
  const runs = Math.min(bench.runs, 15);
  const measured: Measured[] = [];
  for (const username of ["regional", "central"]) {
    const token = await bench.token(username);
    for (const name of dashboardNames) {
      const product = async () => {
        const { data } = await succeed(origin, `/charts/${name}`, {}, token);
        return sums(data as Dashboard);
      };
      const keys = Object.keys(await product());
      const plain = async () => {
        const text = plainDashboards[name](username === "central" ? null : region);
        const [row] = await database.sql.unsafe<{ sums: Record<string, number> }[]>(text);
        return Object.fromEntries(keys.map((key) => [key, row?.sums[key]]));
      };
      const limit = limits(bench.scale).years;
      measured.push(await compare(`charts: ${name} as ${username}`, runs, limit, product, plain));
    }
    measured.push(await mainDashboard(bench, username, token));
  }
  return [...measured, ...(await chartsUnderFilters(bench))];
}

interface Filtered {
  name: string;
  body: Record<string, unknown>;
  boards: readonly DashboardName[];
  runs: number;
  limit: keyof ReturnType<typeof limits>;
}

/**
 * The filters to time, each with its dashboards. The filter by year is timed on every dashboard, because counts are
 * stored by year; the other filters on the two largest.
 */
const filtered: readonly Filtered[] = [
  {
    name: "from a year on",
    body: { year_from: new Date().getFullYear() - 2 },
    boards: dashboardNames,
    runs: 15,
    limit: "years",
  },
  ...[
    {
      name: "of a quarter",
      body: { reporting_year: new Date().getFullYear() - 1, reporting_quarter: "Q2" },
    },
    { name: "of a fund source", body: { fund_source: "GAA/Regular" } },
    { name: "of a programme", body: { subpsp_abbreviation: "VLFED" } },
    {
      name: "of a fund source from a year on",
      body: { year_from: new Date().getFullYear() - 2, fund_source: "GAA/Regular" },
    },
  ].map((one) => ({
    ...one,
    boards: ["main-dashboard", "form-5"] as const,
    runs: 5,
    limit: "others" as const,
  })),
];

/** Compares a central user's filtered dashboards with unfiltered plain SQL, because a filter should cost little. */
async function chartsUnderFilters({ database, origin, token, runs, scale }: Bench): Promise<Measured[]> {
  const access = await token("central");
  const measured: Measured[] = [];
  for (const { name, body, boards, runs: most, limit } of filtered)
    for (const board of boards) {
      const plain = () => database.sql.unsafe(plainDashboards[board](null));
      const product = () => succeed(origin, `/charts/${board}`, body, access);
      measured.push(
        await compareDurations(
          `charts: ${board} as central, ${name}`,
          Math.min(runs, most),
          limits(scale)[limit],
          product,
          plain,
        ),
      );
    }
  return measured;
}

async function mainDashboard(
  { origin, runs, scale }: Bench,
  username: string,
  token: string,
): Promise<Measured> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const [time] = await timed(() => succeed(origin, "/charts/main-dashboard", {}, token));
    times.push(time);
  }
  const product = median(times);
  return {
    name: `the main dashboard as ${username}, in all`,
    product,
    plain: null,
    ratio: null,
    goal: scale === 1 ? `at most ${mostMilliseconds} ms` : "none at this scale",
    kept: scale !== 1 || product <= mostMilliseconds,
  };
}

/**
 * Measures the statement of each dashboard for a central user, with and without policies. The user can read all rows,
 * so the rows are the same in both cases.
 */
export async function chartPolicyCosts({ database, runs, detail }: Bench): Promise<Measured[]> {
  const userId = await database.userId("central");
  const measured: Measured[] = [];
  for (const name of dashboardNames) {
    const sent = chartStatement(name satisfies DashboardName);
    const run = (policies: boolean) => () =>
      database.as(userId, policies, async (send) => Object.keys((await send(sent)) as object).length);
    const times = await inTurn(name, Math.min(runs, 15), run(true), run(false));
    const [on, off] = [cost(times.one), cost(times.other)];
    detail(`policies on ${name}, central: ${off.toFixed(1)} → ${on.toFixed(1)} ms`);
    measured.push({
      name: `policies on the dashboard ${name}, central`,
      product: on,
      plain: off,
      ratio: on / off,
      goal: "10 % or 1 ms more",
      kept: on - off <= Math.max(1, off * 0.1),
    });
  }
  return measured;
}
