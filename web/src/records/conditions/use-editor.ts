/** State of the filter editor: the condition that is being entered, and how it becomes part of the filter. */
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { type Draft, draftOf, emptyDraft, itemOfDraft, operatorsOf } from "./draft.ts";
import { filterOf, itemsOf, type Join } from "./filter-items.ts";
import { fieldNamed } from "./filter-words.ts";

export interface EditorProps {
  record: AnyRecord;
  user: CurrentUser;
  value: FilterGrammar | undefined;
  onChange: (filter: FilterGrammar | undefined) => void;
  /** Position of the condition with which the editor opens; null to open with a new condition. */
  at?: number | null;
  /** True if the editor takes the focus when it is shown. */
  focused?: boolean;
  /** 1 for conditions on the rows of the list, 2 for conditions on rows related to them. */
  depth?: number;
  /** Gives access to the filter with the condition that is still being entered. */
  ref?: Ref<PendingFilter>;
}

export interface PendingFilter {
  /** Returns the filter, with the entered condition if it is complete. */
  read: () => FilterGrammar | undefined;
}

/** Part of the editor that gets the focus: the choice of a field, or the value of a condition. */
type FocusPart = "field" | "value";

/** Moves the focus to a part of the editor after the part has been rendered. */
function useFocus(start: FocusPart | null) {
  const root = useRef<HTMLFieldSetElement>(null);
  const [wanted, setWanted] = useState({ part: start });
  useEffect(() => {
    if (wanted.part === null) return;
    const part = root.current?.querySelector(`[data-part="${wanted.part}"]`) ?? root.current;
    const control =
      part?.querySelector<HTMLElement>("[role=combobox]") ?? part?.querySelector<HTMLElement>("input");
    control?.focus();
  }, [wanted]);
  return { root, focus: (part: FocusPart) => setWanted({ part }) };
}

export function useEditor({ record, value, onChange, at = null, focused, ref }: EditorProps) {
  const { join: stored, items } = itemsOf(value);
  const opened = at === null ? null : draftOf(record, items[at] ?? {}, at);
  const [draft, setDraft] = useState<Draft>(opened ?? emptyDraft);
  const [asked, setAsked] = useState(false);
  const [chosenJoin, setJoin] = useState<Join>(stored);
  const join = items.length > 1 ? stored : chosenJoin;
  const { root, focus } = useFocus(focused ? (opened ? "value" : "field") : null);
  const where = useRef<PendingFilter>(null);

  /** Returns the filter with the condition of a draft, or why it has none. */
  const withDraft = (entered: Draft) => {
    const whole = where.current ? { ...entered, where: where.current.read() } : entered;
    const reading = itemOfDraft(record, whole);
    if (!("item" in reading)) return reading;
    const next =
      whole.at === null
        ? [...items, reading.item]
        : items.with(Math.min(whole.at, items.length - 1), reading.item);
    return { filter: filterOf({ join, items: next }) };
  };
  useImperativeHandle(ref, () => ({
    read: () => {
      const result = withDraft(draft);
      return "filter" in result ? result.filter : value;
    },
  }));

  const start = (next: Draft, part: FocusPart) => {
    setDraft(next);
    setAsked(false);
    focus(part);
  };
  const save = (entered: Draft): boolean => {
    const result = withDraft(entered);
    setAsked(true);
    if (!("filter" in result)) return false;
    onChange(result.filter);
    start(emptyDraft, "field");
    return true;
  };
  const choose = (target: string | null) => {
    const field = target === null ? undefined : fieldNamed(record, target);
    const [operator = "is"] = field ? operatorsOf(field, record) : [];
    start({ ...emptyDraft, at: draft.at, target, operator }, target === null ? "field" : "value");
  };
  const edit = (position: number) => {
    const next = draftOf(record, items[position] ?? {}, position);
    if (next) start(next, "value");
  };
  const remove = (position: number) => {
    onChange(filterOf({ join, items: items.filter((_, index) => index !== position) }));
    start(emptyDraft, "field");
  };
  const changeJoin = (next: Join) => {
    setJoin(next);
    onChange(filterOf({ join: next, items }));
  };
  const reading = itemOfDraft(record, draft);
  const problem = asked && "message" in reading ? reading.message : null;
  return {
    ...{ items, join, draft, setDraft, problem, root, where },
    ...{ choose, edit, remove, changeJoin, save, cancel: () => start(emptyDraft, "field") },
    canSave: "item" in reading,
  };
}
