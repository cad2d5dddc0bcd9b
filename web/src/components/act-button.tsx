/** An icon button that stays focusable when its action is not possible, and then shows the reason. */
import { type ComponentType, useId } from "react";
import { IconButton } from "./button.tsx";
import { useHint } from "./floating/hint.ts";

interface Props {
  label: string;
  /** Why the action is not possible now; null if it is possible. */
  reason?: string | null;
  tone?: "accent" | "danger" | "warns" | "plain";
  icon: ComponentType<{ size: number }>;
  onAct: () => void;
}

export function ActButton({ label, reason, tone, icon: Icon, onAct }: Props) {
  const id = useId();
  const hint = useHint(reason ?? label);
  return (
    <>
      <IconButton
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
        <Icon size={17} />
      </IconButton>
      {reason && (
        <span id={id} className="visually-hidden">
          {reason}
        </span>
      )}
    </>
  );
}
