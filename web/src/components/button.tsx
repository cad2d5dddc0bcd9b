/** The buttons of all screens and dialogs: plain elements, of which a page of a table draws hundreds. */
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import classes from "./button.module.css";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>;
  look?: "filled" | "default" | "subtle";
  /** What it does cannot be taken back. */
  tone?: "danger" | undefined;
  icon?: ReactNode;
  /** What it began is under way. */
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
  /** Read out, since the icon alone says nothing. */
  "aria-label": string;
  tone?: "accent" | "danger" | "warns" | "plain";
}

export function IconButton({ tone = "accent", className, ...rest }: IconButtonProps) {
  return <button type="button" {...rest} className={join(classes.icon, className)} data-tone={tone} />;
}

/** A grey bar in the place of something that loads. */
export const Skeleton = ({ height }: { height: number }) => (
  <div className={classes.skeleton} style={{ height }} aria-hidden="true" />
);

const join = (own: string | undefined, more: string | undefined): string =>
  more ? `${own} ${more}` : (own ?? "");
