/** Contracts of charts, reports and work queues (spec section 7). */
import { z } from "zod";
import {
  type Dashboard,
  type Drill,
  dashboardNames,
  type FormToReview,
  type TargetReport,
  type WorkQueue,
} from "../charts/figures/types.ts";
import { capacityFilters, type ReportFilter } from "../charts/reports.ts";
import type { ParentPage } from "../records/parent-page.ts";
import { currentYear, quarters } from "../rules/periods.ts";
import { call, fields } from "./base/call.ts";
import {
  fieldIssue,
  isUnset,
  pageIn,
  paging,
  type Reading,
  read,
  refused,
  right,
  rowId,
  shaped,
} from "./base/values.ts";
import { chartFilterNames, chartFilters, filterShape, filtersIn } from "./filters/chart-filters.ts";
import { readFilter } from "./filters/filter-values.ts";

const group = "Figures";

const aFilter = "a filter of this call";

const filterValue = z.union([z.string(), z.number()]).nullable();
const places = ["region_name", "province_name"] as const;

const drill = z
  .object({
    route: z.string(),
    path: z.string().describe("Path of the list endpoint."),
    filters: z.record(z.string(), z.union([filterValue, z.array(filterValue)])),
    figure: z.string().optional(),
    sum: z.string().optional(),
  })
  .describe("Body fields for the list endpoint. They select exactly the rows that the figure counts.");

const chart = z.object({
  key: z.string(),
  title: z.string(),
  help: z.string().describe("The definition of the figures."),
  shape: z.enum(["numbers", "bars", "stacked", "donut"]),
  unit: z.string(),
  groups: z.array(z.looseObject({ key: z.string(), label: z.string() })),
  series: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      counts: z.string().optional().describe("Unit of the series, if the chart has several units."),
      rest: z.boolean().optional().describe("True if the total in the title does not include this series."),
    }),
  ),
  figures: z.array(z.object({ group: z.string(), series: z.string(), value: z.number(), drill })),
  overlapping: z
    .boolean()
    .optional()
    .describe(
      "True if figures of different groups must not be added, because a record can be in several groups or the units differ.",
    ),
  omitted: z
    .int()
    .optional()
    .describe(
      "Number of groups that the chart leaves out, because it has only the groups with the largest figures. Missing if the chart has all groups.",
    ),
  dimensions: z.array(z.string()).describe("Filters that apply to the chart."),
  withheld: z.string().optional().describe("Reason why the chart shows no figures."),
});

export const charts = call({
  method: "POST",
  path: "/charts/{name}",
  figures: true,
  group,
  summary: "Returns the figures of a dashboard for the caller's offices.",
  parameters: [{ name: "name", description: "Name of the dashboard.", schema: z.enum(dashboardNames) }],
  body: fields(
    {
      ...filterShape(chartFilterNames),
      charts: z
        .array(z.string(), "charts must be a list of keys of the dashboard's charts.")
        .describe("Keys of the charts to return. Default: all.")
        .optional(),
    },
    aFilter,
  ).transform(({ charts, ...filters }) => ({ charts, filters: filtersIn(chartFilterNames, filters) })),
  data: shaped<Dashboard>(z.object({ name: z.enum(dashboardNames), charts: z.array(chart) })),
});

export const targetReport = call({
  method: "POST",
  path: "/api/targetaccompfme",
  figures: true,
  group,
  summary: "Reports targets next to accomplishments of machinery and other support, by region and province.",
  body: chartFilters([...chartFilterNames, "support_provided"]),
  data: shaped<TargetReport>(
    z.looseObject({
      targetAccompDataRegion: z.array(z.looseObject({})),
      targetAccompDataProvince: z.array(z.looseObject({})),
      targetAccompDataCentral: z.array(z.looseObject({})),
    }),
  ),
});

/** Reads the values of a report filter as texts. Empty values are left out. */
function reportFilter(name: string, { type, compare }: ReportFilter) {
  const one = type === "integer" ? z.union([z.int(), z.literal("")]) : z.string();
  return read(z.union([one.nullable(), z.array(one.nullable())]), (input): Reading<string[]> => {
    const known: string[] = [];
    for (const value of [input].flat()) {
      if (isUnset(value)) continue;
      const reading = readFilter(name, type, value);
      if (!reading.ok) return reading;
      known.push(String(reading.value));
    }
    if (compare && known.length > 1) return refused(`The filter ${name} accepts only one year.`);
    return right(known);
  }).optional();
}

const reportFilters = Object.fromEntries(
  Object.entries(capacityFilters).map(([name, filter]) => [name, reportFilter(name, filter)]),
);

export const capacityReport = call({
  method: "POST",
  path: "/api/report-arbocapdevcd",
  group,
  summary: "Reports trainings of ARBOs with their participants by category and sex, place and district.",
  body: fields({ ...reportFilters, ...paging }, aFilter).transform(
    ({ page, page_size, ...filters }, context) => ({
      filters,
      page: pageIn({ page, page_size }, context),
    }),
  ),
  data: z.object({
    Form5ARBOcapdevCD: z.array(z.looseObject({})),
    drills: z.record(z.string(), shaped<Drill>(drill)),
  }),
  beside: { total: z.int() },
});

const longestName = 250;
const nameMessage = `Give the person's name, of at most ${longestName} characters.`;

