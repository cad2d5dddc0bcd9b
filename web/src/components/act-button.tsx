/** An icon button that stays reachable when it cannot act, and says why. */
import { type ReactNode, useId } from "react";
import { IconButton } from "./button.tsx";
import { useHint } from "./floating/hint.ts";

interface Props {
  label: string;
  /** Why it cannot act now; null when it can. */
  reason?: string | null;
  tone?: "accent" | "danger" | "warns" | "plain";
  onAct: () => void;
  children: ReactNode;
}

export function ActButton({ label, reason, tone, onAct, children }: Props) {
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
        {children}
      </IconButton>
      {reason && (
        <span id={id} className="visually-hidden">
          {reason}
        </span>
      )}
    </>
  );
}
