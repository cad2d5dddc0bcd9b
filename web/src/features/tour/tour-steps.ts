/** The steps of the list tour and of the form tour. Each step points at a control of the open screen. */
import type { TourKind } from "./tour-links.ts";

export interface TourStep {
  title: string;
  text: string;
  /** CSS selector of the control. The step points at the first visible element that matches. */
  selector: string;
}

interface TourPlan {
  /** Selector of an element that exists as soon as the screen has loaded. */
  ready: string;
  steps: readonly TourStep[];
}

const list = "[data-fills-window]";

export const tourPlans = {
  list: {
    ready: `${list} #rows[aria-busy="false"]`,
    steps: [
      {
        title: "Add a record",
        text: "Opens an empty form. If a reporting window is closed, the reason is shown here instead.",
        selector: `${list} [data-shortcut="new"]`,
      },
      {
        title: "Stages",
        text: "New records are pending. They move to Approved when a reviewer approves them.",
        selector: `${list} [role="tablist"]`,
      },
      {
        title: "Search",
        text: "Finds a word in all values of the list.",
        selector: `${list} label:has(> [data-shortcut="search"])`,
      },
      {
        title: "Filters",
        text: "Choose values and press Search. The export of the list and its totals follow the filters.",
        selector: `${list} search`,
      },
      {
        title: "Actions of a record",
        text: "One button opens the record. The menu beside it has all other actions, such as its history. To change one value, double-click it in the list.",
        selector: "#rows fieldset",
      },
    ],
  },
  form: {
    ready: 'dialog form button[type="submit"]',
    steps: [
      {
        title: "Start with the ARBO or ARC",
        text: "Type a few letters of its name and choose it. The form fills in what is already known about it.",
        selector: 'dialog form [data-tour="parent"]',
      },
      {
        title: "Sections",
        text: "Each link opens a section of the form. Its mark shows whether a required field is still empty.",
        selector: "dialog form nav",
      },
      {
        title: "Your draft",
        text: "The form saves a draft in this browser while you type. After a break, the list offers the draft again.",
        selector: 'dialog form [data-tour="draft"]',
      },
      {
        title: "Register",
        text: "Saves the record. If a value is missing or wrong, the form shows it and keeps what you typed.",
        selector: 'dialog form button[type="submit"]',
      },
    ],
  },
} as const satisfies Record<TourKind, TourPlan>;

/** Returns the first visible element of a selector, or null. */
export function findVisible(selector: string): HTMLElement | null {
  const found = [...document.querySelectorAll<HTMLElement>(selector)];
  return found.find((element) => element.getClientRects().length > 0) ?? null;
}
