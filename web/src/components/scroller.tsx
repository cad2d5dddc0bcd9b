/** A scrollable area that keyboard users can focus. Needed if no element inside the area can have the focus. */
import type { HTMLAttributes } from "react";
import classes from "./scroller.module.css";

interface Props extends HTMLAttributes<HTMLElement> {
  /** Accessible name of the area. */
  label: string;
}

export const Scroller = ({ label, className = "", ...rest }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the area
  <section {...rest} aria-label={label} className={`${classes.area} ${className}`} tabIndex={0} />
);
