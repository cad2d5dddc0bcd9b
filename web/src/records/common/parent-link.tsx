/** Leads from the name of what rows belong to, wherever it stands, to its page. */
import { IconListDetails } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import classes from "./cells.module.css";

/** The address of the page of the parent that a row names; null where it names none. */
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
  /** The parent's name, for readers of the icon alone. */
  name: string;
  /** The name itself as the link; without it an icon stands for the page. */
  children?: ReactNode;
}

/** A plain link: a table draws hundreds. It opens in another tab as every link does. */
export function ParentLink({ address, name, children }: Props) {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(address);
  };
  return children === undefined ? (
    <a
      className={classes.beside}
      href={address}
      aria-label={`Page of ${name}`}
      title={`Page of ${name}`}
      data-beside
      onClick={follow}
    >
      <IconListDetails size={16} aria-hidden />
    </a>
  ) : (
    <a className={classes.title} href={address} onClick={follow}>
      {children}
    </a>
  );
}
