/** Link from the name of a parent, such as an ARBO, to its page. */
import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import classes from "./cells.module.css";

/** Returns the URL of the page of a row's parent; null if the row has no parent. */
export function parentAddress(
  { parent }: Pick<AnyRecord, "parent">,
  row: Readonly<Record<string, unknown>>,
): string | null {
  if (!parent) return null;
  const page = `/homepage/${parent.name}`;
  const key = row[parent.key];
  return typeof key === "number" ? `${page}/${key}` : null;
}

interface Props {
  address: string;
  children: ReactNode;
}

/**
 * A plain `<a>` renders faster than the router's Link, and a table has hundreds of these links. Ctrl+click still opens
 * a new tab.
 */
export function ParentLink({ address, children }: Props) {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(address);
  };
  return (
    <a className={classes.title} href={address} onClick={follow}>
      {children}
    </a>
  );
}
