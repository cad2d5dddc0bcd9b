/**
 * The conditions of a list: one chip per condition, and the open condition editor. This module loads when it is first
 * needed.
 */
import type { Ref, RefObject } from "react";
import { ConditionChips } from "./condition-chips.tsx";
import { ConditionsPanel, type OpenPanel } from "./conditions-panel.tsx";
import type { EditorProps } from "./use-editor.ts";

interface Props extends Pick<EditorProps, "record" | "user" | "value" | "onChange"> {
  /** Position of the condition in the editor. Null for a new condition; undefined while the editor is closed. */
  at: number | null | undefined;
  /** Opens the editor at a condition. Null opens the editor for a new condition; undefined closes the editor. */
  onOpen: (at: number | null | undefined) => void;
  /** Button below which the editor opens. */
  button: RefObject<HTMLButtonElement | null>;
  ref: Ref<OpenPanel>;
}

export default function ConditionArea({ at, onOpen, button, ref, ...props }: Props) {
  const { record, value, onChange } = props;
  return (
    <>
      {value && <ConditionChips record={record} filter={value} onFilter={onChange} onEdit={onOpen} />}
      {at !== undefined && (
        <ConditionsPanel {...props} ref={ref} at={at} button={button} onClose={() => onOpen(undefined)} />
      )}
    </>
  );
}
