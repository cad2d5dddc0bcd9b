/** The warning before an idle session ends: the remaining time, and buttons to stay signed in or to sign out. */
import { useId, useRef } from "react";
import { Button } from "../../components/button.tsx";
import { useShowModal } from "../../components/overlays/open-dialogs.ts";
import { useSignOut } from "../../features/waiting/use-sign-out.tsx";
import classes from "./idle.module.css";
import { timeLeft } from "./idle-rules.ts";

interface Props {
  /** Milliseconds until the session ends. */
  left: number;
  onStay: () => void;
  onLeave: () => Promise<void>;
}

export function IdleWarning({ left, onStay, onLeave }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useShowModal(dialog);
  const { leave, question } = useSignOut(onLeave);
  return (
    <>
      <dialog
        ref={dialog}
        className={classes.dialog}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        onCancel={(event) => {
          event.preventDefault();
          onStay();
        }}
      >
        <h2 id={`${id}-title`}>Are you still there?</h2>
        <p id={`${id}-text`}>
          There has been no activity for a while, so you will be signed out in{" "}
          <strong>{timeLeft(left)}</strong>. Unsaved entries stay in this browser and are offered again after
          you sign in.
        </p>
        <p className="visually-hidden" role="status">
          {spoken(left)}
        </p>
        <div className={classes.buttons}>
          <Button look="default" onClick={leave}>
            Sign out now
          </Button>
          <Button data-autofocus onClick={onStay}>
            Stay signed in
          </Button>
        </div>
      </dialog>
      {question}
    </>
  );
}

/**
 * Returns the text for screen readers. The text changes only at 60, 30 and 10 seconds, because an announcement every
 * second would disturb the user.
 */
function spoken(left: number): string {
  const mark = [10_000, 30_000, 60_000].find((known) => left <= known);
  return mark ? `You will be signed out in less than ${timeLeft(mark)}.` : "";
}
