/** The list of keyboard shortcuts (opened with ?). */
import { Text } from "../../components/layout.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import classes from "./palette.module.css";
import { shortcuts } from "./shortcuts.ts";

export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Modal onClose={onClose} title="Shortcuts" size="md">
      <dl className={classes.keys}>
        {shortcuts.map(({ shown, does }) => (
          <div key={shown} className={classes.key}>
            <dt>
              <kbd>{shown}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Text>
        Letter keys work when no field has the focus. Escape closes the top panel or dialog; Ctrl S saves a
        form. In a cell of a list, a double-click, F2, Enter or typing starts editing; Ctrl Z undoes the last
        change; Shift with the arrow keys selects cells to copy, and Shift F10 opens the menu of the row.
      </Text>
    </Modal>
  );
}
