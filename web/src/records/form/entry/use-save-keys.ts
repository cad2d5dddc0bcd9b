/** Ctrl+S saves the form; Ctrl+Enter saves it and starts the next row. A dialog over the form stops both keys. */
import type { RefObject } from "react";
import { topDialog } from "../../../components/overlays/open-dialogs.ts";
import { useKeyDown } from "../../../lib/keyboard.ts";

/** @param save Called with true to start another row after saving. */
export function useSaveKeys(
  form: RefObject<HTMLFormElement | null>,
  canSave: boolean,
  save: (another: boolean) => void,
): void {
  useKeyDown("after", (event) => {
    const another = event.key === "Enter";
    if (!(event.ctrlKey || event.metaKey) || !(another || event.key.toLowerCase() === "s")) return;
    // Handle the keys even while the form can't be saved, so that the browser does not offer to save the page.
    event.preventDefault();
    const dialog = topDialog();
    if (canSave && (dialog === null || dialog.contains(form.current))) save(another);
  });
}
