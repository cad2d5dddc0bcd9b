/**
 * Checks every figure of every chart for users of three levels and with several filters: the value of the figure, and
 * the list that the figure opens.
 */
import { beforeAll, describe, expect, it } from "vitest";
import type { Chart, Dashboard, Drill } from "#shared/charts/figures/types.ts";
import { dashboardNames } from "#shared/charts/figures/types.ts";
import { sample } from "../support/thorough.ts";
import { expectedFigure, type Filters, type Plain, readPlainRows } from "./expected-figures.ts";
import { dashboard, figuresOf, filterings, levels, wrongFigures } from "./figure-comparison.ts";
import { type Answer, callAs, type DemoUser, database } from "./support.ts";

const listOf = (user: DemoUser, { path, filters, figure, sum }: Drill): Promise<Answer> =>
  callAs(user, "POST", `/api/${path}`, {
    ...filters,
    ...(figure ? { figure } : {}),
    page: 1,
    page_size: 1,
    ...(sum ? { sums: [sum] } : {}),
  });

describe.each(levels)("Dashboards of the user $user", ({ user, offices }) => {
  let plain: Plain;
  beforeAll(async () => {
    plain = await readPlainRows(await offices());
  });

  describe.each(sample(filterings, 2))("Dashboards with the filters %j", (filters) => {
    it.each(dashboardNames)(
      "Every figure of the dashboard %s equals the value computed directly from the rows.",
      async (name) => {
        expect(wrongFigures(await dashboard(user, name, filters), plain)).toEqual([]);
      },
    );

    it.each(dashboardNames)(
      "Every figure of the dashboard %s equals the total of the list that the figure links to.",
      async (name) => {
        const figures = figuresOf(await dashboard(user, name, filters));
        const wrong: unknown[] = [];
        const check = async ({ chart, figure }: (typeof figures)[number]) => {
          const answer = await listOf(user, figure.drill);
          const sums = (answer.body as { sums?: Record<string, number> }).sums;
          const found = figure.drill.sum ? sums?.[figure.drill.sum] : answer.body.total;
          if (found !== figure.value)
            wrong.push({ chart: chart.key, ...figure, found, message: answer.body.message });
        };
        await sideBySide(Object.keys(filters).length === 0 ? figures : thinned(figures), check);
        expect(wrong).toEqual([]);
      },
      120_000,
    );
  });
});

/** Returns all figures of a chart with up to 24 figures. Of a larger chart, returns a sample, to save time. */
function thinned<T extends { chart: Chart }>(figures: readonly T[]): T[] {
  const many = 24;
  return figures.filter(({ chart }, at) => at % Math.ceil(chart.figures.length / many) === 0);
}

async function sideBySide<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 6 }, lane));
}

it("A client can request single charts of a dashboard and gets the same figures as in the whole dashboard.", async () => {
  const whole = await callAs("regional", "POST", "/charts/main-dashboard", { year_from: 2024 });
  const some = await callAs("regional", "POST", "/charts/main-dashboard", {
    year_from: 2024,
    charts: ["support", "done"],
  });
  expect(some.status, some.text).toBe(200);
  const { charts } = whole.body.data as Dashboard;
  expect((some.body.data as Dashboard).charts).toEqual(
    charts.filter(({ key }) => ["done", "support"].includes(key)),
  );
});

describe("A chart that groups rows by the values of a field", () => {
  it.each(levels)(
    "The groups of a chart add up to the number of rows that the user $user can see.",
    async ({ user }) => {
      const { charts } = await dashboard(user, "main-dashboard", {});
      const total = charts[0]?.figures[0]?.value;
      for (const key of ["registration", "status", "it_easy"]) {
        const chart = charts.find((one) => one.key === key);
        expect(
          chart?.figures.reduce((sum, { value }) => sum + value, 0),
          key,
        ).toBe(total);
      }
    },
  );

  it("A chart lists its groups from the largest to the smallest, but maturity levels in ascending order of level.", async () => {
    const { charts } = await dashboard("central", "main-dashboard", {});
    const keysOf = (key: string) =>
      charts.find((one) => one.key === key)?.groups.map((group) => group.key) ?? [];
    expect(keysOf("it_easy").slice(0, 5)).toEqual(["Level 1", "Level 2", "Level 3", "Level 4", "Level 5"]);
    for (const key of ["status", "support", "units", "products", "projects"]) {
      const figures = charts.find((one) => one.key === key)?.figures ?? [];
      const own = keysOf(key).filter((group) => group !== "" && group !== "noProject");
      // A chart with several units sorts its groups by the first unit.
      const first = charts.find((one) => one.key === key)?.series[0]?.key;
      const sizes = own.map((group) =>
        figures
          .filter((one) => one.group === group && one.series === first)
          .reduce((sum, { value }) => sum + value, 0),
      );
      expect(sizes.length, key).toBeGreaterThan(1);
      expect(sizes, key).toEqual([...sizes].sort((one, other) => other - one));
    }
    expect(
      keysOf("projects")
        .filter((key) => key !== "")
        .at(-1),
    ).toBe("noProject");
    const { charts: form5 } = await dashboard("central", "form-5", {});
    const towns = form5.find(({ key }) => key === "arbs_trained_by_municipality");
    const sizes = towns?.groups.map(({ key }) =>
      towns.figures.filter(({ group }) => group === key).reduce((sum, { value }) => sum + value, 0),
    );
    expect(sizes).toEqual([...(sizes ?? [])].sort((one, other) => other - one));
  });
});

