/** An inbox entry: a headline that links to its row or list, and a date. */
import { Link } from "@tanstack/react-router";
import { headline } from "#shared/inbox/headline.ts";
import { WordButton } from "../../components/button.tsx";
import { Text } from "../../components/layout.tsx";
import { dayInManila, longDate, momentInManila } from "../../lib/format.ts";
import { Answer } from "./answer.tsx";
import { endSnooze, markOpened, markRead, snooze } from "./entry-acts.ts";
import { addressOf } from "./entry-address.ts";
import classes from "./inbox.module.css";
import type { InboxEntry } from "./use-inbox.ts";

/** Kinds of entries that belong to a day and have no time of day. */
const isOfDay: ReadonlySet<InboxEntry["kind"]> = new Set(["window", "permits"]);

export function Entry({ entry }: { entry: InboxEntry }) {
  const { id, read, by, reason, kind } = entry;
  const text = headline(entry);
  return (
    <li className={classes.entry} data-unread={!read || undefined}>
      <div className={classes.what}>
        <Link
          {...addressOf(entry)}
          className={classes.headline}
          onClick={() => void (read || markOpened(id).catch(() => undefined))}
        >
          {!read && <span className="visually-hidden">Unread: </span>}
          {text}
        </Link>
        {reason && <blockquote className={classes.reason}>{reason}</blockquote>}
        {by && (
          <Text small soft>
            {by}
          </Text>
        )}
        {kind === "reopening_asked" && <Answer entry={entry} />}
      </div>
      <div className={classes.acts}>
        <Acts entry={entry} text={text} />
        <Text small soft className={classes.date}>
          {dateOf(entry)}
        </Text>
      </div>
    </li>
  );
}

function Acts({
  entry: { id, read, snoozed_until: snoozedUntil },
  text,
}: {
  entry: InboxEntry;
  text: string;
}) {
  if (snoozedUntil)
    return (
      <WordButton aria-label={`Show now: ${text}`} onClick={() => void endSnooze([id])}>
        Show now
      </WordButton>
    );
  return (
    <>
      {!read && (
        <WordButton aria-label={`Mark as read: ${text}`} onClick={() => void markRead({ id })}>
          Mark as read
        </WordButton>
      )}
      <WordButton aria-label={`Remind me in 7 days: ${text}`} onClick={() => void snooze({ id })}>
        Remind me in 7 days
      </WordButton>
    </>
  );
}

function dateOf({ at, kind, snoozed_until: snoozedUntil }: InboxEntry): string {
  if (snoozedUntil) return `Until ${longDate(snoozedUntil)}`;
  return isOfDay.has(kind) ? dayInManila(at) : momentInManila(at);
}
