/** Frame of a filter above a list: its label, its field, and a button that removes a chosen value. */
import { IconX } from "@tabler/icons-react";
import type { KeyboardEvent, ReactNode } from "react";
import { IconButton } from "../../components/button.tsx";
import classes from "./filter-bar.module.css";

interface Props {
  label: string;
  /** Id of the field that the label names. */
  fieldId: string;
  isChosen: boolean;
  /** True if the value was changed and takes effect with the next Search. */
  waits?: boolean;
  /** Removes the filter at once. */
  onDrop: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

export function FilterChip({ label, fieldId, isChosen, waits, onDrop, onKeyDown, children }: Props) {
  return (
    // The wrapper is not interactive. It only catches the keys pressed in the field inside.
    <div
      className={classes.filter}
      data-chosen={isChosen || undefined}
      data-waits={waits || undefined}
      onKeyDownCapture={onKeyDown}
    >
      <label className={classes.label} htmlFor={fieldId}>
        {label}
      </label>
      {children}
      {isChosen && !waits && (
        <IconButton tone="plain" aria-label={`Remove the filter ${label}`} onClick={onDrop}>
          <IconX size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
