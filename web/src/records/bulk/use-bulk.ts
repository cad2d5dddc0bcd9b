/**
 * State of a bulk action on a screen: starts, cancels and continues the action. Shows the result of the action even
 * after the user left the screen.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { useLeaveWarning } from "../../components/overlays/use-leave-warning.ts";
import { refreshHeader } from "../../lib/http/events.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { invalidateRows } from "../../lib/http/query-client.ts";
import { notify } from "../../lib/notify.ts";
import type { BackgroundJob } from "../jobs/background-jobs.ts";
import type { JobAct } from "../jobs/jobs.ts";
import { registerBulkJob, runBulkAct } from "./background-act.ts";
import {
  type AnyRun,
  type Bulk,
  BulkRun,
  isBulkRunning,
  type Refused,
  type SeenRow,
  type SendStep,
} from "./bulk-run.ts";
import { type BulkWords, bulkSummary, hasFullySucceeded } from "./bulk-summary.ts";
import { offerUndo, runUndo, type Undo } from "./undo.ts";

export interface BulkAct<T extends SeenRow, D> {
  words: BulkWords;
  /**
   * Description of the action that the database stores. Needed only for an action that runs in the
   * background.
   */
  what: JobAct;
  /** Fetches the rows of the action. */
  rows: () => Promise<{ rows: readonly T[]; refused?: readonly Refused<T>[] }>;
  send: SendStep<T, D>;
  /** Creates the Undo for the finished rows; absent if the action cannot be undone. */
  undo?: ((done: readonly D[]) => Undo) | undefined;
}

export interface BulkOnScreen {
  /** State of the action; null before the action starts. */
  bulk: Bulk<SeenRow, unknown> | null;
  words: BulkWords | null;
  /** True if the action may continue in the background. */
  long: boolean;
  /** True while the rows of the action are being fetched. */
  choosing: boolean;
  /** Error from fetching the rows; null if there was none. */
  problem: string | null;
  begin: <T extends SeenRow, D>(act: BulkAct<T, D>) => void;
  goOn: () => void;
  cancel: () => void;
  /** Undoes the finished rows. Null if no row was changed or the action has no Undo. */
  undo: (() => void) | null;
}

interface Options {
  record: AnyRecord;
  /** Called after rows were changed. */
  changed?: (() => void) | undefined;
  /** Called when every row is done. */
  onClean: (sentence: string) => void;
}

interface Begun {
  run: AnyRun;
  drive: () => Promise<Bulk<SeenRow, unknown>>;
  /** Background job of the action; null if the action doesn't run in the background. */
  work: BackgroundJob | null;
  words: BulkWords;
  undo: (() => Undo) | null;
  /** True once Undo was used or offered. */
  undone: boolean;
}

/**
 * Returns the Undo of the action. Returns null if no row was changed, the action has no Undo, or Undo was already
 * offered.
 */
function undoOf({ run, undo, undone }: Begun): Undo | null {
  const bulk = run.snapshot();
  return undo && !undone && bulk.done.length > 0 && !isBulkRunning(bulk) ? undo() : null;
}

const never = () => () => undefined;

/** Tracks whether the user left the screen. An action without a background job then ends after its current step. */
function useScreen(record: AnyRecord) {
  const screen = useRef<{ left: boolean; begun: Begun | null }>({ left: false, begun: null });
  useEffect(() => {
    const here = screen.current;
    here.left = false;
    return () => {
      here.left = true;
      if (!here.begun?.work) here.begun?.run.cancel();
      // The dialog with the Undo button is closed, so offer Undo in a notice.
      const undo = here.begun && undoOf(here.begun);
      if (undo) offerUndo(record, undo);
    };
  }, [record]);
  return screen;
}

/**
 * Fetches the rows of an action. If the action has too many rows for the user to wait, registers it as a background
 * job.
 */
async function prepareAct<T extends SeenRow, D>(record: AnyRecord, act: BulkAct<T, D>): Promise<Begun> {
  const { words, what, rows, send, undo } = act;
  const chosen = await rows();
  const run = new BulkRun<T, D>(chosen.rows, send, { refused: chosen.refused ?? [] });
  const work = await registerBulkJob(record, run, { rows: chosen.rows, what, words });
  const back = undo ? () => undo(run.snapshot().done) : null;
  return { run, drive: () => runBulkAct(run, work), work, words, undo: back, undone: false };
}

/**
 * Offers Undo in a notice if every row was handled or the user left the screen. After the user left, the notice also
 * shows the result of the action.
 */
function announceEnd(record: AnyRecord, which: Begun, account: string, clean: boolean, left: boolean): void {
  if (!clean && !left) return;
  const undo = undoOf(which);
  which.undone = true;
  if (undo) offerUndo(record, undo, clean ? undo.doneMessage : account);
  else if (left) notify({ tone: clean ? "success" : "info", message: account, seconds: 20 });
}

export function useBulk({ record, changed, onClean }: Options): BulkOnScreen {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [choosing, setChoosing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const bulk = useSyncExternalStore(begun?.run.subscribe ?? never, () => begun?.run.snapshot() ?? null);
  const underWay = isBulkRunning(bulk);
  useLeaveWarning(underWay);
  const screen = useScreen(record);

  const drive = async (which: Begun) => {
    const ended = await which.drive();
    const account = bulkSummary(ended, record, which.words).join(" ");
    const clean = hasFullySucceeded(ended);
    announceEnd(record, which, account, clean, screen.current.left);
    if (clean && !screen.current.left) onClean(account);
    refreshHeader();
    changed?.();
    await invalidateRows(record);
  };

  return {
    bulk,
    words: begun?.words ?? null,
    long: begun?.work != null,
    choosing,
    problem,
    begin: async <T extends SeenRow, D>(act: BulkAct<T, D>) => {
      setChoosing(true);
      setProblem(null);
      try {
        const which = await prepareAct(record, act);
        screen.current.begun = which;
        setBegun(which);
        if (!screen.current.left) void drive(which);
      } catch (thrown) {
        setProblem(messageOf(thrown));
      }
      setChoosing(false);
    },
    goOn: () => begun && void drive(begun),
    cancel: () => begun?.run.cancel(),
    undo:
      begun && bulk && undoOf(begun)
        ? () => {
            const undo = undoOf(begun);
            begun.undone = true;
            if (undo) void runUndo(record, undo).then(notify);
          }
        : null,
  };
}