describe("Demographics on a dashboard", () => {
  const ofForm5 = async (user: DemoUser, filters: Filters = {}) =>
    (await dashboard(user, "form-5", filters)).charts.find(({ key }) => key === "demographics");

  it.each(["central", "viewer"] as const)(
    "The user %s, who lacks the Sensitive right, gets no figures in the dashboard's chart of demographics.",
    async (user) => {
      for (const filters of [{}, { year_from: 2024 }, { region_name: "Region III (Central Luzon)" }]) {
        const chart = await ofForm5(user, filters);
        expect(chart?.figures).toEqual([]);
        expect(chart?.withheld).toBe("You need the Sensitive right to see these figures.");
      }
    },
  );

  it.each<[DemoUser, string[] | null]>([
    ["admin", null],
    ["regional", ["Region III (Central Luzon)"]],
    ["provincial", ["Region III (Central Luzon)", "Nueva Ecija"]],
  ])(
    "The user %s, who has the Sensitive right, gets a chart of demographics whose figures equal the totals of the linked lists.",
    async (user, office) => {
      const chart = await ofForm5(user);
      expect(chart?.withheld).toBeUndefined();
      expect(chart?.figures.length).toBeGreaterThan(0);
      const [region_name, province_name] = office ?? [];
      const offices = await database<{ office: string }[]>`
      select office from public.offices
      where (${region_name ?? null}::text is null or region_name = ${region_name ?? null})
        and (${province_name ?? null}::text is null or province_name = ${province_name ?? null})`;
      const plain = await readPlainRows(office && offices.map((one) => one.office));
      for (const { drill, value } of chart?.figures ?? []) {
        expect((await listOf(user, drill)).body.total).toBe(value);
        expect(expectedFigure(plain, drill)).toBe(value);
      }
    },
  );
});

describe("Invalid requests for dashboards and for the lists behind figures", () => {
  it.each([
    ["an unknown filter", { colour: "red" }, "colour"],
    ["a filter of a list", { arbo_name: "A" }, "arbo_name"],
    ["a year that is not a number", { reporting_year: "soon" }, "reporting_year"],
    ["a year with a fraction", { year_from: 2024.5 }, "year_from"],
    ["two first years", { year_from: [2024, 2025] }, "year_from"],
    ["a chart of another board", { charts: ["done", "outcomes"] }, "charts"],
    ["charts that are not an array", { charts: "done" }, "charts"],
    ["an object", { fund_source: { not: "ARF" } }, "fund_source"],
  ])(
    "The dashboard endpoint refuses a request with %s, and the error names the invalid field.",
    async (_, body, field) => {
      const answer = await callAs("central", "POST", "/charts/main-dashboard", body);
      expect(answer.status).toBe(400);
      expect(answer.body.details?.[0]?.field).toBe(field);
    },
  );

  it("A request for an unknown dashboard gets a 404.", async () => {
    expect((await callAs("central", "POST", "/charts/form-6", {})).status).toBe(404);
  });

  it.each([
    ["an unknown figure", "arbo-masterlist", { figure: "form-5.unknown" }],
    ["a figure of other records", "arc-masterlist", { figure: "form-5.arbos_trained" }],
    ["a figure that is not text", "arbo-masterlist", { figure: ["form-5.arbos_trained"] }],
    [
      "a filter that the figure does not follow",
      "arbo-masterlist",
      { figure: "form-5.arbos", reporting_year: 2025 },
    ],
    ["a chart's filter without a figure", "arbo-masterlist", { reporting_year: 2025 }],
    ["a total of a text", "arbo-masterlist", { page: 1, sums: ["arbo_name"] }],
    ["a total without a page", "arbo-masterlist", { sums: ["total_member"] }],
  ])("The list endpoint refuses a request with %s.", async (_, path, body) => {
    expect((await callAs("central", "POST", `/api/${path}`, body)).status).toBe(400);
  });
});

describe("The list that a figure links to", () => {
  it("If a user searches in the list that a dashboard figure links to, the total counts only the rows found.", async () => {
    const body = { figure: "form-5.arbos_trained", reporting_year: 2025 };
    const page = await callAs("central", "POST", "/api/arbo-masterlist", { ...body, page: 1 });
    const whole = await callAs("central", "POST", "/api/arbo-masterlist", body);
    expect(whole.body.total).toBe(page.body.total);
    const [first] = whole.body.data as { arbo_name: string }[];
    const narrowed = await callAs("central", "POST", "/api/arbo-masterlist", {
      ...body,
      q: first?.arbo_name,
    });
    expect(narrowed.body.total).toBeGreaterThan(0);
    expect(narrowed.body.total).toBeLessThan(whole.body.total ?? 0);
  });
});
