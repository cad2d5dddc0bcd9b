/**
 * Link in the header to the unsent entries, with their number. While the link is mounted, the entries are being sent.
 */
import { IconCloudUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { notify } from "../../lib/notify.ts";
import { entriesText, isUnsent } from "../../lib/outbox/entry.ts";
import { startSender } from "../../lib/outbox/sender.ts";
import { useOutbox } from "../../lib/outbox/use-outbox.ts";
import { useUser } from "../../lib/user.ts";
import { recordScreens } from "../../records/common/record-screens.ts";
import { removeLeftovers } from "./remove-leftovers.ts";
import classes from "./waiting.module.css";

export default function WaitingLink({ onClick }: { onClick: () => void }) {
  const user = useUser();
  const { id } = user;
  const removeOld = useEffectEvent(() => removeLeftovers(user, recordScreens));
  useEffect(() => {
    removeOld().catch((problem: unknown) => console.error("Old drafts and files were not removed.", problem));
    return startSender(id);
  }, [id]);
  const entries = useOutbox(id) ?? [];
  const refused = entries.filter(({ state }) => state === "refused").length;
  const unsent = entries.filter(isUnsent).length;
  useNoticeOfEnd(unsent, refused);
  // Ask the browser for persistent storage. Otherwise it may delete the entries when the disk is full.
  useEffect(() => {
    if (unsent > 0) void navigator.storage?.persist?.().catch(() => undefined);
  }, [unsent]);
  if (unsent === 0) return null;
  const name = `${entriesText(unsent)} to send${refused > 0 ? `, ${refused} not accepted` : ""}`;
  return (
    <Link
      to="/homepage/waiting"
      className={classes.link}
      data-refused={refused > 0 || undefined}
      aria-label={name}
      title={name}
      onClick={onClick}
    >
      <IconCloudUp size={19} aria-hidden />
      <span aria-hidden>{unsent}</span>
    </Link>
  );
}

/** Notifies the user once when everything was sent, or when entries were not accepted. */
function useNoticeOfEnd(unsent: number, refused: number): void {
  const before = useRef({ unsent, refused });
  useEffect(() => {
    const last = before.current;
    before.current = { unsent, refused };
    const instead = "outbox";
    if (refused > last.refused)
      notify({
        ...{ tone: "error", instead, seconds: 10 },
        message: `${entriesText(refused)} not accepted. Open "Waiting to send" in the header to see why.`,
      });
    else if (last.unsent > 0 && unsent === 0)
      notify({ tone: "success", instead, message: "Everything that waited on this computer has been sent." });
  }, [unsent, refused]);
}
