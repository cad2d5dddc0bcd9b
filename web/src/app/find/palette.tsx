/** The palette (Ctrl+K): one field that finds screens, actions, and records by name. Arrow keys select, Enter opens. */
import { useEffect, useId, useRef } from "react";
import { Modal } from "../../components/overlays/dialog.tsx";
import { Marked } from "./marked.tsx";
import classes from "./palette.module.css";
import type { Item } from "./record-groups.ts";
import { type PaletteProps, statusOf, usePalette } from "./use-palette.ts";

interface PartProps {
  palette: ReturnType<typeof usePalette>;
  id: string;
}

export default function Palette(props: PaletteProps) {
  const palette = usePalette(props);
  const id = useId();
  return (
    <Modal onClose={props.onClose} title="Find" size="min(680px, 96vw)" high>
      <SearchField palette={palette} id={id} />
      <ResultList palette={palette} id={id} />
      <p className={classes.status} role="status">
        {statusOf(palette)}
      </p>
    </Modal>
  );
}

function SearchField({ palette, id }: PartProps) {
  const { text, type, takeAhead, items, active, press } = palette;
  return (
    <input
      type="text"
      role="combobox"
      className={classes.input}
      data-autofocus
      aria-label="Find a screen, an ARBO, a person, a training or a machine"
      aria-expanded={items.length > 0}
      aria-controls={`${id}-list`}
      aria-autocomplete="list"
      aria-activedescendant={items[active] ? `${id}-${active}` : undefined}
      placeholder="Screen, ARBO, person, training, machine"
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      value={text}
      onFocus={takeAhead}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={press}
    />
  );
}

function ResultList({ palette, id }: PartProps) {
  const { groups, items } = palette;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: "nearest" });
  });
  return (
    <div
      className={classes.list}
      id={`${id}-list`}
      ref={list}
      role="listbox"
      aria-label="Found"
      tabIndex={-1}
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox may contain groups, but no fieldsets
        <div key={group.label} role="group" aria-labelledby={`${id}-${group.label}`}>
          <div id={`${id}-${group.label}`} className={classes.group} role="presentation">
            {group.label}
          </div>
          {group.items.map((item) => (
            <Result key={item.key} palette={palette} id={id} item={item} at={items.indexOf(item)} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Result({ palette, id, item, at }: PartProps & { item: Item; at: number }) {
  const { q, active, setActive, open, press } = palette;
  return (
    <div
      id={`${id}-${at}`}
      className={classes.item}
      role="option"
      tabIndex={-1}
      aria-selected={at === active}
      data-active={at === active}
      onPointerMove={() => setActive(at)}
      onClick={() => open(item)}
      onKeyDown={press}
    >
      <span className={classes.name}>
        <Marked text={item.label} words={q} />
      </span>
      <span className={classes.detail}>
        {item.foundIn && (
          <span className={classes.foundIn}>
            {item.foundIn.label}: <Marked text={item.foundIn.value} words={q} />
          </span>
        )}
        {item.detail}
      </span>
    </div>
  );
}
