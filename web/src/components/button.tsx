/**
 * The buttons of screens that must load fast and of table cells, of which a page draws hundreds: plain elements in the
 * look of the component library, which dialogs and forms use.
 */
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import classes from "./button.module.css";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>;
  look?: "filled" | "default" | "subtle";
  icon?: ReactNode;
}

export function Button({ look = "filled", icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={join(classes.button, className)} data-look={look}>
      {icon}
      {children}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Read out, since the icon alone says nothing. */
  "aria-label": string;
  tone?: "accent" | "danger" | "plain";
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
