/** State of the condition editor: the condition that the user is entering, and functions that change the filter. */
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
  /** Position of the condition that the editor shows at first; null for a new condition. */
  at?: number | null;
  /** True if the editor takes the focus when it opens. */
  focused?: boolean;
  /** Nesting depth: 1 for the outer editor, one more for each inner editor. */
  depth?: number;
  /** Lets the parent component read the filter, including the condition that the user is entering. */
  ref?: Ref<PendingFilter>;
}

export interface PendingFilter {
  /** Returns the filter. Includes the condition that the user is entering if this condition is complete. */
  read: () => FilterGrammar | undefined;
}

/** Part of the editor that can get the focus: the choice of the field, or the value. */
type FocusPart = "field" | "value";

/** Moves the focus to a part of the editor, after the part is rendered. */
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
   * Returns a draft of the condition at a position in the filter. Returns null if the editor can't show this condition.
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

  /** Returns the filter that results from saving the draft, or the error message if the draft is invalid. */
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
     * Condition, in words, to which the user is adding an alternative (OR). Null if the user is not adding an
     * alternative.
     */
    alternativeTo: isAlternative ? wordsOf(record, around) : null,
    canSave: "item" in reading,
  };
}
