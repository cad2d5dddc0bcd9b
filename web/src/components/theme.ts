/** The look of the app in one place: a deep green, system fonts, dense sizes, figures of equal width. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const field: MantineColorsTuple = [
  "#f0f7f2",
  "#dfece3",
  "#bdd8c6",
  "#98c3a7",
  "#77b08b",
  "#5fa377",
  "#4b8f64",
  "#36784f",
  "#24633c",
  "#144d2b",
];

/** Dark surfaces with a touch of green instead of blue. */
const dark: MantineColorsTuple = [
  "#dbe3dd",
  "#b5c2b9",
  "#93a399",
  "#6f8076",
  "#4a5a50",
  "#344038",
  "#28322b",
  "#1d2520",
  "#161c18",
  "#0f1411",
];

export const theme = createTheme({
  colors: { field, dark },
  primaryColor: "field",
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: "sm",
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace',
  headings: { fontWeight: "650" },
  respectReducedMotion: true,
  cursorType: "pointer",
});

/** Grounds and texts are the app's own (app.css); its secondary texts are readable on every ground (4.5:1). */
const shared = {
  "--mantine-color-body": "var(--app-panel)",
  "--mantine-color-text": "var(--app-text)",
  "--mantine-color-dimmed": "var(--app-soft)",
  "--mantine-color-placeholder": "var(--app-soft)",
  // The library's own orange is 3:1 on its yellow.
  "--mantine-color-yellow-light-color": "var(--app-warn)",
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared });
