/** Paging of a table: page sizes (spec section 9), the current range, and buttons to other pages. */
import {
  IconChevronLeft,
  IconChevronLeftPipe,
  IconChevronRight,
  IconChevronRightPipe,
} from "@tabler/icons-react";
import { type ReactNode, useEffect, useId } from "react";
import { count, totalText } from "../lib/format.ts";
import { pageSizes } from "../lib/page-sizes.ts";
import { ActButton } from "./act-button.tsx";
import classes from "./pager.module.css";

interface Props {
  /** Accessible name, which distinguishes the pager of a dialog from the pager of the list behind the dialog. */
  label?: string;
  page: number;
  size: number;
  /** Number of rows; undefined while unknown. */
  total: number | undefined;
  /** True if the server stopped counting at `total` although there are more rows. */
  capped?: boolean;
  /**
   * True if `total` belongs to the shown page; false while a page loads and `total` is outdated. If true, the pager
   * replaces a page number that is too high with the last page.
   */
  settled?: boolean;
  /** True if the rows could not be loaded. */
  failed?: boolean;
  /** `replace`: don't add the previous page to the browser history. */
  onPage: (page: number, replace?: boolean) => void;
  /**
   * Called with a new page size. Without this callback, the page size is fixed, and the pager is hidden while all rows
   * fit on one page.
   */
  onSize?: (size: number) => void;
  /** Content shown between the number of rows and the page buttons. */
  children?: ReactNode;
}

export function Pager({
  label = "Pages",
  page,
  size,
  total,
  capped,
  settled,
  failed = false,
  onPage,
  onSize,
  children,
}: Props) {
  const id = useId();
  const known = total ?? 0;
  const range = `${count((page - 1) * size + 1)}–${count(Math.min(known, page * size))} of ${totalText(known, capped)}`;
  const pages = Math.max(1, Math.ceil(known / size));
  // True if the page number is too high, for example because rows were deleted or because the URL is old.
  const beyond = settled && !capped && page > pages;
  useEffect(() => {
    if (beyond) onPage(pages, true);
  });
  if (!onSize && page === 1 && known <= size) return null;
  return (
    <nav className={classes.pager} aria-label={label}>
      {onSize && (
        <>
          <label htmlFor={id}>Rows per page</label>
          <select id={id} value={size} onChange={(event) => onSize(Number(event.currentTarget.value))}>
            {pageSizes.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </select>
        </>
      )}
      <span className={classes.range} aria-live="polite">
        {total === undefined ? (failed ? "Not loaded" : "Loading…") : total === 0 ? "No rows" : range}
      </span>
      {children}
      <PageButtons page={page} pages={pages} total={total} capped={capped} onPage={onPage} />
    </nav>
  );
}

function PageButtons({
  page,
  pages,
  total,
  capped,
  onPage,
}: Pick<Props, "page" | "total" | "capped" | "onPage"> & { pages: number }) {
  const back = page > 1 ? null : "This is the first page.";
  const on = capped || page < pages ? null : "This is the last page.";
  return (
    <span className={classes.steps}>
      <ActButton label="First page" reason={back} icon={IconChevronLeftPipe} onAct={() => onPage(1)} />
      <ActButton label="Previous page" reason={back} icon={IconChevronLeft} onAct={() => onPage(page - 1)} />
      <span>
        Page {count(page)} of {total === undefined ? "…" : totalText(pages, capped)}
      </span>
      <ActButton label="Next page" reason={on} icon={IconChevronRight} onAct={() => onPage(page + 1)} />
      <ActButton label="Last page" reason={on} icon={IconChevronRightPipe} onAct={() => onPage(pages)} />
    </span>
  );
}
