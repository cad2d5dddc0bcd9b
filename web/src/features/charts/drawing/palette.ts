/**
 * Chart colours by meaning. They are distinguishable in light and dark mode, also for most people with colour
 * blindness.
 */
import { useColorScheme } from "../../../components/use-color-scheme.ts";

const colours = {
  light: {
    done: "#36784f",
    planned: "#c98a1b",
    matched: "#2f8f8a",
    undone: "#7c8590",
    unplanned: "#7b62a3",
    arbos: "#33739e",
    arcs: "#b5523f",
    people: "#8a8f3c",
    male: "#4f63b3",
    female: "#b0528a",
    faded: "#a58f86",
  },
  dark: {
    done: "#6fbf8c",
    planned: "#e3b04f",
    matched: "#63cdc6",
    undone: "#98a1ab",
    unplanned: "#b19ad6",
    arbos: "#74b0d8",
    arcs: "#e08b78",
    people: "#c2c66e",
    male: "#93a4ea",
    female: "#e08fbd",
    faded: "#c7b4ab",
  },
} as const;

/** Shades of one colour for periods, from the oldest to the newest. */
const shades = {
  light: ["#b9c9bf", "#98b8a4", "#76a589", "#568f6d", "#36784f", "#144d2b"],
  dark: ["#3d5145", "#4a6a57", "#58866c", "#6aa482", "#88c49f", "#c1e7ce"],
} as const;

/** Colours of the places on a map, from the lowest to the highest value. The first colour means zero. */
const steps = {
  light: ["#e3e8e4", "#c5dccd", "#93c1a4", "#5b9c74", "#2f7349", "#144d2b"],
  dark: ["#3d4a42", "#2f5a41", "#3f7d5a", "#5b9f78", "#86c29d", "#bfe5cc"],
} as const;

export interface Palette {
  colours: Readonly<Record<keyof (typeof colours)["light"], string>>;
  shades: readonly string[];
  steps: readonly string[];
  text: string;
  line: string;
  panel: string;
}

const looks = {
  light: { text: "#14201a", line: "#d9e0db", panel: "#ffffff" },
  dark: { text: "#dbe3dd", line: "#344038", panel: "#1d2520" },
} as const;

/** Saved pictures use the light mode, whatever the mode of the page. */
export const lightLook = looks.light;
export const lightSteps: readonly string[] = steps.light;

const allOf = (look: "light" | "dark"): string[] => [
  ...Object.values(colours[look]),
  ...shades[look],
  ...steps[look],
  ...Object.values(looks[look]),
];
const lightOf = new Map<string, string>(
  allOf("dark").map((dark, place) => [dark, allOf("light")[place] ?? dark]),
);

/** Replaces the colours of the dark mode by the colours of the light mode in the text of an SVG file. */
export const inLight = (drawing: string): string =>
  drawing.replace(/#[0-9a-f]{6}\b/gi, (colour) => lightOf.get(colour.toLowerCase()) ?? colour);

/** Returns plain colours instead of CSS variables, which would not work in a saved picture. */
export function usePalette(): Palette {
  const look = useColorScheme() === "dark" ? "dark" : "light";
  return { colours: colours[look], shades: shades[look], steps: steps[look], ...looks[look] };
}
