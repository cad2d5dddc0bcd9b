/** Something to know, in the place that it is about: with a heading where it needs one, and what can be done about it. */
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import type { HTMLAttributes, ReactNode, RefAttributes } from "react";
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
  return (
    <div role={tone === "bad" ? "alert" : undefined} {...rest} className={classes.notice} data-tone={tone}>
      <span className={classes.icon}>{icon ?? <Icon size={18} aria-hidden />}</span>
      <div className={classes.body}>
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}
