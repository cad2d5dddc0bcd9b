/** The condition editor of a list, in a panel below its button. On a phone, the editor is in a dialog. */
import { type ReactNode, type Ref, type RefObject, useImperativeHandle, useRef } from "react";
import { useEscape } from "../../components/floating/escape.ts";
import { useFloating } from "../../components/floating/panel.ts";
import { Modal } from "../../components/overlays/dialog.tsx";
import { useStableCallback } from "../../lib/hooks/use-stable-callback.ts";
import classes from "./conditions.module.css";
import FilterEditor from "./filter-editor.tsx";
import type { EditorProps, PendingFilter } from "./use-editor.ts";

/** Width of the panel in pixels. */
const panelWidth = 440;

interface Props extends Pick<EditorProps, "record" | "user" | "value" | "onChange"> {
  at: number | null;
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  ref: Ref<OpenPanel>;
}

export interface OpenPanel {
  /** Adds the entered condition if it is complete, and closes the panel. */
  leave: () => void;
}

export function ConditionsPanel({ button, onClose, ref, ...props }: Props) {
  const { value, onChange, at } = props;
  const pending = useRef<PendingFilter>(null);
  /**
   * Closes the editor. First adds the entered condition if it is complete, because a click outside the editor must not
   * discard the condition.
   */
  const leave = useStableCallback(() => {
    const next = pending.current ? pending.current.read() : value;
    if (JSON.stringify(next) !== JSON.stringify(value)) onChange(next);
    onClose();
  });
  useImperativeHandle(ref, () => ({ leave }));
  const discard = () => {
    onClose();
    button.current?.focus();
  };
  const editor = <FilterEditor key={at} {...props} ref={pending} focused />;
  return window.matchMedia("(max-width: 48em)").matches ? (
    <Modal title="Conditions" high onClose={leave}>
      {editor}
    </Modal>
  ) : (
    <Panel button={button} onEscape={discard} onLeave={leave}>
      {editor}
    </Panel>
  );
}

interface PanelProps {
  button: RefObject<HTMLButtonElement | null>;
  onEscape: () => void;
  onLeave: () => void;
  children: ReactNode;
}

function Panel({ button, onEscape, onLeave, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useFloating(button, panel, true, onLeave, panelWidth);
  useEscape(true, onEscape);
  return (
    <div ref={panel} className={classes.panel} popover="manual" role="dialog" aria-label="Conditions">
      {children}
    </div>
  );
}
