/** The panel of the searchable dropdown: search box, Clear Selection, close, options, and 'Add new value'. */
import { IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { foldText } from "#shared/rules/text.ts";
import { Button, IconButton } from "../button.tsx";
import classes from "./dropdown.module.css";
import type { DropdownProps, Option } from "./dropdown-props.ts";
import { useListSearch } from "./use-list-search.ts";

/** More than these are not drawn; typing narrows them. */
const drawn = 200;

interface Props extends DropdownProps {
  /** What is chosen, also when it is not among the options. */
  chosen: Option | null;
  /** What is searched for at first. */
  start: string;
  /** Closes the panel; with a value (null: none) it is chosen first. */
  finish: (value?: string | null) => void;
}

/**
 * Options whose label contains the text, whatever case and accents; what is chosen and absent from the options leads as an extra
 * one. Options that the server has searched are taken as they are, since it looks at more than the label; the one whose
 * value was typed in full comes first.
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

/** The new value that the text offers: trimmed, not blank, and no other writing of a label; otherwise null. */
export function newValue(options: readonly Option[], text: string): string | null {
  const typed = foldText(text);
  return typed === "" || options.some((option) => foldText(option.label) === typed) ? null : text.trim();
}

export function DropdownList(props: Props) {
  const { label, value, options, chosen, allowNew, onSearch, start, finish } = props;
  const [text, setText] = useState(start);
  const [added, setAdded] = useState(start);
  const unasked = useListSearch(text, onSearch);
  // Until the answer to what is typed is there nothing is offered: Enter would choose from the answer before.
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
    // What is typed next follows the letter that opened the list.
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
      // What was typed is not lost by going on; before the list is there, one stays.
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
