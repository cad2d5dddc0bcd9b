/** How things stand together: in a row, or one under the other, with the app's own spaces between them; and plain text. */
import type { HTMLAttributes, ReactNode } from "react";
import classes from "./layout.module.css";

interface GroupProps extends HTMLAttributes<HTMLDivElement> {
  /** Where the things stand: at the start, at the end, or apart. */
  at?: "end" | "apart" | "middle" | undefined;
}

/** A row that wraps where it must. */
export const Group = ({ at, className = "", ...rest }: GroupProps) => (
  <div {...rest} className={`${classes.row} ${className}`} data-at={at} />
);

/** One under the other. */
export const Stack = (props: HTMLAttributes<HTMLDivElement>) => <div {...props} className={classes.stack} />;

interface TextProps extends HTMLAttributes<HTMLParagraphElement> {
  soft?: boolean;
  small?: boolean;
  strong?: boolean;
}

/** A paragraph without space around it. */
export const Text = ({ soft, small, strong, className = "", ...rest }: TextProps) => (
  <p
    {...rest}
    className={`${classes.text} ${className}`}
    data-soft={soft || undefined}
    data-small={small || undefined}
    data-strong={strong || undefined}
  />
);

/** A word or two about what stands beside it, or one value of many. */
export const Tag = ({
  tone,
  children,
}: {
  tone?: "good" | "warn" | "bad" | undefined;
  children: ReactNode;
}) => (
  <span className={classes.tag} data-tone={tone}>
    {children}
  </span>
);

interface ProgressProps {
  /** From 0 to 100; null while nobody knows. */
  value: number | null;
  label: string;
  failed?: boolean;
}

export const Progress = ({ value, label, failed }: ProgressProps) => (
  <progress
    className={classes.progress}
    max={100}
    value={value ?? undefined}
    // Said in words, too, for what reads attributes alone.
    aria-valuenow={value ?? undefined}
    aria-label={label}
    data-failed={failed || undefined}
  />
);
