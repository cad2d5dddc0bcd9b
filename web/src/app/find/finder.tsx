/**
 * The Find button of the header, and the keyboard shortcuts of all screens. The palette and the list of shortcuts load
 * when the user first opens them.
 */
import { IconSearch } from "@tabler/icons-react";
import { lazy, Suspense, useRef, useState } from "react";
import type { CurrentUser } from "../../lib/current-user.ts";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import { useKeyDown } from "../../lib/keyboard.ts";
import classes from "./finder.module.css";
import { shortcutOf, type Tools } from "./shortcuts.ts";
import type { TypedAhead } from "./use-palette.ts";

const loadPalette = () => loadChunk(() => import("./palette.tsx"));
const Palette = lazy(loadPalette);
const Sheet = lazy(() => loadChunk(() => import("./shortcut-sheet.tsx")));

export function Finder({ user, onLeave }: { user: CurrentUser; onLeave: () => void }) {
  const [shown, setShown] = useState<"palette" | "sheet" | null>(null);
  // Text typed while the palette is still loading. The palette starts with this text.
  const ahead = useRef<TypedAhead>({ text: "", enter: false });
  const tools: Tools = {
    find: () => {
      ahead.current = { text: "", enter: false };
      setShown("palette");
    },
    help: () => setShown("sheet"),
  };
  useKeyDown("after", (event) => {
    const shortcut = shortcutOf(event);
    if (!shortcut) return;
    event.preventDefault();
    shortcut.act(tools);
  });
  useKeyDown(
    "before",
    (event) => {
      const enter = event.key === "Enter";
      if ((event.key.length !== 1 && !enter) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLInputElement && event.target.role === "combobox") return;
      event.preventDefault();
      event.stopPropagation();
      if (enter) ahead.current.enter = true;
      else ahead.current.text += event.key;
    },
    shown === "palette",
  );
  const close = () => setShown(null);

  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        onClick={tools.find}
        onPointerEnter={() => void loadPalette()}
      >
        <IconSearch size={17} aria-hidden />
        <span className={classes.word}>Find</span>
        <kbd className={classes.key}>Ctrl K</kbd>
      </button>
      {shown && (
        <Suspense>
          {shown === "palette" ? (
            <Palette user={user} ahead={ahead} onClose={close} onLeave={onLeave} />
          ) : (
            <Sheet onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}
