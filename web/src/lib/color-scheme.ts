/**
 * Light or dark mode: the choice stored in this browser, or else the system's setting. Applied before the first paint.
 */
export type ColorScheme = "light" | "dark";

const key = "arbo.color-scheme";
/** Attribute of the root element that tokens.css reads. */
const attribute = "data-color-scheme";
const listeners = new Set<() => void>();

function preferred(): ColorScheme {
  const stored = localStorage.getItem(key);
  if (stored === "light" || stored === "dark") return stored;
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Shows the page in the given mode, by default the mode of the user's choice. */
export function applyColorScheme(scheme = preferred()): void {
  document.documentElement.setAttribute(attribute, scheme);
  for (const listener of listeners) listener();
}

export const currentColorScheme = (): ColorScheme =>
  document.documentElement.getAttribute(attribute) === "dark" ? "dark" : "light";

export function chooseColorScheme(scheme: ColorScheme): void {
  localStorage.setItem(key, scheme);
  applyColorScheme();
}

/** Subscribe function for `useSyncExternalStore`. */
export function onColorScheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
