/** `POST /api/work-queues`: number of items waiting in each queue for the caller's offices, with links to the lists. */
import { figureNamed } from "../../charts/figures/index.ts";
import type { WorkQueue } from "../../charts/figures/types.ts";
import { officesQueue, workQueues } from "../../charts/work-queues.ts";
import { currentYear } from "../../rules/periods.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { Parameters } from "../db/database.ts";
import { type Filters, pick } from "../figures/chart-filters.ts";
import { drillOf } from "../figures/drill.ts";
import { dimensionsOf } from "../figures/marks.ts";
import { countStatement, setNamed } from "../figures/tally.ts";
import { officesQuery } from "./not-reported.ts";
import { countReviews } from "./review-queues.ts";

const timeout = 20_000;

/** Reads the caller's work queues. @throws Problem of kind `unauthenticated`, `too_many`. */
export async function readWorkQueues(caller: Caller, filters: Filters): Promise<WorkQueue[]> {
  const parameters = new Parameters();
  const counts = workQueues.flatMap(({ parts }) => parts.map((set) => ({ set, where: {}, by: [] })));
  const offices = officesQuery(
    { window: "accomplishment", year: currentYear(), quarter: null, filters },
    parameters,
  );
  const reviews = countReviews(filters, parameters);
  const statement = countStatement(counts, filters, parameters, [
    `(select count(*)::float8 from ${offices} where not reported) as offices`,
    ...reviews.columns,
  ]);
  const [row] = await asCaller(
    caller,
    (tx) => tx.unsafe<Record<string, unknown>[]>(statement.text, parameters.values),
    { timeout, replica: true },
  );
  const answers = statement.read(row ?? {});
  let at = 0;
  const queues = workQueues.map(({ parts, ...queue }): WorkQueue => {
    const counted = parts.map((key) => {
      const { set, subject } = setNamed(key);
      const value = answers[at++]?.[0]?.value ?? 0;
      const drill = drillOf(key, set, subject, pick(filters, dimensionsOf(set, subject)), {});
      return { label: figureNamed(key)?.set.label ?? key, value, drill };
    });
    return { ...queue, total: counted.reduce((sum, { value }) => sum + value, 0), parts: counted };
  });
  return [
    ...reviews.read(row ?? {}),
    ...queues,
    { ...officesQueue, total: Number(row?.offices ?? 0), parts: [] },
  ];
}
