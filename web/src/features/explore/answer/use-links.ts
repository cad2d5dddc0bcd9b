/**
 * Opens the links of a large table without reloading the page. One listener for the whole table is much faster than
 * thousands of router links, which all react to each change of the URL.
 */
import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";

/** Returns a ref for an element whose links open without reloading the page. */
export function useLinks() {
  const navigate = useNavigate();
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const open = (event: MouseEvent) => {
        const link = event.target instanceof Element ? event.target.closest("a") : null;
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        void navigate({ href: link.pathname + link.search });
      };
      element.addEventListener("click", open);
      return () => element.removeEventListener("click", open);
    },
    [navigate],
  );
}
