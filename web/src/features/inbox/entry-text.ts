/** What an entry of the inbox says, and where it leads. */
import { lastDayToEnter } from "#shared/rules/days-left.ts";
import { count, longDate } from "../../lib/format.ts";
import { coveredBy } from "../../lib/format-office.ts";
import { linkTo, screenByRoute } from "../../records/common/record-screens.ts";
import type { RecordSearch } from "../../records/common/record-search.ts";
import type { InboxEntry } from "./use-inbox.ts";

/** So many rows fit into an address; more are shown by the list of all that wait alike. */
const mostInAddress = 100;

/** As a sentence without its full stop. */
export function headline(entry: InboxEntry): string {
  const { by, record, rows, end_date: end, reopening } = entry;
  const window = `the ${entry.window} window`;
  const place = coveredBy(entry.office ?? " / ");
  switch (entry.kind) {
    case "returned":
    case "resubmitted": {
      const number = rows?.ids.length ?? 0;
      const what = number === 1 ? (rows?.name ?? "One row") : `${count(number)} rows`;
      const done = entry.kind === "returned" ? "returned to you" : "resubmitted for approval";
      return `${record?.label}: ${what} ${number === 1 ? "was" : "were"} ${done}`;
    }
    case "window":
      return `Your ${entry.window} window ends: ${end ? longDate(lastDayToEnter(end)) : "today"} is the last day to enter data`;
    case "reopening_asked":
      return `${by ?? "Somebody"} asks to reopen ${window} for ${place}`;
    case "reopening_answered":
      if (reopening?.state === "granted")
        return `Granted: ${window} is open for ${place} until ${end ? longDate(lastDayToEnter(end)) : "today"}`;
      return reopening?.state === "declined"
        ? `Declined: your request to reopen ${window} for ${place}`
        : `Your request is closed: ${window} was opened for ${place}`;
  }
}

/** What it is about, one press away. */
export function addressOf({ kind, record, rows }: InboxEntry) {
  if (kind === "reopening_asked")
    return { to: "/homepage/users/$route", params: { route: "ReportSchedules" }, search: {} } as const;
  const screen = screenByRoute(record?.route ?? "");
  if (!screen || !rows) return { to: "/homepage/forms" } as const;
  return { ...linkTo(screen), search: rowsOf(kind, rows.ids) };
}

function rowsOf(kind: InboxEntry["kind"], ids: readonly number[]): RecordSearch {
  const [first] = ids;
  if (ids.length === 1) return first === undefined ? {} : { edit: first };
  return ids.length <= mostInAddress
    ? { about: { id: ids.map(String) } }
    : { review: kind === "returned" ? "returned" : "to_review" };
}
