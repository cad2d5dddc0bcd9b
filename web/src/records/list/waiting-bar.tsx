/** Line above a list with the numbers of its outbox entries that wait to be sent and that were not accepted. */
import { Link } from "@tanstack/react-router";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { entriesText, refusedText } from "../../lib/outbox/entry.ts";
import { useUnsent } from "../../lib/outbox/use-outbox.ts";
import classes from "../../records/common/record-screen.module.css";

export default function WaitingBar({ record, user }: { record: AnyRecord; user: CurrentUser }) {
  const own = useUnsent(user.id).filter(({ route }) => route === record.route);
  if (own.length === 0) return null;
  const refused = own.filter(({ state }) => state === "refused").length;
  const waiting = own.length - refused;
  return (
    <section className={classes.drafts} aria-label="Waiting to send">
      <span>
        {waiting > 0 &&
          `${entriesText(waiting)} of this list ${waiting === 1 ? "waits" : "wait"} on this computer to be sent. `}
        {refused > 0 && `${refusedText(refused)} `}
        <Link to="/homepage/waiting">Show {own.length === 1 ? "it" : "them"}</Link>
      </span>
    </section>
  );
}
