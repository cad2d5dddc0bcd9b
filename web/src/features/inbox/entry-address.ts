/** Returns the address to which an inbox entry links. */
import type { FigureKey } from "#shared/charts/figures/index.ts";
import { linkTo, screenByRoute } from "../../records/common/record-screens.ts";
import type { RecordSearch } from "../../records/common/record-search.ts";
import type { InboxEntry } from "./use-inbox.ts";

/**
 * Maximum number of row ids in a URL. With more rows, an entry links to a list with a general filter, such as all
 * returned rows.
 */
const mostInAddress = 100;

const expiring: FigureKey = "queues.permits_expiring";

export function addressOf({ kind, record, rows, import: imported }: InboxEntry) {
  if (kind === "reopening_asked")
    return { to: "/homepage/users/$route", params: { route: "ReportSchedules" }, search: {} } as const;
  if (kind === "job") return { to: "/homepage/jobs", search: {} } as const;
  if (imported) return { to: "/homepage/imports/$id", params: { id: imported.id } } as const;
  const screen = screenByRoute(record?.route ?? "");
  if (!screen || !rows) return { to: "/homepage/forms" } as const;
  return { ...linkTo(screen), search: rowsOf(kind, rows.ids) };
}

function rowsOf(kind: InboxEntry["kind"], ids: readonly number[]): RecordSearch {
  const [first] = ids;
  if (ids.length === 1) return first === undefined ? {} : { edit: first };
  if (ids.length <= mostInAddress) return { about: { id: ids.map(String) } };
  if (kind === "permits") return { figure: expiring };
  return { review: kind === "returned" ? "returned" : "to_review" };
}
