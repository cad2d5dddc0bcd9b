/** Notices at the bottom of the window, also above dialogs. */
import { IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { IconButton } from "../button.tsx";
import { onDialogs, topDialog } from "./open-dialogs.ts";
import classes from "./toast.module.css";

/**
 * Container of the notices at the bottom of the window: centred, or at the right if `at` is "end". It is inside the
 * topmost dialog, because the rest of the page is inert.
 */
export function ToastRegion({ at, children }: { at?: "end"; children: ReactNode }) {
  const [region] = useState(() => document.createElement("div"));
  const dialog = useSyncExternalStore(onDialogs, topDialog);
  useLayoutEffect(() => {
    region.className = classes.region ?? "";
    if (at) region.dataset.at = at;
    region.setAttribute("aria-live", "polite");
    // A dialog that closes in this render has already left the page. Show the notices in the body then.
    (dialog?.isConnected ? dialog : document.body).append(region);
    if (typeof region.showPopover === "function") {
      region.popover = "manual";
      region.showPopover();
    }
    return () => region.remove();
  }, [region, dialog, at]);
  return createPortal(children, region);
}

interface ToastProps {
  tone: "success" | "error" | "info";
  title?: string | undefined;
  icon?: ReactNode;
  /** Seconds until the notice closes. The timer stops while the notice is hovered or focused. */
  seconds: number;
  onClose: () => void;
  children: ReactNode;
}

export function Toast({ tone, title, icon, seconds, onClose, children }: ToastProps) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(onClose, seconds * 1000);
    return () => clearTimeout(timer);
  }, [held, seconds, onClose]);
  const hold = { onMouseEnter: () => setHeld(true), onFocus: () => setHeld(true) };
  const letGo = { onMouseLeave: () => setHeld(false), onBlur: () => setHeld(false) };
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={classes.toast}
      data-tone={tone}
      {...hold}
      {...letGo}
    >
      {icon}
      <div className={classes.text}>
        {title && <strong>{title}</strong>}
        {children}
      </div>
      <IconButton aria-label="Close this notice" tone="plain" onClick={onClose}>
        <IconX size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
