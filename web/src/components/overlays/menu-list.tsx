/** Menu of actions at a point of the window. An action has an icon, a word, and possibly a shortcut key. */
import { type ComponentType, type KeyboardEvent, useEffect, useEffectEvent, useRef } from "react";
import { useEscape } from "../floating/escape.ts";
import classes from "./menu-list.module.css";

export interface MenuItem {
  label: string;
  icon: ComponentType<{ size: number }>;
  /** Key that starts the action without the menu. */
  shortcut?: string | undefined;
  /** Reason why the action is not possible now; null if it is possible. */
  reason?: string | null;
  run: () => void;
}

/** Position in the browser window, in pixels. */
export interface MenuAt {
  x: number;
  y: number;
}

interface Props {
  label: string;
  items: readonly MenuItem[];
  at: MenuAt;
  onClose: () => void;
}

export default function MenuList({ label, items, at, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  const before = useRef(document.activeElement);
  const close = () => {
    onClose();
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  useEscape(true, close);
  const pressedOutside = useEffectEvent(onClose);
  useEffect(() => {
    const shown = menu.current;
    if (!shown) return;
    if (typeof shown.showPopover === "function") shown.showPopover();
    else shown.removeAttribute("popover");
    shown.style.left = `${Math.max(8, Math.min(at.x, window.innerWidth - shown.offsetWidth - 8))}px`;
    shown.style.top = `${Math.max(8, Math.min(at.y, window.innerHeight - shown.offsetHeight - 8))}px`;
    shown.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !shown.contains(event.target)) pressedOutside();
    };
    document.addEventListener("pointerdown", press, true);
    return () => document.removeEventListener("pointerdown", press, true);
  }, [at]);
  return (
    <div
      ref={menu}
      className={classes.menu}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(event) => moveFocus(event, close)}
    >
      {items.map((item) => (
        <Item key={item.label} item={item} onClose={close} />
      ))}
    </div>
  );
}

function Item({ item, onClose }: { item: MenuItem; onClose: () => void }) {
  const { label, icon: Icon, shortcut, reason, run } = item;
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={reason ? true : undefined}
      aria-keyshortcuts={shortcut}
      onClick={() => {
        if (reason) return;
        onClose();
        run();
      }}
    >
      <Icon size={16} />
      <span data-words>
        {label}
        {reason && <small>{reason}</small>}
      </span>
      {shortcut && (
        <span data-key aria-hidden="true">
          {shortcut}
        </span>
      )}
    </button>
  );
}

/** Moves the focus on an arrow key, Home or End. Closes the menu on Tab. */
function moveFocus(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]")];
  const now = items.indexOf(document.activeElement as HTMLElement);
  const next = {
    ArrowDown: (now + 1) % items.length,
    ArrowUp: (now - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }[event.key];
  if (event.key === "Tab") close();
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}
