/** The look that is on, for components that must know it. */
import { useSyncExternalStore } from "react";
import { type ColorScheme, currentColorScheme, onColorScheme } from "../lib/color-scheme.ts";

export const useColorScheme = (): ColorScheme => useSyncExternalStore(onColorScheme, currentColorScheme);
