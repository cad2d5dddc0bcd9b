/** Loads the cell editor on demand. Calls to the editor wait until the editor is loaded. */
import { type RefObject, useCallback, useRef, useState } from "react";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import type { CellAt, EditingPort } from "../edit/editing-port.ts";

type Part = typeof import("../edit/cell-editing.tsx");

export interface EditingPart {
  /** Module with the cell editor; null until it is loaded. */
  part: Part | null;
  editing: RefObject<EditingPort | null>;
  load: () => void;
  /** Called by the editor: with the editor's functions on mounting, and with null on unmounting. */
  connect: (port: EditingPort | null) => void;
  /** Calls `work` with the functions of the editor, as soon as the editor is loaded. */
  whenLoaded: (work: (port: EditingPort) => void) => void;
}

export function useEditingPart(): EditingPart {
  const [part, setPart] = useState<Part | null>(null);
  const editing = useRef<EditingPort | null>(null);
  const waiting = useRef<((port: EditingPort) => void)[]>([]);
  const loading = useRef(false);

  const load = useCallback(() => {
    if (loading.current) return;
    loading.current = true;
    loadChunk(() => import("../edit/cell-editing.tsx")).then(setPart, () => {
      loading.current = false;
    });
  }, []);

  const connect = useCallback((port: EditingPort | null) => {
    editing.current = port;
    if (!port) return;
    // Run the waiting calls after the effect that called `connect`, because the editor can't render synchronously in an
    // effect.
    queueMicrotask(() => {
      for (const work of waiting.current.splice(0)) work(port);
    });
  }, []);

  const whenLoaded = useCallback(
    (work: (port: EditingPort) => void) => {
      if (editing.current) {
        work(editing.current);
        return;
      }
      waiting.current.push(work);
      load();
    },
    [load],
  );

  return { part, editing, load, connect, whenLoaded };
}

/** Cell that the user started to edit before the editor was loaded, with the text typed so far. */
interface Begun {
  cell: CellAt;
  text: string | undefined;
  /** True if the user pressed Enter after the text. Characters typed after Enter are ignored. */
  entered: boolean;
}

/**
 * Returns a function that starts editing a cell. Collects the characters that the user types until the editor is
 * loaded, and passes them to the editor. A first space starts no editing.
 * @returns False if the editing did not start.
 */
export function useBegin({ editing, whenLoaded }: Pick<EditingPart, "editing" | "whenLoaded">) {
  const begun = useRef<Begun | null>(null);
  return useCallback(
    (cell: CellAt, text?: string): boolean => {
      const before = begun.current;
      const isMore = before?.text !== undefined && isSame(before.cell, cell);
      if (text === " " && !isMore) return false;
      if (editing.current) {
        editing.current.begin(cell, text);
        return true;
      }
      if (isMore) {
        if (text === undefined) before.entered = true;
        else if (!before.entered) before.text += text;
        return true;
      }
      begun.current = { cell, text, entered: false };
      if (before) return true;
      whenLoaded((port) => {
        const { cell: first, text: typed, entered } = begun.current as Begun;
        begun.current = null;
        port.begin(first, typed);
        const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
        if (entered) document.activeElement?.dispatchEvent(enter);
      });
      return true;
    },
    [editing, whenLoaded],
  );
}

const isSame = (one: CellAt, other: CellAt): boolean =>
  one.row.id === other.row.id && one.name === other.name;
