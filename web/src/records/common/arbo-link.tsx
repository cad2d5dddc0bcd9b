/** Leads from the name of an ARBO, wherever it stands, to the page of the ARBO. */
import { IconListDetails } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";
import { arboOf } from "#shared/records/vocabulary/arbo-link.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import classes from "./cells.module.css";

/** The address of the page of the ARBO that a row names; null where it names none. */
export function arboAddress(
  record: Pick<AnyRecord, "fields">,
  row: Readonly<Record<string, unknown>>,
): string | null {
  const arbo = arboOf(record, row);
  if (arbo === null) return null;
  return "id" in arbo
    ? `/homepage/arbo/${arbo.id}`
    : `/homepage/arbo?arbo_id=${encodeURIComponent(arbo.arbo_id)}`;
}

interface Props {
  address: string;
  /** The ARBO's name, for readers of the icon alone. */
  name: string;
  /** The name itself as the link; without it an icon stands for the page. */
  children?: ReactNode;
}

/** A plain link: a table draws hundreds. It opens in another tab as every link does. */
export function ArboLink({ address, name, children }: Props) {
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
