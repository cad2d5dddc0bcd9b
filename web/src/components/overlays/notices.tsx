/** Shows notices with the component library's notifications. */
import { Notifications, notifications } from "@mantine/notifications";
import "@mantine/notifications/styles.layer.css";
import { useEffect } from "react";
import { connectNotices, type Notice } from "../../lib/notify.ts";
import { Button } from "../button.tsx";
import { Group } from "../layout.tsx";
import { Library } from "./library.tsx";

const colors = { success: "field", error: "red", info: "blue" } as const;

export default function Notices() {
  useEffect(() => connectNotices(show), []);
  return (
    <Library>
      <Notifications position="bottom-center" zIndex={900} />
    </Library>
  );
}

/** The last notice of those of which only one stands. */
const standing = new Map<string, string>();

function show(notice: Notice): void {
  const { act, instead } = notice;
  const former = instead && standing.get(instead);
  if (former) notifications.hide(former);
  const id = notifications.show({
    title: notice.title,
    message: act ? (
      <Group at="apart">
        {notice.message}
        <Button
          look="default"
          onClick={() => {
            notifications.hide(id);
            act.run();
          }}
        >
          {act.label}
        </Button>
      </Group>
    ) : (
      notice.message
    ),
    color: colors[notice.tone],
    autoClose: (notice.seconds ?? 5) * 1000,
    role: notice.tone === "error" ? "alert" : "status",
    withBorder: true,
    closeButtonProps: { "aria-label": "Close this notice" },
  });
  if (instead) standing.set(instead, id);
}
