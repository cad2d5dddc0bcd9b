import { useEffect } from "react";
import { productShortName } from "./product.ts";

/** What the tab of the browser says while a screen is shown. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productShortName}`;
  }, [title]);
}
