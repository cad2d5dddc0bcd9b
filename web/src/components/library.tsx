/**
 * The component library's provider, around what uses it. Lists and shell do without it, so that a screen loads fast;
 * dialogs, forms and notices bring it along. Its styles stand in a layer: ours always win.
 */
import { MantineProvider } from "@mantine/core";
import "@mantine/core/styles.layer.css";
import type { ReactNode } from "react";
import { cssVariables, theme } from "./theme.ts";
import { useColorScheme } from "./use-color-scheme.ts";

export function Library({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={useColorScheme()}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
