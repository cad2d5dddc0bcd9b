/**
 * A link on the public pages. A plain click navigates in the app; other clicks (new tab, copy) work as in any
 * browser.
 */
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
