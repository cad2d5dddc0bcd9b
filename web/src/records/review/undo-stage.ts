/** Taking a change of stage back, by Undo for a few seconds after it: of exactly the rows that it changed, as it left them. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { count } from "../../lib/format.ts";
import { type Approved, api, type Stage } from "../../lib/http/api.ts";
import { refreshHeader } from "../../lib/http/events.ts";
import { ApiProblem, messageOf } from "../../lib/http/problem.ts";
import { type Notice, notifyWithUndo } from "../../lib/notify.ts";
import { rowsChanged } from "../common/use-records.ts";

type ChangedRow = NonNullable<Approved["rows"]>[number];

/** As many as one call takes. */
const atOnce = 1000;

const other: Record<Stage, Stage> = { Approved: "Pending", Pending: "Approved" };
const again: Record<Stage, string> = { Approved: "approved again", Pending: "Pending again" };

/** Sets these rows to the stage, but those that somebody changed or deleted since; answers how many it did. */
async function setStage(record: AnyRecord, rows: readonly ChangedRow[], stage: Stage): Promise<number> {
  if (rows.length === 0) return 0;
  try {
    const { updated } = await api.approve(record.path, {
      process_stage: stage,
      id: rows.map(({ id }) => id),
      row_version: rows.map(({ row_version }) => row_version),
    });
    return updated;
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || (problem.status !== 409 && problem.status !== 404)) throw problem;
    const lost = new Set(problem.details.map(({ index }) => index));
    const left = rows.filter((_, index) => !lost.has(index));
    if (left.length === rows.length) throw problem;
    return setStage(record, left, stage);
  }
}

/** Offers to take back that rows were given the stage. Of more rows than the answer names, nothing is offered. */
export function offerStageUndo(record: AnyRecord, { rows = [] }: Approved, stage: Stage): void {
  if (rows.length === 0) return;
  const named = (number: number) => `${count(number)} ${number === 1 ? record.noun.one : record.noun.many}`;
  const undo = async (): Promise<Notice> => {
    let done = 0;
    try {
      for (let from = 0; from < rows.length; from += atOnce)
        done += await setStage(record, rows.slice(from, from + atOnce), other[stage]);
      const left = rows.length - done;
      const changed = left > 0 ? ` Changed meanwhile, and left alone: ${named(left)}.` : "";
      return {
        tone: left > 0 ? "info" : "success",
        message: `${named(done)}: ${again[other[stage]]}.${changed}`,
      };
    } catch (problem) {
      const before = done > 0 ? `${named(done)}: ${again[other[stage]]}. ` : "";
      return { tone: "error", message: `${before}${messageOf(problem)}` };
    } finally {
      await rowsChanged(record);
      refreshHeader();
    }
  };
  const done = stage === "Approved" ? `Approved ${named(rows.length)}.` : `Set back ${named(rows.length)}.`;
  notifyWithUndo({ tone: "info", message: done }, undo);
}
