/** State and keys of an open list: the search text, the matching options, and the active option. */
import { type KeyboardEvent, useState } from "react";
import { foldText } from "#shared/rules/text.ts";
import type { DropdownProps, Option } from "./dropdown-props.ts";
import { useListSearch } from "./use-list-search.ts";

/** Maximum number of options rendered. Typing narrows the list. */
export const drawn = 200;

export interface ListProps extends DropdownProps {
  /** The selected option, even if it is not in `options`. */
  chosen: Option | null;
  /** Initial text of the search box. */
  start: string;
  /** Closes the panel. A passed value is selected first; null clears the selection. */
  finish: (value?: string | null) => void;
}

export function useOptionSearch(props: ListProps) {
  const { value, options, chosen, allowNew, onSearch, start, finish } = props;
  const [text, setText] = useState(start);
  const [added, setAdded] = useState(start);
  const unasked = useListSearch(text, onSearch);
  // Show no options while the results load. Otherwise, Enter would select an option of the previous results.
  const awaited = onSearch !== undefined && (unasked || (props.loading === true && options.length === 0));
  const matches = awaited ? [] : matching(options, chosen, text, onSearch !== undefined);
  const shown = matches.slice(0, drawn);
  const chosenIndex = shown.findIndex((option) => option.value === value);
  const [active, setActive] = useState(start === "" ? Math.max(0, chosenIndex) : 0);
  const fresh = newValue(options, added);

  const type = (next: string) => {
    setText(next);
    setAdded(next);
    setActive(0);
  };
  const take = () => {
    const option = shown[active];
    if (awaited) return;
    if (option) finish(option.value);
    else if (allowNew && fresh) finish(fresh);
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
      // Tab selects the active match, so that the typed text isn't lost. While results are loading, Tab does nothing.
      if (awaited) event.preventDefault();
      else take();
    }
  };

  return {
    text,
    type,
    added,
    setAdded,
    fresh,
    shown,
    total: matches.length,
    awaited,
    active,
    setActive,
    press,
  };
}

/**
 * Returns the options whose label contains the text, ignoring case and accents. Results of a server search are not
 * filtered, because the server also searches other fields. In server results, the option whose value equals the text
 * comes first. A selected option that is missing from the options is added at the top.
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
 * Returns the trimmed text if the user can add it as a new value. Returns null if the text is blank, or if a label
 * equals it except for case and accents.
 */
function newValue(options: readonly Option[], text: string): string | null {
  const typed = foldText(text);
  return typed === "" || options.some((option) => foldText(option.label) === typed) ? null : text.trim();
}
