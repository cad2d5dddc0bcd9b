/** Dialogs and drawers, of which Escape closes only the one on top (escape.ts). Their contents stand one under the other. */
import {
  type DrawerProps,
  Drawer as LibraryDrawer,
  Modal as LibraryModal,
  type ModalProps as LibraryModalProps,
} from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useEscape } from "../floating/escape.ts";
import classes from "./dialog.module.css";
import { Library } from "./library.tsx";

const looks = {
  closeButtonProps: { "aria-label": "Close" },
  // A header of a dialog is none of the page.
  attributes: { header: { role: "none" } },
  classNames: { title: classes.title ?? "", body: classes.body ?? "" },
};
const above = 400;

interface ModalProps extends LibraryModalProps {
  /** It stands on another dialog. */
  over?: boolean;
  /** It takes most of the window, and all of a phone's. */
  large?: boolean;
}

export function Modal({ closeOnEscape = true, over, large, ...props }: ModalProps) {
  useEscape(props.opened, () => closeOnEscape && props.onClose());
  const narrow = useMediaQuery("(max-width: 48em)") === true;
  return (
    <Library>
      <LibraryModal
        {...looks}
        {...(large ? { size: "min(1100px, 96vw)", fullScreen: narrow } : { centered: true })}
        {...(over ? { zIndex: above } : {})}
        {...props}
        closeOnEscape={false}
      />
    </Library>
  );
}

export function Drawer({ closeOnEscape = true, ...props }: DrawerProps) {
  useEscape(props.opened, () => closeOnEscape && props.onClose());
  return (
    <Library>
      <LibraryDrawer {...looks} position="right" {...props} closeOnEscape={false} />
    </Library>
  );
}
