/** Button that opens the filter editor of a list: in a panel below the button, or in a dialog on a phone. */
import { IconFilterPlus } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useId, useRef } from "react";
import { Button, Skeleton } from "../../components/button.tsx";
import { useEscape } from "../../components/floating/escape.ts";
import { useFloating } from "../../components/floating/panel.ts";
import { later } from "../../components/later.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import { useStableCallback } from "../../lib/use-stable-callback.ts";
import classes from "./conditions.module.css";
import type { EditorProps, PendingFilter } from "./use-editor.ts";

const FilterEditor = later<EditorProps>(() => import("./filter-editor.tsx"), <Skeleton height={32} />);

/** Width of the panel in pixels. */
const panelWidth = 440;

/** Which condition the editor shows: its position, or null for a new condition. */
export interface OpenEditor {
  at: number | null;
}

interface Props extends Pick<EditorProps, "record" | "user" | "value" | "onChange"> {
  /** Null while the editor is closed. */
  open: OpenEditor | null;
  onOpen: (open: OpenEditor | null) => void;
}

export function ConditionsButton({ open, onOpen, ...props }: Props) {
  const { value, onChange } = props;
  const button = useRef<HTMLButtonElement>(null);
  const pending = useRef<PendingFilter>(null);
  const id = useId();
  const close = () => {
    onOpen(null);
    button.current?.focus();
  };
  /** Adds a complete condition, so that a press outside of the editor doesn't lose it, and closes the editor. */
  const leave = useStableCallback(() => {
    const next = pending.current ? pending.current.read() : value;
    if (JSON.stringify(next) !== JSON.stringify(value)) onChange(next);
    onOpen(null);
  });
  const editor = open && <FilterEditor key={open.at} {...props} ref={pending} at={open.at} focused />;
  return (
    <>
      <Button
        ref={button}
        look="subtle"
        data-shortcut="conditions"
        aria-label="Conditions"
        title="Conditions: ranges, exceptions and related records"
        aria-haspopup="dialog"
        aria-expanded={open !== null}
        icon={<IconFilterPlus size={14} aria-hidden />}
        onClick={() => (open ? leave() : onOpen({ at: null }))}
      >
        <span data-word>Conditions</span>
      </Button>
      {open !== null &&
        (window.matchMedia("(max-width: 48em)").matches ? (
          <Modal title="Conditions" high onClose={leave}>
            {editor}
          </Modal>
        ) : (
          <Panel id={id} button={button} onEscape={close} onLeave={leave}>
            {editor}
          </Panel>
        ))}
    </>
  );
}

interface PanelProps {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  onEscape: () => void;
  onLeave: () => void;
  children: ReactNode;
}

function Panel({ id, button, onEscape, onLeave, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useFloating(button, panel, true, onLeave, panelWidth);
  useEscape(true, onEscape);
  return (
    <div id={id} ref={panel} className={classes.panel} popover="manual" role="dialog" aria-label="Conditions">
      {children}
    </div>
  );
}
