/** The sheet of shortcuts (?). */
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
        Letters work outside of fields. Escape closes what is open; Ctrl S saves a form. On a cell of a list,
        F2 or Enter edits it, as typing does; Ctrl Z takes the last change back; Shift and the arrows choose
        cells to copy, and Shift F10 opens the menu of the row.
      </Text>
    </Modal>
  );
}
