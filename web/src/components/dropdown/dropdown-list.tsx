/** The panel of the searchable dropdown: search box, Clear Selection, close, options, and 'Add new value'. */
import { IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { foldText } from "#shared/rules/text.ts";
import { Button, IconButton } from "../button.tsx";
import classes from "./dropdown.module.css";
import type { DropdownProps, Option } from "./dropdown-props.ts";
import { useListSearch } from "./use-list-search.ts";

/** Maximum number of options rendered. Typing narrows the list. */
const drawn = 200;

interface Props extends DropdownProps {
  /** The selected option, even if it is not in `options`. */
  chosen: Option | null;
  /** Initial text of the search box. */
  start: string;
  /** Closes the panel. If a value is passed, it is selected first; null clears the selection. */
  finish: (value?: string | null) => void;
}

/**
 * Returns the options whose label contains the text, ignoring case and accents. A selected option that is missing
 * from the options is added at the top. Options from a server search are not filtered, because the server also
 * searches other fields; an option whose value equals the text comes first.
 */
function matching(
  options: readonly Option[],
  chosen: Option | null,
  text: string,
  searched: boolean,
): Option[] {
  const typed = foldText(text);
  const holds = (option: Option) => foldText(option.label).includes(typed);
  const isTyped = (option: Option) => foldText(option.value) === typed;
  const found = searched
    ? [...options.filter(isTyped), ...options.filter((option) => !isTyped(option))]
    : options.filter(holds);
  const absent = chosen !== null && !options.some((option) => option.value === chosen.value);
  return absent && holds(chosen) ? [chosen, ...found] : found;
}

/**
 * Returns the trimmed text if it can be added as a new value, or null if it is blank or differs from an existing
 * label only in case or accents.
 */
export function newValue(options: readonly Option[], text: string): string | null {
  const typed = foldText(text);
  return typed === "" || options.some((option) => foldText(option.label) === typed) ? null : text.trim();
}

export function DropdownList(props: Props) {
  const { label, value, options, chosen, allowNew, onSearch, start, finish } = props;
  const [text, setText] = useState(start);
  const [added, setAdded] = useState(start);
  const unasked = useListSearch(text, onSearch);
  // While the results for the current text are loading, no options are shown, because Enter would select from the
  // previous results.
  const awaited = onSearch !== undefined && (unasked || (props.loading === true && options.length === 0));
  const matches = awaited ? [] : matching(options, chosen, text, onSearch !== undefined);
  const shown = matches.slice(0, drawn);
  const [active, setActive] = useState(() =>
    start === ""
      ? Math.max(
          0,
          shown.findIndex((option) => option.value === value),
        )
      : 0,
  );
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const fresh = newValue(options, added);

  useEffect(() => {
    search.current?.focus();
    // Put the cursor after the letter that opened the list, so that typing continues the search.
    search.current?.setSelectionRange(start.length, start.length);
  }, [start]);
  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView?.({ block: "nearest" });
  }, [active]);

  const type = (next: string) => {
    setText(next);
    setAdded(next);
    setActive(0);
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
      take();
    } else if (event.key === "Tab" && text !== "") {
      // Tab selects the match, so that the typed text isn't lost. While results are loading, Tab does nothing.
      if (awaited) event.preventDefault();
      else take();
    }
  };
  const take = () => {
    const option = shown[active];
    if (awaited) return;
    if (option) finish(option.value);
    else if (allowNew && fresh) finish(fresh);
  };

  return (
    <div className={classes.inner}>
      <div className={classes.head}>
        <input
          ref={search}
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
        <IconButton tone="plain" aria-label="Close" onClick={() => finish()}>
          <IconX size={16} aria-hidden />
        </IconButton>
      </div>
      <button
        type="button"
        className={classes.clear}
        disabled={value === null && props.chosenText === undefined}
        onClick={() => finish(null)}
      >
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
        {(awaited || props.loading) && shown.length === 0
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
            <Button disabled={!fresh} onClick={() => fresh && finish(fresh)}>
              Add New
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

const more = (count: number): string =>
  count > drawn ? `${count - drawn} more; type to narrow the list.` : "";
