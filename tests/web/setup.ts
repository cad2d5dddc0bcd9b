/** Shared setup of the web tests: a clean page after each test, and browser features that jsdom lacks. */
import "fake-indexeddb/auto";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { storeOfflineKey } from "../../web/src/lib/secrets/offline-key.ts";
import { person } from "./people.ts";

// The timeout is long, because some code loads only when a test presses a button. Loading is slow on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) satisfies MediaQueryList;

window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const focusedBefore = new WeakMap<HTMLDialogElement, Element | null>();
HTMLDialogElement.prototype.showModal ??= function () {
  focusedBefore.set(this, document.activeElement);
  this.open = true;
  this.querySelector<HTMLElement>("button, input, select, textarea, a[href]")?.focus();
};
HTMLDialogElement.prototype.close ??= function () {
  this.open = false;
  const before = focusedBefore.get(this);
  if (before instanceof HTMLElement) before.focus();
};

Element.prototype.scrollIntoView ??= () => undefined;

beforeEach(() => storeOfflineKey(person("Provincial").id, btoa("k".repeat(32))));

afterEach(() => {
  cleanup();
  localStorage.clear();
});

// At the end of a test file, waits for modules that are still loading, and clears the timers that still run. Both would
// fail afterwards, because Vitest then removes the page's globals.
const timers = new Set<NodeJS.Timeout>();
const startTimer = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...given: Parameters<typeof setTimeout>) => {
  const timer = startTimer(...given);
  timers.add(timer);
  return timer;
}, startTimer);
afterAll(async () => {
  await vi.dynamicImportSettled();
  for (const timer of timers) clearTimeout(timer);
});
