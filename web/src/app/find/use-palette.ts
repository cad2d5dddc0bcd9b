/** State of the palette: the text, the search results, and the active result. Also handles the keys. */
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useState } from "react";
import type { CurrentUser } from "../../lib/current-user.ts";
import { mayOpen } from "../../lib/guards.ts";
import { useDebounced } from "../../lib/hooks/use-debounced.ts";
import { useStableCallback } from "../../lib/hooks/use-stable-callback.ts";
import { call } from "../../lib/http/http.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { generalActs } from "./acts.ts";
import { matching, type Place, paletteActions, screensOf } from "./places.ts";
import { type Group, recordGroups } from "./record-groups.ts";

const typingDelay = 120;
/** Maximum number of screens, and maximum number of actions, that the palette lists above the records. */
const most = 4;

/** Text that the user typed before the search field got the focus, and whether Enter followed the text. */
export interface TypedAhead {
  text: string;
  enter: boolean;
}

export interface PaletteProps {
  user: CurrentUser;
  /**
   * Collects typed keys until the search field has the focus, because a dialog moves the focus only after its first
   * render.
   */
  ahead: RefObject<TypedAhead>;
  onClose: () => void;
  /** Signs the user out. */
  onLeave: () => void;
}

export function usePalette({ user, ahead, onClose, onLeave }: PaletteProps) {
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  /**
   * True if the user pressed Enter before the search results arrived. The first result then opens as soon as it
   * arrives.
   */
  const [taking, setTaking] = useState(false);
  const router = useRouter();
  const results = usePaletteResults(user, text.trim(), onLeave);
  const { items, awaited, stale } = results;

  const open = (place: Place | undefined) => {
    if (!place) return;
    onClose();
    if (place.run) place.run();
    else void router.navigate({ href: place.href });
  };
  const first = items[0];
  useEffect(() => {
    if (!taking || awaited) return;
    setTaking(false);
    open(first);
  });

  const type = (next: string) => {
    setText(next);
    setActive(0);
    setTaking(false);
  };
  /** Adds the text that was typed before the search field had the focus. */
  const takeAhead = () => {
    if (ahead.current.text === "") return;
    setText(text + ahead.current.text);
    setTaking(ahead.current.enter);
    ahead.current = { text: "", enter: false };
  };
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

  return { ...results, text, type, takeAhead, active, setActive, open, press };
}

/** Returns screens and actions that match the text, then the records that the server finds. */
function usePaletteResults(user: CurrentUser, q: string, leave: () => void) {
  const places = useMemo(() => ({ screens: screensOf(user), acts: paletteActions(user) }), [user]);
  const toLeave = useStableCallback(leave);
  const general = useMemo(() => generalActs(user, toLeave), [user, toLeave]);
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
    // General actions come first, so that the limit doesn't cut them off: "import" matches an action of nearly every
    // record type.
    const acts = [...matching(general, q), ...matching(places.acts, q)].slice(0, most);
    return [
      { label: "Screens", items: screens },
      { label: "Actions", items: acts },
    ].filter(({ items }) => items.length > 0);
  }, [places, general, q]);
  const groups = useMemo(() => [...near, ...recordGroups(hits ?? [])], [near, hits]);
  const items = groups.flatMap((group) => group.items);
  /** True if the first item is a record that the search found for an earlier text. */
  const stale = awaited && near.length === 0;
  return { q, groups, items, awaited, stale, problem: searches ? found.error : null };
}

export function statusOf({ awaited, problem, items }: ReturnType<typeof usePaletteResults>): string {
  if (awaited) return "Searching…";
  if (problem) return messageOf(problem);
  return items.length === 0 ? "No results. Try another word." : "";
}
