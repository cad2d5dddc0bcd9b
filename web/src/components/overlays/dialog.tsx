/**
 * Modal dialogs and drawers. Escape closes only the topmost one (escape.ts). While an element inside is marked
 * `data-unsaved`, closing needs the user's confirmation.
 */
import { IconX } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { Button, IconButton } from "../button.tsx";
import { useEscape } from "../floating/escape.ts";
import { Group, Text } from "../layout.tsx";
import classes from "./dialog.module.css";
import { useShowModal } from "./open-dialogs.ts";

interface Props {
  title: ReactNode;
  /** Width: a size name (sm, md, lg, xl) or a CSS length. */
  size?: string;
  closeOnEscape?: boolean;
  closeOnClickOutside?: boolean;
  withCloseButton?: boolean;
  onClose: () => void;
  children: ReactNode;
}

interface ModalProps extends Props {
  /** True if the dialog is at the top of the window instead of in its middle. */
  high?: boolean;
  /** True if the dialog fills most of the window, and on a phone the whole window. */
  large?: boolean;
}

const widths: Readonly<Record<string, string>> = {
  sm: "23.75rem",
  md: "27.5rem",
  lg: "38.75rem",
  xl: "48.75rem",
};

export const Modal = ({ large = false, high = large, ...props }: ModalProps) => (
  <Dialog {...props} look={large ? "large" : "dialog"} high={high} />
);

export const Drawer = (props: Props) => <Dialog {...props} look="drawer" />;

interface DialogProps extends Props {
  look: "dialog" | "large" | "drawer";
  high?: boolean;
}

function Dialog({ title, size = "md", look, high, children, onClose, ...may }: DialogProps) {
  const { closeOnEscape = true, closeOnClickOutside = true, withCloseButton = true } = may;
  const element = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const id = useId();
  const { unlessUnsaved, question } = useUnsavedQuestion(element, "Close without saving");
  const close = () => unlessUnsaved(onClose);
  const cancel = () => closeOnEscape && close();
  useEscape(true, cancel);
  useShowModal(element);
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press on the backdrop; the keyboard equivalent is Escape.
    <dialog
      ref={element}
      className={classes.dialog}
      data-look={look}
      data-high={high || undefined}
      style={look === "large" ? undefined : { width: widths[size] ?? size }}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        // Ignore the cancel event of a file input: it bubbles up to the dialog when the user closes the file chooser.
        if (event.target === event.currentTarget) cancel();
      }}
      onMouseDown={({ target, currentTarget }) => {
        pressedOutside.current = target === currentTarget;
      }}
      onClick={({ target, currentTarget }) => {
        const isOutside = pressedOutside.current && target === currentTarget;
        if (isOutside && closeOnClickOutside) close();
      }}
    >
      <div className={classes.sheet}>
        <div className={classes.head}>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {withCloseButton && (
            <IconButton aria-label="Close" tone="plain" onClick={close}>
              <IconX size={18} aria-hidden />
            </IconButton>
          )}
        </div>
        <div className={classes.body}>{children}</div>
      </div>
      {question}
    </dialog>,
    document.body,
  );
}

/**
 * Asks the user before an action that would lose unsaved input.
 * @param container Element that may contain inputs marked `data-unsaved`.
 * @param name Name of the action, such as "Close without saving", for the title and the confirming button.
 * @returns `unlessUnsaved` runs an action at once, or after the user has confirmed the loss. The caller must render
 * `question`.
 */
export function useUnsavedQuestion(container: RefObject<HTMLElement | null>, name: string) {
  const [action, setAction] = useState<(() => void) | null>(null);
  const unlessUnsaved = (run: () => void) =>
    container.current?.querySelector("[data-unsaved=true]") ? setAction(() => run) : run();
  const keep = () => setAction(null);
  const discard = (run: () => void) => {
    // Close the question first, so that the focus returns to the element that opened the dialog.
    flushSync(keep);
    run();
  };
  const question = action && (
    <Modal onClose={keep} title={`${name}?`}>
      <Text>What you entered here is not saved.</Text>
      <Group at="end">
        <Button look="subtle" tone="danger" onClick={() => discard(action)}>
          {name}
        </Button>
        <Button data-autofocus onClick={keep}>
          Keep editing
        </Button>
      </Group>
    </Modal>
  );
  return { unlessUnsaved, question };
}
