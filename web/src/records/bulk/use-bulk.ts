/** An act on many rows on a screen: begun, cancelled, gone on with; and what came of it, also where the screen was left meanwhile. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { useStayWhile } from "../../components/overlays/use-stay-while.ts";
import { refreshHeader } from "../../lib/http/events.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { notify } from "../../lib/notify.ts";
import { rowsChanged } from "../common/use-records.ts";
import type { JobAct } from "../jobs/jobs.ts";
import type { LongWork } from "../jobs/work.ts";
import { accountOf, type BulkWords, isClean } from "./account.ts";
import {
  type AnyRun,
  type Bulk,
  BulkRun,
  isUnderWay,
  type Refused,
  type SeenRow,
  type SendStep,
} from "./bulk-run.ts";
import { announceAct, driveAct } from "./long-act.ts";
import { offerUndo, runUndo, type Undo } from "./undo.ts";

export interface BulkAct<T extends SeenRow, D> {
  words: BulkWords;
  /** What it does, as the database keeps it of an act on very many rows. */
  what: JobAct;
  /** Finds out which rows it is about. */
  rows: () => Promise<{ rows: readonly T[]; refused?: readonly Refused<T>[] }>;
  send: SendStep<T, D>;
  /** How what was done is taken back; absent where it is not. */
  undo?: ((done: readonly D[]) => Undo) | undefined;
}

export interface BulkOnScreen {
  /** Null while it has not begun. */
  bulk: Bulk<SeenRow, unknown> | null;
  words: BulkWords | null;
  /** Whether it may go on in the background. */
  long: boolean;
  /** Which rows it is about is being found out. */
  choosing: boolean;
  /** Why that could not be found out. */
  problem: string | null;
  begin: <T extends SeenRow, D>(act: BulkAct<T, D>) => void;
  goOn: () => void;
  cancel: () => void;
  /** Takes back what was done; null where nothing was, or nobody offers it. */
  undo: (() => void) | null;
}

interface Options {
  record: AnyRecord;
  /** Told after rows were changed. */
  changed?: (() => void) | undefined;
  /** Told when every row is done. */
  onClean: (sentence: string) => void;
}

interface Begun {
  run: AnyRun;
  drive: () => Promise<Bulk<SeenRow, unknown>>;
  /** Null for an act that is short. */
  work: LongWork | null;
  words: BulkWords;
  undo: (() => Undo) | null;
  /** It is being taken back, or that was offered. */
  undone: boolean;
}

/** How it is taken back as it stands; null where nothing was done, nobody offers it, or it was offered already. */
function undoOf({ run, undo, undone }: Begun): Undo | null {
  const bulk = run.snapshot();
  return undo && !undone && bulk.done.length > 0 && !isUnderWay(bulk) ? undo() : null;
}

const never = () => () => undefined;

/** Whether the screen of an act was left, which ends a short one after the step under way. */
function useScreen(record: AnyRecord) {
  const screen = useRef<{ left: boolean; begun: Begun | null }>({ left: false, begun: null });
  useEffect(() => {
    const here = screen.current;
    here.left = false;
    return () => {
      here.left = true;
      if (!here.begun?.work) here.begun?.run.cancel();
      // What was told on the screen can still be taken back for a moment.
      const undo = here.begun && undoOf(here.begun);
      if (undo) offerUndo(record, undo);
    };
  }, [record]);
  return screen;
}

export function useBulk({ record, changed, onClean }: Options): BulkOnScreen {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [choosing, setChoosing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const bulk = useSyncExternalStore(begun?.run.subscribe ?? never, () => begun?.run.snapshot() ?? null);
  const underWay = isUnderWay(bulk);
  useStayWhile(underWay);
  const screen = useScreen(record);

  const drive = async (which: Begun) => {
    const ended = await which.drive();
    const account = accountOf(ended, record, which.words).join(" ");
    const undo = undoOf(which);
    const clean = isClean(ended);
    if (clean || screen.current.left) {
      which.undone = true;
      if (undo) offerUndo(record, undo, clean ? undo.said : account);
      // Whoever left the screen meanwhile is told as well.
      else if (screen.current.left)
        notify({ tone: clean ? "success" : "info", message: account, seconds: 20 });
    }
    if (clean && !screen.current.left) onClean(account);
    refreshHeader();
    changed?.();
    await rowsChanged(record);
  };

  return {
    bulk,
    words: begun?.words ?? null,
    long: begun?.work != null,
    choosing,
    problem,
    begin: async <T extends SeenRow, D>({ words, what, rows, send, undo }: BulkAct<T, D>) => {
      setChoosing(true);
      setProblem(null);
      try {
        const chosen = await rows();
        const run = new BulkRun<T, D>(chosen.rows, send, { refused: chosen.refused ?? [] });
        const work = await announceAct(record, run, { rows: chosen.rows, what, words });
        const back = undo ? () => undo(run.snapshot().done) : null;
        const which = { run, drive: () => driveAct(run, work), work, words, undo: back, undone: false };
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
