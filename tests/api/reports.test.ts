/**
 * The three reports and the work queues, for users of the three levels: their numbers, the lists behind the numbers,
 * and requests with invalid input.
 */
import { describe, expect, it } from "vitest";
import type { Drill, TargetReport, TargetReportRow, WorkQueue } from "#shared/charts/figures/types.ts";
import { expectedFigure, type Plain, readPlainRows } from "./expected-figures.ts";
import { callAs, type DemoUser, database, province, region } from "./support.ts";

const officesOf: Record<"central" | "regional" | "provincial", () => Promise<string[] | null>> = {
  central: async () => null,
  regional: async () =>
    (
      await database<{ office: string }[]>`select office from public.offices where region_name = ${region}`
    ).map(({ office }) => office),
  provincial: async () => [`${region} / ${province}`],
};
const levels = ["central", "regional", "provincial"] as const;

const data = async <T>(user: DemoUser, path: string, body: unknown): Promise<T> => {
  const answer = await callAs(user, "POST", `/api/${path}`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as T;
};

async function totalOf(user: DemoUser, { path, filters, figure, sum }: Drill): Promise<number | undefined> {
  const body = {
    ...filters,
    ...(figure ? { figure } : {}),
    page: 1,
    page_size: 1,
    ...(sum ? { sums: [sum] } : {}),
  };
  const answer = await callAs(user, "POST", `/api/${path}`, body);
  expect(answer.status, answer.text).toBe(200);
  const { sums } = answer.body as { sums?: Record<string, number> };
  return sum ? sums?.[sum] : answer.body.total;
}

describe.each(levels)("Report on targets and accomplishments for the user %s", (user) => {
  const drillOf = (report: TargetReport, column: string, row: TargetReportRow, names: string[]): Drill => {
    const drill = report.drills[column];
    if (!drill) throw new Error(`no drill for ${column}`);
    const place = Object.fromEntries(names.map((name) => [name, row[name] ?? [""]]));
    return { ...drill, filters: { ...drill.filters, ...place } as Drill["filters"] };
  };

  it.each([{}, { reporting_year: 2025, support_provided: ["Farm equipment", "Support facility"] }])(
    "Each number in the report on targets and accomplishments equals the total of the linked list: %j",
    async (filters) => {
      const report = await data<TargetReport>(user, "targetaccompfme", filters);
      const plain: Plain = await readPlainRows(await officesOf[user]());
      const wrong: unknown[] = [];
      for (const [rows, names] of [
        [report.targetAccompDataCentral, []],
        [report.targetAccompDataRegion, ["region_name"]],
        [report.targetAccompDataProvince.slice(0, 3), ["region_name", "province_name"]],
      ] as const) {
        for (const row of rows) {
          for (const column of Object.keys(report.drills)) {
            const drill = drillOf(report, column, row, [...names]);
            const expected = expectedFigure(plain, drill);
            const listed = await totalOf(user, drill);
            if (row[column] !== expected || listed !== expected)
              wrong.push({ column, row, expected, listed });
          }
        }
      }
      expect(wrong).toEqual([]);
    },
    120_000,
  );

  it("The numbers of the regions in the report on targets and accomplishments add up to the total.", async () => {
    const report = await data<TargetReport>(user, "targetaccompfme", {});
    const sum = (rows: TargetReportRow[], column: string) =>
      rows.reduce((total, row) => total + Number(row[column] ?? 0), 0);
    for (const column of Object.keys(report.drills)) {
      const whole = sum(report.targetAccompDataCentral, column);
      expect(
        [sum(report.targetAccompDataRegion, column), sum(report.targetAccompDataProvince, column)],
        column,
      ).toEqual([whole, whole]);
    }
  });
});

interface CapacityRow {
  training_id: string;
  participant_category: string | null;
  male: number;
  female: number;
  total: number;
}

describe.each(levels)("Capacity development report for the user %s", (user) => {
  const rowsOf = (body: unknown) =>
    data<{ Form5ARBOcapdevCD: CapacityRow[] }>(user, "report-arbocapdevcd", body);

  it.each([{}, { year_from: 2025, year_to: 2025, participant_category: ["ARB", "Non-ARB"] }])(
    "The capacity development report counts the participants of each training with the filters %j",
    async (filters: { year_from?: number; participant_category?: string[] }) => {
      const { Form5ARBOcapdevCD: rows } = await rowsOf(filters);
      const plain = await readPlainRows(await officesOf[user]());
      const expected = new Map<string, [number, number, number]>();
      for (const training of plain.arbo_trainings) {
        const day = (training.date_conducted ?? training.start_date) as Date | null;
        if (filters.year_from && (day?.getFullYear() ?? training.year_funded) !== filters.year_from) continue;
        const people = plain.participants.filter((one) =>
          ((one.training_id as string[] | null) ?? []).includes(String(training.training_id)),
        );
        if (people.length === 0 && !filters.participant_category)
          expected.set(`${training.training_id}/null`, [0, 0, 0]);
        for (const { participant_category: category, sex } of people) {
          if (filters.participant_category && !filters.participant_category.includes(String(category)))
            continue;
          const key = `${training.training_id}/${category}`;
          const [male, female, total] = expected.get(key) ?? [0, 0, 0];
          expected.set(key, [male + Number(sex === "Male"), female + Number(sex === "Female"), total + 1]);
        }
      }
      const found = rows.map((row): [string, [number, number, number]] => [
        `${row.training_id}/${row.participant_category}`,
        [row.male, row.female, row.total],
      ]);
      expect(new Map(found)).toEqual(expected);
      expect(found.length).toBe(expected.size);
    },
  );

  it("Each participant count in the capacity development report equals the row count of the linked list.", async () => {
    const { Form5ARBOcapdevCD: rows } = await rowsOf({ page: 1, page_size: 5, participant_category: "ARB" });
    for (const { training_id, participant_category, female, total } of rows) {
      const filters = { training_id, participant_category: participant_category ?? [""] };
      expect(await totalOf(user, { route: "", path: "participant", filters })).toBe(total);
      expect(
        await totalOf(user, { route: "", path: "participant", filters: { ...filters, sex: "Female" } }),
      ).toBe(female);
    }
  });
});

describe("The training record of a participant", () => {
  const participantWithTraining = async () => {
    const [row] = await database<{ participant_name: string; birthday: Date | null; id: string }[]>`
      select id, participant_name, birthday from public.participants
      where office = ${`${region} / ${province}`} and cardinality(training_id) > 0 and birthday is not null order by id limit 1`;
    if (!row) throw new Error("the demo has no such participant");
    return row;
  };
  const recordOf = (user: DemoUser, name: string) =>
    data<{ Form5CapDevRecord: Record<string, unknown>[] }>(user, "report-capdevrecord", {
      participant_name: name,
    });

  it("A participant's training record lists the attended trainings, however the requested name is capitalised.", async () => {
    const { participant_name: name, id } = await participantWithTraining();
    const { Form5CapDevRecord: rows } = await recordOf(
      "provincial",
      `  ${name.toUpperCase().replace(" ", "   ")} `,
    );
    const attended =
      await database`select training_id from public.participant_trainings where participant_id = ${id} and attended`;
    expect(
      rows
        .filter((row) => String(row.id) === id)
        .map(({ training_id }) => training_id)
        .sort(),
    ).toEqual(attended.map((row) => row.training_id).sort());
  });

  it("Only users with the Sensitive right see the birthday, age and disability in a participant's training record.", async () => {
    const { participant_name: name } = await participantWithTraining();
    const [{ count: before } = { count: 0 }] = await database<{ count: number }[]>`
      select count(*)::int as count from private.user_log where action = 'export' and changes -> 'purpose' ->> 1 = 'report'`;
    const seen = (await recordOf("admin", name)).Form5CapDevRecord;
    const hidden = (await recordOf("viewer", name)).Form5CapDevRecord;
    expect(seen.some(({ birthday }) => birthday !== null)).toBe(true);
    expect(
      hidden.every(({ birthday, age, is_pwd }) => birthday === null && age === null && is_pwd === null),
    ).toBe(true);
    const [{ count: after } = { count: 0 }] = await database<{ count: number }[]>`
      select count(*)::int as count from private.user_log where action = 'export' and changes -> 'purpose' ->> 1 = 'report'`;
    expect(after - before).toBe(2);
  });

  it("A Central user can see the training record of another office's participant, but a Provincial user can't.", async () => {
    const [other] = await database<{ participant_name: string }[]>`
      select participant_name from public.participants p where province_name = 'Leyte'
        and not exists (select from public.participants q where q.participant_name = p.participant_name and q.province_name = ${province}) limit 1`;
    expect((await recordOf("provincial", other?.participant_name ?? "")).Form5CapDevRecord).toEqual([]);
    expect(
      (await recordOf("central", other?.participant_name ?? "")).Form5CapDevRecord.length,
    ).toBeGreaterThan(0);
  });
});

describe.each(levels)("Work queues of the user %s", (user) => {
  it("The total of every work queue equals the number of rows in the linked list.", async () => {
    const queues = await data<WorkQueue[]>(user, "work-queues", {});
    const wrong: unknown[] = [];
    for (const { key, total, parts } of queues) {
      for (const { value, drill, label } of parts) {
        const listed = await totalOf(user, drill);
        if (listed !== value) wrong.push({ key, label, value, listed });
      }
      if (parts.length > 0)
        expect(
          parts.reduce((sum, { value }) => sum + value, 0),
          key,
        ).toBe(total);
    }
    expect(wrong).toEqual([]);
  });

  it("The work queues for permits and deeds have the same totals as a direct SQL query.", async () => {
    const queues = new Map(
      (await data<WorkQueue[]>(user, "work-queues", {})).map((queue) => [queue.key, queue.total]),
    );
    const offices = await officesOf[user]();
    const today = "(now() at time zone 'Asia/Manila')::date";
    const anyPermit = (condition: string) =>
      `exists (select from unnest(array[fda_lto_expiry, cpr_expiry, halal_expiry]) day where day ${condition})`;
    const [counts] = await database.unsafe(
      `select count(*) filter (where ${anyPermit(`< ${today}`)})::int as permits_expired,
        count(*) filter (where ${anyPermit(`between ${today} and ${today} + 90`)})::int as permits_expiring,
        count(*) filter (where deed_donation_date is null)::int as deeds_missing
      from public.fme_inventory_table where $1::text[] is null or office = any ($1::text[])`,
      [offices],
    );
    for (const [key, value] of Object.entries(counts ?? {})) expect(queues.get(key), key).toBe(value);
  });

  it("The targets that the dashboards show as unmet and due are the same as the overdue targets in the work queue.", async () => {
    for (const [form, table] of [
      ["form-5", "form_5_annualtargets"],
      ["form-7", "form7_proddevs"],
      ["form-11", "form11_accomps"],
    ]) {
      const rows = await database`
        select (select array_agg(row_id order by row_id) from public.target_outcomes where form = ${form ?? ""} and not matched and make_date(year, 12, 31) <= (now() at time zone 'Asia/Manila')::date + 90) as here,
          (select array_agg(row_id order by row_id) from public.overdue_targets where table_name = ${table ?? ""}) as there`;
      expect(rows[0]?.here, form).toEqual(rows[0]?.there);
    }
  });

  it("The list of offices that haven't reported contains exactly the offices without an accomplishment or training this year.", async () => {
    const queues = await data<WorkQueue[]>(user, "work-queues", {});
    const silent = await data<{ office: string; last_year: number | null }[]>(
      user,
      "offices-not-reported",
      {},
    );
    expect(queues.find(({ key }) => key === "offices_not_reported")?.total).toBe(silent.length);
    const offices = await officesOf[user]();
    const expected = await database<{ office: string }[]>`
      select office from public.offices o where province_name is not null
        and not exists (select from public.activities a where a.office = o.office and a.side <> 'target'
          and a.year = extract(year from now() at time zone 'Asia/Manila'))`;
    const scope = expected
      .map(({ office }) => office)
      .filter((office) => !offices || offices.includes(office));
    expect(silent.map(({ office }) => office).sort()).toEqual(scope.sort());
    const years = await database<{ office: string; last_year: number }[]>`
      select office, max(year)::int as last_year from public.activities where side <> 'target' group by office`;
    const lastOf = new Map(years.map(({ office, last_year }) => [office, last_year]));
    for (const { office, last_year } of silent) expect(last_year, office).toBe(lastOf.get(office) ?? null);
  });
});

/** The forms of each reporting window, each with its table and the SQL for the year and quarter of a row. */
const annual = { year: "coalesce(reporting_year, year_funded)", quarter: "null", only: "true" };
const named = { ...annual, quarter: "reporting_quarter" };
const day = "coalesce(date_conducted, start_date)";
const held = {
  year: `extract(year from ${day})`,
  quarter: `'Q' || extract(quarter from ${day})`,
  only: "true",
};
const plainForms: Record<string, Record<string, { table: string } & typeof annual>> = {
  target: {
    form_5: { table: "form_5_annualtargets", ...annual },
    form_7: { table: "form7_proddevs", ...annual },
    form_11: { table: "form11_accomps", ...annual, only: "status = 'Target'" },
    marketing: { table: "arbo_marketing_targets", ...annual },
  },
  accomplishment: {
    form_5: { table: "form_5_accomps", ...named },
    trainings: { table: "arbo_trainings", ...held },
    form_7: { table: "form7_accomps", ...named },
    form_10: { table: "form_10", ...named },
    form_11: { table: "form11_accomps", ...named, only: "status is distinct from 'Target'" },
    marketing: { table: "arb_marketing_assistance_monitoring", ...named },
  },
};

interface NotReported {
  data: {
    office: string;
    region_name: string;
    province_name: string;
    last_year: number | null;
    rows: Record<string, number>;
  }[];
  total: number;
  forms: { key: string; label: string; drill: Drill }[];
}

describe.each(levels)("Reported rows per office for the user %s", (user) => {
  const ask = async (body: object): Promise<NotReported> => {
    const answer = await callAs(user, "POST", "/api/offices-not-reported", body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as unknown as NotReported;
  };

  it.each([
    { window: "accomplishment", reporting_year: 2025 },
    { window: "accomplishment", reporting_year: 2025, reporting_quarter: "Q2" },
    { window: "accomplishment", reporting_year: 1999 },
    { window: "target", reporting_year: 2026 },
  ])(
    "For each office and form, the report on missing reports shows the total of the linked list as row count: %j",
    async (period) => {
      const all = await ask({ ...period, show: "all" });
      const scope = await officesOf[user]();
      const known = (
        await database<
          { office: string }[]
        >`select office from public.offices where province_name is not null`
      )
        .map(({ office }) => office)
        .filter((office) => !scope || scope.includes(office));
      expect(all.data.map(({ office }) => office).sort()).toEqual(known.sort());
      expect(all.total).toBe(known.length);
      const forms = plainForms[period.window] ?? {};
      expect(all.forms.map(({ key }) => key)).toEqual(Object.keys(forms));
      for (const [key, { table, year, quarter, only }] of Object.entries(forms)) {
        const counted = await database.unsafe<{ office: string; n: number }[]>(
          `select office, count(*)::int as n from public.${table}
         where ${only} and ${year} = $1 and ($2::text is null or ${quarter} = $2) group by office`,
          [period.reporting_year, period.reporting_quarter ?? null],
        );
        const expected = new Map(counted.map(({ office, n }) => [office, n]));
        for (const { office, rows } of all.data)
          expect(rows[key], `${key} of ${office}`).toBe(expected.get(office) ?? 0);
      }
      const most = all.data.toSorted((a, b) => sumOf(b.rows) - sumOf(a.rows)).slice(0, 2);
      for (const { region_name, province_name, rows } of most) {
        for (const { key, drill } of all.forms) {
          const filters = { ...drill.filters, region_name, province_name };
          expect(await totalOf(user, { ...drill, filters }), key).toBe(rows[key]);
        }
      }
    },
  );

  it.each([
    { reporting_year: 2025 },
    { window: "target" },
    { reporting_year: 2025, reporting_quarter: "Q1" },
  ])("The report on missing reports can list only the offices with a missing form: %j", async (period) => {
    const all = await ask({ ...period, show: "all" });
    const gaps = await ask({ ...period, show: "gaps" });
    const none = await ask(period);
    const hasGap = ({ rows }: NotReported["data"][number]) => Object.values(rows).includes(0);
    expect(gaps.data).toEqual(all.data.filter(hasGap));
    expect(none.data).toEqual(all.data.filter(({ rows }) => sumOf(rows) === 0));
  });
});

const sumOf = (rows: Record<string, number>): number => Object.values(rows).reduce((sum, n) => sum + n, 0);

describe("Invalid requests for reports", () => {
  it.each([
    ["targetaccompfme", { colour: 1 }, "colour"],
    ["targetaccompfme", { reporting_year: "soon" }, "reporting_year"],
    ["report-arbocapdevcd", { year_from: "soon" }, "year_from"],
    ["report-arbocapdevcd", { year_from: [2024, 2025] }, "year_from"],
    ["report-arbocapdevcd", { colour: 1 }, "colour"],
    ["report-arbocapdevcd", { page: 0 }, "page"],
    ["report-capdevrecord", {}, "participant_name"],
    ["report-capdevrecord", { participant_name: ["A"] }, "participant_name"],
    ["report-capdevrecord", { participant_name: "A", colour: 1 }, "colour"],
    ["work-queues", { muncity_name: "A" }, "muncity_name"],
    ["offices-not-reported", { window: "none" }, "window"],
    ["offices-not-reported", { show: "some" }, "show"],
    ["offices-not-reported", { reporting_quarter: "Q5" }, "reporting_quarter"],
    ["offices-not-reported", { window: "target", reporting_quarter: "Q1" }, "reporting_quarter"],
    ["offices-not-reported", { reporting_year: "soon" }, "reporting_year"],
  ])("The endpoint %s refuses the body %j and names the invalid field.", async (path, body, field) => {
    const answer = await callAs("central", "POST", `/api/${path}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.details?.[0]?.field).toBe(field);
  });
});
