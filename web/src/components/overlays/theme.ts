/** How the component library looks: as the tokens say (components/tokens.css). */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const accent = "var(--accent)";
const field: MantineColorsTuple = [
  accent,
  accent,
  accent,
  accent,
  accent,
  accent,
  accent,
  accent,
  accent,
  accent,
];

/** Of the library's dark surfaces, from light to dark. */
const dark: MantineColorsTuple = [
  "var(--text)",
  "var(--soft)",
  "var(--soft)",
  "var(--field-line)",
  "var(--line)",
  "var(--line)",
  "var(--hover)",
  "var(--panel)",
  "var(--ground)",
  "var(--ground)",
];

export const theme = createTheme({
  colors: { field, dark },
  primaryColor: "field",
  defaultRadius: "var(--radius)",
  fontFamily: "var(--font)",
  respectReducedMotion: true,
  cursorType: "pointer",
});

const shared = {
  "--mantine-color-body": "var(--panel)",
  "--mantine-color-text": "var(--text)",
  "--mantine-color-dimmed": "var(--soft)",
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared });
