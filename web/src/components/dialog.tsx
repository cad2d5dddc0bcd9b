/** The library's dialogs, of which Escape closes only the one on top (escape.ts). */
import {
  type DrawerProps,
  Drawer as LibraryDrawer,
  Modal as LibraryModal,
  type ModalProps,
} from "@mantine/core";
import { useEscape } from "./escape.ts";

export function Modal({ closeOnEscape = true, ...props }: ModalProps) {
  useEscape(props.opened, () => closeOnEscape && props.onClose());
  return <LibraryModal {...props} closeOnEscape={false} />;
}

export function Drawer({ closeOnEscape = true, ...props }: DrawerProps) {
  useEscape(props.opened, () => closeOnEscape && props.onClose());
  return <LibraryDrawer {...props} closeOnEscape={false} />;
}
