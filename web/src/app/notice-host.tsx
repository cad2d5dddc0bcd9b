/** Loads the notice component when the first notice arrives. */
import { lazy, Suspense, useEffect, useState } from "react";
import { onFirstNotice } from "../lib/notify.ts";

const Notices = lazy(() => import("../components/overlays/notices.tsx"));

export function NoticeHost() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onFirstNotice(() => setWanted(true)), []);
  return wanted ? (
    <Suspense>
      <Notices />
    </Suspense>
  ) : null;
}
