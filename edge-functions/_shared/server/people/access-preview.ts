/** Builds a preview of what a user can see and do, with reasons: tabs, screens, columns, rows and actions. */

import { type Access, decide, rightsFor, windowsOf } from "../../access/decide.ts";
import { scopeOf, seesEverything } from "../../access/levels.ts";
import { observerRefusal } from "../../access/refusal-messages.ts";
import { headerTabs } from "../../access/tab-labels.ts";
import { Problem } from "../../contracts/base/problems.ts";
import { records } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { identifier, type Transaction } from "../db/database.ts";

export interface AccessPreview {
  user: Record<string, unknown> | null;
  level: string;
  rights: string[];
  routes: string[];
  /** Sentence that describes which records a user of the level can see. */
  scope: string;
  windows: Record<"target" | "accomplishment", PreviewWindow>;
  tabs: { route: string; shown: boolean; why: string }[];
  screens: PreviewScreen[];
}

interface PreviewWindow {
  open: boolean;
  start_date: string | null;
  end_date: string | null;
  days_left: number;
  reason: string | null;
}

interface PreviewScreen {
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

/** Result of `private.current_access`. */
interface CurrentAccess extends Access {
  user: Record<string, unknown>;
  level: string;
  rights: string[];
  routes: string[];
  windows: AccessPreview["windows"];
}

/**
 * Builds the access preview of the user whose claims the transaction has assumed (private.begin_preview).
 * @param named True for an existing user. False for a draft role: the preview then has no user.
 */
export async function previewAccess(tx: Transaction, named: boolean): Promise<AccessPreview> {
  const [row] = await tx<{ access: CurrentAccess | null }[]>`select private.current_access() as access`;
  if (!row?.access)
    throw new Problem("rule", "This user has no valid role or is disabled, and so has no access.");
  const { user, level, rights, routes, windows } = row.access;
  const { username, name, roles, region_name, province_name } = user;
  const known: Omit<AccessPreview, "screens"> = {
    user: named ? { username, name, roles, region_name, province_name } : null,
    level,
    rights,
    routes,
    scope: scopeWords(level, user),
    windows,
    tabs: headerTabs.map((route) => ({ route, ...shownBy(routes, route) })),
  };
  const screens: PreviewScreen[] = [];
  for (const record of records) {
    screens.push({
      ...screenOf(record, known),
      rows: await countRows(tx, record),
      actions: actionsOf(record, row.access),
    });
  }
  return { ...known, screens };
}

function scopeWords(level: string, user: Record<string, unknown>): string {
  if (seesEverything(level)) return `${level}: the records of all offices.`;
  const narrowest = scopeOf(level)?.at(-1);
  if (!narrowest) return `${level}: unknown level, no records.`;
  const named =
    user[narrowest] ?? `no ${narrowest.replace("_name", "")}, because the profile has no value for it`;
  return `${level}: the records of ${named}.`;
}

const shownBy = (routes: readonly string[], route: string) =>
  routes.includes(route)
    ? { shown: true, why: `The role has the route "${route}".` }
    : { shown: false, why: `The role does not have the route "${route}".` };

function screenOf(
  record: AnyRecord,
  seen: Omit<AccessPreview, "screens">,
): Omit<PreviewScreen, "rows" | "actions"> {
  const { path, route, label, section, tab = "forms" } = record;
  const gone: readonly string[] = (record.scoped && scopeOf(seen.level)) || [];
  const hidden = record.fields.flatMap(({ name, label: column, sensitive }) => {
    if (gone.includes(name))
      return [{ name, label: column, why: `The same in every row at level ${seen.level}.` }];
    if (sensitive && !seen.rights.includes("Sensitive"))
      return [{ name, label: column, why: "The role does not have the Sensitive right." }];
    return [];
  });
  return { path, route, label, section, tab, ...shownBy(seen.routes, tab), columns: { hidden } };
}

/** Counts the visible rows per office, or in total if the rows belong to no office. */
async function countRows(tx: Transaction, record: AnyRecord): Promise<PreviewScreen["rows"]> {
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

const acts = { add: "insert", edit: "update", delete: "delete", approve: "approve" } as const;

function actionsOf(record: AnyRecord, access: CurrentAccess): PreviewScreen["actions"] {
  return (["add", "edit", "delete", "approve"] as const)
    .filter((action) => action !== "approve" || record.approval)
    .map((action) => {
      const refused = decide(access, record, null, acts[action]);
      if (refused) return { action, allowed: false, why: observerRefusal(refused, record) };
      return {
        action,
        allowed: true,
        why: allowedWords(record, access, rightsFor[acts[action]].join(" or ")),
      };
    });
}

function allowedWords(
  record: AnyRecord,
  { level, offices, reference }: CurrentAccess,
  right: string,
): string {
  const route = reference[record.table]?.route ?? "";
  if (record.window === "administration") return `The role has the route "${route}" and the ${right} right.`;
  if (seesEverything(level)) return `The role has the ${right} right; the central office needs no window.`;
  const open = windowsOf(record).filter((name) => offices[name].length > 0);
  return `The role has the ${right} right, and the ${open.join(" or ")} window is open.`;
}
