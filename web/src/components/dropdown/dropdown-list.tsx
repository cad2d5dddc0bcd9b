/** The panel of the searchable dropdown: search box, options, and buttons to clear, to close and to add a value. */
import { IconX } from "@tabler/icons-react";
import { Fragment, useEffect, useId, useRef } from "react";
import { Button, IconButton } from "../button.tsx";
import classes from "./dropdown.module.css";
import { drawn, type ListProps, useOptionSearch } from "./use-option-search.ts";

interface PartProps {
  props: ListProps;
  search: ReturnType<typeof useOptionSearch>;
  id: string;
}

export function DropdownList(props: ListProps) {
  const { value, chosenText, allowNew, finish } = props;
  const search = useOptionSearch(props);
  const id = useId();
  const part = { props, search, id };
  return (
    <div className={classes.inner}>
      <SearchBox {...part} />
      <button
        type="button"
        className={classes.clear}
        disabled={value === null && chosenText === undefined}
        onClick={() => finish(null)}
      >
        Clear Selection
      </button>
      <OptionList {...part} />
      <p className={classes.none} role="status">
        {statusOf(search, props.loading)}
      </p>
      {allowNew && <NewValue {...part} />}
    </div>
  );
}

function SearchBox({ props, search, id }: PartProps) {
  const { label, start, finish } = props;
  const { text, type, press, shown, active } = search;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    // Put the cursor after the letter that opened the list, so that typing continues the search.
    input.current?.setSelectionRange(start.length, start.length);
  }, [start]);
  return (
    <div className={classes.head}>
      <input
        ref={input}
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
  );
}

function OptionList({ props, search, id }: PartProps) {
  const { label, value, finish } = props;
  const { shown, active, setActive, press } = search;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView?.({ block: "nearest" });
  }, [active]);
  return (
    <div
      className={classes.list}
      id={`${id}-list`}
      ref={list}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
    >
      {shown.map((option, index) => (
        <Fragment key={option.value}>
          {option.group !== undefined && option.group !== shown[index - 1]?.group && (
            <div className={classes.group} aria-hidden>
              {option.group}
            </div>
          )}
          <div
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
        </Fragment>
      ))}
    </div>
  );
}

function NewValue({ props, search, id }: PartProps) {
  const { finish } = props;
  const { added, setAdded, fresh } = search;
  return (
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
  );
}

function statusOf({ awaited, shown, total }: PartProps["search"], loading: boolean | undefined): string {
  if (shown.length === 0) return awaited || loading ? "Loading…" : "No results found";
  return total > drawn ? `${total - drawn} more; type to narrow the list.` : "";
}
