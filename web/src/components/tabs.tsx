/**
 * Tabs with standard keyboard support: arrow keys wrap around, Home and End go to the ends, and the focused tab is
 * selected. A tab's id is `tab-<key>`, and the tab labels its `tabpanel`.
 */
import type { KeyboardEvent, ReactNode } from "react";
import classes from "./tabs.module.css";

export interface TabItem<Key extends string> {
  key: Key;
  label: string;
  /** Number of items under the tab, shown beside the label. */
  count?: ReactNode;
}

interface Props<Key extends string> {
  label: string;
  tabs: readonly TabItem<Key>[];
  current: Key;
  /** Returns the id of the panel of a tab. */
  controls: (key: Key) => string;
  /** True if the tabs are in a column on screens that are wide enough. */
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

/** Returns the index of the tab to which a key moves the focus, or null if the key is not a navigation key. */
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
