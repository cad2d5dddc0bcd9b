/** Frame of a filter in the filter bar: label, dropdown, and a button that removes the chosen value. */
import { IconX } from "@tabler/icons-react";
import type { KeyboardEvent, ReactNode } from "react";
import { IconButton } from "../../components/button.tsx";
import classes from "./filter-bar.module.css";

interface Props {
  label: string;
  /** Id of the dropdown that the label names. */
  fieldId: string;
  isChosen: boolean;
  /** True if the user changed the value but has not pressed Search yet. */
  waits?: boolean;
  /** Removes the filter immediately, without Search. */
  onDrop: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

export function FilterChip({ label, fieldId, isChosen, waits, onDrop, onKeyDown, children }: Props) {
  return (
    // The `div` is not interactive; it only receives the key events of its dropdown.
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
