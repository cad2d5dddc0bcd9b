/**
 * The inbox: items for the user's attention and replies to the user's requests, grouped by day. Each item links to its
 * row or list.
 */
import { Link } from "@tanstack/react-router";
import { Fragment, useState } from "react";
import { headline } from "#shared/inbox/headline.ts";
import { Button, Skeleton } from "../../components/button.tsx";
import { Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { Pager } from "../../components/pager.tsx";
import { clockTime, dayInManila } from "../../lib/format.ts";
import { mayOpen } from "../../lib/guards.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { notify } from "../../lib/notify.ts";
import { useUser } from "../../lib/user.ts";
import { hasRight } from "../../records/common/rights.ts";
import { Answer } from "./answer.tsx";
import { addressOf } from "./entry-address.ts";
import classes from "./inbox.module.css";
import { type InboxEntry, markRead, pageSize, useInbox } from "./use-inbox.ts";

const failed = (problem: unknown) => notify({ tone: "error", message: messageOf(problem) });

/** Kinds of entries that belong to a day and have no time of day. */
const isOfDay: ReadonlySet<InboxEntry["kind"]> = new Set(["window", "permits"]);

export function Inbox() {
  const user = useUser();
  const [page, setPage] = useState(1);
  const inbox = useInbox(page);
  const { data: entries = [], total = 0, unread = 0 } = inbox.data ?? {};
  const newest = entries[0];
  const days = [...new Set(entries.map(({ at }) => dayInManila(at)))];
  return (
    <Page title="Inbox" lead="Items for your attention, and replies to your requests.">
      <div className={classes.bar}>
        <Text small soft aria-live="polite">
          {inbox.isSuccess && total > 0 && (unread === 0 ? "No unread entries." : `${unread} unread`)}
        </Text>
        {mayOpen(user, "report") && hasRight(user, "Approve") && (
          <Link to="/homepage/report/$route" params={{ route: "ReviewQueue" }}>
            Review queue
          </Link>
        )}
        {newest && (
          <Button
            look="default"
            disabled={unread === 0 || page > 1}
            onClick={() => void markRead({ up_to: newest.id }).catch(failed)}
          >
            Mark all as read
          </Button>
        )}
      </div>
      {inbox.isPending && <Skeleton height={240} />}
      {inbox.isError && <Notice tone="bad">{messageOf(inbox.error)}</Notice>}
      {inbox.isSuccess && total === 0 && <Empty />}
      {days.map((day) => (
        <Fragment key={day}>
          <h2 className={classes.day}>{day}</h2>
          <ul className={classes.entries}>
            {entries
              .filter(({ at }) => dayInManila(at) === day)
              .map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
          </ul>
        </Fragment>
      ))}
      {total > pageSize && (
        <Pager
          page={page}
          size={pageSize}
          total={total}
          settled={inbox.isSuccess && !inbox.isPlaceholderData}
          onPage={setPage}
        />
      )}
    </Page>
  );
}

function Entry({ entry }: { entry: InboxEntry }) {
  const { id, read, by, at, reason, kind } = entry;
  const text = headline(entry);
  const mark = () => markRead({ id });
  return (
    <li className={classes.entry} data-unread={!read || undefined}>
      <div className={classes.what}>
        <Link {...addressOf(entry)} className={classes.headline} onClick={() => void (read || mark())}>
          {!read && <span className="visually-hidden">Unread: </span>}
          {text}
        </Link>
        {reason && <blockquote className={classes.reason}>{reason}</blockquote>}
        <Text small soft>
          {[by, isOfDay.has(kind) ? null : clockTime(new Date(at))].filter(Boolean).join(" · ")}
        </Text>
        {kind === "reopening_asked" && <Answer entry={entry} />}
      </div>
      {!read && (
        <Button look="subtle" aria-label={`Mark as read: ${text}`} onClick={() => void mark().catch(failed)}>
          Mark as read
        </Button>
      )}
    </li>
  );
}

const Empty = () => (
  <div className={classes.empty}>
    <Text strong>Your inbox is empty.</Text>
    <Text>
      Returned rows, rows to approve, windows that end soon, requests to reopen a window, permits that expire
      soon and your finished imports appear here.
    </Text>
    <Link to="/homepage/forms">Go to the forms</Link>
  </div>
);
