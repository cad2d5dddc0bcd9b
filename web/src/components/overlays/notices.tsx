/** Shows each notice until its display time is over or the user closes the notice. */
import { useCallback, useEffect, useState } from "react";
import { connectNotices, type Notice } from "../../lib/notify.ts";
import { Button } from "../button.tsx";
import { Group } from "../layout.tsx";
import { Toast, ToastRegion } from "./toast.tsx";

interface Shown extends Notice {
  number: number;
}

/** Maximum number of notices shown at the same time. Further notices wait until a notice closes. */
const most = 5;
let last = 0;

export default function Notices() {
  const [notices, setNotices] = useState<readonly Shown[]>([]);
  useEffect(
    () =>
      connectNotices(
        (notice) => {
          last += 1;
          const added = { ...notice, number: last };
          setNotices((known) => [
            ...known.filter(({ instead }) => instead === undefined || instead !== notice.instead),
            added,
          ]);
        },
        (key) => setNotices((known) => known.filter(({ instead }) => instead !== key)),
      ),
    [],
  );
  const close = useCallback(
    (gone: number) => setNotices((known) => known.filter(({ number }) => number !== gone)),
    [],
  );
  return (
    <ToastRegion>
      {notices.slice(0, most).map((notice) => (
        <OneNotice key={notice.number} notice={notice} onClose={close} />
      ))}
    </ToastRegion>
  );
}

function OneNotice({ notice, onClose }: { notice: Shown; onClose: (number: number) => void }) {
  const { number, tone, title, message, seconds = 5, act } = notice;
  const close = useCallback(() => onClose(number), [onClose, number]);
  return (
    <Toast {...{ tone, title, seconds }} onClose={close}>
      {act ? (
        <Group at="apart">
          {message}
          <Button
            look="default"
            onClick={() => {
              close();
              act.run();
            }}
          >
            {act.label}
          </Button>
        </Group>
      ) : (
        message
      )}
    </Toast>
  );
}
