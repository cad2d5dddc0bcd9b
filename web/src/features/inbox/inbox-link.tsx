/**
 * Link to the inbox in the header, with the number of unread entries. The number is an overlay, so that it doesn't
 * shift the layout.
 */
import { IconInbox } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import classes from "./inbox-link.module.css";
import { useInbox } from "./use-inbox.ts";

/** Highest number shown; above it, "99+" is shown. */
const most = 99;

export function InboxLink({ className, onClick }: { className?: string | undefined; onClick?: () => void }) {
  const unread = useInbox().data?.unread ?? 0;
  const shown = unread > most ? `${most}+` : String(unread);
  const name = unread > 0 ? `Inbox: ${shown} unread` : "Inbox";
  const here = useLocation().pathname === "/homepage/inbox";
  return (
    <>
      <Link
        to="/homepage/inbox"
        className={`${classes.link} ${className ?? ""}`}
        aria-label={name}
        title={name}
        aria-current={here ? "page" : undefined}
        onClick={onClick}
      >
        <IconInbox size={19} aria-hidden />
        {unread > 0 && (
          <span className={classes.number} aria-hidden>
            {shown}
          </span>
        )}
      </Link>
      <span role="status" className="visually-hidden">
        {unread > 0 && `${shown} unread in your inbox`}
      </span>
    </>
  );
}
