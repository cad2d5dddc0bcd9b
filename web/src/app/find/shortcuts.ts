/** Keyboard shortcuts: one table that both the key handler and the shortcut sheet use. */
import { isAnythingOpen, isOneOpen } from "../../components/floating/escape.ts";

export interface Shortcut {
  /** Value of `KeyboardEvent.key`; letters in lower case. */
  key: string;
  /** True if the shortcut needs Ctrl (⌘ on a Mac). A shortcut with Ctrl also works while the user types in a field. */
  ctrl?: true;
  /** Key label shown in the shortcut sheet. */
  shown: string;
  does: string;
  /** True if the shortcut also works while a row is open beside its list. */
  beside?: true;
  act: (tools: Tools) => void;
}

/** Functions that the shell provides to the shortcuts. */
export interface Tools {
  find: () => void;
  help: () => void;
}

/** Finds the element that a screen has marked with `data-shortcut` for a shortcut. */
const marked = (name: string, within: ParentNode = document): HTMLElement | null =>
  within.querySelector(`[data-shortcut="${name}"]`);

/**
 * Finds the edit link of the focused table row. A grid row consists of several elements with the same row index,
 * because some columns are pinned.
 */
function chosenRow(): HTMLElement | null {
  const row = document.activeElement?.closest('[role="row"], [data-row]');
  const index = row?.getAttribute("row-index");
  const halves = index ? document.querySelectorAll(`[role="row"][row-index="${index}"]`) : [row];
  for (const half of halves) {
    const link = half?.querySelector<HTMLElement>('a[href^="?edit="]');
    if (link) return link;
  }
  return null;
}

export const shortcuts: readonly Shortcut[] = [
  {
    key: "k",
    ctrl: true,
    shown: "Ctrl K",
    does: "Find a screen, an ARBO, a person, a training or a machine",
    act: ({ find }) => find(),
  },
  { key: "/", shown: "/", does: "Search in the list", act: () => marked("search")?.focus() },
  { key: "c", shown: "C", does: "Add a condition to the list", act: () => marked("conditions")?.click() },
  { key: "n", shown: "N", does: "Add a new record", act: () => marked("new")?.click() },
  {
    key: "e",
    shown: "E",
    does: "Edit the row beside the list, or the row with the focus",
    beside: true,
    act: () => (marked("row-edit") ?? chosenRow())?.click(),
  },
  {
    key: "j",
    shown: "J",
    does: "Open the first row beside the list, then the next one",
    beside: true,
    act: () => (marked("row-next") ?? marked("row-first"))?.click(),
  },
  {
    key: "k",
    shown: "K",
    does: "Back to the previous row",
    beside: true,
    act: () => marked("row-previous")?.click(),
  },
  {
    key: "a",
    shown: "A",
    does: "Approve the row beside the list and open the next one",
    beside: true,
    act: () => marked("row-approve")?.click(),
  },
  {
    key: "r",
    shown: "R",
    does: "Return the row beside the list with a reason (Enter sends it)",
    beside: true,
    act: () => marked("row-return")?.click(),
  },
  {
    key: "f",
    shown: "F",
    does: "At the end of a review list, open the next form",
    beside: true,
    act: () => marked("form-next")?.click(),
  },
  { key: "?", shown: "?", does: "Show these shortcuts", act: ({ help }) => help() },
];

/**
 * Returns the shortcut for a key press, or null. Letter keys do nothing while the user types in a field, and while a
 * panel or dialog is open.
 */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  if (event.defaultPrevented || event.isComposing || event.altKey || event.repeat) return null;
  const ctrl = event.ctrlKey || event.metaKey;
  const found = shortcuts.find(
    ({ key, ctrl: wanted = false }) => key === event.key.toLowerCase() && wanted === ctrl,
  );
  if (!found) return null;
  if (found.ctrl) return found;
  if (isTypedInto(event.target)) return null;
  return isAnythingOpen() && !(found.beside && isRowUncovered()) ? null : found;
}

/** True if a row is open beside its list, and no panel or dialog covers that row. */
const isRowUncovered = (): boolean => isOneOpen() && document.querySelector("[data-row-panel]") !== null;

const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest(
      "input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [role=combobox]",
    ) !== null);
