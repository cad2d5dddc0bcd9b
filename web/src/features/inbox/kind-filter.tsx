/** Links that list the inbox entries of one kind or of all kinds, each with the number of entries. */
import { Link } from "@tanstack/react-router";
import { type InboxKind, inboxKindLabel } from "#shared/contracts/inbox-kinds.ts";
import { count } from "../../lib/format.ts";
import classes from "./inbox.module.css";
import type { InboxSearch } from "./inbox-search.ts";
import type { KindCount } from "./use-inbox.ts";

export function KindFilter({ kinds, search }: { kinds: readonly KindCount[]; search: InboxSearch }) {
  const all = kinds.reduce((sum, { total }) => sum + total, 0);
  const options: { kind: InboxKind | undefined; label: string; total: number }[] = [
    { kind: undefined, label: "All", total: all },
    ...kinds.map(({ kind, total }) => ({ kind, label: inboxKindLabel(kind), total })),
  ];
  return (
    <nav aria-label="Kinds of entries" className={classes.kinds}>
      {options.map(({ kind, label, total }) => (
        <Link
          key={label}
          to="/homepage/inbox"
          search={{ ...search, kind }}
          className={classes.kind}
          activeOptions={{ exact: true }}
        >
          {label} <span className={classes.count}>{count(total)}</span>
        </Link>
      ))}
    </nav>
  );
}
