/** Headlines of inbox entries, for the screen and for the e-mail about new entries. */
import type { InboxEntry } from "../contracts/inbox.ts";
import { longDate } from "../rules/dates.ts";
import { lastDayToEnter } from "../rules/days-left.ts";
import { formatNumber } from "../rules/numbers.ts";
import { coveredOffices } from "../rules/office-names.ts";
import { enumerate } from "../rules/text.ts";

/** Returns the headline as a sentence without a full stop. It names the row, the file, or the user who acted. */
export function headline(entry: InboxEntry): string {
  const { by, record, end_date: end, reopening, import: imported, job } = entry;
  const window = `the ${entry.window} window`;
  const place = coveredOffices(entry.office ?? " / ");
  switch (entry.kind) {
    case "returned":
      return `${record?.label}: ${whatOf(entry, "was", "were")} returned to you`;
    case "resubmitted":
      return `${record?.label}: ${whatOf(entry, "was", "were")} resubmitted for approval`;
    case "permits":
      return `${record?.label}: ${whatOf(entry, "has", "have")} a permit that expires on ${longDate(end ?? "")}${permitsIn(entry)}`;
    case "import": {
      const { file_name: file, rows = 0, saved = 0 } = imported ?? {};
      const what = `${record?.label}: your import${file ? ` of ${file}` : ""}`;
      return saved < rows
        ? `${what} stopped when ${formatNumber(saved)} of ${formatNumber(rows)} rows were saved`
        : `${what} is finished: ${rows === 1 ? "one row was" : `${formatNumber(rows)} rows were`} saved`;
    }
    case "job": {
      const what = job?.kind === "export" ? "your export" : "your bulk change";
      const became = { finished: "is finished", failed: "failed", interrupted: "was interrupted" };
      return `${record?.label}: ${what} ${became[job?.state ?? "finished"]}`;
    }
    case "window":
      return `Your ${entry.window} window ends: ${end ? longDate(lastDayToEnter(end)) : "today"} is the last day to enter data`;
    case "reopening_asked":
      return `${by ?? "Someone"} asks to reopen ${window} for ${place}`;
    case "reopening_answered":
      if (reopening?.state === "granted")
        return reopening.open
          ? `Granted: ${window} is open for ${place} until ${end ? longDate(lastDayToEnter(end)) : "today"}`
          : `Granted: ${window} was reopened for ${place} and has closed again`;
      return reopening?.state === "declined"
        ? `Declined: your request to reopen ${window} for ${place}`
        : `Your request is closed: ${window} was opened for ${place}`;
  }
}

/** Maximum number of ARBOs that a headline names. With more, it counts them. */
const mostNamed = 3;

/** Returns the permits and their ARBOs as the end of a sentence; empty without permits, as in an e-mail. */
function permitsIn({ permits }: InboxEntry): string {
  if (!permits) return "";
  const { names, arbos } = permits;
  const owners = arbos.length > mostNamed ? `${formatNumber(arbos.length)} ARBOs` : enumerate(arbos);
  return `: ${enumerate(names)}${owners && ` of ${owners}`}`;
}

function whatOf({ rows }: InboxEntry, one: string, many: string): string {
  const number = rows?.ids.length ?? 0;
  return number === 1 ? `${rows?.name ?? "One row"} ${one}` : `${formatNumber(number)} rows ${many}`;
}
