/**
 * Tabs by the keys that people know from others: arrows walk around, Home and End go to the ends, and what has the focus is
 * chosen. The ids are `tab-<key>`; what they show is a `tabpanel` that takes its name from there.
 */
import type { KeyboardEvent, ReactNode } from "react";
import classes from "./tabs.module.css";

export interface TabItem<Key extends string> {
  key: Key;
  label: string;
  /** Beside the label: how much stands under it. */
  count?: ReactNode;
}

interface Props<Key extends string> {
  label: string;
  tabs: readonly TabItem<Key>[];
  current: Key;
  /** Id of what the tab of a key shows. */
  controls: (key: Key) => string;
  /** One below another where there is room for it. */
  vertical?: boolean;
  onTab: (key: Key) => void;
}

export function Tabs<Key extends string>({ label, tabs, current, controls, vertical, onTab }: Props<Key>) {
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const to = placeOf(
      event.key,
      tabs.findIndex(({ key }) => key === current),
      tabs.length,
    );
    const next = to === null ? undefined : tabs[to]?.key;
    if (next === undefined) return;
    event.preventDefault();
    document.getElementById(`tab-${next}`)?.focus();
    onTab(next);
  };
  return (
    <div
      className={classes.tabs}
      role="tablist"
      aria-label={label}
      aria-orientation={vertical ? "vertical" : undefined}
      tabIndex={-1}
      onKeyDown={press}
    >
      {tabs.map(({ key, label, count }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`tab-${key}`}
          className={classes.tab}
          aria-selected={key === current}
          aria-controls={controls(key)}
          tabIndex={key === current ? 0 : -1}
          onClick={() => onTab(key)}
        >
          {label}
          {count !== undefined && <span className={classes.count}>{count}</span>}
        </button>
      ))}
    </div>
  );
}

/** Where a key leads from a place, or null. */
function placeOf(key: string, place: number, length: number): number | null {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return (place + 1) % length;
    case "ArrowLeft":
    case "ArrowUp":
      return (place + length - 1) % length;
    case "Home":
      return 0;
    case "End":
      return length - 1;
    default:
      return null;
  }
}