export const personReport = call({
  method: "POST",
  path: "/api/report-capdevrecord",
  group,
  summary: "Reports the trainings of a participant. Each request is recorded in the user log.",
  body: fields(
    {
      participant_name: z
        .string(nameMessage)
        .max(longestName, nameMessage)
        .regex(/^(?=.*\S)[^\0]*$/su, nameMessage),
      ...paging,
    },
    aFilter,
  ).transform(({ participant_name, page, page_size }, context) => ({
    participant_name,
    page: pageIn({ page, page_size }, context),
  })),
  data: z.object({ Form5CapDevRecord: z.array(z.looseObject({})) }),
  beside: { total: z.int() },
});

export const workQueues = call({
  method: "POST",
  path: "/api/work-queues",
  figures: true,
  unusual: true,
  group,
  summary: "Counts rows that need attention in the caller's offices, with filters that list these rows.",
  body: chartFilters(places),
  data: shaped<WorkQueue[]>(
    z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        help: z.string(),
        total: z.number(),
        parts: z.array(z.object({ label: z.string(), value: z.number(), drill })),
      }),
    ),
  ),
});

const pendingRows = {
  to_review: z.int().describe("Rows that wait for review. Returned rows do not wait."),
  unusual: z.int().describe("Waiting rows with an unusual value."),
  own: z
    .int()
    .describe(
      "Waiting rows without an unusual value that the caller entered, so that someone else must approve them.",
    ),
  returned: z.int(),
};

export const reviewByForm = call({
  method: "POST",
  path: "/api/review-by-form",
  unusual: true,
  group,
  summary: "Counts pending rows by form and office, with filters that list these rows.",
  body: chartFilters(places),
  data: shaped<FormToReview[]>(
    z.array(
      z.object({
        label: z.string(),
        noun: z.object({ one: z.string(), many: z.string() }),
        drill: drill.describe(
          "Filters that, together with review and unusual, and the region and province of an office, open the list of its rows.",
        ),
        ...pendingRows,
        offices: z.array(
          z.object({
            region_name: z.string().nullable(),
            province_name: z.string().nullable(),
            ...pendingRows,
          }),
        ),
      }),
    ),
  ),
  beside: { seen: z.string().describe("Snapshot of the numbers. Send it when approving the rows.") },
});

export const officesNotReported = call({
  method: "POST",
  path: "/api/offices-not-reported",
  figures: true,
  group,
  summary:
    "Lists the offices that have no rows in a year or quarter, or all offices with their number of rows per form.",
  body: fields(
    {
      window: z
        .enum(["target", "accomplishment"], 'window is either "target" or "accomplishment".')
        .default("accomplishment"),
      reporting_year: read(z.union([z.int(), z.literal("")]), (input): Reading<number | null> => {
        if (input === "") return right(null);
        const reading = readFilter("reporting_year", "integer", input);
        return reading.ok ? right(Number(reading.value)) : reading;
      }).nullish(),
      reporting_quarter: z
        .enum([...quarters, ""], "reporting_quarter is one of Q1, Q2, Q3 and Q4.")
        .nullish(),
      show: z
        .enum(["none", "gaps", "all"], 'show is "none", "gaps" or "all".')
        .default("none")
        .describe(
          "none: offices without any row. gaps: offices that have no rows of at least one form. all: all offices.",
        ),
      ...filterShape(places),
    },
    aFilter,
  ).transform(({ window, reporting_year, reporting_quarter, show, ...filters }, context) => {
    if (reporting_quarter && window === "target") {
      const message = "Targets are annual: leave reporting_quarter out.";
      context.issues.push(fieldIssue(reporting_quarter, "reporting_quarter", message));
    }
    return {
      window,
      show,
      year: reporting_year ?? currentYear(),
      quarter: reporting_quarter || null,
      filters: filtersIn(places, filters),
    };
  }),
  data: z.array(
    z.object({
      office: z.string(),
      region_name: z.string(),
      province_name: z.string(),
      last_year: z.int().nullable().describe("Latest year in which the office has a row."),
      rows: z.record(z.string(), z.int()).describe("Number of rows per form key."),
      people: z
        .array(z.object({ name: z.string(), email: z.string() }))
        .describe("Active users of the office whose profiles the caller can read."),
    }),
  ),
  beside: {
    total: z.int().describe("Number of offices in the list."),
    forms: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        drill: shaped<Drill>(drill).describe(
          "Filters that, together with the region and province of an office, open the list of its rows.",
        ),
      }),
    ),
  },
});

const eitherOne = "Give either id, the number of a row of the masterlist, or arbo_id.";

export const arboPage = call({
  method: "POST",
  path: "/api/arbo-page",
  figures: true,
  group: "Records",
  summary: "Returns one ARBO with all records that refer to it, totals, projects, and overdue items.",
  body: fields({ id: rowId(eitherOne).optional(), arbo_id: z.string(eitherOne).optional() }).transform(
    (input, context): { id: number } | { identifier: string } => {
      const { id, arbo_id } = input;
      if (id !== undefined && arbo_id === undefined) return { id };
      if (id === undefined && arbo_id !== undefined && arbo_id.trim() !== "") return { identifier: arbo_id };
      context.addIssue({ code: "custom", path: ["id"], message: eitherOne, input: input });
      return z.NEVER;
    },
  ),
  data: shaped<ParentPage>(z.looseObject({ id: z.int(), sections: z.array(z.looseObject({})) })),
  problems: ["not_found"],
});
