/** Contracts of charts, reports and work queues (spec section 7). */
import { z } from "zod";
import { chartFilterTypes } from "../charts/figures/subjects.ts";
import { dashboardNames } from "../charts/figures/types.ts";
import { quarters } from "../rules/periods.ts";
import { call, fields } from "./call.ts";
import { paging } from "./record-schemas.ts";
import { rowId } from "./values.ts";

const group = "Figures";

const filterValue = z.union([z.string(), z.number()]).nullable();
const values = (type: "integer" | "text") => {
  const one = type === "integer" ? z.int().nullable() : z.string().nullable();
  return z.union([one, z.array(one)]).optional();
};
const year = z.int().nullable().optional();

/** The filters of every chart call. */
const chartFilters = Object.fromEntries(
  Object.entries(chartFilterTypes).map(([name, type]) => [
    name,
    name === "year_from" || name === "year_to" ? year : values(type),
  ]),
);
const { support_provided: support, ...common } = chartFilters;
const places = { region_name: values("text"), province_name: values("text") };

const drill = z
  .object({
    route: z.string(),
    path: z.string().describe("Path of the list call."),
    filters: z.record(z.string(), z.union([filterValue, z.array(filterValue)])),
    figure: z.string().optional(),
    sum: z.string().optional(),
  })
  .describe("Opens exactly the rows that the figure counts: the body fields of their list call.");

const chart = z.object({
  key: z.string(),
  title: z.string(),
  help: z.string().describe("The definition of the figures."),
  shape: z.enum(["numbers", "bars", "stacked", "donut"]),
  unit: z.string(),
  groups: z.array(z.looseObject({ key: z.string(), label: z.string() })),
  series: z.array(z.object({ key: z.string(), label: z.string() })),
  figures: z.array(z.object({ group: z.string(), series: z.string(), value: z.number(), drill })),
  heeds: z.array(z.string()).describe("The filters that the chart follows."),
  withheld: z.string().optional(),
});

export const charts = call({
  method: "POST",
  path: "/charts/{name}",
  group,
  summary: "Answers the figures of a board, for the caller's offices.",
  parameters: [{ name: "name", in: "path", description: "The board.", schema: z.enum(dashboardNames) }],
  body: fields(common),
  data: z.object({ name: z.enum(dashboardNames), charts: z.array(chart) }),
});

export const targetReport = call({
  method: "POST",
  path: "/api/targetaccompfme",
  group,
  summary: "Reports targets beside accomplishments of machinery and other support, by region and province.",
  body: fields({ ...common, ...(support ? { support_provided: support } : {}) }),
  data: z.looseObject({
    targetAccompDataRegion: z.array(z.looseObject({})),
    targetAccompDataProvince: z.array(z.looseObject({})),
    targetAccompDataCentral: z.array(z.looseObject({})),
  }),
});

const pages = { page: paging.page, page_size: paging.page_size };

export const capacityReport = call({
  method: "POST",
  path: "/api/report-arbocapdevcd",
  group,
  summary: "Reports trainings of ARBOs with their participants by category and sex, place and district.",
  body: z.looseObject({ ...pages, year_from: year, year_to: year }),
  data: z.looseObject({ Form5ARBOcapdevCD: z.array(z.looseObject({})) }),
  beside: { total: z.int() },
});

export const personReport = call({
  method: "POST",
  path: "/api/report-capdevrecord",
  group,
  summary: "Reports the trainings of a participant. Every reading is in the user log.",
  body: fields({ ...pages, participant_name: z.string().max(250) }),
  data: z.object({ Form5CapDevRecord: z.array(z.looseObject({})) }),
  beside: { total: z.int() },
});

export const workQueues = call({
  method: "POST",
  path: "/api/work-queues",
  group,
  summary: "Counts what needs attention in the caller's offices, with the lists behind it.",
  body: fields(places),
  data: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      help: z.string(),
      total: z.number(),
      parts: z.array(z.object({ label: z.string(), value: z.number(), drill })),
    }),
  ),
});

export const officesNotReported = call({
  method: "POST",
  path: "/api/offices-not-reported",
  group,
  summary: "Lists the offices without a single entry of a year or quarter.",
  body: fields({
    window: z.enum(["target", "accomplishment"]).optional(),
    reporting_year: year,
    reporting_quarter: z.enum(quarters).nullable().optional(),
    ...places,
  }),
  data: z.array(z.looseObject({ region_name: z.string(), province_name: z.string() })),
  beside: { total: z.int() },
});

const eitherOne = "Give either id, the number of a row of the masterlist, or arbo_id.";

export const arboPage = call({
  method: "POST",
  path: "/api/arbo-page",
  group: "Records",
  summary: "Answers one ARBO with everything that names it: records, totals, projects, and what is overdue.",
  body: fields({ id: rowId(eitherOne).optional(), arbo_id: z.string(eitherOne).optional() }).transform(
    (given, context) => {
      const { id, arbo_id } = given;
      if (id !== undefined && arbo_id === undefined) return { id };
      if (id === undefined && arbo_id !== undefined && arbo_id.trim() !== "") return { arbo_id };
      context.addIssue({ code: "custom", path: ["id"], message: eitherOne, input: given });
      return z.NEVER;
    },
  ),
  data: z.looseObject({ id: z.int(), sections: z.array(z.looseObject({})) }),
  problems: ["not_found"],
});
