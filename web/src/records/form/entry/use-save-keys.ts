/**
 * Keys of a form: Ctrl+S saves, Ctrl+Enter saves and starts another new row. The keys do nothing while a dialog is open
 * over the form.
 */
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
    // Prevent the browser's own action for these keys, such as "Save page", even while the form can't be saved.
    event.preventDefault();
    const dialog = topDialog();
    if (canSave && (dialog === null || dialog.contains(form.current))) save(another);
  });
}
