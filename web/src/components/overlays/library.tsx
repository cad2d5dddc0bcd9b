/**
 * The component library's provider, around its dialogs and notices: what is hard to get right (focus, scrolling, layers)
 * is the library's. All else of the kit does without it, so that a screen loads fast. Its styles stand in a layer: ours
 * always win.
 */
import { MantineProvider } from "@mantine/core";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/Notification.layer.css";
import type { ReactNode } from "react";
import { useColorScheme } from "../use-color-scheme.ts";
import { cssVariables, theme } from "./theme.ts";

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
