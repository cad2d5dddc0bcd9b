/** Light or dark, before the first paint and without the component library: its own storage key and attribute. */
export type ColorScheme = "light" | "dark";

/** The component library reads and writes the same key. */
export const colorSchemeKey = "mantine-color-scheme-value";

export function preferredColorScheme(): ColorScheme {
  const kept = localStorage.getItem(colorSchemeKey);
  if (kept === "light" || kept === "dark") return kept;
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function applyColorScheme(): void {
  document.documentElement.setAttribute("data-mantine-color-scheme", preferredColorScheme());
}
