/**
 * Checks whether count tables agree with the rows. Each health check starts the comparison of one more office in the
 * background (`private.check_next_office` decides whether an office is due), so no scheduler is needed. The results of
 * the comparisons are part of the health response.
 */
import { longDate, manilaToday } from "../../rules/dates.ts";
import { gateway } from "../db/database.ts";
import { logFailure } from "../observe/log.ts";

/** Timeout in milliseconds to compare one office. With ten times the national data, one office takes a few seconds. */
const patience = 60_000;

let comparing = false;

/** Compares the next office that is due. Returns immediately; a failure is logged. */
export function compareNextOffice(): void {
  if (comparing) return;
  comparing = true;
  gateway()
    .begin((tx) => tx`select private.check_next_office()`, { mode: "read write", patience })
    .catch((error: unknown) => logFailure(error, null, "comparison of kept figures"))
    .finally(() => {
      comparing = false;
    });
}

interface FigureHealth {
  offices: number;
  checked: number;
  oldest: string | null;
  wrong: number;
  examples: string[];
}

/** Summarizes the results of the comparisons in a sentence. */
export async function readFigureHealth(): Promise<{ problem: string | null; detail: string | null }> {
  const [row] = await gateway().unsafe<FigureHealth[]>(
    `select offices, checked, oldest::text, wrong, to_json(examples) as examples from private.figure_health()`,
  );
  if (!row) return { problem: null, detail: null };
  const { offices, checked, oldest, wrong, examples } = row;
  const since = oldest ? ` The oldest comparison is of ${longDate(manilaToday(new Date(oldest)))}.` : "";
  const detail = `${checked} of ${offices} offices compared with their rows.${since}`;
  if (wrong === 0) return { problem: null, detail };
  const more = wrong > examples.length ? ` and ${wrong - examples.length} more` : "";
  return { problem: `Figures do not agree with the rows of ${examples.join(", ")}${more}.`, detail };
}
