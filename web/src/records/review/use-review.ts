/** Review of the row in the pane: moves to other rows, approves or returns the row, and reports the result. */
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { keepText, useKeptText } from "../../lib/hooks/use-kept-text.ts";
import { useOneAction } from "../../lib/hooks/use-one-action.ts";
import { api, type Row } from "../../lib/http/api.ts";
import { refreshHeader } from "../../lib/http/events.ts";
import { ApiProblem } from "../../lib/http/problem.ts";
import { invalidateRows } from "../../lib/http/query-client.ts";
import { notifyWithUndo } from "../../lib/notify.ts";
import { defaultPageSize } from "../../lib/page-sizes.ts";
import { hasOpenReturn } from "../bulk/chosen.ts";
import { runUndo, type Undo } from "../bulk/undo.ts";
import { rowName } from "../common/row-name.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import { historyQuery } from "../common/use-records.ts";
import { setStage, stageOf, undoStage } from "./stage-act.ts";
import { useWalk } from "./use-walk.ts";

export interface RowPaneProps extends ScreenProps {
  id: number;
  /** Rows of the current page of the list. */
  rows: readonly Row[];
}

/** Keys of the texts that the user is typing for a row. */
export const keptTexts = ({ path }: AnyRecord, id: number) => ({
  comment: `${path} ${id} comment`,
  reason: `${path} ${id} reason`,
});

/** Drops the typed texts of a row. */
export function dropTexts(record: AnyRecord, id: number): void {
  for (const key of Object.values(keptTexts(record, id))) keepText(key, "");
}

/**
 * Runs one action at a time. Reloads the row after a failure, because another user may have saved the row. Shows no
 * problem if the outcome was unknown and the reloaded row shows that the action was done.
 */
function useRowAction(record: AnyRecord, row: Row | null) {
  const action = useOneAction();
  const [unclear, setUnclear] = useState<((row: Row) => boolean) | null>(null);
  /** @param isDone True for a row on which the action was done. */
  const attempt = (work: () => Promise<void>, isDone?: (row: Row) => boolean) =>
    action.attempt(() =>
      work().catch((thrown) => {
        const isUnknown = thrown instanceof ApiProblem && thrown.outcome === "unknown";
        setUnclear(() => (isUnknown && isDone) || null);
        void invalidateRows(record);
        throw thrown;
      }),
    );
  return { ...action, attempt, shownProblem: row && unclear?.(row) ? null : action.problem };
}

type Step = 1 | -1;

/**
 * Queues the moves to the next or previous row that the user requests while an action runs. After the action,
 * makes the queued moves one by one. If the action fails, drops the queue, so that the pane still shows the
 * row with the error.
 * @param id Id of the row that the pane shows.
 */
function useQueuedSteps(running: boolean, failed: boolean, id: number, take: (step: Step) => void) {
  const [queue, setQueue] = useState<readonly Step[]>([]);
  /** Id of the row that the pane still shows after a move, until the router shows the next row. */
  const [leaving, setLeaving] = useState<number | null>(null);
  if (leaving !== null && leaving !== id) setLeaving(null);
  const waits = running || leaving === id;
  const takeNext = useEffectEvent(() => {
    const [step, ...rest] = queue;
    setQueue(failed ? [] : rest);
    if (step !== undefined && !failed) take(step);
  });
  useEffect(() => {
    if (!waits && queue.length > 0) takeNext();
  }, [waits, queue]);
  return {
    /**
     * True while an action runs, while moves are queued, or while the pane does not yet show the row of the
     * last move.
     */
    busy: waits || queue.length > 0,
    go: (step: Step) => (waits || queue.length > 0 ? setQueue((before) => [...before, step]) : take(step)),
    leave: () => setLeaving(id),
    dropQueue: () => setQueue([]),
  };
}

