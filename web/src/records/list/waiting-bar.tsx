/** Line above a list with the number of outbox entries of its record type that wait to be sent. */
import { Link } from "@tanstack/react-router";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { entriesText } from "../../lib/outbox/entry.ts";
import { useUnsent } from "../../lib/outbox/use-outbox.ts";
import classes from "../../records/common/record-screen.module.css";

export default function WaitingBar({ record, user }: { record: AnyRecord; user: CurrentUser }) {
  const own = useUnsent(user.id).filter(({ route }) => route === record.route);
  if (own.length === 0) return null;
  return (
    <section className={classes.drafts} aria-label="Waiting to send">
      <span>
        {entriesText(own.length)} of this list {own.length === 1 ? "waits" : "wait"} on this computer to be
        sent. <Link to="/homepage/waiting">Show {own.length === 1 ? "it" : "them"}</Link>
      </span>
    </section>
  );
}
