/** Loads the cell editor on demand. Calls made before the editor is loaded wait until the editor is loaded. */
import { type RefObject, useCallback, useRef, useState } from "react";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import type { CellAt, EditingPort } from "../edit/editing-port.ts";

type Part = typeof import("../edit/cell-editing.tsx");

export interface EditingPart {
  /** The module with the cell editing; null until it is loaded. */
  part: Part | null;
  editing: RefObject<EditingPort | null>;
  load: () => void;
  /** The editor calls this with its functions when it is mounted, and with null when it is unmounted. */
  connect: (port: EditingPort | null) => void;
  /**
   * Runs the callback with the functions of the editor: at once if the editor is loaded, otherwise as soon as it is
   * loaded.
   */
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
    // The editor can't render synchronously inside the effect that calls `connect`, so run the waiting calls after that
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

/** Cell that the user started to edit before the editor was loaded, with the text typed since then. */
interface Begun {
  cell: CellAt;
  text: string | undefined;
  /** True if the user pressed Enter after the text. Later keys are then ignored. */
  entered: boolean;
}

/**
 * Returns a function that starts editing a cell with the typed text. The function stores keys that the user presses
 * before the editor has loaded, and passes them to the loaded editor.
 */
export function useBegin({ editing, whenLoaded }: Pick<EditingPart, "editing" | "whenLoaded">) {
  const begun = useRef<Begun | null>(null);
  return useCallback(
    (cell: CellAt, text?: string) => {
      if (editing.current) {
        editing.current.begin(cell, text);
        return;
      }
      const before = begun.current;
      if (before?.text !== undefined && isSame(before.cell, cell)) {
        if (text === undefined) before.entered = true;
        else if (!before.entered) before.text += text;
        return;
      }
      begun.current = { cell, text, entered: false };
      if (before) return;
      whenLoaded((port) => {
        const { cell: first, text: typed, entered } = begun.current as Begun;
        begun.current = null;
        port.begin(first, typed);
        const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
        if (entered) document.activeElement?.dispatchEvent(enter);
      });
    },
    [editing, whenLoaded],
  );
}

const isSame = (one: CellAt, other: CellAt): boolean =>
  one.row.id === other.row.id && one.name === other.name;
