/** What the caller of a transaction gets to see and do, with the reasons: tabs, screens, columns, rows and actions. */

import { type ReferenceAccess, referenceRefusal } from "../../access/reference-access.ts";
import { Problem } from "../../contracts/problems.ts";
import { roleRoutes } from "../../records/administration/uac.ts";
import { records } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { identifier, type Transaction } from "../db/database.ts";

export interface Seen {
  user: Record<string, unknown> | null;
  level: string;
  rights: string[];
  routes: string[];
  /** What the level gives, as a sentence. */
  scope: string;
  windows: Record<"target" | "accomplishment", SeenWindow>;
  tabs: { route: string; shown: boolean; why: string }[];
  screens: SeenScreen[];
}

interface SeenWindow {
  open: boolean;
  start_date: string | null;
  end_date: string | null;
  days_left: number;
  reason: string | null;
}

interface SeenScreen {
  path: string;
  route: string;
  label: string;
  section: string;
  tab: string;
  shown: boolean;
  why: string;
  columns: { hidden: { name: string; label: string; why: string }[] };
  rows: { total: number; offices: { office: string; count: number }[] };
  actions: { action: "add" | "edit" | "delete" | "approve"; allowed: boolean; why: string }[];
}

interface Access {
  user: Record<string, unknown>;
  level: string;
  rights: string[];
  routes: string[];
  windows: Seen["windows"];
  reference: ReferenceAccess;
}

/** Where the caller may write now, as the database counts offices; "any" where no window is asked. */
type Writable = Record<string, number>;

/** @param named Whether the person exists; a drafted one is not shown. */
export async function seenNow(tx: Transaction, named: boolean): Promise<Seen> {
  const [row] = await tx<{ access: Access | null; writable: Writable }[]>`
    select private.current_access() as access,
      (select jsonb_object_agg(v.verb || ' ' || w.kind, cardinality(private.offices_to_write(v.verb, w.kind)))
        from (values ('insert'), ('update'), ('delete')) v (verb), (values ('target'), ('accomplishment')) w (kind)) as writable`;
  if (!row?.access)
    throw new Problem("rule", "This person has no role that counts, or is disabled, and gets nothing.");
  const { user, level, rights, routes, windows, reference } = row.access;
  const { username, name, roles, region_name, province_name } = user;
  const seen: Omit<Seen, "screens"> = {
    user: named ? { username, name, roles, region_name, province_name } : null,
    level,
    rights,
    routes,
    scope: scopeOf(level, user),
    windows,
    tabs: roleRoutes.map((route) => ({ route, ...shownBy(routes, route) })),
  };
  const screens: SeenScreen[] = [];
  for (const record of records) {
    screens.push({
      ...screenOf(record, seen),
      rows: await countRows(tx, record),
      actions: actionsOf(record, seen, row.writable, reference),
    });
  }
  return { ...seen, screens };
}

function scopeOf(
  level: string,
  { region_name: region, province_name: province }: Record<string, unknown>,
): string {
  if (level === "Central") return "Central: the records of all offices.";
  if (level === "Regional")
    return `Regional: the records of ${region ?? "no region, for the profile names none"}.`;
  return `Provincial: the records of ${province ?? "no province, for the profile names none"}.`;
}

const shownBy = (routes: readonly string[], route: string) =>
  routes.includes(route)
    ? { shown: true, why: `The role has the route "${route}".` }
    : { shown: false, why: `The role does not have the route "${route}".` };

function screenOf(record: AnyRecord, seen: Omit<Seen, "screens">): Omit<SeenScreen, "rows" | "actions"> {
  const { path, route, label, section, tab = "forms" } = record;
  const byLevel: Record<string, string[]> = {
    Regional: ["region_name"],
    Provincial: ["region_name", "province_name"],
  };
  const gone = record.scoped ? (byLevel[seen.level] ?? []) : [];
  const hidden = record.fields.flatMap(({ name, label: column, sensitive }) => {
    if (gone.includes(name))
      return [{ name, label: column, why: `The same in every row of the level ${seen.level}.` }];
    if (sensitive && !seen.rights.includes("Sensitive"))
      return [{ name, label: column, why: "The role does not have the right Sensitive." }];
    return [];
  });
  return { path, route, label, section, tab, ...shownBy(seen.routes, tab), columns: { hidden } };
}

/** Rows by office, as the policies let them be counted; all in one where they belong to none. */
async function countRows(tx: Transaction, record: AnyRecord): Promise<SeenScreen["rows"]> {
  const conditions = Object.entries(record.fixed ?? {}).map(
    ([name, value]) => `${identifier(name)} = '${String(value).replaceAll("'", "''")}'`,
  );
  const where = conditions.length > 0 ? `where ${conditions.join(" and ")}` : "";
  const rows = await tx.unsafe<{ office: string; count: number }[]>(
    `select ${record.scoped ? "office" : "''"} as office, count(*)::float8 as count from public.${identifier(record.table)} ${where} group by 1 order by 1`,
  );
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return { total, offices: record.scoped ? rows.map(({ office, count }) => ({ office, count })) : [] };
}

const verbs = [
  { action: "add", verb: "insert", right: "Edit or Delete", rights: ["Edit", "Delete"] },
  { action: "edit", verb: "update", right: "Edit", rights: ["Edit"] },
  { action: "delete", verb: "delete", right: "Delete", rights: ["Delete"] },
  { action: "approve", verb: "update", right: "Edit", rights: ["Edit"] },
] as const;

function actionsOf(
  record: AnyRecord,
  { level, rights, routes, windows }: Omit<Seen, "screens">,
  writable: Writable,
  reference: ReferenceAccess,
): SeenScreen["actions"] {
  return verbs
    .filter(({ action }) => action !== "approve" || record.approval)
    .map(({ action, verb, right, rights: any }) => {
      const no = (why: string) => ({ action, allowed: false, why });
      const yes = (why: string) => ({ action, allowed: true, why });
      if (!any.some((one) => rights.includes(one))) return no(`The role does not have the right ${right}.`);
      if (record.window === "administration") {
        const route = reference[record.table]?.route ?? "";
        if (!routes.includes(route)) return no(`The role does not have the route "${route}".`);
        const refused = referenceRefusal(record, { routes, reference });
        return refused === null
          ? yes(`The role has the route "${route}" and the right ${right}.`)
          : no(refused);
      }
      const kinds = record.window === "status" ? (["target", "accomplishment"] as const) : [record.window];
      const open = kinds.filter((kind) => (writable[`${verb} ${kind}`] ?? 0) > 0);
      if (open.length > 0) {
        if (level === "Central")
          return yes(`The role has the right ${right}; the central office needs no window.`);
        return yes(`The role has the right ${right}, and the ${open.join(" or ")} window is open.`);
      }
      return no(windows[kinds[0] ?? "accomplishment"].reason ?? "No office of the level is open.");
    });
}
