/** An area that scrolls by itself and that the keyboard reaches, as it must where nothing inside takes the focus. */
import type { HTMLAttributes } from "react";
import classes from "./scroller.module.css";

interface Props extends HTMLAttributes<HTMLElement> {
  /** Names it. */
  label: string;
}

export const Scroller = ({ label, className = "", ...rest }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the arrow keys
  <section {...rest} aria-label={label} className={`${classes.area} ${className}`} tabIndex={0} />
);
