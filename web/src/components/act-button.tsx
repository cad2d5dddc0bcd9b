/**
 * A button for an action on a row or page. If the action is not possible, the button stays focusable and shows the
 * reason.
 */
import { type ComponentType, useId } from "react";
import { IconButton, WordButton } from "./button.tsx";
import { useHint } from "./floating/hint.ts";

interface Props {
  label: string;
  /** True if the button shows its label beside the icon. Otherwise the label is only a tooltip. */
  word?: boolean;
  /** Why the action is not possible now; null if it is possible. */
  reason?: string | null;
  tone?: "accent" | "danger" | "warns" | "plain";
  icon: ComponentType<{ size: number }>;
  onAct: () => void;
}

export function ActButton({ label, word = false, reason, tone, icon: Icon, onAct }: Props) {
  const id = useId();
  const hint = useHint(reason ?? (word ? null : label));
  const Frame = word ? WordButton : IconButton;
  return (
    <>
      <Frame
        tone={tone}
        aria-label={label}
        aria-disabled={reason ? true : undefined}
        aria-describedby={reason ? id : undefined}
        {...hint}
        onClick={(event) => {
          event.stopPropagation();
          if (!reason) onAct();
        }}
      >
        <Icon size={word ? 15 : 17} />
        {word && label}
      </Frame>
      {reason && (
        <span id={id} className="visually-hidden">
          {reason}
        </span>
      )}
    </>
  );
}
