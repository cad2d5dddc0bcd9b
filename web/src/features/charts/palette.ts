/** Colours of series, in the order in which they are given out; told apart in light and dark and by most colour-blind eyes. */
import { useColorScheme } from "../../components/use-color-scheme.ts";

const palettes = {
  light: ["#36784f", "#c98a1b", "#33739e", "#b5523f", "#7b62a3", "#4d8f8b", "#8a8f3c", "#6b7280"],
  dark: ["#6fbf8c", "#e3b04f", "#74b0d8", "#e08b78", "#b19ad6", "#7fc4bf", "#c2c66e", "#a3acb8"],
} as const;

/** Steps of the map's figure, from few to many; the first is for places without any. */
const steps = {
  light: ["#e3e8e4", "#c5dccd", "#93c1a4", "#5b9c74", "#2f7349", "#144d2b"],
  dark: ["#2b352f", "#2f5a41", "#3f7d5a", "#5b9f78", "#86c29d", "#bfe5cc"],
} as const;

export interface Palette {
  series: readonly string[];
  steps: readonly string[];
  text: string;
  line: string;
  panel: string;
}

const looks = {
  light: { text: "#14201a", line: "#d9e0db", panel: "#ffffff" },
  dark: { text: "#dbe3dd", line: "#344038", panel: "#1d2520" },
} as const;

/** The look of pictures, whatever that of the page. */
export const lightLook = looks.light;

const colours = (scheme: "light" | "dark") => [
  ...palettes[scheme],
  ...steps[scheme],
  ...Object.values(looks[scheme]),
];
const lightOf = new Map<string, string>(
  colours("dark").map((dark, place) => [dark, colours("light")[place] ?? dark]),
);

/** A drawing's text with the light colour in the place of each dark one. */
export const inLight = (drawing: string): string =>
  drawing.replace(/#[0-9a-f]{6}\b/gi, (colour) => lightOf.get(colour.toLowerCase()) ?? colour);

/** Plain colours, not tokens: a picture of the chart needs them outside the page, too. */
export function usePalette(): Palette {
  const scheme = useColorScheme();
  const look = scheme === "dark" ? "dark" : "light";
  return { series: palettes[look], steps: steps[look], ...looks[look] };
}
