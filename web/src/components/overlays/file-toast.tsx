/** The toast with the link of an exported file: 10 seconds, not counting those in which somebody is on it. */
import { Affix, Notification } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { formatNumber } from "#shared/rules/numbers.ts";
import { Library } from "./library.tsx";

const standsFor = 10_000;

/** A file that the browser has made. */
export interface MadeFile {
  name: string;
  url: string;
  rows: number;
}

export function FileToast({ file, onClose }: { file: MadeFile; onClose: () => void }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(onClose, standsFor);
    return () => clearTimeout(timer);
  }, [held, onClose]);
  const hold = { onMouseEnter: () => setHeld(true), onFocus: () => setHeld(true) };
  const letGo = { onMouseLeave: () => setHeld(false), onBlur: () => setHeld(false) };
  return (
    <Library>
      <Affix position={{ bottom: 20, right: 20 }} zIndex={900}>
        <Notification
          role="status"
          title="The report is ready"
          icon={<IconFileSpreadsheet size={20} aria-hidden />}
          color="field"
          withBorder
          closeButtonProps={{ "aria-label": "Close this notice" }}
          onClose={onClose}
          {...hold}
          {...letGo}
        >
          <a href={file.url} download={file.name}>
            {file.name}
          </a>{" "}
          ({formatNumber(file.rows)} {file.rows === 1 ? "row" : "rows"})
        </Notification>
      </Affix>
    </Library>
  );
}
