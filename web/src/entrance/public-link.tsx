/** A link of the public pages: a plain one for the browser (new tab, copy), handled in the page on a plain click. */
import type { MouseEvent, ReactNode } from "react";

export function PublicLink(props: {
  to: string;
  goTo: (path: string) => void;
  className?: string;
  children: ReactNode;
}) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    props.goTo(props.to);
  };
  return (
    <a href={props.to} className={props.className} onClick={follow}>
      {props.children}
    </a>
  );
}
