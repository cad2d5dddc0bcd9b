/**
 * State of the filter editor: the condition that the user is entering, and functions that add this condition to the
 * filter.
 */
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { type Draft, draftOf, emptyDraft, itemOfDraft, operatorsOf } from "./draft.ts";
import { alternativesOf, itemsOf, type Place, withCondition } from "./filter-items.ts";
import { fieldNamed, wordsOf } from "./filter-words.ts";

export interface EditorProps {
  record: AnyRecord;
  user: CurrentUser;
  value: FilterGrammar | undefined;
  onChange: (filter: FilterGrammar | undefined) => void;
  /** Position of the condition with which the editor opens; null to open with a new condition. */
  at?: number | null;
  /** True if the focus moves to the editor when the editor is shown. */
  focused?: boolean;
  /** Nesting depth: 1 for the editor of a list's conditions, and one more for each inner editor. */
  depth?: number;
  /** Lets the caller read the filter together with the condition that the user is still entering. */
  ref?: Ref<PendingFilter>;
}

export interface PendingFilter {
  /** Returns the filter. If the condition that the user is entering is complete, the filter includes this condition. */
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
  const items = itemsOf(value);
  /**
   * Returns the draft for changing the condition at the given place in the filter; null if the editor can't show the
   * condition.
   */
  const draftAt = (place: Place): Draft | null => {
    const [one] = alternativesOf(items[place.item] ?? {}).slice(place.alternative);
    return one ? draftOf(record, one, place) : null;
  };
  const opened = at === null ? null : draftAt({ item: at, alternative: 0 });
  const [draft, setDraft] = useState<Draft>(opened ?? emptyDraft);
  const [asked, setAsked] = useState(false);
  const { root, focus } = useFocus(focused ? (opened ? "value" : "field") : null);
  const where = useRef<PendingFilter>(null);

  /** Returns the filter with the condition of a draft, or the error message if the draft is not a valid condition. */
  const withDraft = (entered: Draft) => {
    const whole = where.current ? { ...entered, where: where.current.read() } : entered;
    const reading = itemOfDraft(record, whole);
    if (!("item" in reading)) return reading;
    const end = { item: items.length, alternative: 0 };
    return { filter: withCondition(value, whole.at ?? end, reading.item) };
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
  const edit = (place: Place) => {
    const next = draftAt(place);
    if (next) start(next, "value");
  };
  const addAlternative = (item: number) => {
    const alternative = alternativesOf(items[item] ?? {}).length;
    start({ ...emptyDraft, at: { item, alternative } }, "field");
  };
  const remove = (place: Place) => {
    onChange(withCondition(value, place, null));
    start(emptyDraft, "field");
  };
  const reading = itemOfDraft(record, draft);
  const problem = asked && "message" in reading ? reading.message : null;
  const around = draft.at && items[draft.at.item];
  const isAlternative = draft.at !== null && around && alternativesOf(around).length <= draft.at.alternative;
  return {
    ...{ items, draftAt, draft, setDraft, problem, root, where },
    ...{ choose, edit, addAlternative, remove, save, cancel: () => start(emptyDraft, "field") },
    /**
     * The condition to which the user is adding an alternative, in words. Null if the draft is not a new alternative.
     */
    alternativeTo: isAlternative ? wordsOf(record, around) : null,
    canSave: "item" in reading,
  };
}
