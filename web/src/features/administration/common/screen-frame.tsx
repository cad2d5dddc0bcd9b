/** Layout of an administration screen: heading and tools, filters, the list, and content below. */
import type { ReactNode } from "react";
import { useDocumentTitle } from "../../../lib/hooks/use-document-title.ts";
import recordClasses from "../../../records/common/record-screen.module.css";
import classes from "./administration.module.css";

interface Props {
  title: string;
  /** One sentence of introduction, if the heading is not enough. */
  lead?: ReactNode;
  tools?: ReactNode;
  filters?: ReactNode;
  busy?: boolean;
  below?: ReactNode;
  children: ReactNode;
}

export function ScreenFrame({ title, lead, tools, filters, busy, below, children }: Props) {
  useDocumentTitle(title);
  return (
    <section className={recordClasses.screen} aria-labelledby="screen-title">
      <div className={recordClasses.head}>
        <h1 id="screen-title" className={recordClasses.heading}>
          {title}
        </h1>
        {tools}
      </div>
      {lead && <p className={classes.lead}>{lead}</p>}
      {filters && <div className={classes.filters}>{filters}</div>}
      <div className={classes.body} aria-busy={busy}>
        {children}
      </div>
      {below}
    </section>
  );
}
