/** What whoever lacks the right Sensitive is told of personal marks: counts of whole areas, in fives, and none that tell of somebody. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Chart, Dashboard, RoundedFigure } from "#shared/charts/figures/types.ts";
import { type PlainRow, plainRows } from "./charts-plain.ts";
import { callAs, type DemoUser, database, elsewhere, mark, province, region, rest } from "./support.ts";

/** Marks by the key of their group. */
const marks: Record<string, (row: PlainRow) => boolean> = {
  "4ps": (row) => row.is_4ps_beneficiary === "Yes",
  solo_parent: (row) => row.is_solo_parent === "Yes",
  pwd: (row) => row.is_pwd === "Yes",
  senior: (row) => row.age_base_group === "60 and above",
  ip: (row) => row.is_ip === "Yes",
};

interface Area {
  region_name?: string | undefined;
  province_name?: string | undefined;
}

const demographics = async (user: DemoUser, filters: object = {}): Promise<Chart> => {
  const answer = await callAs(user, "POST", "/charts/form-5", { ...filters, charts: ["demographics"] });
  expect(answer.status, answer.text).toBe(200);
  const [chart] = (answer.body.data as Dashboard).charts;
  if (!chart) throw new Error(answer.text);
  return chart;
};

const groupBy = <T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
};

/** The rule, by itself: an area is told where everything that it is a part of is, with all of its parts. */
function expected(trained: readonly PlainRow[], { region_name, province_name }: Area): RoundedFigure[] {
  const figures: RoundedFigure[] = [];
  for (const [group, has] of Object.entries(marks)) {
    for (const [series, people] of groupBy(trained, ({ sex }) => String(sex ?? ""))) {
      const tells = (rows: readonly PlainRow[]) => {
        const marked = rows.filter(has).length;
        return marked >= 5 && rows.length - marked >= 5;
      };
      const regions = groupBy(people, (row) => String(row.region_name));
      const offices = groupBy(regions.get(String(region_name)) ?? [], ({ office }) => office);
      const area =
        province_name !== undefined
          ? (offices.get(`${region_name} / ${province_name}`) ?? [])
          : region_name !== undefined
            ? (regions.get(region_name) ?? [])
            : people;
      if (area.length === 0) continue;
      const told =
        tells(people) &&
        (region_name === undefined || [...regions.values()].every(tells)) &&
        (province_name === undefined || [...offices.values()].every(tells));
      const value = area.filter(has).length;
      const at = { group, series };
      figures.push(told ? { ...at, value: value - (value % 5) } : { ...at, value: null, held_back: "small" });
    }
  }
  return figures;
}

const sorted = (figures: readonly RoundedFigure[] | undefined) =>
  [...(figures ?? [])].sort((a, b) => `${a.group}/${a.series}`.localeCompare(`${b.group}/${b.series}`, "en"));

let trained: PlainRow[];
beforeAll(async () => {
  await database`select private.renew_personal_counts(anew => true)`;
  const { participants } = await plainRows(null);
  trained = participants.filter(({ training_id }) => Array.isArray(training_id) && training_id.length > 0);
});
afterAll(() => database.end());

const own: Area = { region_name: region, province_name: province };
const asked: [user: DemoUser, filters: Area, area: Area | null][] = [
  ["central", {}, {}],
  ["central", { region_name: region }, { region_name: region }],
  ["central", own, own],
  ["central", { province_name: province }, own],
  ["regional", {}, { region_name: region }],
  ["regional", { province_name: province }, own],
  ["regional", { region_name: "Region VIII (Eastern Visayas)" }, null],
  ["provincial", {}, own],
  ["provincial", { region_name: region }, own],
  ["provincial", { province_name: elsewhere.province_name }, null],
  ["viewer", {}, own],
];

describe("without the right", () => {
  it.each(asked)("%s asks for %j and is told of %j", async (user, filters, area) => {
    const chart = await demographics(user, filters);
    expect(chart.figures).toEqual([]);
    expect(chart.withheld).toBeUndefined();
    expect(chart.dimensions).toEqual(["region_name", "province_name"]);
    expect(sorted(chart.rounded)).toEqual(area ? sorted(expected(trained, area)) : []);
  });

  it("some counts are told and some held back, and neither opens a list", async () => {
    const { rounded = [] } = await demographics("central");
    expect(rounded.some(({ value }) => value !== null)).toBe(true);
    const narrow = await demographics("provincial");
    expect([...rounded, ...(narrow.rounded ?? [])].some(({ value }) => value === null)).toBe(true);
    expect(JSON.stringify([rounded, narrow.rounded])).not.toContain("drill");
  });

  it.each([
    { year_from: 2024 },
    { year_to: 2025 },
    { year_funded: 2024 },
    { reporting_year: 2025 },
    { reporting_quarter: "Q1" },
    { reporting_month: "January" },
    { ...own, muncity_name: "Cabiao" },
    { fund_source: "ARF" },
    { psp_category: "A" },
    { subpsp_abbreviation: "MCBF" },
    { arbo_id: "A" },
    { region_name: [region, "Region VIII (Eastern Visayas)"] },
    { ...own, province_name: [province, "Bulacan"] },
    { region_name: [""] },
  ])("the filters %j need the permission", async (filters) => {
    for (const user of ["central", "regional", "provincial"] as const) {
      const chart = await demographics(user, filters);
      expect(chart.withheld).toContain("need permission to see personal data (the right Sensitive)");
      expect(chart.rounded).toBeUndefined();
      expect(chart.figures).toEqual([]);
    }
  });

  it("people who are entered within the quarter change no count", async () => {
    const before = await demographics("provincial");
    const training = trained.find(({ office }) => office === `${region} / ${province}`)
      ?.training_id as string[];
    try {
      await database`
        insert into public.participants (participant_name, region_name, province_name, sex, is_4ps_beneficiary, training_id, remarks)
        select ${mark} || n, ${region}, ${province}, 'Female', 'Yes', ${training}::text[], ${mark} from generate_series(1, 30) n`;
      expect((await demographics("provincial")).rounded).toEqual(before.rounded);
    } finally {
      await database`delete from public.participants where remarks = ${mark}`;
    }
  });

  it("the list by a mark holds nobody, and REST does not know the counts", async () => {
    const list = await callAs("central", "POST", "/api/participant", {
      figure: "form-5.trained",
      is_4ps_beneficiary: "Yes",
      page: 1,
    });
    expect(list.body.total).toBe(0);
    const asking = await rest("central", "POST", "rpc/personal_counts_of", {
      wanted_region: null,
      wanted_province: null,
    });
    expect(asking.status).toBe(404);
    expect((await rest("central", "GET", "personal_counts")).status).toBe(404);
  });
});

it("with the right the figures are whole, and open their lists", async () => {
  const chart = await demographics("admin", { region_name: region });
  expect(chart.rounded).toBeUndefined();
  expect(chart.figures.length).toBeGreaterThan(0);
});
