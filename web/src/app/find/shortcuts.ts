/** The keys of the screens: one table, which the handler obeys and the sheet shows. */
import { isAnythingOpen } from "../../components/floating/escape.ts";

export interface Shortcut {
  /** As KeyboardEvent.key has it; letters in lower case. */
  key: string;
  /** With Ctrl, or with ⌘ on a Mac; it works in fields, too. */
  ctrl?: true;
  /** What is written on the key. */
  shown: string;
  does: string;
  /** It works under a row that is open beside its list, too. */
  beside?: true;
  act: (tools: Tools) => void;
}

/** What the shell does for a shortcut. */
export interface Tools {
  find: () => void;
  help: () => void;
}

/** Whatever a screen marks so is focused or pressed by its shortcut. */
const marked = (name: string, within: ParentNode = document): HTMLElement | null =>
  within.querySelector(`[data-shortcut="${name}"]`);

/** The row of a table in which the focus is; its other halves stand in other columns of the table. */
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
  { key: "n", shown: "N", does: "Add a new record", act: () => marked("new")?.click() },
  {
    key: "e",
    shown: "E",
    does: "Edit the row that is open beside the list, or in which the focus is",
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
    does: "Back to the row before",
    beside: true,
    act: () => marked("row-previous")?.click(),
  },
  {
    key: "a",
    shown: "A",
    does: "Approve the row beside the list, and go on to the next",
    beside: true,
    act: () => marked("row-approve")?.click(),
  },
  {
    key: "r",
    shown: "R",
    does: "Return the row beside the list with a reason: Enter sends it",
    beside: true,
    act: () => marked("row-return")?.click(),
  },
  { key: "?", shown: "?", does: "Show these shortcuts", act: ({ help }) => help() },
];

/** The shortcut that a press means, or null: letters are not shortcuts in a field, nor under something that is open. */
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

/** Whether what is open is a row beside its list, and nothing on top of it. */
const isRowUncovered = (): boolean => document.querySelector("[data-row-panel]") !== null;

const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest(
      "input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [role=combobox]",
    ) !== null);
