/**
 * Shows a notice if the URL contains conditions that can't be read. The list ignores such conditions, and so shows more
 * rows than intended.
 */
import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { notify } from "../../lib/notify.ts";
import { hasMalformed } from "../common/filter-from-url.ts";

export function useMalformedNotice(): void {
  const isMalformed = useLocation({
    select: ({ search }) => hasMalformed((search as Readonly<Record<string, unknown>>).filter),
  });
  useEffect(() => {
    if (!isMalformed) return;
    notify({
      title: "A condition of this link can't be read.",
      message: "More rows than meant may be shown. Ask for the link again, or set the conditions here.",
      tone: "error",
      seconds: 20,
    });
  }, [isMalformed]);
}
