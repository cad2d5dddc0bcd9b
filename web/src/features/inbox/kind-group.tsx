/** The inbox entries of one kind, newest first, with actions for all of them. */
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { inboxKindLabel } from "#shared/contracts/inbox-kinds.ts";
import { Button } from "../../components/button.tsx";
import { Tag } from "../../components/layout.tsx";
import { count } from "../../lib/format.ts";
import { Entry } from "./entry.tsx";
import { markRead, snooze } from "./entry-acts.ts";
import classes from "./inbox.module.css";
import type { InboxSearch } from "./inbox-search.ts";
import { type InboxEntry, type KindCount, perKind } from "./use-inbox.ts";

interface Props {
  group: KindCount;
  search: InboxSearch;
  /** The entries of this kind that are listed. */
  entries: readonly InboxEntry[];
}

export function KindGroup({ group: { kind, total, unread, newest }, search, entries }: Props) {
  const id = useId();
  const label = inboxKindLabel(kind);
  const chosen = { up_to: newest, kind };
  const hasMore = !search.kind && total > perKind + 1;
  return (
    <section aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>
          {label} <Tag>{count(total)}</Tag>
        </h2>
        {!search.snoozed && (
          <div className={classes.acts}>
            {unread > 0 && (
              <Button look="subtle" onClick={() => void markRead(chosen)}>
                Mark {count(unread)} as read<span className="visually-hidden">: {label}</span>
              </Button>
            )}
            {total > 1 && (
              <Button look="subtle" onClick={() => void snooze(chosen)}>
                Remind me of all {count(total)} in 7 days
                <span className="visually-hidden">: {label}</span>
              </Button>
            )}
          </div>
        )}
      </div>
      <ul className={classes.entries}>
        {(hasMore ? entries.slice(0, perKind) : entries).map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {hasMore && (
        <Link to="/homepage/inbox" search={{ ...search, kind }} className={classes.more}>
          Show all {count(total)}
          <span className="visually-hidden">: {label}</span>
        </Link>
      )}
    </section>
  );
}
