/** Line above a list with the numbers of its outbox entries that wait to be sent and that were not accepted. */
import { Link } from "@tanstack/react-router";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { unsentText } from "../../lib/outbox/entry.ts";
import { useUnsent } from "../../lib/outbox/use-outbox.ts";
import classes from "../common/record-screen.module.css";

export default function WaitingBar({ record, user }: { record: AnyRecord; user: CurrentUser }) {
  const own = useUnsent(user.id).filter(({ route }) => route === record.route);
  if (own.length === 0) return null;
  return (
    <section className={classes.drafts} aria-label="Waiting to send">
      <span>
        {unsentText(own)} <Link to="/homepage/waiting">Show {own.length === 1 ? "it" : "them"}</Link>
      </span>
    </section>
  );
}
