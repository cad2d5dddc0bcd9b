/** Layout components: rows and columns with the app's standard spacing, and plain text. */
import type { HTMLAttributes, ReactNode } from "react";
import classes from "./layout.module.css";

interface GroupProps extends HTMLAttributes<HTMLDivElement> {
  /** Horizontal alignment of the children. */
  at?: "end" | "apart" | "middle" | undefined;
}

/** Lays out its children in a row that wraps. */
export const Group = ({ at, className = "", ...rest }: GroupProps) => (
  <div {...rest} className={`${classes.row} ${className}`} data-at={at} />
);

/** Lays out its children in a column. */
export const Stack = (props: HTMLAttributes<HTMLDivElement>) => <div {...props} className={classes.stack} />;

interface TextProps extends HTMLAttributes<HTMLParagraphElement> {
  soft?: boolean;
  small?: boolean;
  strong?: boolean;
}

/** A paragraph without margins. */
export const Text = ({ soft, small, strong, className = "", ...rest }: TextProps) => (
  <p
    {...rest}
    className={`${classes.text} ${className}`}
    data-soft={soft || undefined}
    data-small={small || undefined}
    data-strong={strong || undefined}
  />
);

/** A short label beside other content, or one of several values shown in a row. */
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
  /** Progress in percent, from 0 to 100; null if unknown. */
  value: number | null;
  label: string;
  failed?: boolean;
}

export const Progress = ({ value, label, failed }: ProgressProps) => (
  <progress
    className={classes.progress}
    max={100}
    value={value ?? undefined}
    // The value is also set as an ARIA attribute, because some tools read only attributes.
    aria-valuenow={value ?? undefined}
    aria-label={label}
    data-failed={failed || undefined}
  />
);
