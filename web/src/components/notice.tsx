/** A message beside the content that it is about, with an optional heading and actions. */
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import { type HTMLAttributes, type ReactNode, type RefAttributes, useId } from "react";
import classes from "./notice.module.css";

export type NoticeTone = "info" | "good" | "warn" | "bad";

interface Props extends RefAttributes<HTMLDivElement>, Omit<HTMLAttributes<HTMLDivElement>, "title"> {
  tone: NoticeTone;
  title?: ReactNode;
  icon?: ReactNode;
}

const icons = {
  info: IconInfoCircle,
  good: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconAlertTriangle,
};

export function Notice({ tone, title, icon, children, ...rest }: Props) {
  const Icon = icons[tone];
  const id = useId();
  // Screen readers announce warnings and errors when they appear, with the heading as the name of the message.
  const alert =
    tone === "bad" || tone === "warn"
      ? { role: "alert", "aria-labelledby": title && !rest["aria-label"] ? id : undefined }
      : {};
  return (
    <div {...alert} {...rest} className={classes.notice} data-tone={tone}>
      <span className={classes.icon}>{icon ?? <Icon size={18} aria-hidden />}</span>
      <div className={classes.body}>
        {title && <strong id={id}>{title}</strong>}
        {children}
      </div>
    </div>
  );
}
