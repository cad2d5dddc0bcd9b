/**
 * Every endpoint of the product (spec section 7) as data, for tests/parity/endpoints.md and the parity tests. An
 * endpoint with `pending` is not served yet. A test fails if a pending endpoint is served, so the list of pending
 * endpoints can only shrink.
 */
import { arbo, arc, location, programme } from "./spec-groups.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface SpecCall {
  method: Method;
  path: string;
  does: string;
  /** Names of the fields in the request body, as the spec gives them. */
  body?: readonly string[];
  pending?: true;
}

export interface DataEndpoint {
  /**
   * Path segment after /api. A `POST` to this path returns the list, `PUT …/update` saves records, and `DELETE
   * …/delete` deletes records.
   */
  path: string;
  /** Second spelling of the path segment, which the API also accepts. */
  also?: string;
  /** Search fields of the list endpoint. */
  search: readonly string[];
  /** Property of the body in which clients may wrap the search fields. */
  wrapper?: "searchData" | "FMEData" | "Form7AnnualTargetData";
  pending?: true;
}

const support = [...programme, ...arbo, ...arc, ...location, "process_stage"] as const;

/** The data endpoints, in the order of the spec. */
export const dataEndpoints: readonly DataEndpoint[] = [
  { path: "arbo-masterlist", search: [] },
  { path: "arb-marketing-assistance-monitoring", search: [] },
  { path: "arbo-marketing-target", search: ["training_id", "process_stage"] },
  {
    path: "arbo-training",
    search: [
      "arboPrimaryKey",
      "training_title",
      "training_id",
      "date_conducted",
      "start_date",
      "end_date",
      "training_days",
      "training_category",
      "conducted_by",
      "fund_source",
      "training_cost",
      "agri_inputs",
      "process_stage",
    ],
  },
  { path: "arc-barangays-covered", search: ["arc_id", "barangay_name"] },
  { path: "arc-masterlist", search: ["region_name", "province_name"] },
  { path: "farmers-tracking-income", search: ["process_stage"], wrapper: "searchData" },
  { path: "inventory-status-monitoring", search: ["process_stage"], wrapper: "FMEData" },
  { path: "fme-inventory-table", search: ["arboPrimaryKey", ...location, ...programme, ...arbo, ...arc] },
  { path: "fme-rental-monitoring", search: ["region_name", "province_name", "status", "process_stage"] },
  { path: "form-10", search: ["process_stage"] },
  { path: "form11-accomp", search: support },
  { path: "form11-farm-info", search: [...support, "arboPrimaryKey"] },
  { path: "form-11", search: [] },
  { path: "form-5-accomp", search: ["status", ...programme, ...arbo, ...arc, ...location] },
  { path: "form-5-annualtarget", search: ["process_stage"] },
  { path: "form7-accomp", search: support },
  { path: "form7-proddev", search: ["process_stage"], wrapper: "Form7AnnualTargetData" },
  { path: "qtr-sales-report", search: [...programme, ...arbo, ...arc, ...location] },
  { path: "participant", search: [...programme, ...arbo, ...arc, ...location, "status", "training_id"] },
  {
    path: "report-schedules",
    search: ["start_date", "end_date", "remaining_days", "region_name", "province_name", "status"],
  },
  { path: "project-list", search: ["psp_category"] },
  { path: "sales-transaction", search: ["arbo_id", "mark_assist_id"] },
  { path: "uac", also: "Uac", search: [] },
];

const geotags: SpecCall[] = [
  { method: "POST", path: "/api/form-11-geo", does: "lists geotags" },
  { method: "POST", path: "/api/form-11-geo/create", does: "uploads geotags, as form data" },
  { method: "PUT", path: "/api/form-11-geo/update", does: "changes geotags, as form data" },
  { method: "DELETE", path: "/api/form-11-geo/delete", does: "deletes geotags" },
];

const accounts: SpecCall[] = [
  { method: "POST", path: "/api/auth/login", does: "signs in", body: ["username", "password"] },
  { method: "POST", path: "/api/auth/logout", does: "signs out" },
  { method: "GET", path: "/api/auth/current-user", does: "returns the signed-in user" },
  { method: "POST", path: "/api/auth/register", does: "adds a user" },
  { method: "GET", path: "/api/auth/users", does: "lists the users" },
  { method: "PUT", path: "/api/auth/usersupdate", does: "changes a user", body: ["id"] },
  { method: "PUT", path: "/api/user-table/register", does: "adds a user" },
  { method: "DELETE", path: "/api/user-table/delete", does: "removes a user", body: ["id"] },
  { method: "POST", path: "/api/user/search", does: "searches the users" },
];

