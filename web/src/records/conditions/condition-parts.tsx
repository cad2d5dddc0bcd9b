/** A condition of a list: its sentence, and a button that removes the condition. */
import { IconX } from "@tabler/icons-react";
import { IconButton } from "../../components/button.tsx";

interface Props {
  words: string;
  /** CSS class of the element that shows the condition as a sentence. */
  className?: string | undefined;
  /** Opens the condition in the editor; null if the editor can't show this condition. */
  onEdit: (() => void) | null;
  onRemove: () => void;
}

export function ConditionParts({ words, className, onEdit, onRemove }: Props) {
  return (
    <>
      {onEdit ? (
        <button type="button" className={className} title={`Change: ${words}`} onClick={onEdit}>
          {words}
        </button>
      ) : (
        <span className={className}>{words}</span>
      )}
      <IconButton tone="plain" aria-label={`Remove the condition ${words}`} onClick={onRemove}>
        <IconX size={14} aria-hidden />
      </IconButton>
    </>
  );
}
