/**
 * Requests that are sent to the embedded replacement of REST and to the real PostgREST. Each server has its own ARBO,
 * whose id and name replace `:id` and `:name` in paths and bodies.
 */
import { elsewhere, province, region } from "../support.ts";

export interface RestRequest {
  /**
   * The caller: a demo user, a caller without a session (anonymous), the secret key (service), or an invalid token
   * (forged, expired).
   */
  as:
    | "admin"
    | "central"
    | "regional"
    | "provincial"
    | "viewer"
    | "anonymous"
    | "service"
    | "forged"
    | "expired";
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Reason why the two responses may differ. Missing if they must be equal. */
  difference?: string;
}

const representation = { prefer: "return=representation" };
const arbo = "arbo_masterlist";
/** Leaves out the ARBOs that tests create. */
const seeded = "id=lt.20";

/** Query strings with mistakes. */
export const invalidQueries = [
  "select=%22",
  "select=%22id",
  "select=id,,",
  "select=id(",
  "select=id::",
  "select=id::nonsense",
  "select=...",
  "select=id-%3E",
  "order=",
  "order=id.sideways",
  "order=%22",
  "limit=x",
  "limit=-1",
  "offset=x",
  "offset=1e99",
  "id=eq",
  "id=nonsense.1",
  "id=in.(",
  "id=in.(1,x",
  "id=is.nonsense",
  "id=not.",
  "or=(",
  "or=(id.eq.1",
  "and=()",
  "arbo_name=fts(%22.a",
  "%22=eq.1",
  "a.b.c=eq.1",
  "select=nothing",
  "nothing=eq.1",
  "order=nothing",
  "id=eq.x",
  "date_of_registration=gt.x",
  "select=id,nothing(id)",
  "select=count()",
];

const validQueries = [
  "select=id,arbo_name&limit=2",
  "select=number:row_version&limit=2",
  "select=row_version::text&limit=2",
  "select=id,participants(id)&limit=2",
  "select=id,participants!inner(id)&limit=2",
  "id=in.(1,2,3)&select=id",
  "id=not.in.(1,2,3)&select=id&limit=2",
  "or=(id.eq.1,id.eq.2)&select=id",
  "id=gt.5&id=lt.9&select=id",
  "arbo_name=ilike.*coop*&select=id&limit=3",
  "approved_by=is.null&select=id&limit=2",
  "date_of_registration=gte.2000-01-01&select=id,date_of_registration&limit=2",
  "select=*&limit=1",
  "select=id&limit=2&offset=3",
  "select=id&limit=0",
  "select=id&offset=100000",
];

const read = (as: RestRequest["as"], path: string, headers?: Record<string, string>): RestRequest => ({
  as,
  method: "GET",
  path,
  ...(headers ? { headers } : {}),
});

const write = (as: RestRequest["as"], method: string, path: string, body?: unknown): RestRequest => ({
  as,
  method,
  path,
  headers: representation,
  ...(body === undefined ? {} : { body }),
});

const own = `${arbo}?id=eq.:id`;
const newArbo = { arbo_name: ":name, another", region_name: region, province_name: province };

