import { useEffect } from "react";
import { productShortName } from "../product.ts";

/** Sets the title of the browser tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productShortName}`;
  }, [title]);
}
