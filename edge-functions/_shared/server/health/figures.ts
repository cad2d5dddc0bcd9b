/**
 * Checks whether the stored figures (counts for charts) agree with the rows that they count. If an office is due
 * (`private.check_next_office`), each health check compares one more office in the background. So no scheduler is
 * needed. The next refresh repairs wrong figures, and the health response reports the results.
 */
import { longDate, manilaToday } from "../../rules/dates.ts";
import { gateway } from "../db/database.ts";
import { refreshFigures } from "../figures/refresh.ts";
import { refreshUnusualInBackground } from "../figures/refresh-unusual.ts";
import { logFailure } from "../observe/log.ts";

/**
 * Timeout in milliseconds for the comparison of one office. With ten times the rows of the country, one office would
 * take a few seconds.
 */
const patience = 60_000;

let comparing = false;

/**
 * Refreshes the stored figures and unusual values, so that the next request has less to refresh. Then compares the
 * figures of one office with its rows, if an office is due. Runs in the background and logs a failure.
 */
export function refreshAndCompare(): void {
  if (comparing) return;
  comparing = true;
  refreshFigures()
    .then(refreshUnusualInBackground)
    .then(() =>
      gateway().begin((tx) => tx`select private.check_next_office()`, { mode: "read write", patience }),
    )
    .catch((error: unknown) => logFailure(error, null, "refresh and comparison of stored figures"))
    .finally(() => {
      comparing = false;
    });
}

interface FigureHealth {
  offices: number;
  checked: number;
  oldest: string | null;
  wrong: string[];
  repaired: string[];
}

/** States in sentences in how many offices the stored figures were compared with the rows, and what was found. */
export async function readFigureHealth(): Promise<{ problem: string | null; detail: string | null }> {
  const [row] = await gateway().unsafe<FigureHealth[]>(
    `select offices, checked, oldest::text, to_json(wrong) as wrong, to_json(repaired) as repaired
     from private.figure_health()`,
  );
  if (!row) return { problem: null, detail: null };
  const { offices, checked, oldest, wrong, repaired } = row;
  const sentences = [
    `${checked} of ${offices} offices compared with their rows.`,
    ...(oldest ? [`The oldest comparison is of ${longDate(manilaToday(new Date(oldest)))}.`] : []),
    ...(repaired.length > 0
      ? [`Figures of these offices were repaired in the last seven days: ${someOf(repaired)}.`]
      : []),
  ];
  const problem =
    wrong.length > 0
      ? `The last comparison found figures that did not agree with the rows of ${someOf(wrong)}. They were repaired.`
      : null;
  return { problem, detail: sentences.join(" ") };
}

/** Lists at most five names, and the number of the others. */
const someOf = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} more` : names.join(", ");