export const restRequests: readonly RestRequest[] = [
  ...invalidQueries.map((query) => read("viewer", `${arbo}?${query}&${seeded}`)),
  ...validQueries.map((query) => read("viewer", `${arbo}?${query}&${seeded}&order=id`)),
  // Requests of callers without a valid session, and a request with the secret key.
  ...["arbo_masterlist", "users", "uac", "dropdown_values", "report_schedules"].flatMap((table) =>
    (["anonymous", "forged", "expired"] as const).map((as) => read(as, `${table}?select=id&limit=1`)),
  ),
  read("service", "users?select=username&order=id&limit=2"),
  // Requests for relations and columns that a user can't read.
  ...["readings", "private.user_log", "no_such_table", "rows_read", "users_private"].map((name) =>
    read("central", `${name}?select=*`),
  ),
  read("viewer", "participants?select=birthday&limit=1"),
  ...(["admin", "central", "regional", "provincial", "viewer"] as const).flatMap((as) => [
    read(as, `${arbo}?select=id&order=id&${seeded}`),
    read(as, "users?select=id,username&order=id"),
    read(as, "saved_views?select=id&order=id"),
  ]),
  // Requests that call functions.
  ...["current_access", "private.current_access", "log_rows_returned", "no_such_function"].map((name) =>
    write("admin", "POST", `rpc/${name}`, {}),
  ),
  // Requests that test the headers of a response.
  read("viewer", `${arbo}?select=id&order=id&limit=2`, { prefer: "count=exact" }),
  read("viewer", `${arbo}?select=id&order=id`, { range: "0-1" }),
  read("viewer", `${own}&select=id`, { accept: "application/vnd.pgrst.object+json" }),
  read("viewer", `${arbo}?select=id&order=id&limit=2`, { accept: "application/vnd.pgrst.object+json" }),
  { as: "viewer", method: "HEAD", path: `${arbo}?select=id&limit=2` },
  read("viewer", `${arbo}?limit=1`, { "accept-profile": "private" }),
  // Writes that are refused.
  write("provincial", "POST", arbo, { ...newArbo, ...elsewhere }),
  write("provincial", "PATCH", own, elsewhere),
  write("viewer", "PATCH", own, { cd: "x" }),
  write("anonymous", "PATCH", own, { cd: "x" }),
  ...["user_id", "row_version", "approved_by", "time_stamp", "id", "nothing"].map((column) =>
    write("central", "PATCH", own, { [column]: null }),
  ),
  write("provincial", "PATCH", own, { muncity_name: "Atlantis" }),
  write("provincial", "PATCH", own, { total_member: "many" }),
  write("provincial", "PATCH", own, { date_of_registration: "yesterday week" }),
  write("provincial", "PATCH", own, { arbo_name: null }),
  write("provincial", "PATCH", own, { arbo_name: "" }),
  write("provincial", "POST", arbo, { id: 1, ...newArbo }),
  write("provincial", "POST", `${arbo}?select=arbo_name`, { ...newArbo, arbo_name: ":name" }),
  write("provincial", "POST", arbo, { ...newArbo, arbo_name: "\ud800" }),
  write("provincial", "POST", arbo, { ...newArbo, arbo_name: "\u0000" }),
  write("provincial", "POST", arbo, []),
  write("provincial", "POST", arbo, [{ arbo_name: ":name a" }, { region_name: region }]),
  write("provincial", "POST", "uac", { status: "Central" }),
  write("viewer", "DELETE", own),
  write("provincial", "DELETE", "readings?entry=gt.0"),
  // Writes that succeed.
  write("provincial", "PATCH", `${own}&select=id,cd,row_version,status`, { cd: "First" }),
  { as: "provincial", method: "PATCH", path: own, body: { cd: "Second" } },
  write("provincial", "PATCH", `${own}&select=id,cd`, { cd: "Third" }),
  write("regional", "PATCH", `${own}&row_version=eq.1`, { process_stage: "Approved" }),
  write("provincial", "PATCH", `${own}&select=muncity_name`, { muncity_name: "cabanatuan city" }),
  write("provincial", "POST", `${arbo}?select=arbo_name,row_version,process_stage`, newArbo),
  write("provincial", "DELETE", `${own}&select=id,arbo_name`),
];

const parser = "@supabase/lite has a parser of its own for queries.";
const reader = "@supabase/lite reads numbers of a query as JavaScript numbers.";
const older = "Versions of PostgREST differ.";

/**
 * Requests to which the embedded replacement and PostgREST respond differently, each with the reason. The product sends
 * none of these requests.
 */
export const differentRequests: readonly RestRequest[] = [
  { ...read("viewer", `${arbo}?select=id)&${seeded}`), difference: parser },
  {
    ...read("viewer", `${arbo}?select=id&select=%22&${seeded}`),
    difference: "It refuses any invalid `select`.",
  },
  { ...read("viewer", `${arbo}?arbo_name=like(any).{Sagana*,Lakas*}&select=id`), difference: parser },
  { ...read("viewer", `${arbo}?arbo_name=like(any).{`), difference: parser },
  {
    ...read("viewer", `${arbo}?select=id::text&order=id&${seeded}`),
    difference: "It sorts by the converted value.",
  },
  { ...read("viewer", `${arbo}?id=eq.999999999999999999999`), difference: reader },
  {
    ...read("viewer", `${arbo}?select=id&order=id&limit=2`, { prefer: "count=planned" }),
    difference: "It counts exactly, because the planner's statistics include rows of other offices.",
  },
  { ...write("provincial", "POST", arbo, {}), difference: "It writes an INSERT without columns." },
  { ...write("provincial", "POST", arbo, "text"), difference: older },
  { ...write("provincial", "POST", arbo, null), difference: older },
  { ...write("provincial", "PUT", own, newArbo), difference: older },
];
