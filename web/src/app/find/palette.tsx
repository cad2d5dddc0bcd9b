/** The palette (Ctrl+K): one field that finds screens, actions, and records by name. Arrow keys select, Enter opens. */
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import { Modal } from "../../components/overlays/dialog.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { mayOpen } from "../../lib/guards.ts";
import { call } from "../../lib/http/http.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { Marked } from "./marked.tsx";
import classes from "./palette.module.css";
import { actsOf, matching, type Place, screensOf } from "./places.ts";
import { type Group, recordGroups } from "./record-groups.ts";

const typingDelay = 120;
/** Maximum number of screens, and of actions, listed above the records. */
const most = 4;

/** Text typed before the field has the focus, and whether Enter was pressed after it. */
export interface TypedAhead {
  text: string;
  enter: boolean;
}

interface Props {
  user: CurrentUser;
  /** Collects keys until the field has the focus. A dialog moves the focus only after it is rendered. */
  ahead: RefObject<TypedAhead>;
  onClose: () => void;
}

export default function Palette({ user, ahead, onClose }: Props) {
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  /**
   * True if Enter was pressed before the search results arrived. The first result then opens as soon as it is there.
   */
  const [taking, setTaking] = useState(false);
  const router = useRouter();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const places = useMemo(() => ({ screens: screensOf(user), acts: actsOf(user) }), [user]);

  const q = text.trim();
  const asked = useDebounced(q, typingDelay);
  const searches = q.length > 1 && mayOpen(user, "forms");
  const found = useQuery({
    queryKey: ["find", asked],
    queryFn: async ({ signal }) => (await call("POST /api/find", { q: asked }, { signal })).data,
    enabled: searches && asked.length > 1,
    staleTime: 30_000,
  });
  const awaited = searches && (asked !== q || found.isPending);
  const hits = searches ? found.data : undefined;

  const near: Group[] = useMemo(() => {
    const screens = q === "" ? places.screens : matching(places.screens, q).slice(0, most);
    const acts = matching(places.acts, q).slice(0, most);
    return [
      { label: "Screens", items: screens },
      { label: "Actions", items: acts },
    ].filter(({ items }) => items.length > 0);
  }, [places, q]);
  const groups = useMemo(() => [...near, ...recordGroups(hits ?? [])], [near, hits]);
  const items = groups.flatMap((group) => group.items);
  /** True if the first item is a record that was found for an earlier, shorter text. */
  const stale = awaited && near.length === 0;

  const open = (place: Place | undefined) => {
    if (!place) return;
    onClose();
    void router.navigate({ href: place.href });
  };
  const first = items[0];
  useEffect(() => {
    if (!taking || awaited) return;
    setTaking(false);
    open(first);
  });
  useEffect(() => {
    list.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: "nearest" });
  });

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive(Math.min(Math.max(0, step), Math.max(0, items.length - 1)));
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (stale && active === 0) setTaking(true);
      else open(items[active]);
    }
  };

  return (
    <Modal onClose={onClose} title="Find" size="min(680px, 96vw)" high>
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
        onFocus={() => {
          if (ahead.current.text === "") return;
          setText(text + ahead.current.text);
          setTaking(ahead.current.enter);
          ahead.current = { text: "", enter: false };
        }}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
          setTaking(false);
        }}
        onKeyDown={press}
      />
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
            {group.items.map((item) => {
              const at = items.indexOf(item);
              return (
                <div
                  key={item.key}
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
            })}
          </div>
        ))}
      </div>
      <p className={classes.status} role="status">
        {statusOf(awaited, found.error, searches, items.length)}
      </p>
    </Modal>
  );
}

function statusOf(awaited: boolean, problem: Error | null, searches: boolean, count: number): string {
  if (awaited) return "Searching…";
  if (problem && searches) return messageOf(problem);
  return count === 0 ? "No results. Try another word." : "";
}
