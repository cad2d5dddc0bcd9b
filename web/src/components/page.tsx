/** Layout of a screen that isn't a record list: heading, one sentence about its purpose, contents. */
import type { ReactNode } from "react";
import { useDocumentTitle } from "../lib/hooks/use-document-title.ts";
import classes from "./feature.module.css";

export function Page({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  useDocumentTitle(title);
  return (
    <div className={classes.page}>
      <h1>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      {children}
    </div>
  );
}
