/**
 * The buttons of all screens and dialogs. They are plain elements, because a table page renders hundreds of buttons.
 */
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import classes from "./button.module.css";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>;
  look?: "filled" | "default" | "subtle";
  /** `danger`: the action can't be undone. */
  tone?: "danger" | undefined;
  icon?: ReactNode;
  /** True while the action of the button is in progress. */
  loading?: boolean;
}

export function Button({
  look = "filled",
  tone,
  icon,
  loading = false,
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || loading}
      className={join(classes.button, className)}
      data-look={look}
      data-tone={tone}
      data-loading={loading || undefined}
    >
      {icon}
      {children}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Label for screen readers. It is required, because an icon has no text. */
  "aria-label": string;
  tone?: "accent" | "danger" | "warns" | "plain";
}

export function IconButton({ tone = "accent", className, ...rest }: IconButtonProps) {
  return <button type="button" {...rest} className={join(classes.icon, className)} data-tone={tone} />;
}

/** Small button without a frame, with an icon and a word, for the action of a row. */
export function WordButton({ tone = "accent", className, ...rest }: IconButtonProps) {
  return <button type="button" {...rest} className={join(classes.word, className)} data-tone={tone} />;
}

/** A grey placeholder bar for content that is loading. */
export const Skeleton = ({ height }: { height: number }) => (
  <div className={classes.skeleton} style={{ height }} aria-hidden="true" />
);

const join = (own: string | undefined, more: string | undefined): string =>
  more ? `${own} ${more}` : (own ?? "");