const userLog: SpecCall[] = [
  { method: "POST", path: "/api/user-log/read", does: "lists the user log" },
  {
    method: "POST",
    path: "/api/user-log/register",
    does: "adds a list of entries",
    body: [
      "region_name",
      "province_name",
      "muncity_name",
      "user_role",
      "user_name",
      "user_id",
      "form_name",
      "action",
      "status",
    ],
  },
];

const reports: SpecCall[] = [
  { method: "POST", path: "/api/targetaccompfme", does: "FME targets and accomplishments" },
  {
    method: "POST",
    path: "/api/report-arbocapdevcd",
    does: "capacity development by ARBO and training",
    body: [
      "year_from",
      "year_to",
      "year_funded",
      "muncity_name",
      ...arc,
      ...arbo,
      "subpsp_name",
      "training_title",
      "participant_category",
    ],
  },
  {
    method: "POST",
    path: "/api/report-capdevrecord",
    does: "the trainings of a participant",
    body: ["participant_name"],
  },
];

const charts: SpecCall[] = [
  { method: "POST", path: "/charts/main-dashboard", does: "the main dashboard" },
  { method: "POST", path: "/charts/form-5", does: "trainings and participants" },
  { method: "POST", path: "/charts/form-7", does: "product development" },
  { method: "POST", path: "/charts/form-11", does: "support provided" },
];

/** The place files of the web app. Each row has the code of its parent place. */
const places: SpecCall[] = [
  { method: "GET", path: "/data/regions.json", does: "the regions" },
  { method: "GET", path: "/data/provinces.json", does: "the provinces of each region" },
  {
    method: "GET",
    path: "/data/municipalities.json",
    does: "the municipalities and cities of each province",
  },
  { method: "GET", path: "/data/barangays.json", does: "the barangays of each municipality" },
];

/**
 * The reference lists. Rows have a type; rows of the two participant lists have a category and a sub-category instead.
 */
export const specLists: readonly string[] = `
  non-nonarb arc-classification arc-type buying-arrangement credit-services fund-source itema-level itema-status
  current-it-level current-it-status marketing-instrument oma-level-2013 organization-status organization-type
  participant-category participant-subcategory program-covered registration renter-category reporting-quarter
  trader-arrangement sex support-provided term-payment type-buyer type-product unit-measure subpsp-status arb-nonarb
  cert-acceptance conducted-by milestone-activity om-training type-intervention`
  .trim()
  .split(/\s+/);

const lists: SpecCall[] = [
  ...specLists.map(
    (list): SpecCall => ({ method: "GET", path: `/dropdown/${list}`, does: "the values of the list" }),
  ),
  ...specLists.flatMap((list): SpecCall[] => [
    {
      method: "PUT",
      path: `/dropdown/${list}/${list === "arc-type" ? "insert" : "register"}`,
      does: "adds values, always sent as a list",
    },
    { method: "PUT", path: `/dropdown/${list}/update`, does: "changes values" },
    { method: "DELETE", path: `/dropdown/${list}/delete`, does: "deletes values" },
  ]),
];

/** Endpoints that are not data endpoints, under the headings of the spec. */
export const otherCalls: readonly { heading: string; calls: readonly SpecCall[] }[] = [
  { heading: "Geotags", calls: geotags },
  { heading: "Signing in and users", calls: accounts },
  { heading: "User log", calls: userLog },
  { heading: "Reports", calls: reports },
  { heading: "Charts", calls: charts },
  { heading: "Dropdown lists", calls: lists },
  { heading: "Places", calls: places },
];

/** Returns the list, save and delete endpoints of a `DataEndpoint`, for each spelling of its path. */
export const callsOf = ({ path, also, search, wrapper, pending }: DataEndpoint): SpecCall[] =>
  [path, ...(also ? [also] : [])].flatMap((segment): SpecCall[] => [
    {
      method: "POST",
      path: `/api/${segment}`,
      does: "lists",
      body: [...(wrapper ? [wrapper] : []), ...search],
      ...(pending ? { pending } : {}),
    },
    { method: "PUT", path: `/api/${segment}/update`, does: "saves", ...(pending ? { pending } : {}) },
    { method: "DELETE", path: `/api/${segment}/delete`, does: "deletes", ...(pending ? { pending } : {}) },
  ]);

/** All endpoints of the spec. */
export const specCalls: readonly SpecCall[] = [
  ...dataEndpoints.flatMap(callsOf),
  ...otherCalls.flatMap(({ calls }) => calls),
];