/** Moves the pane to the next or previous row of the list. Prefetches the history of the next row. */
function useRowSteps(props: RowPaneProps, pane: RefObject<HTMLElement | null>) {
  const { record, search, onSearch, id, rows } = props;
  const client = useQueryClient();
  const { find, ahead, acted } = useWalk(record, search, rows, search.size ?? defaultPageSize, id);
  useEffect(() => {
    if (ahead !== undefined) void client.prefetchQuery(historyQuery(record, ahead));
  }, [client, record, ahead]);
  /** Returns false at an end of the list. */
  const move = async (step: Step): Promise<boolean> => {
    const found = await find(step);
    if (!found) return false;
    dropTexts(record, id);
    onSearch({ ...search, row: found.row, page: found.page > 1 ? found.page : undefined }, true);
    pane.current?.scrollTo({ top: 0 });
    return true;
  };
  return { move, acted };
}

/** Offers to undo an approval. The notice replaces the notice about the previously approved row. */
const offerPaneUndo = (record: AnyRecord, undo: Undo): void =>
  notifyWithUndo({ tone: "info", message: undo.doneMessage, instead: "pane" }, () => runUndo(record, undo));

/** @param row The row of the pane; null while it loads or if it was deleted. */
export function useReview(props: RowPaneProps, row: Row | null, pane: RefObject<HTMLElement | null>) {
  const { record, id } = props;
  /** Id of the row for which the pane asks for the reason of a return. */
  const [returningId, setReturningId] = useState<number | null>(null);
  if (returningId !== null && returningId !== id) setReturningId(null);
  const reasonKey = keptTexts(record, id).reason;
  const reason = useKeptText(reasonKey);
  const setReason = (text: string) => keepText(reasonKey, text);
  const returning = returningId === id || reason !== "";
  const setReturning = (asks: boolean) => {
    setReturningId(asks ? id : null);
    if (!asks) setReason("");
  };
  /** Id of the returned row whose approval needs a second click. */
  const [warned, setWarned] = useState<number | null>(null);
  /** Result of the last action, or a message at the end of the list. */
  const [notice, setNotice] = useState("");
  /** True after a move forward from the last row of the list. */
  const [atEnd, setAtEnd] = useState(false);
  const { busy: running, problem, shownProblem, clearProblem, attempt } = useRowAction(record, row);
  const { move, acted } = useRowSteps(props, pane);

  const show = async (step: Step): Promise<void> => {
    if (await move(step)) {
      steps.leave();
      return setAtEnd(false);
    }
    steps.dropQueue();
    setAtEnd(step > 0);
    setNotice((before) =>
      [before, `This is the ${step > 0 ? "last" : "first"} record of the list.`].join(" ").trim(),
    );
  };
  const take = (step: Step) => {
    setReturningId(null);
    clearProblem();
    setNotice("");
    void attempt(() => show(step));
  };
  const steps = useQueuedSteps(running, problem !== null, id, take);
  const act = (work: (seen: Row) => Promise<unknown>, done: string, isDone: (now: Row) => boolean) =>
    attempt(async () => {
      if (!row) return;
      await work(row);
      setNotice(`${rowName(record, row)}: ${done}.`);
      setReturning(false);
      pane.current?.focus();
      acted();
      await show(1);
      void invalidateRows(record);
      refreshHeader();
    }, isDone);
  const approve = () => {
    // Ask for a second key press before approving a returned row. A fast reviewer could otherwise approve a
    // row that its office still has to correct.
    if (row && hasOpenReturn(row) && warned !== id) {
      setWarned(id);
      setNotice(
        `This ${record.noun.one} was returned and not resubmitted. Press Approve again to approve it.`,
      );
      return;
    }
    void act(
      async (seen) => {
        const done = await setStage(record, seen, "Approved");
        if (done.length > 0) offerPaneUndo(record, undoStage(record, "Approved", done));
      },
      "approved",
      (now) => stageOf(now) === "Approved",
    );
  };
  const sendBack = () =>
    act(
      ({ id: one, row_version }) => api.returnRows(record.path, { id: one, row_version, reason }),
      "returned",
      (now) => hasOpenReturn(now) && now.review?.at !== row?.review?.at,
    );
  const { busy, go } = steps;
  return {
    ...{ returning, setReturning, reason, setReason, busy, notice, atEnd, go, approve, sendBack },
    problem: shownProblem,
  };
}

export type Review = ReturnType<typeof useReview>;
