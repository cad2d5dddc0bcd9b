/** Returns the current colour scheme and follows its changes. */
import { useSyncExternalStore } from "react";
import { type ColorScheme, currentColorScheme, onColorScheme } from "../lib/color-scheme.ts";

export const useColorScheme = (): ColorScheme => useSyncExternalStore(onColorScheme, currentColorScheme);
