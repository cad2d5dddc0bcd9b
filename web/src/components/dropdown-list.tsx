/** The panel of the searchable dropdown: search box, Clear Selection, close, options, and 'Add new value'. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import classes from "./dropdown.module.css";
import type { DropdownProps, Option } from "./dropdown-props.ts";

/** More than these are not drawn; typing narrows them. */
const drawn = 200;

interface Props extends DropdownProps {
  /** Closes the panel; with a value (null: none) it is chosen first. */
  finish: (value?: string | null) => void;
}

/** Options whose label contains the text, whatever the case; a value absent from the options leads as an extra one. */
export function matching(options: readonly Option[], value: string | null, text: string): Option[] {
  const absent = value !== null && !options.some((option) => option.value === value);
  const all = absent ? [{ value, label: value }, ...options] : options;
  const wanted = text.trim().toLowerCase();
  return all.filter((option) => option.label.toLowerCase().includes(wanted));
}

/** The new value that the text offers: trimmed, not blank, and matching no label; otherwise null. */
export function newValue(options: readonly Option[], text: string): string | null {
  const typed = text.trim();
  if (typed === "") return null;
  return options.some((option) => option.label.toLowerCase() === typed.toLowerCase()) ? null : typed;
}

export function DropdownList({ label, value, options, allowNew, loading, onSearch, finish }: Props) {
  const [text, setText] = useState("");
  const [added, setAdded] = useState("");
  const matches = matching(options, value, onSearch ? "" : text);
  const shown = matches.slice(0, drawn);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      shown.findIndex((option) => option.value === value),
    ),
  );
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const fresh = newValue(options, added);

  useEffect(() => search.current?.focus(), []);
  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView?.({ block: "nearest" });
  }, [active]);

  const type = (next: string) => {
    setText(next);
    setAdded(next);
    setActive(0);
    onSearch?.(next);
  };

  const press = (event: KeyboardEvent) => {
    const last = shown.length - 1;
    const step = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + 8, PageUp: active - 8 }[
      event.key
    ];
    if (step !== undefined) {
      event.preventDefault();
      setActive(Math.min(Math.max(0, step), Math.max(0, last)));
    } else if (event.key === "Enter") {
      event.preventDefault();
      const option = shown[active];
      if (option) finish(option.value);
      else if (allowNew && fresh) finish(fresh);
    }
  };

  return (
    <PanelKeys onEscape={() => finish()}>
      <div className={classes.head}>
        <input
          ref={search}
          className={classes.search}
          type="text"
          role="combobox"
          aria-label={`Search in ${label}`}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={shown[active] ? `${id}-${active}` : undefined}
          placeholder="Search"
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
        />
        <button type="button" className={classes.close} aria-label="Close" onClick={() => finish()}>
          ×
        </button>
      </div>
      <button type="button" className={classes.clear} disabled={value === null} onClick={() => finish(null)}>
        Clear Selection
      </button>
      <div
        className={classes.list}
        id={`${id}-list`}
        ref={list}
        role="listbox"
        aria-label={label}
        tabIndex={-1}
      >
        {shown.map((option, index) => (
          <div
            key={option.value}
            id={`${id}-${index}`}
            data-index={index}
            className={classes.option}
            role="option"
            tabIndex={-1}
            aria-selected={option.value === value}
            data-active={index === active || undefined}
            onPointerMove={() => setActive(index)}
            onClick={() => finish(option.value)}
            onKeyDown={press}
          >
            {option.label}
          </div>
        ))}
      </div>
      <p className={classes.none} role="status">
        {loading && shown.length === 0
          ? "Loading…"
          : shown.length === 0
            ? "No results found"
            : more(matches.length)}
      </p>
      {allowNew && (
        <div className={classes.add}>
          <label htmlFor={`${id}-new`}>Add new value</label>
          <div className={classes.addRow}>
            <input
              id={`${id}-new`}
              value={added}
              onChange={(event) => setAdded(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                if (fresh) finish(fresh);
              }}
            />
            <button type="button" disabled={!fresh} onClick={() => fresh && finish(fresh)}>
              Add New
            </button>
          </div>
        </div>
      )}
    </PanelKeys>
  );
}

const more = (count: number): string =>
  count > drawn ? `${count - drawn} more; type to narrow the list.` : "";

function PanelKeys({ onEscape, children }: { onEscape: () => void; children: React.ReactNode }) {
  const inside = useRef<HTMLDivElement>(null);
  const leave = useRef(onEscape);
  leave.current = onEscape;
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The dialog around the field must not take this key too.
      event.stopPropagation();
      event.preventDefault();
      leave.current();
    };
    const element = inside.current;
    element?.addEventListener("keydown", listen);
    return () => element?.removeEventListener("keydown", listen);
  }, []);
  return (
    <div ref={inside} className={classes.inner}>
      {children}
    </div>
  );
}
